"""Undoes a splice on paper: what a filled sheet shares with the one it came from, byte for byte.

Reads both through the exact scanner, which its own tests hold against what the sheets say.
"""

from __future__ import annotations

import re

from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.scan import Worksheet, open_exactly

_REF = re.compile(rb"""(ref\s*=\s*["'])[^"']*""")
_SPANS = re.compile(rb"""(spans\s*=\s*["'])[^"']*""")
_KIND = re.compile(rb"""\st\s*=\s*(?:"[^"]*"|'[^']*')""")


def undone(data: bytes, written: frozenset[Cell], filled: frozenset[Cell] = frozenset()) -> tuple:
    """The sheet without what a fill of the cells `written` may change.

    That is: those cells, the tags of rows that hold nothing else, `spans`, the dimension's `ref`, and value and type
    of formula cells and of `filled`, the interiors of arrays.
    """
    sheet = open_exactly(data)
    outside = (_masked(sheet, sheet.head), sheet.tail)
    rows = {row.number: _row(sheet, row, written, filled) for row in sheet.rows()}
    return outside, {number: parts for number, parts in rows.items() if parts[1] or number not in _rows(written)}


def _rows(cells: frozenset[Cell]) -> set[int]:
    return {cell.row for cell in cells}


def _masked(sheet: Worksheet, head: bytes) -> bytes:
    if sheet.dimension is None:
        return head
    start, end = sheet.dimension
    return head[:start] + _REF.sub(rb"\1", head[start:end]) + head[end:]


def _row(sheet: Worksheet, row, written: frozenset[Cell], filled: frozenset[Cell]) -> tuple:
    tag = _SPANS.sub(rb"\1", sheet.data[row.start : row.first]).rstrip(b"/> ")
    cells = {}
    for span in sheet.row_cells(row):
        if span.cell not in written:
            computed = span.formula or span.cell in filled
            cells[span.cell] = _without_result(sheet, span) if computed else sheet.data[span.start : span.end]
    return tag, cells


def _without_result(sheet: Worksheet, span) -> bytes:
    content, data = sheet.content(span), sheet.data
    parts, at = [_KIND.sub(b"", data[span.start : content.first])], content.first
    for start, end in content.stored:
        parts.append(data[at:start])
        at = end
    return b"".join((*parts, data[at : span.end]))
