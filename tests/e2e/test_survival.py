"""What a form looks like and what it guards is the same after a fill, as openpyxl sees it (XFILL-11)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.e2e.callers import Caller
from tests.e2e.reading import open_workbook, parts
from tests.e2e.room import Room
from tests.e2e.wrong_books import FIXTURES, fixture

QUOTE = json.loads((FIXTURES / "quote.expected.json").read_text(encoding="utf-8"))["call"]["cells"]
LEAVE: list[dict[str, Any]] = [
    {"sheet": "휴가신청서", "cell": "B3", "value": "김하늘"},
    {"sheet": "휴가신청서", "cell": "B4", "value": "연차"},
    {"sheet": "휴가신청서", "cell": "D4", "value": 2},
    {"sheet": "휴가신청서", "cell": "B5", "value": "2026-11-30", "format": "date"},
    {"sheet": "휴가신청서", "cell": "B6", "value": "09:30", "format": "time"},
]
FORMS = {"quote.xltx": QUOTE, "leave.xlsx": LEAVE}


def looks(sheet: Worksheet) -> dict[str, Any]:
    """Font, fill, border, alignment, number format and protection of every cell, and height of every row."""
    cells = (cell for row in sheet.iter_rows() for cell in row)
    styles = {
        cell.coordinate: repr((cell.font, cell.fill, cell.border, cell.alignment, cell.number_format, cell.protection))
        for cell in cells
    }
    return {**styles, "heights": {number: row.height for number, row in sheet.row_dimensions.items() if row.height}}


def guards(sheet: Worksheet) -> dict[str, Any]:
    """Rules, conditional formats, merges, comments, protection and print settings."""
    return {
        "rules": sorted(repr(rule) for rule in sheet.data_validations.dataValidation),
        "conditions": sorted(str(area.sqref) for area in sheet.conditional_formatting),
        "merges": sorted(str(area) for area in sheet.merged_cells.ranges),
        "comments": {cell.coordinate: cell.comment.text for row in sheet.iter_rows() for cell in row if cell.comment},
        "protection": repr(sheet.protection),
        "print": (sheet.print_area, sheet.print_title_rows, repr(sheet.page_setup), sheet.oddFooter.left.text),
        "panes": sheet.freeze_panes,
        "tables": dict(sheet.tables.items()),
    }


@pytest.mark.proves("XFILL-8", "XFILL-11")
@pytest.mark.parametrize("form", FORMS)
def test_a_fill_leaves_the_looks_and_the_guards_of_a_form(form: str, caller: Caller, room: Room, fresh: str):
    room.put(f"templates/{form}", fixture(form))
    cells = FORMS[form]
    ok, body = caller.call("edit_xlsx", template=f"templates/{form}", path=fresh, attach=False, cells=cells)
    assert ok, body

    before, after = open_workbook(fixture(form)), open_workbook(room.read(fresh))

    assert before.sheetnames == after.sheetnames
    for old, new in zip(before, after, strict=True):
        assert looks(new) == looks(old)
        assert guards(new) == guards(old)
        assert new.sheet_state == old.sheet_state
    assert {name: str(told.attr_text) for name, told in after.defined_names.items()} == {
        name: str(told.attr_text) for name, told in before.defined_names.items()
    }


@pytest.mark.proves("XFILL-8", "XFILL-11")
@pytest.mark.parametrize("form", FORMS)
def test_charts_pictures_comments_and_styles_are_the_bytes_of_the_form(
    form: str, caller: Caller, room: Room, fresh: str
):
    room.put(f"templates/{form}", fixture(form))
    ok, body = caller.call("edit_xlsx", template=f"templates/{form}", path=fresh, attach=False, cells=FORMS[form])
    assert ok, body

    before, after = parts(fixture(form)), parts(room.read(fresh))

    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert changed == set(body["parts"]["changed"])
    assert changed <= {"[Content_Types].xml", "xl/worksheets/sheet1.xml"}
    assert body["parts"]["identical"] == len(before) - len(changed)
