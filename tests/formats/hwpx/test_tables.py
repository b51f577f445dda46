"""Cells and line items of Hangul tables: found by label, name and address, counters and addresses consistent."""

from __future__ import annotations

import re

import pytest

from tests.formats.hwpx.hangul import LINES, Desk, cell, click, document, para, part, table

ITEMS = (("품목", "금액"), ("", ""), ("", ""), ("합계", ""))


def rows_of(data: bytes) -> list[list[str]]:
    rows = re.findall(r"<hp:tr>(.*?)</hp:tr>", part(data))
    return [
        ["".join(re.findall(r"<hp:t>(.*?)</hp:t>", tc)) for tc in re.findall(r"<hp:tc .*?</hp:tc>", row)]
        for row in rows
    ]


def addresses(data: bytes) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for column, row in re.findall(r'colAddr="(\d+)" rowAddr="(\d+)"', part(data))]


@pytest.mark.proves("HANGUL-2", "PLACE-1")
def test_an_empty_cell_without_text_is_filled_in_the_style_of_its_run(desk: Desk) -> None:
    form = document(table(("고객사명", cell(0, 1, style=7))))
    assert list(desk.read(form)) == ["label:고객사명"]
    made = part(desk.fill(form, {"at": "label:고객사명", "value": "하늘"}))
    assert '<hp:run charPrIDRef="7"><hp:t>하늘</hp:t></hp:run></hp:p>' in made


@pytest.mark.proves("HANGUL-2")
@pytest.mark.parametrize("at", ["label:성명", "T1R1C2", "field:이름"])
def test_a_cell_is_found_by_label_address_and_its_own_name(desk: Desk, at: str) -> None:
    form = document(table(("성 &#160; 명", cell(0, 1, name="이름"))))
    assert rows_of(desk.fill(form, {"at": at, "value": "김"}))[0][1] == "김"


@pytest.mark.proves("HANGUL-2")
def test_lines_of_a_cell_are_paragraphs(desk: Desk) -> None:
    made = part(desk.fill(document(table(("주소", ""))), {"at": "label:주소", "value": "서울\n종로"}))
    assert re.search(r"<hp:t>서울</hp:t></hp:run></hp:p><hp:p [^>]*><hp:run[^>]*><hp:t>종로</hp:t>", made)


@pytest.mark.proves("HANGUL-2")
def test_a_cell_that_was_filled_is_found_by_its_label_again(desk: Desk) -> None:
    made = desk.fill(document(table(("주소", ""))), {"at": "label:주소", "value": "서울"})
    again = desk.fill(made, {"at": "label:주소", "value": "부산", "expect": "서울"})
    assert rows_of(again) == [["주소", "부산"]]


@pytest.mark.proves("PLACE-4")
@pytest.mark.parametrize(
    ("form", "at", "code", "use"),
    [
        (table(("고객사명", "")), "T1R1C1", "label_cell", "T1R1C2"),
        (table(*ITEMS), "T1R1C2", "header_cell", "T1R2"),
        (table((cell(0, 0, "가", rows=2), "나"), (cell(1, 1),)), "T1R2C1", "merged_cell", "T1R1C1"),
        (table(("가", cell(0, 1).replace('protect="0"', 'protect="1"'))), "T1R1C2", "locked", ""),
        (table(("가", para("<hp:run><hp:tbl/></hp:run>"))), "T1R1C2", "locked", ""),
    ],
    ids=["label", "header", "covered", "protected", "holds a table"],
)
def test_a_cell_that_takes_no_value_is_refused(desk: Desk, form: str, at: str, code: str, use: str) -> None:
    problem = desk.refused(document(form), {"at": at, "value": "x"})[at]
    assert (problem["code"], problem.get("use", "")) == (code, use)


@pytest.mark.proves("HANGUL-2")
def test_a_value_beside_a_label_that_spans_rows_is_found(desk: Desk) -> None:
    form = document(table((cell(0, 0, "보고인", rows=2), "부서"), (cell(1, 1),)))
    assert "<hp:t>김</hp:t>" in part(desk.fill(form, {"at": "T1R2C2", "value": "김"}))


@pytest.mark.proves("HANGUL-2")
def test_a_field_in_a_cell_is_found_by_label_and_address_of_the_cell(desk: Desk) -> None:
    form = document(table(("담당자", para(click("", "이름")))))
    assert desk.read(form)['guide:"이름"']["label"] == "담당자"
    for at in ("label:담당자", "T1R1C2"):
        assert "<hp:t>김</hp:t>" in part(desk.fill(form, {"at": at, "value": "김"}))


@pytest.mark.proves("HANGUL-2", "PLACE-1")
def test_line_items_use_blank_rows_then_add_some_and_renumber_what_follows(desk: Desk) -> None:
    zone = '<hp:cellzone startRowAddr="1" startColAddr="0" endRowAddr="3" endColAddr="1"/>'
    form = document(table(*ITEMS, more=f"<hp:cellzoneList>{zone}</hp:cellzoneList>"))
    place = desk.read(form)["T1R2"]
    assert (place["kind"], place["columns"], place["blank"], place["footer"]) == ("rows", ["품목", "금액"], 2, 1)
    made = desk.fill(
        form,
        {
            "at": "T1R2",
            "rows": [{"품목": "가", "금액": 1}, {"품목": "나"}, {"금액": 3, "품목": "다"}, {"품목": "라", "금액": 4}],
        },
    )
    assert rows_of(made) == [["품목", "금액"], ["가", "1"], ["나", ""], ["다", "3"], ["라", "4"], ["합계", ""]]
    assert addresses(made) == [(row, column) for row in range(6) for column in range(2)]
    text = part(made)
    assert 'rowCnt="6"' in text
    assert '<hp:sz width="10000" height="6000"/>' in text
    assert 'endRowAddr="5"' in text
    assert not text.endswith(LINES + "</hp:p></hs:sec>")


@pytest.mark.proves("HANGUL-2")
def test_unused_rows_go_on_request_and_the_counters_with_them(desk: Desk) -> None:
    made = desk.fill(document(table(*ITEMS)), {"at": "T1R2", "rows": [{"금액": 5}], "drop_unused": True})
    assert rows_of(made) == [["품목", "금액"], ["", "5"], ["합계", ""]]
    assert addresses(made) == [(row, column) for row in range(3) for column in range(2)]
    assert 'rowCnt="3"' in part(made)


@pytest.mark.proves("HANGUL-2")
def test_running_numbers_are_carried_on_in_added_rows(desk: Desk) -> None:
    form = document(table(("번호", "품목", "금액"), ("1", "", ""), ("2", "", "")))
    made = desk.fill(form, {"at": "T1R2", "rows": [[None, "가", 1], [None, "나", 2], [None, "다", 3]]})
    assert rows_of(made)[1:] == [["1", "가", "1"], ["2", "나", "2"], ["3", "다", "3"]]


@pytest.mark.proves("HANGUL-2", "PLACE-4")
def test_rows_that_a_merged_cell_crosses_are_refused(desk: Desk) -> None:
    crossed = document(table(("품목", "금액"), (cell(1, 0, "가", rows=2), cell(1, 1)), (cell(2, 1),)))
    problem = desk.refused(crossed, {"at": "T1R2", "rows": [["x", "y"]]})["T1R2"]
    assert problem["code"] == "locked"
    assert "vertically merged" in problem["message"]
