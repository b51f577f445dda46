"""Addresses, merges, headers, protection: which cells may be filled."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
import xlsxwriter

from docforge import DocForge, Refusal
from docforge.formats.xlsx.read import read
from docforge.opc import Package
from tests.formats.xlsx.packages import with_parts
from tests.formats.xlsx.planned import fixture, make_book, notices_of, plan_of, problem_of, problems_of, put, refusal_of


def sheets(book: xlsxwriter.Workbook) -> None:
    book.add_worksheet("견적서").merge_range("B4:C5", "")
    book.add_worksheet("S")
    book.add_worksheet("단가표").hide()
    book.add_worksheet("Rates").very_hidden()
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=S!$A$1:$A$2"})
    book.add_chartsheet("그래프").set_chart(chart)


@pytest.fixture(scope="module")
def book() -> bytes:
    return make_book(sheets)


# ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("XFILL-1", "XFILL-10")
def test_all_faults_of_all_items_come_in_one_refusal_and_are_counted(book: bytes) -> None:
    cells = [
        put("A1"),
        put("XFE1"),
        put("A1048577"),
        put("A0"),
        put("거기"),
        put("A1:B2"),
        put("C4", sheet="견적서"),
        put("B1", "=1+1"),
        put("Q9", sheet="없음"),
        put("Z", sheet="없음"),
    ]
    refusal = refusal_of(book, cells).to_dict("en")
    assert refusal["code"] == "cells_refused"
    assert refusal["message"].startswith("9 of 10 cells")
    assert [(one["at"], one["code"]) for one in refusal["problems"]] == [
        ("S!XFE1", "out_of_sheet"),
        ("S!A1048577", "out_of_sheet"),
        ("S!A0", "out_of_sheet"),
        ("S!거기", "bad_address"),
        ("S!A1:B2", "bad_address"),
        ("견적서!C4", "merged_cell"),
        ("S!B1", "leading_equals"),
        ("없음!Q9", "no_sheet"),
        ("없음!Z", "no_sheet"),
        ("없음!Z", "bad_address"),
    ]


@pytest.mark.proves("XFILL-1")
@pytest.mark.parametrize("cell", ["b3", "$B$3", " B3 "])
def test_an_address_may_be_written_in_any_case_or_with_dollars(book: bytes, cell: str) -> None:
    assert plan_of(book, [put(cell)]).places == ["S!B3"]


@pytest.mark.proves("XFILL-1")
@pytest.mark.parametrize("sheet", ["견적서", unicodedata.normalize("NFD", "견적서")])
def test_a_korean_sheet_name_is_found_however_it_was_typed(book: bytes, sheet: str) -> None:
    assert plan_of(book, [put("A1", sheet=sheet)]).places == ["견적서!A1"]


@pytest.mark.proves("XFILL-1")
def test_a_sheet_name_is_found_in_other_letters_case(book: bytes) -> None:
    assert plan_of(book, [put("A1", sheet="s")]).places == ["S!A1"]


@pytest.mark.proves("XFILL-1")
def test_a_sheet_that_is_not_there_is_answered_with_those_that_are(book: bytes) -> None:
    problem = problem_of(book, [put("A1", sheet="견적")])
    assert problem["allowed"] == ["견적서", "S"]
    assert problem["nearest"] == "견적서"


@pytest.mark.proves("XFILL-1")
def test_a_chart_sheet_has_no_cells(book: bytes) -> None:
    assert problem_of(book, [put("A1", sheet="그래프")])["code"] == "not_a_worksheet"


@pytest.mark.proves("XFILL-10")
def test_two_values_for_one_cell_are_refused_and_the_same_value_twice_is_one(book: bytes) -> None:
    assert problem_of(book, [put("A1", 1), put("a1", 2), put("$A$1", 3)])["code"] == "same_place_twice"
    assert problem_of(book, [put("A1", 1), put("A1", "1")])["code"] == "same_place_twice"
    assert problem_of(book, [put("A1", 1), put("A1", True)])["code"] == "same_place_twice"
    assert plan_of(book, [put("A1", 1), put("A1", 1)]).places == ["S!A1"]


@pytest.mark.proves("XFILL-10")
def test_ten_thousand_cells_are_planned(book: bytes) -> None:
    found = plan_of(book, [put(f"A{row}", row) for row in range(1, 10_001)])
    assert len(found.writes["xl/worksheets/sheet2.xml"]) == 10_000


# ── hidden sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("XFILL-14")
def test_a_hidden_sheet_is_filled_by_its_exact_name_and_that_is_told(book: bytes) -> None:
    found = plan_of(book, [put("A1", sheet="단가표"), put("A2", sheet="단가표"), put("A1", sheet="Rates")])
    assert notices_of(found) == ["hidden_filled", "hidden_filled"]


@pytest.mark.proves("XFILL-14")
def test_a_hidden_sheet_is_not_filled_by_a_name_in_other_case(book: bytes) -> None:
    problem = problem_of(book, [put("A1", sheet="rates")])
    assert (problem["code"], problem["use"]) == ("hidden_sheet", "Rates!A1")


# ── merges ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("XFILL-3")
@pytest.mark.parametrize("cell", ["C4", "B5", "C5"])
def test_a_covered_cell_of_a_merge_is_refused_with_its_top_left(book: bytes, cell: str) -> None:
    problem = problem_of(book, [put(cell, sheet="견적서")])
    assert problem == {
        "at": f"견적서!{cell}",
        "code": "merged_cell",
        "message": "Part of B4:C5.",
        "use": "견적서!B4",
    }


@pytest.mark.proves("XFILL-3")
def test_the_top_left_of_a_merge_is_filled(book: bytes) -> None:
    assert plan_of(book, [put("B4", sheet="견적서")]).places == ["견적서!B4"]


@pytest.mark.proves("XFILL-3", "XFILL-10")
def test_what_the_top_left_would_refuse_is_said_at_once() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        sheet.merge_range("A1:B1", "")
        sheet.write_formula("A1", "=C1")
        sheet.merge_range("A2:B2", "")
        sheet.data_validation("A2", {"validate": "list", "source": ["가", "나"]})

    problems = problems_of(make_book(build), [put("B1"), put("B2", "다")])
    assert [(one["at"], one["code"]) for one in problems] == [
        ("S!B1", "merged_cell"),
        ("S!A1", "formula_cell"),
        ("S!B2", "merged_cell"),
        ("S!A2", "not_in_list"),
    ]


# ── headers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def tables(book: xlsxwriter.Workbook) -> None:
    sheet, bare = book.add_worksheet("S"), book.add_worksheet("필터")
    columns = [{"header": "품목", "total_string": "합계"}, {"header": "금액", "total_function": "sum"}]
    sheet.add_table("B3:C6", {"name": "품목표", "columns": columns, "total_row": True})
    sheet.add_table("E3:F5", {"name": "머리없음", "header_row": False})
    bare.write_row("A2", ["이름", "부서"])
    bare.autofilter("A2:B9")


@pytest.mark.proves("XFILL-4")
@pytest.mark.parametrize(
    ("sheet", "cell", "code", "words"),
    [
        ("S", "B3", "header_cell", "A header of table 품목표."),
        ("S", "C3", "header_cell", "A header of table 품목표."),
        ("S", "B6", "header_cell", "A header of the totals row of table 품목표."),
        ("필터", "A2", "header_cell", "A header of the filter A2:B9."),
        ("필터", "B2", "header_cell", "A header of the filter A2:B9."),
    ],
)
def test_header_cells_of_tables_and_filters_are_refused(sheet: str, cell: str, code: str, words: str) -> None:
    problem = problem_of(make_book(tables), [put(cell, sheet=sheet, overwrite=True)])
    assert (problem["code"], problem["message"]) == (code, words)


@pytest.mark.proves("XFILL-4")
def test_the_rows_of_a_table_are_filled_also_where_it_has_no_header() -> None:
    found = plan_of(make_book(tables), [put("B4"), put("C5", 3), put("E3"), put("F4")])
    assert found.places == ["S!B4", "S!C5", "S!E3", "S!F4"]


PIVOT = """<pivotTableDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" name="월별">
<location ref="D5:F9" firstHeaderRow="1" firstDataRow="2" firstDataCol="1" rowPageCount="1" colPageCount="1"/>
</pivotTableDefinition>"""
CACHE = """<pivotCacheDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<cacheSource type="worksheet"><worksheetSource ref="A1:B9" sheet="S"/></cacheSource></pivotCacheDefinition>"""
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@pytest.fixture(scope="module")
def pivot() -> bytes:
    return with_parts(
        make_book(lambda book: book.add_worksheet("S").write_row("A1", ["월", "금액"])),
        {"xl/pivotTables/pivotTable1.xml": PIVOT, "xl/pivotCache/pivotCacheDefinition1.xml": CACHE},
        {
            "xl/worksheets/sheet1.xml": [(f"{OFFICE}/pivotTable", "../pivotTables/pivotTable1.xml")],
            "xl/workbook.xml": [(f"{OFFICE}/pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml")],
        },
    )


@pytest.mark.proves("XFILL-4")
@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("A1", "header_cell"),
        ("B1", "header_cell"),
        ("D5", "header_cell"),
        ("F6", "header_cell"),
        ("E8", "calculated"),
        ("D3", "calculated"),
    ],
)
def test_what_a_pivot_table_shows_and_the_headers_that_feed_it_are_refused(pivot: bytes, cell: str, code: str) -> None:
    assert problem_of(pivot, [put(cell)])["code"] == code


@pytest.mark.proves("XFILL-4")
def test_what_a_pivot_table_shows_is_told_with_its_name(pivot: bytes, tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(pivot)
    with pytest.raises(Refusal) as told:
        DocForge(tmp_path, language="en").call("edit_xlsx", path="book.xlsx", attach=False, cells=[put("E8")])
    [problem] = told.value.to_dict()["problems"]
    assert problem["message"] == "Its own program makes this. It shows pivot table 월별."


@pytest.mark.proves("XREAD-1", "XREAD-3")
def test_no_cell_that_a_pivot_table_shows_is_told_as_a_place_though_it_looks_like_item_rows() -> None:
    def draw(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        for row, texts in enumerate([("월", "금액"), ("1월", 3), ("2월", 4), ("3월", None), ("담당:", None)]):
            sheet.write_row(row + 4, 3, texts)

    def cells(data: bytes) -> set[str]:
        places = read(Package.open(data)).places
        return {one["cell"] for place in places for one in place.get("columns", [place]) if "cell" in one}

    shown = {"xl/worksheets/sheet1.xml": [(f"{OFFICE}/pivotTable", "../pivotTables/pivotTable1.xml")]}
    plain, pivoted = make_book(draw), with_parts(make_book(draw), {"xl/pivotTables/pivotTable1.xml": PIVOT}, shown)
    assert cells(plain) >= {"E9"}
    assert cells(pivoted) == set()


@pytest.mark.proves("XFILL-4")
def test_the_rows_that_feed_a_pivot_table_are_filled(pivot: bytes) -> None:
    assert plan_of(pivot, [put("A2", "1월"), put("B2", 3), put("D10")]).places == ["S!A2", "S!B2", "S!D10"]


# ── protection ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("XFILL-14")
def test_a_locked_cell_of_a_protected_sheet_is_refused_unless_the_item_says_so() -> None:
    form = fixture("leave.xlsx")
    assert plan_of(form, [put("B3", "김하늘", "휴가신청서")]).places == ["휴가신청서!B3"]
    problem = problem_of(form, [put("F9", "메모", "휴가신청서")])
    assert (problem["at"], problem["code"]) == ("휴가신청서!F9", "locked_cell")
    found = plan_of(form, [put("F9", "메모", "휴가신청서", overwrite=True)])
    assert notices_of(found) == ["locked_filled"]


@pytest.mark.proves("XFILL-14")
def test_locks_mean_nothing_where_the_sheet_is_not_protected(book: bytes) -> None:
    assert notices_of(plan_of(book, [put("A1")])) == []


@pytest.mark.proves("XFILL-14")
def test_a_range_that_is_open_to_all_is_not_locked() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        sheet.protect()
        sheet.unprotect_range("B2:B9", "열린 곳")
        sheet.unprotect_range("C2:C9", "잠긴 곳", "비밀")

    data = make_book(build)
    assert plan_of(data, [put("B2")]).places == ["S!B2"]
    assert problem_of(data, [put("C2")])["code"] == "locked_cell"


@pytest.mark.proves("XFILL-14")
def test_a_lock_is_that_of_the_row_or_column_where_the_cell_has_no_style_of_its_own() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        free = book.add_format({"locked": False})
        sheet.set_column("B:B", 10, free)
        sheet.set_row(8, None, free)
        sheet.protect()

    data = make_book(build)
    found = plan_of(data, [put("B2"), put("F9")])
    assert all(write.style for write in found.writes["xl/worksheets/sheet1.xml"]), "a new cell keeps that style"
    assert problem_of(data, [put("C2")])["code"] == "locked_cell"
