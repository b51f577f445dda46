"""Plans of workbooks made in tests, and the problems that come instead. Knows no rule."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import xlsxwriter

from docforge.errors import Refusal
from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.plan import plan
from docforge.formats.xlsx.planned import Plan
from docforge.opc import Package

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "xlsx"
Cells = list[dict[str, Any]]
Build = Callable[[xlsxwriter.Workbook], None]


def make_book(build: Build, **options: Any) -> bytes:
    """A workbook that `build` writes with XlsxWriter."""
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, options) as book:
        build(book)
    return data.getvalue()


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


def put(cell: str, value: Any = "값", sheet: str = "S", **more: Any) -> dict[str, Any]:
    """One item."""
    return {"sheet": sheet, "cell": cell, "value": value, **more}


def plan_of(
    data: bytes, cells: Cells, origin: bytes | None = None, *, force: bool = False, itself: bool = True
) -> Plan:
    """The plan; the template is `origin`, else the workbook itself, or none at all with `itself=False`."""
    package = Package.open(data)
    template = Package.open(origin) if origin is not None else package if itself else None
    return plan(package, XlsxItems.model_validate({"cells": cells}), origin=template, force_calculation=force)


def refusal_of(data: bytes, cells: Cells, origin: bytes | None = None, *, itself: bool = True) -> Refusal:
    """The refusal that must come."""
    try:
        found = plan_of(data, cells, origin, itself=itself)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"not refused: {found.writes}")


def problems_of(data: bytes, cells: Cells, origin: bytes | None = None, *, itself: bool = True) -> list[dict[str, Any]]:
    """The problems as a caller reads them, in English."""
    return refusal_of(data, cells, origin, itself=itself).to_dict("en")["problems"]


def problem_of(data: bytes, cells: Cells, origin: bytes | None = None, *, itself: bool = True) -> dict[str, Any]:
    """The one problem that must come, without its sentence where that is not asked."""
    problems = problems_of(data, cells, origin, itself=itself)
    assert len(problems) == 1, problems
    return problems[0]


def notices_of(found: Plan) -> list[str]:
    return [notice.code for notice in found.notices]
