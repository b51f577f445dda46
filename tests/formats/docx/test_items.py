"""Line items in Word tables: free rows first, then clones with ids of their own; sums, merges and other rows stay."""

from __future__ import annotations

import re

import pytest

from tests.formats.docx.word import Desk, cell, count, document, para, part, row, rows_of, run, table

ITEMS = [["서버", 2], ["선반", 1], ["케이블", 30]]
HEAD = row("품목", "수량", properties="<w:tblHeader/>")
SUM = row("합계", "0")
DRAWN = (
    '<w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><wp:docPr id="4" name="선"/>'
    '<a:graphic><a:graphicData uri="urn:x"/></a:graphic></wp:inline></w:drawing></w:r>'
)


@pytest.mark.proves("WORD-3", "PLACE-1")
def test_like_blank_rows_are_read_as_one_place(desk: Desk) -> None:
    form = document(table(HEAD, row("", ""), row("", ""), SUM))
    assert desk.read(form) == {
        "T1R2": {"at": "T1R2", "kind": "rows", "columns": ["품목", "수량"], "blank": 2, "footer": 1}
    }


@pytest.mark.proves("WORD-3")
def test_blank_rows_are_used_first_and_the_rest_stay_unless_dropped(desk: Desk) -> None:
    form = document(table(HEAD, *[row("", "")] * 4, SUM))
    made = desk.fill(form, {"at": "T1R2", "rows": ITEMS[:2]})
    assert rows_of(made) == [["품목", "수량"], ["서버", "2"], ["선반", "1"], ["", ""], ["", ""], ["합계", "0"]]
    made = desk.fill(form, {"at": "T1R2", "rows": ITEMS[:2], "drop_unused": True})
    assert rows_of(made) == [["품목", "수량"], ["서버", "2"], ["선반", "1"], ["합계", "0"]]


@pytest.mark.proves("WORD-3")
def test_rows_that_are_missing_are_cloned_with_their_look_above_the_sum(desk: Desk) -> None:
    blank = row(cell(mark="<w:b/>"), cell(properties='<w:shd w:val="clear" w:fill="EEEEEE"/>'))
    made = desk.fill(document(table(HEAD, blank, SUM)), {"at": "T1R2", "rows": ITEMS})
    assert rows_of(made) == [["품목", "수량"], ["서버", "2"], ["선반", "1"], ["케이블", "30"], ["합계", "0"]]
    assert count("<w:rPr><w:b/></w:rPr><w:t>", part(made)) == 3
    assert count('w:fill="EEEEEE"', part(made)) == 3


@pytest.mark.proves("WORD-3")
def test_items_by_name_of_column_leave_what_is_not_given(desk: Desk) -> None:
    form = document(table(row("품목", "수량", "비고"), row("", "", ""), SUM))
    made = desk.fill(form, {"at": "T1R2", "rows": [{"비고": "신규", "품목": "서버"}, {"수량": 3}]})
    assert rows_of(made)[1:3] == [["서버", "", "신규"], ["", "3", ""]]


@pytest.mark.proves("PLACE-2")
def test_too_many_values_or_an_unknown_column_are_refused_together(desk: Desk) -> None:
    form = document(table(HEAD, row("", ""), SUM))
    assert desk.refused(form, {"at": "T1R2", "rows": [["a", "b", "c"]]})["T1R2"]["code"] == "row_too_wide"
    problem = desk.refused(form, {"at": "T1R2", "rows": [{"품목명": "a"}]})["T1R2"]
    assert (problem["code"], problem["nearest"]) == ("no_column", "품목")


@pytest.mark.proves("WORD-3")
def test_clones_get_ids_of_their_own(desk: Desk) -> None:
    own = 'w14:paraId="0000000A" w14:textId="77777777"'
    shape = f"<w:tc><w:tcPr/>{para(DRAWN)}</w:tc>"
    blank = row(cell(), shape).replace("<w:tr>", f"<w:tr {own}>").replace("<w:p>", f"<w:p {own}>", 1)
    made = desk.fill(document(table(HEAD, blank, SUM)), {"at": "T1R2", "rows": ITEMS})
    paragraphs = re.findall(r'paraId="(\w+)"', part(made))
    drawings = re.findall(r'docPr id="(\d+)"', part(made))
    assert len(paragraphs) == 6
    assert len(set(paragraphs)) == 5
    assert paragraphs[:2] == ["0000000A", "0000000A"]
    assert sorted(drawings) == ["4", "5", "6"]
    assert rows_of(made)[1:4] == [["서버", "2"], ["선반", "1"], ["케이블", "30"]]


@pytest.mark.proves("WORD-3")
def test_bookmarks_comments_and_notes_stay_with_the_first_row(desk: Desk) -> None:
    once = (
        '<w:bookmarkStart w:id="1" w:name="첫줄"/><w:bookmarkEnd w:id="1"/><w:commentRangeStart w:id="2"/>'
        '<w:commentRangeEnd w:id="2"/><w:r><w:commentReference w:id="2"/></w:r>'
    )
    form = document(table(HEAD, row(cell(), f"<w:tc><w:tcPr/>{para(once)}</w:tc>"), SUM))
    made = part(desk.fill(form, {"at": "T1R2", "rows": ITEMS}))
    assert [count(name, made) for name in ("bookmarkStart", "commentRangeStart", "commentReference")] == [1, 1, 1]
    assert made.index("commentReference") < made.index("선반")


@pytest.mark.proves("WORD-3")
def test_running_numbers_stay_and_go_on(desk: Desk) -> None:
    form = document(table(row("No", "품목"), row("1.", ""), row("2.", ""), SUM))
    made = desk.fill(form, {"at": "T1R2", "rows": [["", "가"], ["", "나"], [None, "다"], ["9.", "라"]]})
    assert rows_of(made)[1:-1] == [["1.", "가"], ["2.", "나"], ["3.", "다"], ["9.", "라"]]


@pytest.mark.proves("WORD-3")
def test_placeholders_of_a_template_row_give_way_to_the_items(desk: Desk) -> None:
    styled = f"<w:tc><w:tcPr/>{para(run('{{품', '<w:b/>') + run('목}}', '<w:i/>'))}</w:tc>"
    form = document(table(HEAD, row(styled, "{{수량}}"), SUM))
    made = desk.fill(form, {"at": "T1R2", "rows": [{"품목": "가", "수량": 1}, {"품목": "나"}]})
    assert rows_of(made) == [["품목", "수량"], ["가", "1"], ["나", ""], ["합계", "0"]]
    assert count("<w:rPr><w:b/></w:rPr><w:t>", part(made)) == 2
    assert "{" not in part(made)


@pytest.mark.proves("WORD-3")
def test_without_items_the_rows_stay_blank_and_every_cell_has_its_paragraph(desk: Desk) -> None:
    form = document(table(HEAD, row("", ""), row("", ""), SUM))
    assert rows_of(desk.fill(form, {"at": "T1R2", "rows": []})) == [["품목", "수량"], ["", ""], ["", ""], ["합계", "0"]]
    made = desk.fill(form, {"at": "T1R2", "rows": [], "drop_unused": True})
    assert rows_of(made) == [["품목", "수량"], ["", ""], ["합계", "0"]]
    assert count("<w:tc>", part(made)) == count("</w:p></w:tc>|<w:p/></w:tc>", part(made))


@pytest.mark.proves("WORD-3")
@pytest.mark.parametrize("start", ["T1R2", "T1R3"])
def test_rows_that_a_vertical_merge_crosses_are_refused(desk: Desk, start: str) -> None:
    form = document(
        table(row("품목", "수량"), row(cell("", '<w:vMerge w:val="restart"/>'), ""), row(cell("", "<w:vMerge/>"), ""))
    )
    problem = desk.refused(form, {"at": start, "rows": [["a"]]})[start]
    assert problem["code"] == "blocked"
    assert "T1R2C1" in problem["message"]


@pytest.mark.proves("WORD-3")
def test_a_merge_beside_the_rows_is_kept(desk: Desk) -> None:
    merged = row(cell("구분", '<w:vMerge w:val="restart"/>'), "가"), row(cell("", "<w:vMerge/>"), "나")
    form = document(table(*merged, HEAD, row("", ""), SUM))
    made = part(desk.fill(form, {"at": "T1R4", "rows": ITEMS}))
    assert "".join(merged) in made


@pytest.mark.proves("WORD-3")
def test_a_table_in_a_cell_of_the_row_goes_with_it(desk: Desk) -> None:
    inner = f"<w:tc><w:tcPr/>{table(row('규격', '모름'))}{para()}</w:tc>"
    form = document(table(row("품목", "사양"), row("", inner), SUM))
    made = part(desk.fill(form, {"at": "T1R2", "rows": [{"품목": "가"}, {"품목": "나"}]}))
    assert count("<w:tbl>", made) == 3
    assert made.index("가") < made.index("규격") < made.index("나")


@pytest.mark.proves("WORD-3")
def test_two_blocks_of_one_table_and_a_cell_below_are_filled_in_one_call(desk: Desk) -> None:
    form = document(table(HEAD, row("", ""), row("소계", ""), row("용역", "금액"), row("", ""), row("합계", "")))
    made = desk.fill(
        form,
        {"at": "T1R2", "rows": ITEMS},
        {"at": "T1R5", "rows": [["설치", 1], ["교육", 2]]},
        {"at": "label:합계", "value": "33"},
    )
    assert [line[0] for line in rows_of(made)] == [
        "품목",
        "서버",
        "선반",
        "케이블",
        "소계",
        "용역",
        "설치",
        "교육",
        "합계",
    ]
    assert rows_of(made)[-1] == ["합계", "33"]


@pytest.mark.proves("WORD-3", "PLACE-2")
def test_a_cell_of_the_rows_overlaps_them(desk: Desk) -> None:
    form = document(table(HEAD, row("", ""), SUM))
    problems = desk.refused(form, {"at": "T1R2", "rows": ITEMS}, {"at": "T1R2C1", "value": "x"})
    assert problems["T1R2C1"]["code"] == "overlaps"


@pytest.mark.proves("PLACE-4")
def test_a_document_that_was_filled_takes_more_items_into_rows_left_free(desk: Desk) -> None:
    form = document(table(HEAD, row("", ""), row("", ""), row("", ""), SUM))
    first = desk.fill(form, {"at": "T1R2", "rows": ITEMS[:1]})
    assert list(desk.read(first)) == ["T1R3"]
    second = desk.fill(first, {"at": "T1R3", "rows": [{"품목": "선반"}]})
    assert [line[0] for line in rows_of(second)] == ["품목", "서버", "선반", "", "합계"]


@pytest.mark.proves("WORD-3", "PLACE-2")
def test_loops_and_conditions_of_other_programs_in_a_row_are_refused_and_nothing_breaks(desk: Desk) -> None:
    loops = row("{{#items}}{{name}}{{/items}}{{#more}}{{x}}{{/more}}", "{{#if a}}1{{/if}}{{#if b}}2{{/if}}")
    form = document(table(HEAD, loops, SUM))
    assert desk.refused(form, {"at": "T1R2", "rows": ITEMS})["T1R2"]["code"] == "no_place"
    assert desk.refused(form, {"at": "placeholder:#items", "value": "x"})["placeholder:#items"]["code"] == "locked"
    assert "서버" in part(desk.fill(form, {"at": "placeholder:name", "value": "서버"}))
