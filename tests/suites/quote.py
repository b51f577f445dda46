"""The demonstration's quote: its form, its call, a wrong call, and what strangers read in the finished workbook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.e2e.reading import cell_values

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "xlsx"
FORM = (FIXTURES / "quote.xltx").read_bytes()
TEMPLATE = "templates/quote.xltx"
SHEET = "견적서"
_TOLD: dict[str, Any] = json.loads((FIXTURES / "quote.expected.json").read_text(encoding="utf-8"))
CELLS: list[dict[str, Any]] = _TOLD["call"]["cells"]
WRONG_CELLS: list[dict[str, Any]] = _TOLD["refused"]["cells"]
PROBLEMS: list[tuple[str, str]] = [(problem["at"], problem["code"]) for problem in _TOLD["refused"]["problems"]]
_KEPT = {cell: value for cell, value in _TOLD["stored"].items() if cell != "F3"}  # a date reads back as a date


def check_quote(workbook: bytes) -> None:
    """Assert that a stranger reads in the workbook what the call wrote."""
    assert cell_values(workbook, SHEET, list(_KEPT)) == list(_KEPT.values())
