"""Workbooks that are odd but openable: what is strange in them is passed over, and none takes long."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from docforge.formats.base import Reading
from docforge.formats.xlsx.read import read
from docforge.opc import Package

FIXTURES = Path(__file__).parents[3] / "fixtures" / "xlsx"
SHEET = "xl/worksheets/sheet1.xml"
pytestmark = [pytest.mark.proves("XREAD-1"), pytest.mark.timeout(30)]


def read_with(name: str, part: str, old: str, new: str) -> Reading:
    """A fixture with one text of one part replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(FIXTURES / name) as before, zipfile.ZipFile(out, "w") as after:
        for entry in before.namelist():
            body = before.read(entry).decode() if entry == part else before.read(entry)
            if isinstance(body, str):
                assert old in body
                body = body.replace(old, new, 1)
            after.writestr(entry, body)
    return read(Package.open(out.getvalue()))


def cells(reading: Reading) -> dict[str, dict[str, Any]]:
    return {place.get("cell") or place.get("rows") or place["range"]: place for place in reading.places}


def test_a_table_over_the_whole_sheet_is_one_block() -> None:
    reading = read_with("quote.xltx", "xl/tables/table1.xml", 'ref="A9:G19"', 'ref="A1:XFD1048576"')
    assert [place["kind"] for place in reading.places] == ["rows"]


def test_a_cell_in_the_last_corner_of_the_sheet_does_not_make_a_reader_walk_there() -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    places = cells(read_with("invoice.xlsx", SHEET, "</sheetData>", far))
    assert {"B3", "E3", "A9:C16", "XFD1048576"} <= set(places)


def test_headers_alone_above_a_far_cell_are_not_followed_down_to_it() -> None:
    headers = '<row r="1048000">' + "".join(
        f'<c r="{column}1048000" t="inlineStr"><is><t>Header {column}</t></is></c>' for column in "ABC"
    )
    far = headers + '</row><row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>'
    assert "B3" in cells(read_with("invoice.xlsx", SHEET, "</sheetData>", far))


@pytest.mark.parametrize("number", ["NaN", "INF", "1e400", "x"])
def test_what_is_no_number_is_told_as_the_text_that_it_is(number: str) -> None:
    places = cells(read_with("manual.xlsx", SHEET, "<v>10</v>", f"<v>{number}</v>"))
    assert places["B3"]["now"] == number


def test_a_rule_with_a_bound_beyond_all_numbers_shows_it_as_written() -> None:
    places = cells(read_with("leave.xlsx", SHEET, "<formula1>0.5</formula1>", "<formula1>1e400</formula1>"))
    assert places["D4"]["rule"] == "1e400..15"


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/styles.xml", '<sz val="11"/>', '<sz val="A1"/>'),
        ("xl/styles.xml", 'borderId="1"', 'borderId="99"'),
        ("xl/styles.xml", 'numFmtId="164"', 'numFmtId="-4"'),
        ("xl/workbook.xml", 'localSheetId="0"', 'localSheetId="1e9"'),
        (SHEET, '<mergeCell ref="B4:C4"/>', '<mergeCell ref="ZZZ9"/>'),
        (SHEET, 'sqref="C10:C18"', 'sqref="A1:XFD1048576"'),
        (SHEET, 'min="1" max="1"', 'min="0" max="99999999999"'),
    ],
)
def test_an_attribute_that_means_nothing_is_passed_over(part: str, old: str, new: str) -> None:
    assert "B3" in cells(read_with("quote.xltx", part, old, new))
