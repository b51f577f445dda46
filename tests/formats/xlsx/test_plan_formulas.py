"""Formula cells: refused, with the cells to fill instead."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package
from tests.formats.xlsx.packages import with_parts
from tests.formats.xlsx.planned import fixture, make_book, plan_of, problem_of, problems_of, put

pytestmark = pytest.mark.proves("XFILL-2")


def form(book: xlsxwriter.Workbook) -> None:
    sheet, rates = book.add_worksheet("S"), book.add_worksheet("요율")
    rates.write("B2", 0.1)
    rates.hide()
    book.define_name("VAT", "=요율!$B$2")
    book.define_name("품목금액", "=S!$E$3:$E$5")
    sheet.write_row("A2", ["품목", "규격", "수량", "단가", "금액"])
    for row in (3, 4, 5):
        sheet.write_formula(f"E{row}", f"=C{row}*D{row}")
    sheet.write("D6", "합계")
    sheet.write_formula("E6", "=SUM(E3:E5)")
    sheet.write("D7", "세액")
    sheet.write_formula("E7", "=ROUND(E6*VAT,0)")
    sheet.write("D8", "평균")
    sheet.write_formula("E8", "=AVERAGE(품목금액)")
    sheet.write_formula("G1", '=INDIRECT("C"&B1)+OFFSET(C3,1,0)')
    sheet.write_formula("G2", "=TODAY()")
    sheet.write_formula("G3", "=SUM(H:H)+SUM(20:21)")
    sheet.write_array_formula("H2:H4", "{=C3:C5*2}")
    sheet.write_dynamic_array_formula("J2:J4", "=C3:C5*3")
    sheet.write_formula("L1", "=M1")
    sheet.write_formula("M1", "=L1+N1")


@pytest.fixture(scope="module")
def book() -> bytes:
    return make_book(form)


@pytest.mark.parametrize(
    ("cell", "inputs"),
    [
        ("E3", ["S!C3", "S!D3"]),
        ("E6", ["S!C3:D5"]),
        ("E7", ["S!C3:D5", "요율!B2"]),
        ("E8", ["S!C3:D5"]),
        ("G3", ["S!H1", "S!H5:H1048576", "S!20:21"]),
        ("M1", ["S!N1"]),
    ],
)
def test_a_formula_cell_is_refused_with_the_cells_behind_it_down_to_the_leaves(
    book: bytes, cell: str, inputs: list[str]
) -> None:
    problem = problem_of(book, [put(cell, 1)])
    assert problem["code"] == "formula_cell"
    if cell == "G3":  # the array in column H reads C3:C5
        inputs = ["S!C3:C5", *inputs]
    assert sorted(problem["inputs"]) == sorted(inputs)


def test_the_message_calls_the_cell_by_its_label(book: bytes) -> None:
    assert problem_of(book, [put("E6", 1)])["message"] == "합계 is computed. Fill the cells it reads."
    assert problem_of(book, [put("E3", 1)])["message"] == "금액 is computed. Fill the cells it reads."


def test_functions_that_choose_cells_at_calculation_are_said_to_be_dynamic(book: bytes) -> None:
    problem = problem_of(book, [put("G1", 1)])
    assert "dynamically by INDIRECT, OFFSET" in problem["message"]
    assert problem["inputs"] == ["S!B1", "S!C3"]


def test_a_formula_without_any_input_says_so(book: bytes) -> None:
    problem = problem_of(book, [put("G2", 1)])
    assert problem["message"].endswith("It reads no cell.")
    assert "inputs" not in problem


@pytest.mark.parametrize("cell", ["H2", "H3", "H4", "J2", "J3", "J4"])
def test_interiors_of_arrays_and_spills_are_computed_too(book: bytes, cell: str) -> None:
    problem = problem_of(book, [put(cell, 1)])
    assert (problem["code"], problem["at"], problem["inputs"]) == ("formula_cell", f"S!{cell}", ["S!C3:C5"])


SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*$C$1</f><v>0</v></c></row>
<row r="2"><c r="A2"><f t="shared" si="0"/><v>0</v></c></row>
<row r="3"><c r="A3"><f t="shared" si="0"/><v>0</v></c></row>
<row r="5"><c r="D5"><f>B5*2</f></c><c r="E5"><v>1</v></c><c r="F5"><v>2</v></c></row>
<row r="6"><c r="D6"><v>1</v></c><c r="E6"><f t="dataTable" ref="E6:F7" dt2D="1" dtr="1" r1="B5" r2="B6"/><v>1</v></c>
<c r="F6"><v>2</v></c></row><row r="7"><c r="D7"><v>2</v></c><c r="E7"><v>2</v></c><c r="F7"><v>4</v></c></row>
</sheetData></worksheet>"""


@pytest.fixture(scope="module")
def drawn() -> bytes:
    return with_parts(make_book(lambda book: book.add_worksheet("S")), {"xl/worksheets/sheet1.xml": SHEET})


@pytest.mark.parametrize(("cell", "inputs"), [("A1", ["S!B1", "S!C1"]), ("A3", ["S!C1", "S!B3"])])
def test_a_child_of_a_shared_formula_reads_what_stands_as_far_from_it(
    drawn: bytes, cell: str, inputs: list[str]
) -> None:
    assert problem_of(drawn, [put(cell, 1)])["inputs"] == inputs


@pytest.mark.parametrize("cell", ["E6", "F6", "E7", "F7"])
def test_the_interior_of_a_data_table_is_computed(drawn: bytes, cell: str) -> None:
    problem = problem_of(drawn, [put(cell, 1)])
    assert (problem["code"], problem["inputs"]) == ("formula_cell", ["S!B5", "S!E5:F5", "S!D6:D7"])
    assert plan_of(drawn, [put("D6", 3), put("E5", 4)]).places == ["S!D6", "S!E5"]


def test_only_what_is_wrong_with_a_value_anywhere_is_said_beside_a_formula_cell(book: bytes) -> None:
    problems = problems_of(book, [put("E6", "1,250원"), put("E7", "=1+1"), put("C3", "1,250원")])
    assert [(one["at"], one["code"]) for one in problems] == [
        ("S!E6", "formula_cell"),
        ("S!E7", "formula_cell"),
        ("S!E7", "leading_equals"),
        ("S!C3", "looks_like_number"),
    ]


def test_cells_beside_an_array_are_free(book: bytes) -> None:
    assert plan_of(book, [put("H5", 1), put("J5", 1), put("I3", 1)]).places == ["S!H5", "S!J5", "S!I3"]


def test_no_more_than_twenty_inputs_are_named(book: bytes) -> None:
    def many(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("S").write_formula("A1", "=" + "+".join(f"C{row}" for row in range(1, 99, 2)))

    problem = problem_of(make_book(many), [put("A1", 1)])
    assert len(problem["inputs"]) == 20
    assert "the first 20 are listed" in problem["message"]


def test_a_table_column_leads_to_its_cells() -> None:
    def table(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        columns = [{"header": "수량"}, {"header": "단가"}, {"header": "금액", "formula": "=[@수량]*[@단가]"}]
        sheet.add_table("A1:C4", {"name": "품목표", "columns": columns})
        sheet.write_formula("F1", "=SUM(품목표[금액])")

    data = make_book(table)
    assert problem_of(data, [put("C3", 1)])["inputs"] == ["S!A3", "S!B3"]
    assert problem_of(data, [put("F1", 1)])["inputs"] == ["S!A2:B4"]
    assert problem_of(data, [put("C3", 1)])["message"].startswith("금액 ")


def test_a_sum_over_sheets_leads_to_each_of_them() -> None:
    def months(book: xlsxwriter.Workbook) -> None:
        for name in ("합계", "1월", "2월", "3월"):
            book.add_worksheet(name)
        book.worksheets()[0].write_formula("A1", "=SUM('1월:3월'!B2)")

    problem = problem_of(make_book(months), [put("A1", 1, "합계")])
    assert problem["inputs"] == ["1월!B2", "2월!B2", "3월!B2"]


def test_every_formula_of_the_fixture_is_refused() -> None:
    book = Workbook(Package.open(fixture("formulas.xlsx")))
    computed = [(sheet, cell) for sheet in book.worksheets for cell in book.computed(sheet).formulas]
    assert computed
    for sheet, place in computed:
        assert problem_of(fixture("formulas.xlsx"), [put(str(place), 1, sheet.name)])["code"] in {
            "formula_cell",
            "merged_cell",
        }


def test_every_formula_of_real_workbooks_is_refused(corpus: Path) -> None:
    tried = 0
    for path in sorted((corpus / "xlsx").iterdir()):
        package = Package.open(path.read_bytes())
        book = Workbook(package)
        for sheet in book.worksheets:
            for cell in list(book.computed(sheet).formulas)[:3]:
                problems = problems_of(path.read_bytes(), [put(str(cell), 1, sheet.name)])
                assert "formula_cell" in {problem["code"] for problem in problems}, (path.name, sheet.name, cell)
                tried += 1
    assert tried > 100
