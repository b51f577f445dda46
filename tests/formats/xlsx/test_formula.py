"""Formulas: tokens, moves, references."""

from __future__ import annotations

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.formula import Tokenizer
from openpyxl.formula.translate import Translator

from docforge.formats.xlsx.formula.corners import read_span
from docforge.formats.xlsx.formula.lexer import read_tokens
from docforge.formats.xlsx.formula.references import read_functions, read_references
from docforge.formats.xlsx.formula.shared import move_formula
from docforge.formats.xlsx.formula.structured import Frame, find_areas, read_specifier
from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Area, Cell, column_name, column_number, read_area, read_cell
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package
from tests.formats.xlsx.planned import make_book

pytestmark = pytest.mark.proves("XFILL-2")

COLUMNS = st.integers(1, 200).map(column_name)
CORNERS = st.tuples(st.sampled_from(["", "$"]), COLUMNS, st.sampled_from(["", "$"]), st.integers(1, 5000)).map(
    lambda parts: "".join(map(str, parts))
)
AREAS = CORNERS | st.tuples(CORNERS, CORNERS).map(":".join)
OPERANDS = st.one_of(
    AREAS,
    AREAS.map("견적서!".__add__),
    AREAS.map("'It''s A1'!".__add__),
    st.sampled_from(
        ['"A1 and ""B2"""', "VAT_RATE", "12.5", "1E3", "TRUE", "#REF!", "Items[[#This Row],[A1]]", "LOG10(B2)"]
    ),
)
FORMULAS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/^&=<>"), inner).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"SUM({', '.join(parts)})"),
    ),
    max_leaves=6,
)


@given(st.integers(1, MAX_ROW), st.integers(1, MAX_COLUMN))
def test_an_address_reads_back_as_the_cell_it_was_written_for(row: int, column: int) -> None:
    assert read_cell(str(Cell(row, column))) == Cell(row, column)
    assert column_number(column_name(column)) == column


@given(AREAS)
def test_a_span_is_written_as_it_was_read_and_names_the_same_area(text: str) -> None:
    span = read_span(text)
    assert str(span) == text
    assert span.area() == read_area(text)


@given(FORMULAS)
def test_the_tokens_of_a_formula_joined_give_it_back(formula: str) -> None:
    assert "".join(token.text for token in read_tokens(formula)) == formula


@given(FORMULAS)
def test_the_ranges_found_are_those_that_openpyxl_finds(formula: str) -> None:
    tokens = Tokenizer("=" + formula).items
    expected = [token.value for token in tokens if token.type == "OPERAND" and token.subtype == "RANGE"]
    found = [("" if not one.sheet else f"{one.sheet}!") + one.text for one in read_references(formula)]
    assert found == [text.replace("'It''s A1'", "It's A1") for text in expected if text != "#REF!"]


@given(FORMULAS, st.integers(0, 50), st.integers(0, 50))
def test_a_shared_formula_moves_as_openpyxl_moves_it(formula: str, down: int, right: int) -> None:
    if "[" in formula:
        formula = formula.replace("Items[[#This Row],[A1]]", "C7")  # openpyxl does not know structured references
    moved = Translator("=" + formula, "A1").translate_formula(str(Cell(1 + down, 1 + right)))
    assert "=" + move_formula(formula, down, right) == moved


@given(AREAS, st.integers(-5000, 5000), st.integers(-200, 200))
def test_a_move_and_its_reverse_leave_a_reference_as_it_was(text: str, down: int, right: int) -> None:
    span = read_span(text)
    assert span.moved(down, right).moved(-down, -right) == span


def test_a_reference_that_leaves_the_sheet_comes_in_at_its_other_side() -> None:
    assert move_formula("A1+$A1+A$1", -1, -1) == "XFD1048576+$A1048576+XFD$1"


def test_what_only_looks_like_an_address_is_left_alone() -> None:
    assert move_formula('LOG10(B2)&"C3"&XFE1&Items[D4]', 1, 0) == 'LOG10(B3)&"C3"&XFE1&Items[D4]'


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ("SUM(견적서!$C$10:D18)", [("area", "견적서", "$C$10:D18", "SUM")]),
        ("'It''s'!C:C+3:4", [("area", "It's", "C:C", ""), ("area", "", "3:4", "")]),
        ("IF(VAT_RATE>0,[1]Sheet1!A1)", [("name", "", "VAT_RATE", "IF"), ("area", "[1]Sheet1", "A1", "IF")]),
        (
            "Items[[#This Row],[수량]]*[@단가]",
            [("table", "", "Items[[#This Row],[수량]]", ""), ("table", "", "[@단가]", "")],
        ),
        ("ROW(A1)+ROWS(B2:B9)+XFE1", [("name", "", "XFE1", "")]),
        ("_xlfn.XLOOKUP(B7,(A:A),C:C)", [("area", "", x, "XLOOKUP") for x in ("B7", "A:A", "C:C")]),
    ],
)
def test_references_are_found_with_their_sheet_and_the_call_around_them(
    formula: str, found: list[tuple[str, ...]]
) -> None:
    assert [(one.kind, one.sheet, one.text, one.function) for one in read_references(formula)] == found


def test_functions_are_named_without_the_prefix_of_newer_ones() -> None:
    assert read_functions("_xlfn._xlws.FILTER(A:A,indirect(B1))") == ["FILTER", "INDIRECT"]


@pytest.mark.parametrize(
    ("text", "areas"),
    [
        ("Items[수량]", ["B2:B4"]),
        ("Items[[#This Row],[단가]]", ["C3"]),
        ("Items[[#This Row],단가]", ["C3"]),
        ("Items[@]", ["A3:C3"]),
        ("[@[it's]]", []),
        ("Items[]", ["A2:C4"]),
        ("Items[#All]", ["A1:C5"]),
        ("Items[[#Headers],[수량]:[단가]]", ["B1:C1"]),
        ("Items[[#Totals],[수량]]", ["B5"]),
        ("Items[[#Headers],[#Data],[품목]]", ["A1", "A2:A4"]),
        ("Items[없음]", []),
    ],
)
def test_a_structured_reference_names_the_cells_of_its_table(text: str, areas: list[str]) -> None:
    table = Frame(Area(1, 1, 5, 3), ["품목", "수량", "단가"], header=True, totals=True)
    _, items, columns = read_specifier(text)
    assert [str(area) for area in find_areas(table, items, columns, Cell(3, 9))] == areas


def test_an_apostrophe_hides_a_bracket_in_a_column_name() -> None:
    assert read_specifier("I[[#This Row],[a'[b']''c]]") == ("I", ["row"], ["a[b]'c"])


def test_formulas_filled_down_a_column_are_one_group_and_a_gap_or_another_shape_ends_it() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        for row in (*range(2, 6), 8):
            sheet.write_formula(f"C{row}", f"=A{row}*$B$1")
        sheet.write_formula("C6", "=A6+B6")
        sheet.write_formula("D2", "=A2*$B$1")

    book = Workbook(Package.open(make_book(build)))
    groups = {(formula.text, str(area)) for formula, area in book.computed(book.sheets[0]).groups()}
    assert groups == {("A2*$B$1", "C2:C5"), ("A6+B6", "C6"), ("A8*$B$1", "C8"), ("A2*$B$1", "D2")}
