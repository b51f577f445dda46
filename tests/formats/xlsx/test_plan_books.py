"""What a plan changes besides sheets, and what it tells of the whole book."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import xlsxwriter

from docforge.formats.xlsx.calculation import with_full_calculation
from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.plan import plan, plan_cells
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package
from tests.formats.xlsx.packages import with_parts
from tests.formats.xlsx.planned import fixture, make_book, notices_of, plan_of, put

SIGNATURE = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin"


def plain(book: xlsxwriter.Workbook) -> None:
    book.add_worksheet("S")
    book.add_worksheet("T")
    book.define_name("이름", "=S!$A$1")


@pytest.mark.proves("XFILL-8", "XFILL-9")
def test_a_book_on_manual_calculation_is_set_to_compute_once_and_that_is_told() -> None:
    found = plan_of(fixture("manual.xlsx"), [put("B1", 3, "Form")])
    assert notices_of(found) == ["manual_calculation"]
    assert dict(found.why) == {"xl/workbook.xml": "manual_calculation"}
    assert b'calcMode="manual"' in found.parts["xl/workbook.xml"]
    assert b'fullCalcOnLoad="1"' in found.parts["xl/workbook.xml"]


@pytest.mark.proves("XFILL-8")
def test_no_other_part_changes_in_an_ordinary_book_unless_the_setting_asks() -> None:
    data = fixture("invoice.xlsx")
    assert plan_of(data, [put("B3", "F-1", "Invoice")]).parts == {}
    forced = plan_of(data, [put("B3", "F-1", "Invoice")], force=True)
    assert dict(forced.why) == {"xl/workbook.xml": "calculation"}
    assert notices_of(forced) == ["calculation"]


@pytest.mark.proves("XFILL-8")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<calcPr calcId="1"/>', '<calcPr calcId="1" fullCalcOnLoad="1"/>'),
        ('<calcPr calcId="1" />', '<calcPr calcId="1" fullCalcOnLoad="1"/>'),
        ("<calcPr calcId='1'></calcPr>", "<calcPr calcId='1' fullCalcOnLoad=\"1\"></calcPr>"),
        ('<calcPr fullCalcOnLoad="0" calcId="1"/>', '<calcPr fullCalcOnLoad="1" calcId="1"/>'),
        ('<calcPr fullCalcOnLoad="1"/>', '<calcPr fullCalcOnLoad="1"/>'),
        ("<definedNames/><oleSize/>", '<definedNames/><calcPr fullCalcOnLoad="1"/><oleSize/>'),
        ("", '<calcPr fullCalcOnLoad="1"/>'),
    ],
)
def test_the_flag_is_set_and_nothing_else_of_the_part_changes(before: str, after: str) -> None:
    around = "<workbook><sheets><sheet/></sheets>{}</workbook>"
    assert with_full_calculation(around.format(before).encode()).decode() == around.format(after)


@pytest.mark.proves("XFILL-12")
def test_the_flag_is_set_in_a_part_with_a_prefix() -> None:
    data = b"<x:workbook><x:sheets></x:sheets><x:calcPr/></x:workbook>"
    assert with_full_calculation(data) == data.replace(b"<x:calcPr/>", b'<x:calcPr fullCalcOnLoad="1"/>')


@pytest.mark.proves("XFILL-10")
def test_a_signed_book_is_told_to_lose_its_signature() -> None:
    data = with_parts(
        make_book(plain), {"_xmlsignatures/origin.sigs": ""}, {"": [(SIGNATURE, "_xmlsignatures/origin.sigs")]}
    )
    assert "signature_void" in notices_of(plan_of(data, [put("A1")]))
    assert notices_of(plan_of(make_book(plain), [put("A1")])) == []


@pytest.mark.proves("XFILL-9")
def test_every_worksheet_is_named_for_the_writer_also_those_without_a_write() -> None:
    found = plan_of(make_book(plain), [put("A1")])
    assert list(found.writes) == ["xl/worksheets/sheet1.xml"]
    assert found.sheets == ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"]


@pytest.mark.proves("XFILL-10")
def test_a_plan_is_a_function_of_its_arguments_and_may_share_a_templates_facts() -> None:
    package = Package.open(fixture("quote.xltx"))
    items = XlsxItems.model_validate(
        {"cells": [put("B4", "한빛", "견적서"), put("F3", "2026-11-30", "견적서", format="date:long")]}
    )
    kept = Workbook(package)
    first, second = (plan_cells(kept, items, kept, force_calculation=False) for _ in range(2))
    fresh = plan(package, items, origin=package, force_calculation=False)
    assert first == second == replace(fresh, package=package)  # the shelf may hold these bytes as a package of its own
    assert package.data == fixture("quote.xltx")


@pytest.mark.proves("XFILL-6")
def test_dates_are_counted_in_the_books_own_system() -> None:
    found = plan_of(fixture("book1904.xlsx"), [put("B3", "2026-11-30", "Form", format="date")])
    [write] = found.writes["xl/worksheets/sheet1.xml"]
    assert write.value.number == 46356 - 1462


@pytest.mark.proves("XFILL-12")
@pytest.mark.parametrize("name", ["prefixed.xlsx", "utf16.xlsx"])
def test_odd_dialects_are_planned_like_any_other(name: str) -> None:
    book = Workbook(Package.open(fixture(name)))
    sheet = book.worksheets[0].name
    assert plan_of(fixture(name), [put("Z99", "값", sheet)]).places == [f"{sheet}!Z99"]


@pytest.mark.proves("XFILL-1")
def test_one_list_of_cells_plans_the_whole_quote() -> None:
    expected = json.loads(fixture("quote.expected.json"))
    found = plan_of(fixture("quote.xltx"), expected["call"]["cells"])
    values = {str(write.cell): write.value for write in found.writes["xl/worksheets/sheet1.xml"]}
    stored = {cell: value.text if value.kind == "text" else value.number for cell, value in values.items()}
    assert stored == expected["stored"]
    assert found.places == [f"{item['sheet']}!{item['cell']}" for item in expected["call"]["cells"]]
    assert found.replaced == [("견적서!A10", "(예) 품목")]
