"""Where in its workbook a chart finds its names, categories and values: references to one range. Knows no cell.

ECMA-376-1, 21.2.2.65 (f); A1 notation as in 18.3.1.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_REFERENCE = re.compile(
    r"(?P<sheet>'(?:[^'\[\]]|'')+'|[^'!\[\]:,()]+)!\$?(?P<left>[A-Z]{1,3})\$?(?P<top>[1-9]\d{0,6})"
    r"(?::\$?(?P<right>[A-Z]{1,3})\$?(?P<bottom>[1-9]\d{0,6}))?"
)
_RANGE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})(?::([A-Z]{1,3})([1-9]\d{0,6}))?")
_LETTERS = 26
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Area:
    """One row or column of cells, from its first square (row, column, both from 1); `down` where it is a column."""

    sheet: str
    first: Square
    count: int
    down: bool = True

    @property
    def name(self) -> str:
        """The sheet's name as it is, without quotes."""
        return self.sheet[1:-1].replace("''", "'") if self.sheet.startswith("'") else self.sheet

    def squares(self) -> Iterator[Square]:
        row, column = self.first
        for step in range(self.count):
            yield (row + step, column) if self.down else (row, column + step)

    def resized(self, count: int) -> Area:
        return replace(self, count=count)

    @property
    def fits(self) -> bool:
        """Whether it lies within a sheet."""
        row, column = self.first
        last = (row + self.count - 1, column) if self.down else (row, column + self.count - 1)
        return last[0] <= _LAST_ROW and last[1] <= _LAST_COLUMN

    def __str__(self) -> str:
        *_, (row, column) = self.squares()
        start = f"{self.sheet}!{_absolute(self.first)}"
        return start if self.count == 1 else f"{start}:{_absolute((row, column))}"


def read_area(reference: str, *, down: bool = True) -> Area | None:
    """The row or column that a reference names; of one cell `down` says which. None for anything else."""
    found = _REFERENCE.fullmatch(reference.strip())
    if found is None:
        return None
    top, left = int(found["top"]), column_number(found["left"])
    bottom, right = int(found["bottom"] or top), column_number(found["right"] or found["left"])
    rows, columns = bottom - top + 1, right - left + 1
    if min(rows, columns) != 1:
        return None
    single = rows == columns == 1
    return Area(found["sheet"], (top, left), max(rows, columns), down if single else columns == 1)


def read_corners(reference: str) -> tuple[Square, Square] | None:
    """The first and the last square of a range such as A1:D5; None for anything else."""
    found = _RANGE.fullmatch(reference.strip())
    if found is None:
        return None
    first, last = (found[1], found[2]), (found[3] or found[1], found[4] or found[2])
    return (int(first[1]), column_number(first[0])), (int(last[1]), column_number(last[0]))


def column_number(letters: str) -> int:
    """A column's number from 1."""
    number = 0
    for letter in letters:
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """A column's letters."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def square_name(square: Square) -> str:
    """A square as A1."""
    return f"{column_letters(square[1])}{square[0]}"


def _absolute(square: Square) -> str:
    return f"${column_letters(square[1])}${square[0]}"
