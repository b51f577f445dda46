"""What looks odd but is right: it is written, and comes back as it was given, through MCP and REST."""

from __future__ import annotations

import datetime as dt
import io
import unicodedata
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from tests.e2e.callers import Caller
from tests.e2e.reading import cell_values, open_workbook
from tests.e2e.room import Room
from tests.e2e.wrong_books import fixture

ESCAPES = ["_x0041_", "_x005F_x0041_", "_x0041_x0042_", "a_x0001_b", "_X0041_"]
LOOK_ALIKES = ["+82-2-1234", "-", "@you", "'quoted", "007", "  spaced  "]
QUOTE, BOOK1904, INVOICE = "templates/quote.xltx", "templates/book1904.xlsx", "templates/invoice.xlsx"


@pytest.fixture
def path(room: Room, fresh: str) -> str:
    """A path for the document, beside the templates."""
    room.put(QUOTE, fixture("quote.xltx"))
    room.put(BOOK1904, fixture("book1904.xlsx"))
    room.put(INVOICE, fixture("invoice.xlsx"))
    return fresh


def fill(caller: Caller, path: str, at: str, value: Any, template: str = QUOTE, **item: Any) -> Any:
    sheet, _, cell = at.partition("!")
    cells = [{"sheet": sheet, "cell": cell, "value": value, **item}]
    ok, body = caller.call("edit_xlsx", template=template, path=path, attach=False, cells=cells)
    assert ok, body
    return body


def seen_in_excel(data: bytes, sheet: str, row: int, column: int) -> Any:
    """A cell as calamine reads it, which knows the escapes of ECMA-376-1 §22.9.2.19 as Excel does."""
    opened = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name(sheet)
    return opened.to_python(skip_empty_area=False)[row][column]


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("text", ESCAPES + LOOK_ALIKES)
def test_a_text_comes_back_as_it_was_given(text: str, caller: Caller, path: str, room: Room):
    fill(caller, path, "견적서!B3", text)
    assert seen_in_excel(room.read(path), "견적서", 2, 1) == text


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("text", ["두 줄\n입니다", "탭\t하나"])
def test_line_ends_and_tabs_are_kept(text: str, caller: Caller, path: str, room: Room):
    fill(caller, path, "견적서!B24", text)
    assert cell_values(room.read(path), "견적서", ["B24"]) == [text]


@pytest.mark.proves("XFILL-10")
def test_32767_characters_fit(caller: Caller, path: str, room: Room):
    fill(caller, path, "견적서!B3", "가" * 32_767)
    assert cell_values(room.read(path), "견적서", ["B3"]) == ["가" * 32_767]


@pytest.mark.proves("XFILL-1", "XFILL-14")
@pytest.mark.parametrize(
    ("template", "written", "sheet"),
    [
        (QUOTE, unicodedata.normalize("NFD", "견적서"), "견적서"),
        (INVOICE, "INVOICE", "Invoice"),
        (INVOICE, "invoice", "Invoice"),
    ],
)
def test_a_sheet_is_found_in_another_case_and_in_decomposed_letters(  # noqa: PLR0917  three of them are the example
    template: str, written: str, sheet: str, caller: Caller, path: str, room: Room
):
    fill(caller, path, f"{written}!K30", "여기", template)
    assert cell_values(room.read(path), sheet, ["K30"]) == ["여기"]


@pytest.mark.proves("XFILL-14")
def test_a_hidden_sheet_is_filled_by_its_exact_name(caller: Caller, path: str, room: Room):
    result = fill(caller, path, "Lists!K30", "여기")
    assert any("Lists" in warning for warning in result["warnings"])
    assert cell_values(room.read(path), "Lists", ["K30"]) == ["여기"]


@pytest.mark.proves("MATRIX-1", "MATRIX-3")
def test_a_path_in_decomposed_letters_is_the_same_file(caller: Caller, path: str, room: Room):
    fill(caller, unicodedata.normalize("NFD", path), "견적서!B3", "하나")
    cells = [{"sheet": "견적서", "cell": "B3", "value": "둘"}]
    ok, body = caller.call("edit_xlsx", path=path, attach=False, cells=cells)
    assert ok, body
    assert cell_values(room.read(path), "견적서", ["B3"]) == ["둘"]
    assert [name for name in room.tree() if name.endswith(".xlsx") and name.startswith("quotes/")] == [path]


@pytest.mark.proves("XFILL-6")
def test_a_date_in_a_1904_book_is_that_day(caller: Caller, path: str, room: Room):
    fill(caller, path, "Form!B3", "2026-11-30", BOOK1904, format="date")
    assert cell_values(room.read(path), "Form", ["B3"]) == [dt.datetime(2026, 11, 30)]  # noqa: DTZ001  a cell knows no zone


@pytest.mark.proves("XFILL-6")
def test_the_first_of_march_1900_is_day_61(caller: Caller, path: str, room: Room):
    fill(caller, path, "견적서!F4", "1900-03-01", format="date")
    sheet = open_workbook(room.read(path))["견적서"]
    assert sheet["F4"].value == dt.datetime(1900, 3, 1)  # noqa: DTZ001  a cell knows no zone
