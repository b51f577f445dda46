"""Values spliced into the bytes of a sheet, and cached results taken out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docforge.formats.xlsx.clearing import clear_results, count_results
from docforge.formats.xlsx.planned import CellValue, Write
from docforge.formats.xlsx.refs import Area, Cell, read_cell
from docforge.formats.xlsx.scan import Worksheet, open_exactly, open_sheet
from docforge.formats.xlsx.splice import held_value, write_cells
from tests.formats.xlsx.books import corpus_books, sheet_parts
from tests.formats.xlsx.dialects import EXCEL, MAIN, Spelled, spelled
from tests.formats.xlsx.oracle import undone

BLANK = CellValue("blank")


def text(value: str) -> CellValue:
    return CellValue("text", value)


def number(value: float) -> CellValue:
    return CellValue("number", number=value)


def sheet_of(body: str, head: str = "") -> bytes:
    return f'<worksheet xmlns="{MAIN}">{head}<sheetData>{body}</sheetData></worksheet>'.encode()


def fill(data: bytes, writes: dict[str, CellValue], style: int | None = None, opened=open_sheet) -> bytes:
    planned = [Write(read_cell(address), value, style) for address, value in writes.items()]
    return write_cells(opened(data), planned)


def inside(data: bytes) -> str:
    sheet = open_sheet(data)
    return sheet.data[sheet.body.first : sheet.body.last].decode()


def value_at(sheet: Worksheet, cell: Cell) -> CellValue | None:
    span = sheet.find(cell)
    return BLANK if span is None else held_value(span, sheet.content(span))


values = st.one_of(
    st.just(BLANK),
    st.builds(text, st.text(st.sampled_from("가a<&>\"' _x0041\n\t=]"), max_size=12)),
    st.builds(number, st.one_of(st.integers(-(10**14), 10**14), st.floats(allow_nan=False, allow_infinity=False))),
    st.builds(CellValue, st.just("boolean"), number=st.sampled_from([0, 1])),
)
cells = st.builds(Cell, st.integers(1, 12), st.integers(1, 40))
writes_of = st.dictionaries(cells, st.tuples(values, st.sampled_from([None, 4])), max_size=8)


def plain_cells(part: Spelled, chosen: dict) -> list[Write]:
    """The writes that a plan would let through: none on a formula."""
    free = {cell: one for cell, one in chosen.items() if not (cell in part.truth and part.truth[cell].formula)}
    return [Write(cell, value, style) for cell, (value, style) in free.items()]


@pytest.mark.proves("XFILL-7", "XFILL-8", "XFILL-10", "XFILL-12")
@settings(max_examples=300, deadline=None)
@given(part=spelled(), chosen=writes_of)
def test_every_value_reads_back_and_nothing_else_changes_in_any_spelling(part: Spelled, chosen: dict) -> None:
    writes = plain_cells(part, chosen)
    fast, exact = (write_cells(opened(part.data), writes) for opened in (open_sheet, open_exactly))
    assert fast == exact
    again = open_exactly(fast)
    for write in writes:
        assert value_at(again, write.cell) == write.value
    written = frozenset(write.cell for write in writes)
    assert undone(fast, written) == undone(part.data, written)


@pytest.mark.proves("XFILL-9", "XFILL-12")
@settings(max_examples=300, deadline=None)
@given(part=spelled())
def test_no_result_is_left_in_any_spelling_and_nothing_else_changes(part: Spelled) -> None:
    cleared, count = clear_results(open_sheet(part.data))
    sheet = open_exactly(cleared)
    for span in sheet.formula_cells():
        assert (sheet.raw(span), span.kind, sheet.content(span).stored) == ("", "n", ())
    assert count == sum(1 for one in part.truth.values() if one.formula is not None and one.raw)
    assert undone(cleared, frozenset()) == undone(part.data, frozenset())


@pytest.mark.proves("XFILL-9")
@settings(max_examples=100, deadline=None)
@given(part=spelled(st.just(EXCEL)))
def test_clearing_twice_changes_nothing(part: Spelled) -> None:
    cleared, _ = clear_results(open_sheet(part.data))
    assert clear_results(open_sheet(cleared)) == (cleared, 0)


@pytest.mark.proves("XFILL-8", "XFILL-11")
def test_a_cell_keeps_its_style_and_loses_what_its_old_value_needed() -> None:
    before = sheet_of('<row r="2"><c r="B2" s="7" t="s" vm="1" cm="2"><v>41</v></c><c r="C2"/></row>')
    after = fill(before, {"B2": number(5)})
    assert inside(after) == '<row r="2"><c r="B2" s="7"><v>5</v></c><c r="C2"/></row>'


@pytest.mark.proves("XFILL-6")
def test_a_style_that_is_given_is_set() -> None:
    after = fill(sheet_of('<row r="2"><c r="B2" s="7"/></row>'), {"B2": number(46356), "D2": number(1)}, style=9)
    assert inside(after) == '<row r="2"><c r="B2" s="9"><v>46356</v></c><c r="D2" s="9"><v>1</v></c></row>'


@pytest.mark.proves("XFILL-7")
def test_text_is_written_so_that_every_sign_and_blank_of_it_is_kept() -> None:
    after = fill(sheet_of(""), {"A1": text(" <a> & _x0041_x0042_\n")})
    kept = '<is><t xml:space="preserve"> &lt;a&gt; &amp; _x005F_x0041_x005F_x0042_\n</t></is>'
    assert inside(after) == f'<row r="1"><c r="A1" t="inlineStr">{kept}</c></row>'


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize(
    ("value", "written"),
    [
        (3, "3"),
        (-0.5, "-0.5"),
        (1e-07, "1e-07"),
        (1e20, "1e+20"),
        (0.1, "0.1"),
        (999_999_999_999_999, "999999999999999"),
    ],
)
def test_a_number_is_written_as_the_shortest_decimal_that_reads_back(value: float, written: str) -> None:
    assert inside(fill(sheet_of(""), {"A1": number(value)})) == f'<row r="1"><c r="A1"><v>{written}</v></c></row>'


@pytest.mark.proves("XFILL-7")
def test_null_clears_a_cell_and_leaves_a_missing_one_missing() -> None:
    before = sheet_of('<row r="2"><c r="B2" s="7" t="b"><v>1</v></c></row>')
    assert inside(fill(before, {"B2": BLANK})) == '<row r="2"><c r="B2" s="7"/></row>'
    assert fill(before, {"C2": BLANK, "B9": BLANK}, style=3) == before


@pytest.mark.proves("XFILL-8")
@pytest.mark.parametrize(
    ("body", "address", "after"),
    [
        ("", "B2", '<row r="2"><c r="B2"><v>5</v></c></row>'),
        ('<row r="1"/><row r="3"/>', "B2", '<row r="1"/><row r="2"><c r="B2"><v>5</v></c></row><row r="3"/>'),
        ('<row r="1"/>', "B2", '<row r="1"/><row r="2"><c r="B2"><v>5</v></c></row>'),
        ('<row r="2" ht="9"/>', "B2", '<row r="2" ht="9"><c r="B2"><v>5</v></c></row>'),
        ('<row r="2"></row>', "B2", '<row r="2"><c r="B2"><v>5</v></c></row>'),
        (
            '<row r="2"><c r="A2"/><c r="AA2"/></row>',
            "B2",
            '<row r="2"><c r="A2"/><c r="B2"><v>5</v></c><c r="AA2"/></row>',
        ),
        (
            '<row r="2" spans="3:4"><c r="C2"/></row>',
            "B2",
            '<row r="2" spans="2:4"><c r="B2"><v>5</v></c><c r="C2"/></row>',
        ),
        ('<row r="2" spans="1:3"/>', "B2", '<row r="2" spans="1:3"><c r="B2"><v>5</v></c></row>'),
    ],
)
def test_a_new_cell_takes_its_place_in_order(body: str, address: str, after: str) -> None:
    assert inside(fill(sheet_of(body), {address: number(5)})) == after


@pytest.mark.proves("XFILL-8")
def test_several_new_rows_and_cells_come_in_order_whatever_the_order_of_the_call() -> None:
    values = {"C9": number(3), "B2": number(1), "A9": number(2)}
    for before in (sheet_of('<row r="5"/>'), sheet_of("").replace(b"<sheetData></sheetData>", b"<sheetData/>")):
        sheet = open_sheet(fill(before, values))
        assert [str(span.cell) for span in sheet.cells()] == ["B2", "A9", "C9"]
        assert [row.number for row in sheet.rows()] == sorted(
            {2, 9, *(row.number for row in open_sheet(before).rows())}
        )


@pytest.mark.proves("XFILL-8", "XFILL-12")
@pytest.mark.parametrize(
    ("given", "wanted"),
    [("B2:C3", "A1:F9"), ("A1", "A1:F9"), ("A1:Z99", "A1:Z99"), ("nonsense", "nonsense")],
)
def test_the_dimension_takes_new_cells_in(given: str, wanted: str) -> None:
    after = fill(sheet_of("", head=f'<dimension ref="{given}"/>'), {"A1": number(1), "F9": number(1)})
    assert f'<dimension ref="{wanted}"/>'.encode() in after


@pytest.mark.proves("XFILL-12")
def test_a_missing_dimension_stays_missing_and_one_in_a_comment_is_none() -> None:
    after = fill(sheet_of("", head='<!-- <dimension ref="A1"/> -->'), {"F9": number(1)})
    assert b'<!-- <dimension ref="A1"/> -->' in after


@pytest.mark.proves("XFILL-12")
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "euc-kr", "utf-8-sig"])
def test_a_sheet_of_another_encoding_is_written_as_utf_8_and_says_so(encoding: str) -> None:
    declared = "" if encoding in {"utf-16-be", "utf-8-sig"} else f' encoding="{encoding}"'
    source = f'<?xml version="1.0"{declared}?>' + sheet_of('<row r="1"><c r="A1"/></row>').decode()
    after = fill(source.encode(encoding), {"A1": text("한빛")})
    assert b"euc-kr" not in after
    assert b"utf-16" not in after
    assert value_at(open_exactly(after), Cell(1, 1)) == text("한빛")


FILLED = {
    "an array": '<c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>2</v></c>',
    "a spill": '<c r="A1" cm="1" t="str"><f t="array" ref="A1:A2">SORT(B1:B2)</f><v>x</v></c>',
    "a data table": '<c r="A1"><f t="dataTable" ref="A1:A2" dt2D="1" dtr="1" r1="C1" r2="C2"/><v>2</v></c>',
    "an array in other quotes": "<c r='A1'><f ref='A1:A2' t='array'>B1:B2*2</f><v>2</v></c>",
}


@pytest.mark.proves("XFILL-9")
@pytest.mark.parametrize("formula", FILLED.values(), ids=FILLED)
@pytest.mark.parametrize("opened", [open_sheet, open_exactly])
def test_the_interior_of_what_a_formula_fills_is_cleared_too(formula: str, opened) -> None:
    other = '<row r="2"><c r="A2" s="3" t="str"><v>y</v></c><c r="B2" t="str"><v>stays</v></c></row>'
    cleared, count = clear_results(opened(sheet_of(f'<row r="1">{formula}</row>{other}')))
    assert count == count_results(opened(cleared)) == 2
    sheet = open_exactly(cleared)
    assert {str(span.cell): sheet.raw(span) for span in sheet.cells()} == {"A1": "", "A2": "", "B2": "stays"}
    assert '<c r="A2" s="3"></c>' in inside(cleared)


ODD_RESULTS = {
    "a type in other quotes": "<c r='A1' t='str'><f>B1</f><v>x</v></c>",
    "a value before its formula": '<c r="A1" t="str"><v>x</v><f>B1</f></c>',
    "an inline result": '<c r="A1" t="inlineStr"><f>B1</f><is><t>x</t></is></c>',
    "a value with an attribute": '<c r="A1" t="str"><f>B1</f><v xml:space="preserve"> x</v></c>',
    "an empty value": '<c r="A1" t="str"><f>B1</f><v/></c>',
    "an empty shared formula": '<c r="A1" t="str"><f t="shared" si="0"/>\n<v>x</v></c>',
    "blanks between": '<c r="A1" t="str"> <f>B1</f> <v>x</v> </c>',
    "an extension behind": '<c r="A1" t="str"><f>B1</f><v>x</v><extLst/></c>',
    "a type on its own line": '<c r="A1"\nt="str"><f>B1</f><v>x</v></c>',
    "a type with blanks": '<c r="A1" t = "str"><f>B1</f><v>x</v></c>',
    "an error": '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    "a boolean": '<c r="A1" t="b"><f>TRUE</f><v>1</v></c>',
}


@pytest.mark.proves("XFILL-9")
@pytest.mark.parametrize("cell", ODD_RESULTS.values(), ids=ODD_RESULTS)
@pytest.mark.parametrize("prefix", ["", "x:"])
def test_a_result_is_cleared_however_it_is_spelled(cell: str, prefix: str) -> None:
    data = sheet_of(f'<row r="1">{cell}<c r="C1" t="str"><f>D1</f><v>plain</v></c></row>')
    if prefix:
        data = (
            data.replace(b"</", b"\x01").replace(b"<", b"<x:").replace(b"\x01", b"</x:").replace(b"xmlns", b"xmlns:x")
        )
    cleared, count = clear_results(open_sheet(data))
    assert count == 2
    sheet = open_exactly(cleared)
    assert [(span.kind, sheet.content(span).stored) for span in sheet.cells()] == [("n", ()), ("n", ())]


@pytest.mark.proves("XFILL-9")
def test_text_made_to_look_like_attributes_costs_no_time() -> None:
    quoted = "<v>" + ' t="a"' * 200_000 + "</v>"
    data = sheet_of(f'<row r="1"><c r="A1" t="str">{quoted}</c><c r="B1" t="str"><f>A1</f><v>x</v></c></row>')
    cleared, count = clear_results(open_sheet(data))
    assert count == 1
    assert quoted.encode() in cleared


@pytest.mark.proves("XFILL-9")
def test_a_sheet_without_formulas_is_handed_back_as_it_came() -> None:
    data = sheet_of('<row r="1"><c r="A1" t="str"><v>of</v></c></row>')
    assert clear_results(open_sheet(data))[0] is data


def interiors(data: bytes) -> frozenset[Cell]:
    """Cells that arrays and data tables fill, as the attributes of their formulas say."""
    areas = [one.ref for one in open_exactly(data).formulas() if one.kind in {"array", "dataTable"} and one.ref]
    return frozenset(span.cell for span in open_exactly(data).cells() if any(span.cell in area for area in areas))


def free_cell(data: bytes) -> Cell:
    """A cell of the sheet that holds nothing, in a row that holds something where there is one."""
    sheet = open_sheet(data)
    taken = {span.cell for span in sheet.cells(Area(1, 1, 60, 60))}
    return next(cell for row in range(3, 60) for column in (2, 9, 41) if (cell := Cell(row, column)) not in taken)


@pytest.mark.proves("XFILL-8", "XFILL-9", "XFILL-10", "XFILL-12")
def test_a_fill_of_any_real_sheet_changes_nothing_but_its_cells_and_results() -> None:
    for book in (book for book in corpus_books() if "ProjectStatusReport" not in book.name):
        for name, data in sheet_parts(book, biggest=300_000):
            cell = free_cell(data)
            after, _ = clear_results(open_sheet(write_cells(open_sheet(data), [Write(cell, text("채움"))])))
            sheet = open_exactly(after)
            assert value_at(sheet, cell) == text("채움"), (book.name, name)
            assert all(not sheet.content(span).stored for span in sheet.formula_cells()), (book.name, name)
            filled, written = interiors(data), frozenset({cell})
            assert undone(after, written, filled) == undone(data, written, filled), (book.name, name)
            exact, _ = clear_results(open_exactly(write_cells(open_exactly(data), [Write(cell, text("채움"))])))
            assert exact == after, (book.name, name)
