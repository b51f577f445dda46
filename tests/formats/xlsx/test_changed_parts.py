"""The result names each part that changed, and says why it did where that is not the fill itself."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from docforge import DocForge

FIXTURES = Path(__file__).parents[3] / "fixtures" / "xlsx"
TYPES, SHEET = "[Content_Types].xml", "xl/worksheets/sheet1.xml"
pytestmark = pytest.mark.proves("XFILL-8")


@pytest.fixture
def forge(tmp_path: Path) -> DocForge:
    (tmp_path / "templates").mkdir()
    for name in ("quote.xltx", "invoice.xlsx", "manual.xlsx"):
        shutil.copyfile(FIXTURES / name, tmp_path / "templates" / name)
    return DocForge(tmp_path, language="en")


def fill(forge: DocForge, sheet: str, cell: str, value: Any, **more: Any) -> tuple[list[str], list[str]]:
    """The parts that the result names, and its warnings."""
    item = {"sheet": sheet, "cell": cell, "value": value} | more.pop("item", {})
    result = forge.call("edit_xlsx", **({"path": "out.xlsx", "attach": False, "cells": [item]} | more))
    told = {key: result.get(key) for key in ("action", "template")}
    assert told["action"] == ("copied_and_edited" if told["template"] else "edited")
    return sorted(result["parts"]["changed"]), result.get("warnings", [])


def test_the_content_types_change_when_a_template_becomes_a_document_and_then_alone(forge: DocForge) -> None:
    assert fill(forge, "견적서", "B3", "1", template="templates/quote.xltx") == ([TYPES, SHEET], [])
    assert fill(forge, "견적서", "B3", "2") == ([SHEET], [])
    assert fill(forge, "Invoice", "B4", "1", template="templates/invoice.xlsx", path="b.xlsx") == ([SHEET], [])


def test_a_style_that_was_added_comes_with_a_sentence_that_says_why(forge: DocForge) -> None:
    item = {"format": "date:long"}
    parts, warnings = fill(forge, "견적서", "B3", "2026-11-30", template="templates/quote.xltx", item=item)
    assert parts == [TYPES, "xl/styles.xml", SHEET]
    assert warnings == ['No style showed yyyy"년"\\ m"월"\\ d"일", so one was added.']


def test_a_book_that_is_set_to_calculate_at_opening_comes_with_a_sentence_that_says_why(forge: DocForge) -> None:
    parts, warnings = fill(forge, "Form", "B1", 3, template="templates/manual.xlsx", path="c.xlsx")
    assert parts == ["xl/workbook.xml", SHEET]
    assert warnings == ["This book calculates by hand only; it was set to calculate once at opening."]
