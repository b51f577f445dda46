"""What cells hold, as values (ECMA-376-1 §18.3.1.4). Knows no format and no caller's item."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.workbook import SheetEntry, Workbook


@dataclass(frozen=True, slots=True)
class Content:
    """A cell's value; with `formula` the result stored last, which may be stale. An error keeps its text."""

    kind: Literal["blank", "text", "number", "boolean", "error"] = "blank"
    text: str = ""
    number: float = 0
    formula: bool = False

    @property
    def is_label(self) -> bool:
        """A constant text with something to see."""
        return self.kind == "text" and not self.formula and bool(self.text.strip())

    @property
    def is_empty(self) -> bool:
        """Nothing to see, and nothing computes it."""
        return not self.formula and (self.kind == "blank" or (self.kind == "text" and not self.text.strip()))


BLANK = Content()


def read_content(workbook: Workbook, entry: SheetEntry, cell: Cell) -> Content:
    """What the cell of that sheet holds; BLANK where there is none."""
    span = workbook.find(entry, cell)
    return BLANK if span is None else span_content(workbook, entry, span)


def span_content(workbook: Workbook, entry: SheetEntry, span: CellSpan) -> Content:
    """What one `<c>` holds."""
    sheet = workbook.sheet(entry)
    if sheet.data.find(b">", span.start, span.end) == span.end - 1:  # `<c r="B3" s="7"/>`
        return BLANK
    raw = sheet.raw(span)
    match span.kind:
        case "s":
            return _text(workbook.strings.text(int(raw)) if raw.strip().isdigit() else "", span)
        case "str" | "inlineStr" | "d":
            return _text(raw, span)
        case "b":
            return Content("boolean", "TRUE" if raw.strip() in {"1", "true"} else "FALSE", formula=span.formula)
        case "e":
            return Content("error", raw, formula=span.formula)
        case _:
            return _number(raw.strip(), span)


def _text(text: str, span: CellSpan) -> Content:
    return Content("text" if text else "blank", text, formula=span.formula)


def _number(raw: str, span: CellSpan) -> Content:
    try:
        number = float(raw)
    except ValueError:
        number = math.nan
    if math.isfinite(number):
        return Content("number", raw, number, formula=span.formula)
    return Content("text" if raw else "blank", raw, formula=span.formula)
