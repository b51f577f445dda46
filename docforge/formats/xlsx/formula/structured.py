"""Structured references such as `Items[[#This Row],[Price]]` (ECMA-376-1 §18.17.6.8). Knows no sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from docforge.formats.xlsx.refs import Area, Cell

_ITEMS = {"#all": "all", "#data": "data", "#headers": "headers", "#totals": "totals", "#this row": "row"}
_PIECE = re.compile(r"\[((?:'.|[^\[\]'])*)\]|([^\[\],:]*[^\[\],:\s][^\[\],:]*)")
_ESCAPED = re.compile(r"'(.)", re.DOTALL)


class Frame(NamedTuple):
    """What is needed of a table: its whole area, its column names, and whether it has header and totals rows."""

    area: Area
    columns: Sequence[str]
    header: bool
    totals: bool

    @property
    def data(self) -> Area:
        return self.area._replace(top=self.area.top + self.header, bottom=self.area.bottom - self.totals)


def read_specifier(text: str) -> tuple[str, list[str], list[str]]:
    """Table name, items (`all data headers totals row`) and the one or two columns of a `table` token."""
    name, _, inner = text.partition("[")
    inner = inner.removesuffix("]").strip()
    if inner.startswith("@"):
        columns = _pieces(inner[1:]) if inner[1:].startswith("[") else [inner[1:]] if inner[1:] else []
        return name, ["row"], [_ESCAPED.sub(r"\1", column) for column in columns]
    pieces = _pieces(inner) if inner.startswith("[") else [inner] if inner else []
    items = [_ITEMS[piece.lower()] for piece in pieces if piece.lower() in _ITEMS]
    columns = [_ESCAPED.sub(r"\1", piece) for piece in pieces if piece.lower() not in _ITEMS]
    return name, items, columns


def _pieces(inner: str) -> list[str]:
    """The parts of `[#This Row],[Price]:[Total]`; some producers leave the brackets of a plain name away."""
    return [(found[1] if found[1] is not None else found[2]).strip() for found in _PIECE.finditer(inner)]


def find_areas(frame: Frame, items: Sequence[str], columns: Sequence[str], cell: Cell) -> list[Area]:
    """The cells that a structured reference in `cell` names; none where a column does not exist."""
    sides = _columns(frame, columns)
    if sides is None:
        return []
    rows = [_rows(frame, item, cell) for item in items or ["data"]]
    return [Area(top, sides[0], bottom, sides[1]) for top, bottom in rows if top <= bottom]


def _columns(frame: Frame, columns: Sequence[str]) -> tuple[int, int] | None:
    if not columns:
        return frame.area.left, frame.area.right
    known = {name.casefold(): index for index, name in enumerate(frame.columns)}
    found = [known.get(column.casefold()) for column in columns]
    places = [frame.area.left + index for index in found if index is not None]
    return (min(places), max(places)) if len(places) == len(columns) else None


def _rows(frame: Frame, item: str, cell: Cell) -> tuple[int, int]:
    """First and last row of an item; an empty span (1, 0) where the table has none."""
    area, data = frame.area, frame.data
    match item:
        case "all":
            return area.top, area.bottom
        case "headers":
            return (area.top, area.top) if frame.header else (1, 0)
        case "totals":
            return (area.bottom, area.bottom) if frame.totals else (1, 0)
        case "row":
            return (cell.row, cell.row) if data.top <= cell.row <= data.bottom else (1, 0)
        case _:
            return data.top, data.bottom
