"""Cells that must be refused, as a table. Knows no other fault of a call."""

from __future__ import annotations

from typing import Any

from tests.e2e.wrong import FORM, FORMULAS, QUOTE, Json, Wrong
from tests.e2e.wrong_books import SHEET

DATE = {"format": "date"}


ITEM_INPUTS = ["견적서!C10", "견적서!D10"]
TEAMS, CITIES = ["영업", "구매", "재무"], ["서울", "부산", "대전"]
AMOUNT = "1,250,000원"
BOOK1904 = "templates/book1904.xlsx"


def cell(
    name: str, template: str, at: str, value: Any, code: str, *ids: str, item: Json | None = None, **told: Any
) -> Wrong:
    """One bad cell beside a good call: only it is refused, with `code` and what else is `told`."""
    sheet, _, address = at.partition("!")
    bad = {"sheet": sheet, "cell": address, "value": value} | (item or {})
    problem = {"at": at, "code": code, **told}
    changes = {"template": template, "cells": [bad]}
    return Wrong(name, "cells_refused", changes, (problem,), ids=ids or ("XFILL-5",))


CELLS = [
    cell("a formula cell", QUOTE, "견적서!E10", 3_750_000, "formula_cell", "XFILL-2", inputs=ITEM_INPUTS),
    cell("a child of a shared formula", FORMULAS, "Calc!B5", 1, "formula_cell", "XFILL-2", inputs=["Calc!B1:B3"]),
    cell("the head of an array formula", FORMULAS, "Calc!A8", 1, "formula_cell", "XFILL-2"),
    cell("the interior of an array formula", FORMULAS, "Calc!A9", 1, "formula_cell", "XFILL-2"),
    cell("the interior of a spill", FORMULAS, "Calc!C9", 1, "formula_cell", "XFILL-2", inputs=["Calc!C1:C3"]),
    cell("the interior of a data table", FORMULAS, "Calc!F10", 1, "formula_cell", "XFILL-2"),
    cell(
        "a covered cell of a merged range",
        QUOTE,
        "견적서!C4",
        "(주)한빛스틸",
        "merged_cell",
        "XFILL-3",
        use="견적서!B4",
    ),
    cell("a table's header", QUOTE, "견적서!A9", "물품", "header_cell", "XFILL-4"),
    cell("a label", QUOTE, "견적서!A4", "(주)한빛스틸", "label_cell", "XFILL-4", use="견적서!B4"),
    cell("outside an inline list", FORM, f"{SHEET}!B2", "휴직", "not_in_list", allowed=["연차", "반차", "병가"]),
    cell("near a value of an inline list", QUOTE, "견적서!B6", "krw", "not_in_list", nearest="KRW"),
    cell(
        "outside a list of another sheet", FORM, f"{SHEET}!B3", "총무", "not_in_list", allowed=["영업", "구매", "재무"]
    ),
    cell("outside a list by name", FORM, f"{SHEET}!B4", "사장", "not_in_list", allowed=["사원", "과장", "부장"]),
    cell("outside an x14 list", FORM, f"{SHEET}!B6", "기타", "not_in_list", allowed=["국내", "해외", "파견"]),
    cell(
        "outside an x14 list of another sheet",
        FORM,
        f"{SHEET}!B7",
        "광주",
        "not_in_list",
        allowed=["서울", "부산", "대전"],
    ),
    cell("a fraction for a whole number", FORM, f"{SHEET}!B8", 1.5, "breaks_rule"),
    cell("a whole number out of bounds", FORM, f"{SHEET}!B8", 100, "breaks_rule"),
    cell("a decimal out of bounds", FORM, f"{SHEET}!B9", 0.25, "breaks_rule"),
    cell("a date too early", FORM, f"{SHEET}!B10", "2025-12-31", "breaks_rule", item=DATE),
    cell("a text of the wrong length", FORM, f"{SHEET}!B11", "12345", "breaks_rule"),
    cell("a formula as a value", QUOTE, "견적서!B3", "=1+1", "leading_equals", "XFILL-7"),
    cell("an amount as text", QUOTE, "견적서!D10", AMOUNT, "looks_like_number", "XFILL-7", use=1_250_000),
    cell(
        "an amount as text in a summed cell",
        FORM,
        f"{SHEET}!B12",
        "1,250,000원",
        "looks_like_number",
        "XFILL-7",
        use=1_250_000,
    ),
    cell("32,768 characters", QUOTE, "견적서!B3", "가" * 32_768, "too_long", "XFILL-10"),
    cell("a control character", QUOTE, "견적서!B3", "앞\x01뒤", "bad_character", "XFILL-10"),
    cell("a NUL", QUOTE, "견적서!B3", "앞\0뒤", "bad_character", "XFILL-10"),
    cell("a hidden sheet in another case", QUOTE, "LISTS!K30", "x", "hidden_sheet", "XFILL-14", use="Lists!K30"),
    cell("a date before March 1900", QUOTE, "견적서!F4", "1900-02-28", "bad_date", "XFILL-6", item=DATE),
    cell(
        "a date before a 1904 book begins",
        "templates/book1904.xlsx",
        "Form!B3",
        "1903-12-31",
        "bad_date",
        "XFILL-6",
        item=DATE,
    ),
    cell("a day and month in doubt", QUOTE, "견적서!F3", "11/30/2026", "bad_date", "XFILL-6", item=DATE),
    cell("a number of 16 digits", QUOTE, "견적서!D10", 1_234_567_890_123_456, "bad_number", "XFILL-7"),
    cell("a column beyond XFD", QUOTE, "견적서!XFE1", "x", "out_of_sheet", "XFILL-10"),
    cell("a sheet that is not there", QUOTE, "견적!B3", "x", "no_sheet", "XFILL-10", nearest="견적서"),
    cell("a locked cell", "templates/leave.xlsx", "휴가신청서!A12", "x", "locked_cell", "XFILL-14"),
]
