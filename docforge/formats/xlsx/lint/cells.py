"""Repair risks of rows and cells. Knows no other part than the sheet it looks at."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from docforge.errors import Refusal
from docforge.formats.xlsx.formula.lexer import Token, read_tokens
from docforge.formats.xlsx.lint.risk import Risk
from docforge.formats.xlsx.refs import MAX_ROW, read_cell
from docforge.formats.xlsx.scan import RowSpan, Worksheet, open_exactly, open_sheet
from docforge.formats.xlsx.scan.rows import Content
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.values import LONGEST_TEXT
from docforge.formats.xlsx.xmltext import read_attributes

_ANY_ROW = 2**63
_LONGEST_FORMULA = 8_192
_TYPES = {"n", "s", "b", "e", "str", "inlineStr"}
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
_PAIRS = {"open": 1, "function": 1, "close": -1}


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many cell formats and shared strings there are; None where that is not to be looked at."""

    styles: int | None = None
    strings: int | None = None


def find_cell_risks(
    data: bytes, part: str, bounds: Bounds = Bounds(), rows: Collection[int] | None = None
) -> Iterator[Risk]:
    """Risks of a worksheet part's cells, of those in `rows` alone where it is given.

    A whole part is parsed too, so that a character which XML cannot hold is a risk; only there are the masters of
    shared formulas looked for.
    """
    try:
        sheet = open_sheet(data) if rows is not None else _parsed(data)
    except Refusal:
        yield Risk("not_well_formed", part)
        return
    masters = set[str]() if rows is None else None
    for row in _chosen(sheet, rows):
        for risk, at in _cells_of(sheet, row, bounds, masters):
            yield Risk(risk, part, at)
    if rows is None or not sheet.is_plain:
        yield from _row_risks(sheet, part)


def _chosen(sheet: Worksheet, rows: Collection[int] | None) -> Iterator[RowSpan]:
    return (
        sheet.rows(1, _ANY_ROW)
        if rows is None
        else (row for number in sorted(rows) for row in sheet.rows(number, number))
    )


def _parsed(data: bytes) -> Worksheet:
    open_exactly(data)
    return open_sheet(data)


def _row_risks(sheet: Worksheet, part: str) -> Iterator[Risk]:
    before = 0
    for row in sheet.rows(1, _ANY_ROW):
        if row.number <= before:
            yield Risk("row_order", part, str(row.number))
        if row.number > MAX_ROW:
            yield Risk("row_number", part, str(row.number))
        before = row.number


def _cells_of(sheet: Worksheet, row: RowSpan, bounds: Bounds, masters: set[str] | None) -> Iterator[tuple[str, str]]:
    before = 0
    for span in sheet.row_cells(row):
        content = sheet.content(span)
        risks = [*_place_risks(sheet, span, before), *_value_risks(span, content, bounds)]
        if span.formula:
            risks += _formula_risks(content, masters)
        yield from ((risk, str(span.cell)) for risk in risks)
        before = span.cell.column


def _place_risks(sheet: Worksheet, span: CellSpan, before: int) -> Iterator[str]:
    if span.cell.column <= before:
        yield "cell_order"
    if not sheet.is_plain:
        tag = sheet.data[span.start : sheet.content(span).first]
        said = read_cell(read_attributes(tag).get("r", str(span.cell)))
        if said is None or said.row != span.cell.row:
            yield "cell_row"


def _value_risks(span: CellSpan, content: Content, bounds: Bounds) -> Iterator[str]:
    if bounds.styles is not None and (span.style or 0) >= max(bounds.styles, 1):
        yield "style_index"
    if span.kind not in _TYPES:
        yield "cell_type"
    if span.kind in {"inlineStr", "str"} and len(content.value.encode("utf-16-le")) // 2 > LONGEST_TEXT:
        yield "text_length"
    if span.kind == "inlineStr" and not content.inline and not span.formula:
        yield "inline_value"
    if content.stored and not content.inline and not _readable(span.kind, content.value, bounds):
        yield {"s": "string_index", "b": "boolean_value"}.get(span.kind, "number_value")


def _readable(kind: str, value: str, bounds: Bounds) -> bool:
    match kind:
        case "n":
            return not value or _NUMBER.fullmatch(value) is not None
        case "b":
            return value.strip() in {"", "0", "1", "true", "false"}
        case "s":
            return value.strip().isdecimal() and (bounds.strings is None or int(value) < bounds.strings)
        case _:
            return True


def _formula_risks(content: Content, masters: set[str] | None) -> Iterator[str]:
    text, given = content.formula or "", content.attributes
    if masters is not None and given.get("t") == "shared":
        if text:
            masters.add(given.get("si", ""))
        elif given.get("si", "") not in masters:
            yield "shared_master"
    if text.startswith("="):
        yield "formula_equals"
    if len(text) > _LONGEST_FORMULA:
        yield "formula_length"
    if not _is_balanced(read_tokens(text)):
        yield "formula_syntax"


def _is_balanced(tokens: list[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += _PAIRS.get(token.kind, 0)
        if depth < 0 or (token.kind == "other" and token.text in {'"', "'"}):
            return False
    return depth == 0
