"""What a caller is told of a workbook before filling it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from xlsxwriter import Workbook as Book
from xlsxwriter.worksheet import Worksheet

from docforge import DocForge
from docforge.errors import Refusal
from docforge.formats.base import Reading
from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.plan import plan
from docforge.formats.xlsx.read import read
from docforge.opc import Package
from docforge.tools.pages import CHARACTERS

FIXTURES = Path(__file__).parents[3] / "fixtures" / "xlsx"
Json = dict[str, Any]
pytestmark = pytest.mark.proves("XREAD-1")


def read_fixture(name: str, **options: Any) -> Reading:
    return read(Package.open((FIXTURES / name).read_bytes()), **options)


def draw(form: Callable[[Book, Worksheet], None]) -> Package:
    stream = io.BytesIO()
    with Book(stream, {"in_memory": True}) as book:
        form(book, book.add_worksheet("Form"))
    return Package.open(stream.getvalue())


def by_cell(reading: Reading) -> dict[str, Json]:
    return {place.get("cell") or place.get("rows") or place["range"]: place for place in reading.places}


def only(form: Callable[[Book, Worksheet], None]) -> Json:
    """The one place of a form that is drawn."""
    [place] = read(draw(form)).places
    return place


def test_the_quote_is_told_as_its_expected_reading_says() -> None:
    expected = json.loads((FIXTURES / "quote.expected.json").read_text(encoding="utf-8"))["read"]
    reading = read_fixture("quote.xltx")
    assert {**reading.extra, "places": list(reading.places)} == expected
    assert [(notice.code, notice.facts) for notice in reading.notices] == [("sheets_hidden", {"sheets": "Lists"})]


@pytest.mark.proves("XREAD-2")
def test_a_book_of_many_hidden_and_protected_sheets_is_told_within_the_limit_of_a_page(tmp_path: Path) -> None:
    with Book(tmp_path / "many.xlsx") as book:
        form = book.add_worksheet("Form")
        for row in range(0, 120, 2):
            form.write(row, 0, f"항목 {row}")
            form.data_validation(row, 1, row, 1, {"validate": "list", "source": [f"{n}{'값' * 40}" for n in range(6)]})
        for number in range(400):
            sheet = book.add_worksheet(f"{number:03} 이름이 아주 긴 시트 하나")
            sheet.protect()
            if number % 2:
                sheet.hide()
    page = DocForge(tmp_path).call("read_xlsx", path="many.xlsx")
    assert page["shown"] == len(page["places"]) > 0
    assert len(json.dumps(page, ensure_ascii=False, separators=(",", ":"))) <= CHARACTERS
    assert any("180" in warning for warning in page["warnings"])


def test_every_kind_of_rule_is_told_in_few_words() -> None:
    places = by_cell(read_fixture("leave.xlsx"))
    assert {cell: place["rule"] for cell, place in places.items() if "rule" in place} == {
        "D4": "0.5..15", "B5": ">= 2026-01-01", "D5": ">= B5", "B6": "09:00..18:00", "D6": "length = 6",
        "B7": "=LEN(B7)>=5",
    }  # fmt: skip
    assert places["B4"]["allowed"] == ["연차", "반차", "병가", "경조"]


def test_a_formula_is_told_with_the_cells_that_it_reads_on_any_sheet() -> None:
    places = by_cell(read_fixture("invoice.xlsx"))
    assert places["D19"] == {
        "sheet": "Invoice", "cell": "D19", "kind": "formula", "label": "Total", "why_not": "computed",
        "inputs": ["E4", "B9:C16", "Rates!B1"],
    }  # fmt: skip


def test_formulas_without_a_label_are_told_together_and_dynamic_ones_are_named() -> None:
    places = by_cell(read_fixture("formulas.xlsx"))
    assert places["A5:C6"]["dynamic"] == ["INDIRECT"]
    assert places["C8:C10"] == {
        "sheet": "Calc", "range": "C8:C10", "kind": "formula", "why_not": "computed", "inputs": ["C1:C3"],
    }  # fmt: skip


def test_hidden_sheets_are_named_and_read_only_when_asked_for() -> None:
    reading = read_fixture("invoice.xlsx")
    assert [(sheet["name"], sheet["state"]) for sheet in reading.extra["sheets"]] == [
        ("Invoice", "visible"), ("Customers", "hidden"), ("Rates", "veryHidden"),
    ]  # fmt: skip
    assert {place["sheet"] for place in reading.places} == {"Invoice"}
    assert {place["sheet"] for place in read_fixture("invoice.xlsx", part="Rates").places} == {"Rates"}


def test_a_sheet_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refusal) as refused:
        read_fixture("invoice.xlsx", part="Invoices")
    [problem] = refused.value.problems
    assert (refused.value.code, problem.code, problem.at) == ("bad_arguments", "no_sheet", "part")
    assert problem.allowed == ("Invoice", "Customers", "Rates")


def test_protection_is_told_and_its_locked_boxes_are_no_places() -> None:
    reading = read_fixture("leave.xlsx")
    assert reading.extra["sheets"] == [{"name": "휴가신청서", "state": "visible", "used": "A1:D9", "protected": True}]
    assert [notice.code for notice in reading.notices] == ["sheet_protected"]

    def form(book: Book, sheet: Worksheet) -> None:
        box, free = book.add_format({"border": 1}), book.add_format({"border": 1, "locked": False})
        sheet.write_column("A1", ["Name", "Office use"])
        sheet.write_blank("B1", None, free)
        sheet.write_blank("B2", None, box)
        sheet.protect()

    assert list(by_cell(read(draw(form)))) == ["B1"]


def test_a_ruled_cell_that_protection_locks_says_why_it_cannot_be_filled() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "Currency")
        sheet.data_validation("B1", {"validate": "list", "source": ["KRW", "USD"]})
        sheet.protect()

    assert only(form)["why_not"] == "locked"


def test_a_cell_that_a_protected_range_opens_can_be_filled() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "Currency")
        sheet.data_validation("B1", {"validate": "list", "source": ["KRW", "USD"]})
        sheet.protect()
        sheet.unprotect_range("B1")

    assert "why_not" not in only(form)


def test_a_long_list_is_cut_and_says_how_many_are_left_out() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "Code")
        sheet.data_validation("B1", {"validate": "list", "source": "=$H$1:$H$80"})
        sheet.write_column("H1", range(1000, 1080))

    place = only(form)
    assert place["allowed"] == list(range(1000, 1020))
    assert place["more_allowed"] == 60


def test_a_list_that_depends_on_what_is_computed_shows_its_formula() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "City")
        sheet.data_validation("B1", {"validate": "list", "source": "=OFFSET($H$1,0,0,COUNTA(RANDARRAY(3)),1)"})

    place = only(form)
    assert (place["kind"], place["rule"]) == ("list", "=OFFSET($H$1,0,0,COUNTA(RANDARRAY(3)),1)")


@pytest.mark.parametrize(
    ("code", "value", "told"),
    [
        ("yyyy-mm-dd", 46356, {"kind": "date", "now": "2026-11-30"}),
        ("hh:mm", 0.5, {"kind": "date", "now": "12:00", "format": "time"}),
        ("yyyy-mm-dd hh:mm", 46356.25, {"kind": "date", "now": "2026-11-30T06:00", "format": "datetime"}),
        ("[h]:mm:ss", 1.5, {"kind": "date", "now": "36:00:00", "format": "duration"}),
        ("0.0%", 0.15, {"kind": "number", "now": 0.15, "format": "0.0%"}),
        ("#,##0", 12000, {"kind": "number", "now": 12000, "format": "#,##0"}),
        ("General", 7, {"kind": "number", "now": 7}),
        ("@", "0042", {"kind": "text", "now": "0042", "format": "text"}),
    ],
)
def test_a_value_is_told_as_it_would_be_written(code: str, value: Any, told: Json) -> None:
    def form(book: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "Value:")
        sheet.write("B1", value, book.add_format({"num_format": code, "bold": True}))

    assert only(form) == {"sheet": "Form", "cell": "B1", "label": "Value:", **told}


def test_a_date_of_a_1904_book_is_the_day_that_it_shows() -> None:
    assert by_cell(read_fixture("book1904.xlsx"))["B2"]["now"] == "2026-01-02"


def test_a_long_text_is_cut() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "Terms:")
        sheet.write("B1", "[" + "x" * 200 + "]")

    assert only(form)["now"] == "[" + "x" * 78 + "…"


def test_marked_cells_below_one_another_without_a_label_are_one_entry() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.data_validation("B2:C9", {"validate": "list", "source": ["Y", "N"]})

    assert only(form) == {
        "sheet": "Form", "rows": "B2:C9", "kind": "rows", "blank": 8, "filled": 0,
        "columns": [{"cell": "B2", "allowed": ["Y", "N"]}, {"cell": "C2", "allowed": ["Y", "N"]}],
    }  # fmt: skip


def test_a_document_keeps_the_labels_of_its_template_and_shows_what_was_filled_in() -> None:
    def form(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        sheet.write("A1", "Customer", box)
        sheet.write_blank("B1", None, box)

    def filled(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        sheet.write("A1", "Customer", box)
        sheet.write("B1", "Contoso", box)
        sheet.write_blank("C1", None, box)

    [place] = read(draw(filled), origin=draw(form)).places
    assert place == {"sheet": "Form", "cell": "B1", "kind": "text", "label": "Customer", "now": "Contoso"}


def test_rows_of_a_document_show_what_they_hold() -> None:
    def form(_: Book, sheet: Worksheet) -> None:
        sheet.add_table("A1:B4", {"data": [["Pen", 3]], "columns": [{"header": "Item"}, {"header": "Quantity"}]})

    place = only(form)
    assert (place["rows"], place["blank"], place["filled"]) == ("A2:B4", 2, 1)
    assert place["now"] == {"A2": "Pen", "B2": 3}


def test_only_the_places_that_are_looked_at_are_worked_out() -> None:
    places = read_fixture("formulas.xlsx").places
    assert len(places) == 18
    assert places[1:3] == [places[1], places[2]]


def test_a_signed_workbook_says_that_a_change_voids_its_signature(corpus: Path) -> None:
    reading = read(Package.open((corpus / "xlsx" / "poi__ms-office-2010-signed.xlsx").read_bytes()))
    assert "signed" in [notice.code for notice in reading.notices]


def fillable(place: Json) -> list[tuple[str, Json]]:
    if place.get("why_not"):
        return []
    return [(one["cell"], one) for one in place.get("columns", [place])]


VALUES = {"number": 1, "bool": True, "date": "2026-11-30", "time": "10:30", "text": "가나다라마바", "percent": 0.1}


def item(sheet: str, cell: str, told: Json) -> Json:
    """One cell with a value that the place says it takes."""
    if "allowed" in told:
        return {"sheet": sheet, "cell": cell, "value": told["allowed"][0]}
    kind = told.get("format", "date") if told.get("kind") == "date" else told.get("kind", "text")
    if "%" in told.get("format", "") or "#" in told.get("format", "") or "whole" in told.get("rule", ""):
        kind = "percent" if "%" in told.get("format", "") else "number"
    return {"sheet": sheet, "cell": cell, "value": VALUES[kind]} | (
        {"format": kind} if kind in {"date", "time"} else {}
    )


@pytest.mark.proves("XREAD-3")
@pytest.mark.parametrize("name", ["quote.xltx", "invoice.xlsx", "leave.xlsx", "book1904.xlsx", "prefixed.xlsx"])
def test_every_place_that_is_told_is_taken_by_a_fill_as_it_is_addressed(name: str) -> None:
    package = Package.open((FIXTURES / name).read_bytes())
    told = [(place["sheet"], *one) for place in read(package).places for one in fillable(place)]
    cells = [item(*one) for one in told]
    planned = plan(package, XlsxItems.model_validate({"cells": cells}), origin=None, force_calculation=False)
    assert len(planned.places) == len(cells) > 2
