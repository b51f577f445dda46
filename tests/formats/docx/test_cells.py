"""Cells of Word tables: found by label and by address, filled in the look of the place, labels never."""

from __future__ import annotations

import pytest

from docforge import Refusal
from tests.formats.docx.word import HEADER, Desk, cell, control, count, document, para, part, row, rows_of, run, table

BOLD = '<w:b/><w:sz w:val="28"/>'


@pytest.mark.proves("WORD-3", "PLACE-1")
def test_a_cell_is_read_by_its_label_and_found_by_label_and_address(desk: Desk) -> None:
    form = document(table(row("고객사명", "", "대 표 자:", "")))
    assert desk.read(form) == {
        "label:고객사명": {"at": "label:고객사명", "kind": "cell", "label": "고객사명"},
        "label:대표자": {"at": "label:대표자", "kind": "cell", "label": "대표자"},
    }
    made = desk.fill(form, {"at": "label:고객사명", "value": "하늘상사"}, {"at": "T1R1C4", "value": "김하늘"})
    assert rows_of(made) == [["고객사명", "하늘상사", "대 표 자:", "김하늘"]]


@pytest.mark.proves("WORD-3")
def test_an_empty_cell_takes_the_look_of_its_paragraph_mark_and_keeps_its_alignment(desk: Desk) -> None:
    styled = cell(mark=BOLD).replace("<w:pPr>", '<w:pPr><w:jc w:val="right"/>')
    made = part(desk.fill(document(table(row("고객사명", styled))), {"at": "label:고객사명", "value": "하늘"}))
    assert (
        f'<w:jc w:val="right"/><w:rPr>{BOLD}</w:rPr></w:pPr><w:r><w:rPr>{BOLD}</w:rPr><w:t>하늘</w:t></w:r></w:p>'
        in made
    )


@pytest.mark.proves("WORD-3")
def test_a_mark_out_of_order_or_tracked_is_put_in_order(desk: Desk) -> None:
    mixed = cell(mark='<w:ins w:id="1" w:author="a"/><w:sz w:val="28"/><w:b/>')
    made = part(desk.fill(document(table(row("고객사명", mixed))), {"at": "label:고객사명", "value": "하늘"}))
    assert f"<w:r><w:rPr>{BOLD}</w:rPr><w:t>하늘</w:t></w:r>" in made


@pytest.mark.proves("WORD-3")
def test_text_in_the_place_of_other_text_keeps_its_look(desk: Desk) -> None:
    old = f"<w:tc><w:tcPr/>{para(run('작성 ', BOLD) + run('예', '<w:i/>'))}{para(run('둘째 줄'))}{para()}</w:tc>"
    made = part(desk.fill(document(table(row("비고", old))), {"at": "T1R1C2", "value": "없음", "overwrite": True}))
    assert f"<w:p><w:r><w:rPr>{BOLD}</w:rPr><w:t>없음</w:t></w:r></w:p><w:p/></w:tc>" in made
    assert "둘째" not in made


@pytest.mark.proves("WORD-3")
def test_signs_lines_and_tabs_arrive_as_they_are(desk: Desk) -> None:
    value = 'A & B <c> "d"\n둘째\t줄  끝 😀'
    made = desk.fill(document(table(row("비고", ""))), {"at": "label:비고", "value": value})
    assert rows_of(made) == [["비고", value]]
    assert "<w:br/>" in part(made)
    assert "<w:tab/>" in part(made)


@pytest.mark.proves("WORD-3")
def test_an_emptied_cell_keeps_a_paragraph_and_its_look(desk: Desk) -> None:
    form = document(table(row("비고", f"<w:tc><w:tcPr/>{para(run('옛 글', BOLD))}</w:tc>")))
    made = desk.fill(form, {"at": "T1R1C2", "value": None})
    assert rows_of(made) == [["비고", ""]]
    assert "<w:tc><w:tcPr/><w:p>" in part(made)
    again = part(desk.fill(made, {"at": "label:비고", "value": "새 글"}))
    assert f"<w:rPr>{BOLD}</w:rPr><w:t>새 글</w:t>" in again


@pytest.mark.proves("WORD-3")
def test_a_cell_without_a_paragraph_gets_one(desk: Desk) -> None:
    made = desk.fill(document(table(row("비고", "<w:tc><w:tcPr/></w:tc>"))), {"at": "label:비고", "value": "없음"})
    assert "<w:tcPr/><w:p><w:r><w:t>없음</w:t></w:r></w:p></w:tc>" in part(made)


@pytest.mark.proves("WORD-3", "PLACE-3")
def test_marks_drawings_and_tracked_deletions_in_the_cell_stay(desk: Desk) -> None:
    drawn = '<w:r><w:pict><v:line xmlns:v="urn:schemas-microsoft-com:vml"/></w:pict></w:r>'
    gone = '<w:del w:id="3" w:author="a"><w:r><w:delText>옛 글</w:delText></w:r></w:del>'
    mark = '<w:bookmarkStart w:id="1" w:name="_a"/><w:bookmarkEnd w:id="1"/>'
    form = document(table(row("비고", f"<w:tc><w:tcPr/>{para(mark + gone + drawn)}</w:tc>")))
    made = part(desk.fill(form, {"at": "T1R1C2", "value": "없음"}))
    assert all(one in made for one in (mark, gone, "<w:pict><v:line", "없음"))


@pytest.mark.proves("PLACE-4")
def test_a_label_is_refused_and_its_value_cell_named(desk: Desk) -> None:
    form = document(table(row("고객사명", "")))
    problem = desk.refused(form, {"at": "T1R1C1", "value": "하늘"})["T1R1C1"]
    assert (problem["code"], problem["use"]) == ("label_cell", "T1R1C2")
    made = desk.fill(form, {"at": "T1R1C1", "value": "회사", "overwrite": True})
    assert rows_of(made) == [["회사", ""]]


@pytest.mark.proves("PLACE-4")
def test_a_header_is_refused_and_its_rows_named(desk: Desk) -> None:
    problem = desk.refused(document(table(row("품목", "수량"), row("", ""))), {"at": "T1R1C2", "value": 3})["T1R1C2"]
    assert (problem["code"], problem["use"]) == ("header_cell", "T1R2")
    repeated = document(table(row("구분", "내용", properties="<w:tblHeader/>"), row("목적", "")))
    assert desk.refused(repeated, {"at": "T1R1C1", "value": "x"})["T1R1C1"]["code"] == "header_cell"


@pytest.mark.proves("PLACE-4")
def test_a_square_that_a_merge_covers_names_the_merged_cell(desk: Desk) -> None:
    wide = cell("", '<w:gridSpan w:val="2"/>')
    across = document(table(row("성명", wide), row("가", "나", "다")))
    problem = desk.refused(across, {"at": "T1R1C3", "value": "x"})["T1R1C3"]
    assert (problem["code"], problem["use"]) == ("merged_cell", "T1R1C2")
    down = document(table(row(cell("가", '<w:vMerge w:val="restart"/>'), ""), row(cell("", "<w:vMerge/>"), "")))
    problem = desk.refused(down, {"at": "T1R2C1", "value": "x"})["T1R2C1"]
    assert (problem["code"], problem["use"]) == ("merged_cell", "T1R1C1")


@pytest.mark.proves("WORD-3")
def test_columns_are_counted_on_the_grid_with_what_is_left_out_before_a_row(desk: Desk) -> None:
    form = document(table(row("가", "나", "다"), row("", "라", properties='<w:gridBefore w:val="1"/>')))
    made = desk.fill(form, {"at": "T1R2C2", "value": "값"})
    assert "<w:t>값</w:t>" in part(made)
    assert desk.refused(form, {"at": "T1R2C1", "value": "값"})["T1R2C1"]["code"] == "no_place"


@pytest.mark.proves("PLACE-2")
def test_a_label_that_stands_twice_must_be_told_apart(desk: Desk) -> None:
    form = document(table(row("성명", "")) + table(row("성명", "")))
    problem = desk.refused(form, {"at": "label:성명", "value": "김"})["label:성명"]
    assert (problem["code"], problem["allowed"]) == ("ambiguous", ["label:성명[1]", "label:성명[2]"])
    made = desk.fill(form, {"at": "label:성명[2]", "value": "김"}, {"at": "T1R1C2", "value": "이"})
    assert (rows_of(made, 0), rows_of(made, 1)) == ([["성명", "이"]], [["성명", "김"]])


@pytest.mark.proves("WORD-3")
def test_tables_of_a_header_and_tables_in_cells_have_addresses_of_their_own(desk: Desk) -> None:
    inner = f"<w:tc><w:tcPr/>{table(row('안쪽', ''))}{para()}</w:tc>"
    form = document(table(row("바깥", inner)), header=table(row("문서번호", "")))
    assert list(desk.read(form)) == ["label:안쪽", "label:문서번호"]
    made = desk.fill(form, {"at": "T2R1C2", "value": "값"}, {"at": "header1/T1R1C2", "value": "A-1"})
    assert "<w:t>값</w:t>" in part(made)
    assert "<w:t>A-1</w:t>" in part(made, HEADER)
    kept = part(desk.fill(form, {"at": "T1R1C2", "value": "바깥 값"}))
    assert count("<w:tbl>", kept) == 2
    assert "</w:tbl><w:p><w:r><w:t>바깥 값</w:t></w:r></w:p></w:tc>" in kept


@pytest.mark.proves("PLACE-4")
def test_cells_inside_a_locked_control_are_locked(desk: Desk) -> None:
    form = document(control('<w:lock w:val="sdtContentLocked"/>', table(row("성명", ""))))
    assert desk.refused(form, {"at": "label:성명", "value": "김"})["label:성명"]["code"] == "locked"


@pytest.mark.proves("PLACE-2")
def test_what_a_cell_must_hold_is_checked(desk: Desk) -> None:
    form = document(table(row("성명", "")))
    problem = desk.refused(form, {"at": "label:성명", "value": "김", "expect": "이"})["label:성명"]
    assert problem["code"] == "not_as_expected"


@pytest.mark.proves("PLACE-3")
def test_only_the_value_differs(desk: Desk) -> None:
    body = table(row("성명", cell(mark="<w:b/>"))) + para(run("그대로", "<w:i/>"))
    made = part(desk.fill(document(body), {"at": "label:성명", "value": "김"}))
    want = part(document(body)).replace(
        "<w:pPr><w:rPr><w:b/></w:rPr></w:pPr></w:p>",
        "<w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>김</w:t></w:r></w:p>",
    )
    assert made == want


@pytest.mark.proves("PLACE-4")
def test_after_a_fill_values_change_and_labels_that_rows_moved_are_still_refused(desk: Desk) -> None:
    form = document(table(row("부서", "")) + table(row("품목", "수량"), row("", ""), row("합계", "")))
    fields = [{"at": "label:부서", "value": "개발팀"}, {"at": "T2R2", "rows": [["가", 1], ["나", 2], ["다", 3]]}]
    edit = {"path": "made.docx", "attach": False}
    desk.forge.call("edit_docx", template=desk.put(form), fields=fields, **edit)
    again = [{"at": "label:부서", "value": "영업팀", "expect": "개발팀"}, {"at": "T2R3C1", "value": "라"}]
    desk.forge.call("edit_docx", fields=again, **edit)
    made = (desk.folder / "made.docx").read_bytes()
    assert rows_of(made) == [["부서", "영업팀"]]
    assert [line[0] for line in rows_of(made, 1)] == ["품목", "가", "라", "다", "합계"]
    for at in ("T1R1C1", "T2R5C1", "T2R1C1"):
        with pytest.raises(Refusal) as caught:
            desk.forge.call("edit_docx", fields=[{"at": at, "value": "x"}], **edit)
        assert caught.value.to_dict()["problems"][0]["code"] in {"label_cell", "header_cell"}
    assert (desk.folder / "made.docx").read_bytes() == made
