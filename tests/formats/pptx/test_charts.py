"""Charts: references, points and the embedded workbook change together and in place, or not at all."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.formats.pptx.office import PROPOSAL, Office, audit, changed_parts, part, shape, with_parts, with_text

pytestmark = pytest.mark.proves("SLIDE-2")
CHART, BOOK = "ppt/charts/chart1.xml", "ppt/embeddings/Microsoft_Excel_Sheet1.xlsx"
OLD_BOOK = b"\xd0\xcf\x11\xe0" + bytes(600)
WON = '#,##0"원"'


def chart(deck: Any) -> Any:
    return shape(deck, 4, "실적").chart


def book(deck: Any) -> Any:
    return openpyxl.load_workbook(io.BytesIO(chart(deck).part.chart_workbook.xlsx_part.blob))


def cells(deck: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in book(deck).worksheets[0].iter_rows()]


def series(**named: list[Any]) -> list[dict[str, Any]]:
    return [{"name": name, "values": values} for name, values in named.items()]


def item(categories: list[str] | None = None, **named: list[Any]) -> dict[str, Any]:
    more = {} if categories is None else {"categories": categories}
    return {"at": "S4/실적", "series": series(**named), **more}


def test_a_chart_and_its_workbook_change_together(office: Office, tmp_path: Path) -> None:
    """python-pptx #379, #666, #381, #808: other sheets and number formats are lost, the picture is stale."""
    deck = office.fill(item(["1월", "2월"], 매출=[10, 20.5], 영업이익=[1, None]))
    plot = chart(deck).plots[0]
    assert list(plot.categories) == ["1월", "2월"]
    assert [(one.name, list(one.values)) for one in plot.series] == [("매출", [10, 20.5]), ("영업이익", [1, None])]
    assert cells(deck) == [[None, "매출", "영업이익"], ["1월", 10, 1], ["2월", 20.5, None], [None, None, None]]
    assert book(deck)["근거"]["A1"].value == "영업팀 집계"
    sheet = book(deck).worksheets[0]
    assert {sheet.cell(row, 2).number_format for row in (2, 3)} == {WON}
    assert part(office.bytes(), CHART).decode().count('<c:formatCode>#,##0"원"') == 2
    assert changed_parts(PROPOSAL, office.bytes()) == {"[Content_Types].xml", CHART, BOOK}
    assert audit(office.bytes(), tmp_path) <= audit(PROPOSAL, tmp_path)


def test_more_points_reach_further_in_the_look_of_the_last(office: Office) -> None:
    deck = office.fill(item(["가", "나", "다", "라", "마"], 매출=[1, 2, 3, 4, 5], 영업이익=[5, 4, 3, 2, 1]))
    assert cells(deck)[1:] == [["가", 1, 5], ["나", 2, 4], ["다", 3, 3], ["라", 4, 2], ["마", 5, 1]]
    assert book(deck).worksheets[0]["B6"].number_format == WON
    formulas = re.findall(r"<c:f>([^<]*)</c:f>", part(office.bytes(), CHART).decode())
    assert set(formulas) == {
        *("Sheet1!$B$1", "Sheet1!$C$1", "Sheet1!$A$2:$A$6", "Sheet1!$B$2:$B$6", "Sheet1!$C$2:$C$6")
    }


def test_series_are_matched_by_name(office: Office) -> None:
    deck = office.fill(item(None, 영업이익=[1, 2, 3], 매출=[10, 20, 30]))
    assert [(one.name, list(one.values)) for one in chart(deck).plots[0].series] == [
        ("매출", [10, 20, 30]),
        ("영업이익", [1, 2, 3]),
    ]
    assert list(chart(deck).plots[0].categories) == ["1분기", "2분기", "3분기"]


def test_new_names_take_the_places_in_order(office: Office) -> None:
    deck = office.fill(item(None, 수주=[10, 20, 30], 잔고=[1, 2, 3]))
    assert [one.name for one in chart(deck).plots[0].series] == ["수주", "잔고"]
    assert cells(deck)[0] == [None, "수주", "잔고"]


def test_of_the_workbook_only_the_sheet_changes(office: Office) -> None:
    office.fill(item(None, 매출=[1, 2, 3], 영업이익=[1, 2, 3]))
    before, after = part(PROPOSAL, BOOK), part(office.bytes(), BOOK)
    assert changed_parts(before, after) == {"xl/worksheets/sheet1.xml"}


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        (item(None, 매출=[1, 2, 3]), "chart_series", "2 series (매출, 영업이익); 1 were given"),
        (item(["a"], 매출=[1, 2], 영업이익=[1]), "chart_lengths", "매출 2"),
        (item(None, 매출=[1], 영업이익=[1]), "chart_lengths", "3 categories"),
        (item([], 매출=[], 영업이익=[]), "chart_lengths", "0 categories"),
        (item(["a\x01"], 매출=[1], 영업이익=[1]), "bad_character", "U+0001"),
        (item(["a"], 매출=[10**16], 영업이익=[1]), "bad_number", "15 digits"),
        ({"at": "S4/실적", "series": [{"name": "가", "values": [1, 2, 3]}] * 2}, "chart_names", "one name"),
        ({"at": "S4/실적", "value": "글"}, "wrong_kind", "Give series"),
    ],
)
@pytest.mark.proves("PLACE-2")
def test_what_does_not_fit_a_chart_is_refused(office: Office, given: dict[str, Any], code: str, told: str) -> None:
    problems = office.refuse(given)
    assert [problem["code"] for problem in problems] == [code]
    assert told in problems[0]["message"]


def edited(name: str, old: str, new: str) -> bytes:
    return with_text(PROPOSAL, name, old, new)


def with_book(edit: Callable[[Any], None]) -> bytes:
    loaded = openpyxl.load_workbook(io.BytesIO(part(PROPOSAL, BOOK)))
    edit(loaded)
    stream = io.BytesIO()
    loaded.save(stream)
    return with_parts(PROPOSAL, lambda name, body: stream.getvalue() if name == BOOK else body)


def put(cell: str, value: Any) -> Callable[[Any], None]:
    return lambda loaded: loaded.worksheets[0].__setitem__(cell, value)


@pytest.mark.parametrize("cell", ["A5", "B5", "C6"])
def test_what_stands_behind_the_data_is_never_overwritten(tmp_path: Path, cell: str) -> None:
    office = Office(tmp_path, with_book(put(cell, "합계")))
    (problem,) = office.refuse(item(list("가나다라마"), 매출=[1] * 5, 영업이익=[2] * 5))
    assert (problem["code"], f"Sheet1!{cell}" in problem["message"]) == ("chart_blocked", True)
    office.fill(item(list("가나다"), 매출=[1] * 3, 영업이익=[2] * 3))


def test_a_formula_of_the_workbook_is_never_overwritten(tmp_path: Path) -> None:
    office = Office(tmp_path, with_book(put("C3", "=B3/10")))
    (problem,) = office.refuse(item(None, 매출=[1, 2, 3], 영업이익=[1, 2, 3]))
    assert problem["code"] == "chart_blocked"


def test_a_table_over_the_data_ends_with_it_and_keeps_its_headers(tmp_path: Path) -> None:
    def add(loaded: Any) -> None:
        sheet = loaded.worksheets[0]
        sheet["A1"] = "분기"
        sheet.add_table(openpyxl.worksheet.table.Table(displayName="자료", ref="A1:C4"))

    deck = Office(tmp_path, with_book(add)).fill(item(["가", "나"], 수주=[1, 2], 잔고=[3, 4]))
    table = book(deck).worksheets[0].tables["자료"]
    assert (table.ref, [column.name for column in table.tableColumns]) == ("A1:C3", ["분기", "수주", "잔고"])


def external(name: str, body: bytes) -> bytes:
    if not name.startswith("ppt/charts/_rels/"):
        return body
    told = body.decode().replace("../embeddings/Microsoft_Excel_Sheet1.xlsx", "file:///C:/자료.xlsx")
    return re.sub(r'(Target="file:[^"]*")', r'\1 TargetMode="External"', told).encode()


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (with_parts(PROPOSAL, external), "linked"),
        (edited(CHART, "Sheet1!$B$2:$B$4", "(Sheet1!$B$2,Sheet1!$B$4)"), "one range"),
        (edited(CHART, "Sheet1!$B$2:$B$4", "Sheet1!$B$2:$C$4"), "one range"),
        (edited(CHART, "Sheet1!$B$2:$B$4", "없는 시트!$B$2:$B$4"), "cannot be read"),
        (edited(CHART, "</c:barChart>", "</c:barChart><c:lineChart/>"), "several kinds"),
        (edited(CHART, "c:barChart>", "c:scatterChart>"), "scatter"),
        (with_parts(PROPOSAL, lambda name, body: OLD_BOOK if name == BOOK else body), "cannot be read"),
    ],
    ids=["linked workbook", "two areas", "a block", "no such sheet", "several plots", "scatter", "binary workbook"],
)  # fmt: skip
@pytest.mark.proves("PLACE-1", "PLACE-4")
def test_a_chart_that_cannot_be_changed_says_why(tmp_path: Path, form: bytes, told: str) -> None:
    """python-pptx #745 (linked workbook), #877 (several plots)."""
    office = Office(tmp_path, form)
    assert told in office.read()["S4/실적"]["why_not"]
    (problem,) = office.refuse(item(None, 매출=[1, 2, 3], 영업이익=[1, 2, 3]))
    assert (problem["code"], told in problem["message"]) == ("calculated", True)
