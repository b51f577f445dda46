"""Relative and absolute corners of references, and what a move does to them. Knows no formula."""

from __future__ import annotations

import re
from typing import NamedTuple

from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Area, column_name, column_number

_PART = re.compile(r"(\$?)([A-Za-z]*)(\$?)([0-9]*)")


class Corner(NamedTuple):
    """One side of a reference. 0 where it names no row (`B:B`) or no column (`3:3`)."""

    row: int
    column: int
    row_fixed: bool
    column_fixed: bool

    def moved(self, rows: int, columns: int) -> Corner:
        """Relative parts moved; what leaves the sheet comes in at its other side, as in Excel."""
        row = self.row if self.row_fixed or not self.row else (self.row + rows - 1) % MAX_ROW + 1
        column = self.column if self.column_fixed or not self.column else (self.column + columns - 1) % MAX_COLUMN + 1
        return self._replace(row=row, column=column)

    def __str__(self) -> str:
        column = "$" * self.column_fixed + column_name(self.column) if self.column else ""
        row = "$" * self.row_fixed + str(self.row) if self.row else ""
        return column + row


class Span(NamedTuple):
    """A reference as written: one corner, or two."""

    first: Corner
    last: Corner | None

    def moved(self, rows: int, columns: int) -> Span:
        return Span(self.first.moved(rows, columns), self.last.moved(rows, columns) if self.last else None)

    def __str__(self) -> str:
        return f"{self.first}:{self.last}" if self.last else str(self.first)

    def area(self) -> Area | None:
        """The cells that it names; None where it lies outside the sheet."""
        last = self.last or self.first
        rows = sorted((self.first.row or 1, last.row or MAX_ROW))
        columns = sorted((self.first.column or 1, last.column or MAX_COLUMN))
        inside = rows[1] <= MAX_ROW and columns[1] <= MAX_COLUMN
        return Area(rows[0], columns[0], rows[1], columns[1]) if inside else None


def read_span(text: str) -> Span:
    """The corners of an `area` token, such as `$B3:D$9`, `B:B` or `3:9`."""
    first, _, last = text.partition(":")
    return Span(_read_corner(first), _read_corner(last) if last else None)


def _read_corner(text: str) -> Corner:
    found = _PART.fullmatch(text)
    if found is None:
        raise ValueError(text)
    dollar, letters, second, digits = found.groups()
    if not letters:  # `$3`: the sign belongs to the row
        return Corner(int(digits or 0), 0, bool(dollar or second), column_fixed=False)
    return Corner(int(digits or 0), column_number(letters), bool(second), bool(dollar))
