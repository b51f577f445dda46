"""Evaluation of small formulas on the workbook as it will be."""

from __future__ import annotations

import io
from contextlib import suppress

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from docforge.formats.xlsx.formula.functions import new_evaluator
from docforge.formats.xlsx.formula.lexer import read_tokens
from docforge.formats.xlsx.formula.operands import FormulaError, Scalar
from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.formula.resolve import read_areas_of
from docforge.formats.xlsx.formula.shared import move_formula
from docforge.formats.xlsx.refs import Cell, read_cell
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package

pytestmark = pytest.mark.proves("XFILL-5")


@pytest.fixture(scope="module")
def workbook() -> Workbook:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data) as book:
        main, lists = book.add_worksheet("신청"), book.add_worksheet("목록")
        main.write_column("A1", ["서울", 12, 3.5, True])
        main.write_formula("B1", "=A2*2", value=999)
        main.write_formula("B2", "=TODAY()")
        main.write_formula("B3", "=B3+1")
        lists.write_column("A1", ["서울", "부산", "광주"])
        lists.write_column("B1", [10, 20, 30])
        book.define_name("도시", "=목록!$A$1:$A$3")
        book.define_name("부서_서울", "=목록!$B$1:$B$2")
        book.define_name("세율", "=0.1")
    return Workbook(Package.open(data.getvalue()))


def evaluate(workbook: Workbook, formula: str, planned: dict[str, Scalar] | None = None, at: str = "D4") -> Scalar:
    cells = {(0, cell): value for text, value in (planned or {}).items() if (cell := read_cell(text)) is not None}
    place = read_cell(at)
    assert place is not None
    evaluator = new_evaluator(workbook, cells)
    value = evaluator.formula(workbook.sheets[0], place, formula)
    return value if isinstance(value, str | float | bool) or value is None else str(value.area)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1+2*3", 7),
        ("-2^2", 4),
        ("2^3^2", 64),
        ("(1+2)*3%", 0.09),
        ('"a"&1&TRUE', "a1TRUE"),
        ('"b">"A"', True),
        ('1<"a"', True),
        ("A2=12", True),
        ("D9=0", True),
        ('D9=""', True),
        ("B1", "B1"),
        ("B1+0", 24),
        ("SUM(A1:A4,1)", 16.5),
        ("COUNTA(A:A)", 4),
        ("COUNT(A1:A4)", 2),
        ('COUNTIF(A1:A3,">3")', 2),
        ('IF(A1="서울",LEN(A1),0)', 2),
        ("IFERROR(1/0,7)", 7),
        ("AND(ISNUMBER(A2),ISTEXT(A1),NOT(ISBLANK(A1)),OR(FALSE,TRUE))", True),
        ('LEFT("abc",2)&MID("abcdef",3,2)&RIGHT("xyz")', "abcdz"),
        ('SUBSTITUTE("a b c"," ","_")&SUBSTITUTE("aXaXa","X","-",2)', "a_b_caXa-a"),
        ('FIND("c","abc")+SEARCH("B","abc")', 5),
        ('EXACT("a","A")', False),
        ('TRIM("  a  b ")&UPPER("a")&LOWER("B")&VALUE("1,250")', "a bAb1250"),
        ("ROUND(2.5,0)+ROUND(1250,-2)+INT(-1.5)+MOD(-1,3)+ABS(-2)", 1305),
        ("DATE(2026,13,1)-DATE(2026,12,31)+YEAR(46356)+MONTH(46356)+DAY(46356)", 1 + 2026 + 11 + 30),
        ("MAX(A2:A3)+MIN(A2:A3)", 15.5),
        ('MATCH("부산",도시,0)', 2),
        ('VLOOKUP("광주",목록!A1:B3,2,FALSE)', 30),
        ('INDEX(목록!A1:B3,2,1)&""', "부산"),
        ("도시", "A1:A3"),
        ('INDIRECT("부서_"&A1)', "B1:B2"),
        ('INDIRECT("목록!A"&2)&""', "부산"),
        ("OFFSET(목록!$A$1,1,0,COUNTA(목록!$A:$A)-1)", "A2:A3"),
        ("SUM(세율,1)", 1.1),
        ("ROW()+COLUMN(B1)+ROWS(A1:A4)+COLUMNS(A1:B1)", 12),
        ("A:A+1", None),
    ],
)
def test_a_formula_yields_what_excel_computes(workbook: Workbook, formula: str, value: Scalar) -> None:
    if formula == "A:A+1":
        assert evaluate(workbook, formula, at="D3") == 4.5  # the cell in the formula's own row
        return
    found = evaluate(workbook, formula)
    assert found == pytest.approx(value) if isinstance(value, float) else found == value


def test_planned_values_take_the_place_of_those_in_the_file_through_other_formulas_too(workbook: Workbook) -> None:
    assert evaluate(workbook, "B1+0", {"A2": 50.0}) == 100
    assert evaluate(workbook, "COUNTA(D1:D9)", {"D7": "새", "D8": None}) == 1


@pytest.mark.parametrize(
    "formula",
    [
        "TODAY()",
        "B2+1",
        "B3+0",
        "RAND()",
        "NOPE(1)",
        "[1]Sheet1!A1",
        "없는이름",
        "A1:B2+1",
        "{1,2}",
        "LEFT()",
        "1+",
        "+".join(["1"] * 3000),
        "(" * 500 + "1" + ")" * 500,
        'VALUE("2026-01-01")',
        'COUNTIF(A1:A3,"서*")',
        "A1:INDEX(B:B,3)",
    ],
)
def test_what_cannot_be_evaluated_is_said_never_guessed(workbook: Workbook, formula: str) -> None:
    with pytest.raises(CannotEvaluateError):
        evaluate(workbook, formula)


@pytest.mark.parametrize(
    ("formula", "error"),
    [
        ("1/0", "#DIV/0!"),
        ('1e308*1e308&""', "#NUM!"),
        ('"a"+1', "#VALUE!"),
        ('MATCH("x",도시,0)', "#N/A"),
        ('INDIRECT("없음")', "#REF!"),
        ("OFFSET(A1,-1,0)", "#REF!"),
    ],
)
def test_an_error_is_an_error_value(workbook: Workbook, formula: str, error: str) -> None:
    with pytest.raises(FormulaError, match=error):
        evaluate(workbook, formula)


PIECES = [*"AB12$:!'\"()[],;{}+-*/^&=<>%@# .", "IF(", "Sheet1!", "Items[", "INDIRECT(", "1e308*", "가"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_text_however_odd_breaks_the_reading_of_formulas(workbook: Workbook, formula: str) -> None:
    assert "".join(token.text for token in read_tokens(formula)) == formula
    assert read_areas_of(workbook, workbook.sheets[0], Cell(4, 4), formula) is not None
    assert isinstance(move_formula(formula, 3, 2), str)
    with suppress(CannotEvaluateError, FormulaError):
        evaluate(workbook, formula)
