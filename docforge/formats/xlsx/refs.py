"""A1 addresses, areas and sheet-qualified references (ECMA-376-1 §18.18.62). Knows no workbook."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

MAX_ROW, MAX_COLUMN = 1_048_576, 16_384
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")


class Cell(NamedTuple):
    """Row and column, both from 1."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row}"


class Area(NamedTuple):
    """A rectangle of cells, corners included."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        first, last = Cell(self.top, self.left), Cell(self.bottom, self.right)
        return str(first) if first == last else f"{first}:{last}"

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, Cell) and self.top <= cell.row <= self.bottom and self.left <= cell.column <= self.right

    @property
    def first(self) -> Cell:
        return Cell(self.top, self.left)

    def overlaps(self, other: Area) -> bool:
        return (
            self.top <= other.bottom
            and other.top <= self.bottom
            and self.left <= other.right
            and other.left <= self.right
        )


@lru_cache(1_024)
def column_number(letters: str) -> int:
    """1 for A, 27 for AA; 0 for the empty string."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


@lru_cache(1_024)
def column_name(number: int) -> str:
    """A for 1, AA for 27."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@lru_cache(8_192)
def read_cell(text: str) -> Cell | None:
    """The cell that `text` addresses (`B3`, `$B$3`, any case); None when it is no address or outside the sheet."""
    found = _CELL.fullmatch(text)
    if found is None:
        return None
    cell = Cell(int(found[2]), column_number(found[1]))
    return cell if cell.row <= MAX_ROW and cell.column <= MAX_COLUMN else None


def read_area(text: str) -> Area | None:
    """The area that `text` addresses: `B3`, `B3:D9`, `B:D`, `3:9`; None when it is none."""
    left, _, right = text.replace("$", "").partition(":")
    first, last = read_cell(left), read_cell(right or left)
    if first and last:
        rows, columns = sorted((first.row, last.row)), sorted((first.column, last.column))
        return Area(rows[0], columns[0], rows[1], columns[1])
    return _read_band(left, right)


def _read_band(left: str, right: str) -> Area | None:
    if left.isdigit() and right.isdigit():
        rows = sorted((int(left), int(right)))
        return Area(rows[0], 1, rows[1], MAX_COLUMN) if rows[0] >= 1 and rows[1] <= MAX_ROW else None
    if re.fullmatch("[A-Za-z]{1,3}", left) and re.fullmatch("[A-Za-z]{1,3}", right):
        columns = sorted((column_number(left), column_number(right)))
        return Area(1, columns[0], MAX_ROW, columns[1]) if columns[1] <= MAX_COLUMN else None
    return None


def read_areas(text: str) -> tuple[Area, ...]:
    """The areas of an sqref: space-separated; what is no area is left out."""
    return tuple(area for part in text.split() if (area := read_area(part)) is not None)
