"""Both scanners find what a sheet says, and the same bytes for it, in every spelling that producers use."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docforge.errors import Refusal
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.scan import Worksheet, open_exactly, open_sheet
from tests.formats.xlsx.dialects import EXCEL, MAIN, Spelled, spelled


def says(sheet: Worksheet, span) -> tuple:
    text = sheet.formula_text(span) if span.formula else None
    return (span.style, span.kind, sheet.raw(span), text)


def check_truth(sheet: Worksheet, part: Spelled) -> None:
    found = {span.cell: says(sheet, span) for span in sheet.cells()}
    assert found == {cell: (t.style, t.kind, t.raw, t.formula) for cell, t in part.truth.items()}
    assert tuple(row.number for row in sheet.rows()) == part.rows
    assert {row: sheet.row_style(row) for row in part.rows if sheet.row_style(row)} == part.styles
    told = [(formula.cell, formula.text) for formula in sheet.formulas()]
    assert told == sorted((cell, t.formula) for cell, t in part.truth.items() if t.formula is not None)


@pytest.mark.proves("XFILL-12")
@settings(max_examples=300, deadline=None)
@given(part=spelled())
def test_each_scanner_finds_every_cell_of_any_spelling_as_it_was_meant(part: Spelled) -> None:
    check_truth(open_sheet(part.data), part)
    check_truth(open_exactly(part.data), part)


def places(sheet: Worksheet) -> tuple:
    rows = list(sheet.rows())
    probes = [sheet.first_row_from(number) for number in range(1, 11)]
    spans = list(sheet.cells())
    held = [(sheet.raw(span), sheet.content(span)) for span in spans]
    found = [sheet.find(span.cell) for span in spans]
    return (sheet.prefix, sheet.body, sheet.dimension, rows, probes, spans, held, found, list(sheet.formulas()))


@pytest.mark.proves("XFILL-12")
@settings(max_examples=300, deadline=None)
@given(part=spelled())
def test_both_scanners_give_the_same_bytes_for_the_same_sheet(part: Spelled) -> None:
    assert places(open_sheet(part.data)) == places(open_exactly(part.data))


@settings(max_examples=100, deadline=None)
@given(part=spelled(st.just(EXCEL)))
def test_a_sheet_as_excel_writes_it_never_needs_the_exact_scanner(part: Spelled) -> None:
    sheet = open_sheet(part.data)
    check_truth(sheet, part)
    assert sheet.is_plain


def sheet_of(body: str, head: str = "", attributes: str = "", tail: str = "") -> bytes:
    return f'<worksheet xmlns="{MAIN}"{attributes}>{head}<sheetData>{body}</sheetData>{tail}</worksheet>'.encode()


TRAPS = {
    "a row without r between rows with it": '<row r="2"/><row><c r="A3"><v>1</v></c></row><row r="7"/>',
    "a row that only its cell numbers": '<row r="2"/><row><c r="B9"><v>1</v></c></row><row><c><v>2</v></c></row>',
    "rows out of order": '<row r="5"><c r="A5"/></row><row r="2"><c r="A2"/></row>',
    "the same row twice": '<row r="5"><c r="A5"/></row><row r="5"><c r="B5"/></row>',
    "cells out of order": '<row r="5"><c r="B5"/><c r="A5"/></row>',
    "the same cell twice": '<row r="5"><c r="B5"/><c r="B5" s="1"/></row>',
    "a cell of another row": '<row r="5"><c r="B6"><v>1</v></c></row>',
    "a formula cell of another row": '<row r="5"><c r="B6"><f>A1</f><v>1</v></c></row>',
    "a sign > in an attribute": '<row r="5" x="a>b"><c r="B5" x="c>d" s="1"><v>1</v></c></row>',
    "attributes in another order": '<row spans="1:2" r="5"><c s="1" r="B5"><v>1</v></c></row>',
    "a formula cell with attributes in another order": '<row r="5"><c r="A5"/><c s="1" r="B5"><f>A1</f></c></row>',
    "a foreign row": '<row r="5"><c r="B5"/></row><e xmlns="urn:x"><row r="6"/></e>',
    "a foreign formula": '<row r="5"><c r="B5"><v>1</v><extLst><f xmlns="urn:x">A1</f></extLst></c></row>',
    "phonetic text": '<row r="5"><c r="B5" t="inlineStr"><is><r><t>課</t></r>'
    '<rPh sb="0" eb="1"><t>カ</t></rPh></is></c></row>',
    "an empty value": '<row r="5"><c r="B5" t="str"><f>A1</f><v></v></c><c r="C5"><f/><v/></c></row>',
    "a value in other quotes": """<row r="5"><c r="B5" t="str"><v xml:space='preserve'> x</v></c></row>""",
    "a text in other quotes": """<row r="5"><c r="B5" t="inlineStr"><is><t a='b'> x</t></is></c></row>""",
    "a formula in other quotes": """<row r="5"><c r="B5"><f t='array' ref='B5:B6'>A1</f><v>1</v></c></row>""",
    "a shared formula": '<row r="5"><c r="B5"><f t="shared" ref="B5:B6" si="0">A5</f></c></row>'
    '<row r="6"><c r="B6"><f t="shared" si="0"/><v>3</v></c></row>',
    "a spill": '<row r="5"><c r="B5" cm="1"><f t="array" ref="B5:B6">_xlfn.SEQUENCE(2)</f><v>1</v></c></row>',
    "numbers with leading zeros": '<row r="05"><c r="B05"/></row>',
    "text between rows": '<row r="5"><c r="B5"/></row> stray <row r="6"/>',
    "nothing": "",
}


@pytest.mark.proves("XFILL-12")
@pytest.mark.parametrize("body", TRAPS.values(), ids=TRAPS)
@pytest.mark.parametrize("prefix", ["", "x:"])
def test_both_scanners_agree_on_what_is_broken_or_rare(body: str, prefix: str) -> None:
    data = sheet_of(body)
    if prefix:
        data = re.sub(rb"<(/?)(?=[a-z])", rb"<\1x:", data).replace(b"xmlns=", b"xmlns:x=", 1)
    assert places(open_sheet(data)) == places(open_exactly(data))


@pytest.mark.proves("XFILL-12")
def test_a_cell_without_an_address_follows_the_one_before() -> None:
    sheet = open_sheet(
        sheet_of("<row><c><v>1</v></c><c r='D1'><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>")
    )
    assert {str(span.cell): sheet.raw(span) for span in sheet.cells()} == {"A1": "1", "D1": "2", "E1": "3", "A2": "4"}


@pytest.mark.proves("XFILL-12")
@pytest.mark.parametrize("second", [f'xmlns:b="{MAIN}"', f'xmlns:b="urn:x" xmlns:c="{MAIN}"'])
def test_two_prefixes_for_one_namespace_are_both_read(second: str) -> None:
    prefix = "c" if "xmlns:c" in second else "b"
    row = f'<{prefix}:row r="3"><{prefix}:c r="B3"><{prefix}:v>1</{prefix}:v></{prefix}:c></{prefix}:row>'
    sheet = open_sheet(sheet_of(row, attributes=" " + second))
    assert [str(span.cell) for span in sheet.cells()] == ["B3"]


def test_an_area_limits_the_cells_that_are_shown() -> None:
    body = "".join(f'<row r="{r}"><c r="A{r}"/><c r="B{r}"/><c r="C{r}"/></row>' for r in range(1, 9))
    shown = open_sheet(sheet_of(body)).cells(Area(3, 2, 4, 9))
    assert [str(span.cell) for span in shown] == ["B3", "C3", "B4", "C4"]


def test_what_stands_outside_the_cells_is_given_as_head_and_tail() -> None:
    sheet = open_sheet(sheet_of('<row r="1"/>', head="<sheetPr/>", tail="<mergeCells/>"))
    assert sheet.head.endswith(b"<sheetPr/>")
    assert sheet.tail == b"<mergeCells/></worksheet>"


@pytest.mark.proves("XFILL-12")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"<worksheet", "not_a_document"),
        (sheet_of("<row r='1'><c></row>"), "not_a_document"),
        (f'<worksheet xmlns="{MAIN}"/>'.encode(), "not_a_document"),
        (b'<?xml version="1.0" encoding="martian"?><worksheet/>', "not_a_document"),
        (sheet_of("<row r='x'/>"), "not_a_document"),
        (b'<!DOCTYPE w [<!ENTITY a "b">]>' + sheet_of(""), "hostile_file"),
    ],
)
def test_a_part_that_is_no_sheet_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        list(open_sheet(data).rows())
    assert refused.value.code == code


def test_a_missing_cell_is_none() -> None:
    sheet = open_sheet(sheet_of('<row r="2"><c r="B2"/></row>'))
    assert sheet.find(Cell(2, 1)) is None
    assert sheet.find(Cell(3, 2)) is None
    assert sheet.row_style(2) is None


@pytest.mark.proves("XFILL-12")
def test_rows_out_of_order_are_found_all_the_same() -> None:
    body = "".join(f'<row r="{r}"><c r="A{r}"/></row>' for r in (5, 2, 9, 2)) + '<row r="2"><c r="B2"/></row>'
    sheet = open_sheet(sheet_of(body))
    assert [sheet.first_row_from(number).number for number in (1, 3, 6)] == [5, 5, 9]
    assert sheet.first_row_from(10) is None
    assert [row.number for row in sheet.rows(2, 2)] == [2, 2, 2]
    assert [row.number for row in sheet.rows(2, 5)] == [5, 2, 2, 2]
    assert sheet.find(Cell(9, 1)) is not None


@pytest.mark.parametrize("wanted", [[2], [2, 7], [1, 2, 7, 9, 12, 40]])
def test_rows_are_parsed_alike_by_both_scanners_with_an_index_and_without(wanted: list[int]) -> None:
    rows = "".join(f'<row r="{row}"><c r="A{row}"><v>{row}</v></c></row>' for row in (1, 2, 7, 12, 20))
    data = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    told = [
        {row: [(span.cell, content.value) for span, content in cells.items()] for row, cells in found.items()}
        for found in (opened(data).parse_rows(wanted) for opened in (open_sheet, open_exactly))
    ]
    assert told[0] == told[1] == {row: [(Cell(row, 1), str(row))] for row in wanted if row in {1, 2, 7, 12, 20}}
