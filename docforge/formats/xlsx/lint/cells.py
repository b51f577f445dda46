"""Repair risks of rows and cells. Knows no other part than the sheet it looks at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from docforge.errors import Refusal
from docforge.formats.xlsx.formula.lexer import Token, read_tokens
from docforge.formats.xlsx.lint.risk import Risk
from docforge.formats.xlsx.refs import MAX_ROW, read_cell
from docforge.formats.xlsx.scan import Content, Worksheet, check_well_formed, open_sheet
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


def find_cell_risks(data: bytes, part: str, bounds: Bounds = Bounds()) -> Iterator[Risk]:
    """Risks of a worksheet part's rows and cells; a character that XML cannot hold is one."""
    try:
        check_well_formed(data)
        sheet = open_sheet(data)
    except Refusal:
        yield Risk("not_well_formed", part)
        return
    before, masters = 0, set[str]()
    for row in sheet.rows(1, _ANY_ROW):
        if row.number <= before:
            yield Risk("row_order", part, str(row.number))
        if row.number > MAX_ROW:
            yield Risk("row_number", part, str(row.number))
        before = row.number
        cells = {span: sheet.content(span) for span in sheet.row_cells(row)}
        yield from (Risk(risk, part, at) for risk, at in find_row_risks(sheet, cells, bounds, masters))


def find_row_risks(
    sheet: Worksheet, cells: Mapping[CellSpan, Content], bounds: Bounds = Bounds(), masters: set[str] | None = None
) -> Iterator[tuple[str, str]]:
    """Rule and address of each risk among the cells of one row.

    `masters` are the shared formulas met above; None where they are not known, and so not looked for.
    """
    before = 0
    for span, content in cells.items():
        risks = [*_place_risks(sheet, span, content, before), *_value_risks(span, content, bounds)]
        if span.formula:
            risks += _formula_risks(content, masters)
        yield from ((risk, str(span.cell)) for risk in risks)
        before = span.cell.column


def _place_risks(sheet: Worksheet, span: CellSpan, content: Content, before: int) -> Iterator[str]:
    if span.cell.column <= before:
        yield "cell_order"
    if not sheet.is_plain:
        said = read_cell(read_attributes(sheet.data[span.start : content.first]).get("r", str(span.cell)))
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


def _is_balanced(tokens: Sequence[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += _PAIRS.get(token.kind, 0)
        if depth < 0 or (token.kind == "other" and token.text in {'"', "'"}):
            return False
    return depth == 0
