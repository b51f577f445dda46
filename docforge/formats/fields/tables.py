"""Tables as grids: merged ranges, labels beside their empty cells, blocks of like blank rows. Knows no format.

A format gives the cells; what stands here is what people mean by a table of a form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

LONGEST_LABEL = 40
_SPACES = re.compile(r"\s+")
_SENTENCE = re.compile(r"[다요오][.。]$|(\S+\s+){5,}\S+[.!?。]$")
_TOTAL = re.compile(
    r"(?:합계|총계|소계|총액|부가세|세액|계|총합계|합계금액|공급가액|(?:sub|grand )?total|vat|tax)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, eq=False)
class GridCell:
    """A cell of the grid, rows and columns counted from 0, with how many of them it covers.

    `sealed` cells hold what has an address of its own (a control, a field, a table) or is computed; `header` cells
    stand in rows that repeat on each page.
    """

    row: int
    column: int
    text: str
    target: Any = None
    rows: int = 1
    columns: int = 1
    sealed: bool = False
    header: bool = False

    @property
    def is_blank(self) -> bool:
        return not self.text.strip() and not self.sealed

    @property
    def is_label(self) -> bool:
        return is_label(self.text)


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Blank rows alike that stand below their header: the first row, how many, their columns, footer rows below."""

    first: int
    blank: int
    columns: Sequence[str]
    footer: int


def is_label(text: str) -> bool:
    """Whether a text names what stands beside or below it: short, and no sentence."""
    plain = text.strip()
    return 0 < len(plain) <= LONGEST_LABEL and any(map(str.isalpha, plain)) and not _SENTENCE.search(plain)


def plain_label(text: str) -> str:
    """A label without what only decorates it: line breaks, colons, blanks between the letters of a Korean word."""
    joined = _SPACES.sub(" ", text).strip().strip(":：*※·•").strip()
    letters = joined.split(" ")
    return (
        "".join(letters)
        if len(letters) > 1 and all(len(one) == 1 and "가" <= one <= "힣" for one in letters)
        else joined
    )


class Grid:
    """The cells of one table by row and column; a merged range is its first cell."""

    def __init__(self, cells: Sequence[GridCell]) -> None:
        self.cells = sorted(cells, key=lambda cell: (cell.row, cell.column))
        self._at: dict[tuple[int, int], GridCell] = {}
        for cell in self.cells:
            for row in range(cell.row, cell.row + cell.rows):
                for column in range(cell.column, cell.column + cell.columns):
                    self._at.setdefault((row, column), cell)

    def at(self, row: int, column: int) -> GridCell | None:
        """The cell that covers this square of the grid."""
        return self._at.get((row, column))

    @cached_property
    def height(self) -> int:
        return max((row for row, _ in self._at), default=-1) + 1

    @cached_property
    def width(self) -> int:
        return max((column for _, column in self._at), default=-1) + 1

    def row(self, number: int) -> list[GridCell]:
        """The cells that begin in a row, left to right."""
        return [cell for cell in self.cells if cell.row == number]

    def label_of(self, cell: GridCell) -> GridCell | None:
        """The cell whose text names a blank cell: left of it, else the nearest above; None in a block of rows."""
        left = self._beside(cell, -1)
        if left is not None and (left.text.strip() or left.sealed):
            return left if left.is_label and not left.header else None
        row = cell.row - 1
        while (above := self.at(row, cell.column)) is not None:
            if above.text.strip() or above.sealed:
                return above if above.is_label and not above.sealed else None
            row = above.row - 1
        return None

    def value_of(self, cell: GridCell) -> GridCell | None:
        """The blank cell that a label names: right of it, else below; None where the text names none."""
        if not cell.is_label or cell.sealed:
            return None
        near = (self._beside(cell, cell.columns), self.at(cell.row + cell.rows, cell.column))
        return next((one for one in near if one is not None and one.is_blank and self.label_of(one) is cell), None)

    def _beside(self, cell: GridCell, step: int) -> GridCell | None:
        return self.at(cell.row, cell.column + step)

    @cached_property
    def blocks(self) -> list[RowBlock]:
        """Blocks of line items, top to bottom: a header row, like blank rows under it, rows below them."""
        return list(self._find_blocks())

    def _find_blocks(self) -> Iterator[RowBlock]:
        row = 1
        while row < self.height:
            header = self._header_of(row)
            if header is None:
                row += 1
                continue
            blank = self._blank_from(row)
            end = row + blank
            yield RowBlock(row, blank, header, self.height - end)
            row = end + 1

    def _header_of(self, row: int) -> list[str] | None:
        """The names of the columns where `row` is a blank row of line items; None where it is none."""
        cells = self.row(row)
        if len(cells) < 2 or not self._is_item_row(cells):  # noqa: PLR2004  one cell is no list of columns
            return None
        above = [self.at(row - 1, cell.column) for cell in cells]
        whole = all(one is not None and one.columns == cell.columns for one, cell in zip(above, cells, strict=True))
        names = [plain_label(one.text) if one is not None else "" for one in above]
        labelled = sum(bool(name) for name in names)
        is_header = whole and labelled >= 2 and labelled * 2 > len(names)  # noqa: PLR2004  a pair of labels at least
        return names if is_header else None

    def _is_item_row(self, cells: Sequence[GridCell]) -> bool:
        """Whether all cells of a row are blank, the running number of the item apart, and none spans rows."""
        first, *rest = cells
        numbered = first.text.strip().isdigit()
        one_row = all(cell.rows == 1 for cell in cells)
        reached = self.at(cells[0].row, 0)
        return one_row and reached is first and (first.is_blank or numbered) and all(cell.is_blank for cell in rest)

    def _blank_from(self, row: int) -> int:
        shape = [(cell.column, cell.columns) for cell in self.row(row)]
        end = row
        while end < self.height and self._is_like(end, shape):
            end += 1
        return end - row

    def _is_like(self, row: int, shape: Sequence[tuple[int, int]]) -> bool:
        cells = self.row(row)
        return [(cell.column, cell.columns) for cell in cells] == list(shape) and self._is_item_row(cells)


def is_total(text: str) -> bool:
    """Whether a text names a sum, as the first cell of a footer row does."""
    return _TOTAL.match(plain_label(text)) is not None
