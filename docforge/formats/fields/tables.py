"""Tables as grids: merged ranges, labels beside their empty cells, blocks of like blank rows. Knows no format.

A format gives the cells; what stands here is what people mean by a table of a form. Whether a text is a label at all
is decided by its wording.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from docforge.formats.fields.addresses import number_equals
from docforge.formats.fields.wording import (
    LONGEST_LABEL,
    is_label,
    is_placeholder,
    is_running,
    is_total,
    next_running,
    plain_label,
)

__all__ = [
    "LONGEST_LABEL",
    "Grid",
    "GridCell",
    "RowBlock",
    "is_label",
    "is_placeholder",
    "is_running",
    "is_total",
    "next_running",
    "plain_label",
]
_MOST_SQUARES = 400_000
_PAIR = 2
_FARTHEST = 200  # rows of items above the free ones, behind which no header is looked for
_MOST_CROSSED = 200


@dataclass(frozen=True, slots=True, eq=False)
class GridCell:
    """A cell of the grid, rows and columns counted from 0, with how many of them it covers.

    `sealed` cells hold what has an address of its own (a control, a field, a table) or is computed; the text of a
    `{{placeholder}}` does not seal. `inner` cells hold a table or shape beside their text. `header` cells stand in
    rows that repeat on each page.
    """

    row: int
    column: int
    text: str
    target: Any = None
    rows: int = 1
    columns: int = 1
    sealed: bool = False
    header: bool = False
    inner: bool = False

    @property
    def is_blank(self) -> bool:
        return not (self.text.strip() or self.sealed or self.inner)

    @property
    def is_label(self) -> bool:
        return not self.sealed and is_label(self.text)

    @property
    def is_open(self) -> bool:
        """Whether a line item may go in: without text, or nothing but a `{{placeholder}}`."""
        return not self.sealed and (not self.text.strip() or is_placeholder(self.text))


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Rows for line items below their header: the first row, how many are free, the columns, sum rows below them.

    `columns` are names, one for each cell of a row. Free rows are alike: blank but for running numbers and guide text
    that repeats, or `{{placeholders}}` alone. `header` is the row that names the columns. `crossed` is the vertically
    merged cell that keeps the row from being used, if any.
    """

    first: int
    blank: int
    columns: Sequence[str]
    footer: int
    header: int = 0
    crossed: GridCell | None = None

    @property
    def end(self) -> int:
        """The row behind the last free one."""
        return self.first + self.blank


class Grid:
    """The cells of one table by row and column; a merged range is its first cell."""

    def __init__(self, cells: Sequence[GridCell]) -> None:
        self.cells = sorted(cells, key=lambda cell: (cell.row, cell.column))
        self._at: dict[tuple[int, int], GridCell] = {}
        self._rows: dict[int, list[GridCell]] = {}
        for cell in self.cells:
            self._rows.setdefault(cell.row, []).append(cell)
            self._at.setdefault((cell.row, cell.column), cell)
        self._last = max(self._rows, default=-1)
        for cell in self.cells:
            for square in self.covered(cell) if cell.rows * cell.columns > 1 else ():
                self._at.setdefault(square, cell)

    def covered(self, cell: GridCell) -> Iterator[tuple[int, int]]:
        """The squares that a merged cell covers beside its own; no more rows than there are, no endless columns."""
        last = min(cell.row + cell.rows, self._last + 1)
        widest = max(1, (_MOST_SQUARES - len(self._at)) // max(1, last - cell.row))
        for row in range(cell.row, last):
            for column in range(cell.column, cell.column + min(cell.columns, widest)):
                if (row, column) != (cell.row, cell.column):
                    yield row, column

    def at(self, row: int, column: int) -> GridCell | None:
        """The cell that covers this square of the grid."""
        return self._at.get((row, column))

    @cached_property
    def height(self) -> int:
        return max((row for row, _ in self._at), default=-1) + 1

    @cached_property
    def width(self) -> int:
        return max((column for _, column in self._at), default=-1) + 1

    def row(self, number: int) -> Sequence[GridCell]:
        """The cells that begin in a row, left to right."""
        return self._rows.get(number, ())

    # ── labels ────────────────────────────────────────────────────────────────────────────────────────────────────

    def names_of(self, cell: GridCell) -> tuple[GridCell, ...]:
        """The cells whose texts name a blank or sealed cell, none if none does.

        The cell left of it, else that above; where rows and columns both have names, first that of its row,
        then that of its column. A cell in a block of several rows has none: the block is its address. A sealed cell
        may say itself what goes in, so it is named only by the label left of it, and not in a row of check boxes that
        stand before their labels.
        """
        block = self.block_of(cell)
        if cell.sealed:
            left, named_behind = self.at(cell.row, cell.column - 1), self.row(cell.row)[0].sealed
            return (left,) if left is not None and left is self._row_name(cell) and not named_behind else ()
        if not cell.is_blank or cell.header or (block is not None and block.blank > 1):
            return ()
        left, above = self._row_name(cell), self._column_name(cell)
        if left is not None and above is not None and self._is_matrix(left, cell):
            return left, above
        beside = self.at(cell.row, cell.column - 1)
        if beside is not None and not beside.is_blank:
            return (beside,) if beside is left else ()
        return (above,) if above is not None and above.row + above.rows == cell.row else ()

    def name_of(self, cell: GridCell) -> str:
        """What a blank or sealed cell is called, undecorated: `고객사명`, in a matrix `매출 / 2027년`, else ""."""
        return " / ".join(plain_label(one.text) for one in self.names_of(cell))

    def name_beside(self, cell: GridCell) -> str:
        """What a cell that holds something is called by the label left of it; "" where it is itself a label."""
        left = self.at(cell.row, cell.column - 1)
        named = left is not None and left.is_label and not cell.is_blank and self.fault_of(cell) == ""
        return plain_label(left.text) if left is not None and named else ""

    def value_of(self, cell: GridCell) -> GridCell | None:
        """The first blank or sealed cell that a label or a column's header names; None where the text names none."""
        return self._values.get(cell) if cell.is_label else None

    def fault_of(self, cell: GridCell) -> Literal["", "label_cell", "header_cell"]:
        """Whether a cell is no place for a value: a label of a blank cell, or the header of columns."""
        block = self.block_of(cell)
        if (block is not None and cell.row < block.first) or (cell.header and not cell.is_blank and not cell.is_open):
            return "header_cell"
        return "label_cell" if self.value_of(cell) is not None else ""

    @cached_property
    def _values(self) -> dict[GridCell, GridCell]:
        found: dict[GridCell, GridCell] = {}
        for block in self.blocks:
            for cell in self.row(block.first):
                found.setdefault(self._at[block.header, cell.column], cell)
        for cell in self.cells:
            for name in self.names_of(cell):
                found.setdefault(name, cell)
        return found

    def _row_name(self, cell: GridCell) -> GridCell | None:
        """The nearest text left of a cell, where that is a label and no header of a column."""
        left = self._leftmost[cell]
        return left if left is not None and left.is_label and not left.header else None

    @cached_property
    def _leftmost(self) -> dict[GridCell, GridCell | None]:
        """The nearest cell left of each that is not blank, also one that reaches down from a row above."""
        found: dict[GridCell, GridCell | None] = {}
        for cell in self.cells:
            left = self.at(cell.row, cell.column - 1)
            while left is not None and left.is_blank and left.row < cell.row:
                left = self.at(cell.row, left.column - 1)
            found[cell] = found[left] if left is not None and left.is_blank else left
        return found

    def _column_name(self, cell: GridCell) -> GridCell | None:
        """The nearest text above a cell of the same columns, a repeated header before any other."""
        name = self._repeated.get((cell.column, cell.columns))
        if name is None or name.row >= cell.row:
            name = self._nearest[cell]
        block = self.block_of(name) if name is not None else None
        is_past = block is not None and block.end <= cell.row
        fits = name is not None and (name.column, name.columns) == (cell.column, cell.columns)
        return name if name is not None and fits and name.is_label and not is_past else None

    @cached_property
    def _repeated(self) -> dict[tuple[int, int], GridCell]:
        """The lowest cell with text of the rows that repeat on each page, by the columns that it covers."""
        return {(cell.column, cell.columns): cell for cell in self.cells if cell.header and cell.text.strip()}

    @cached_property
    def _nearest(self) -> dict[GridCell, GridCell | None]:
        """The nearest cell above each that is not blank; none where line items end in between."""
        found: dict[GridCell, GridCell | None] = {}
        for cell in self.cells:
            above = self.at(cell.row - 1, cell.column)
            is_item = above is not None and self._is_item(above, cell)
            found[cell] = None if above is None or is_item else found[above] if above.is_blank else above
        return found

    def _is_item(self, above: GridCell, cell: GridCell) -> bool:
        """Whether a cell above stands in a block of line items that ends above `cell`: its header is not theirs."""
        block = self.block_of(above)
        return block is not None and block.first <= above.row < block.end <= cell.row

    def _is_matrix(self, name: GridCell, cell: GridCell) -> bool:
        """Whether the row that `name` names has several cells for values, `cell` one of them."""
        first = self.at(cell.row, name.column + name.columns)
        second = self.at(cell.row, first.column + first.columns) if first is not None else None
        return all(one is not None and (one.is_blank or one.sealed) for one in (first, second))

    # ── line items ────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def blocks(self) -> Sequence[RowBlock]:
        """Blocks of line items, top to bottom: a header row, like free rows under it, rows of sums below them."""
        found = list(self._find_blocks())
        ends = [block.header for block in found[1:]] + [self.height]
        return [
            RowBlock(one.first, one.blank, one.columns, self._footer(one.end, end), one.header)
            for one, end in zip(found, ends, strict=False)
        ]

    def block_of(self, cell: GridCell) -> RowBlock | None:
        """The block that a cell stands in or heads."""
        return self._in_blocks.get(cell)

    @cached_property
    def _in_blocks(self) -> dict[GridCell, RowBlock]:
        held: dict[GridCell, RowBlock] = {}
        for block in self.blocks:
            heads = [self.at(block.header, cell.column) for cell in self.row(block.first)]
            rows = [cell for row in range(block.first, block.end) for cell in self.row(row)]
            held |= {cell: block for cell in (*heads, *rows) if cell is not None}
        return held

    def _find_blocks(self) -> Iterator[RowBlock]:
        row = 1
        while row < self.height:
            blank = self._free_from(row)
            header = self._header_over(self.row(row)) if blank else None
            if header is not None:
                names = [self.at(header, cell.column) for cell in self.row(row)]
                yield RowBlock(row, blank, _name_columns(names), 0, header)
            row += max(blank, 1)

    @cached_property
    def crossed(self) -> Sequence[RowBlock]:
        """Rows that would take line items if no vertical merge crossed them, each as a block of its own."""
        return list(self._find_crossed())

    def _find_crossed(self) -> Iterator[RowBlock]:
        merged = (row for row in range(1, self.height) if self._is_crossed(row))
        for row in islice(merged, _MOST_CROSSED):
            cells = self._over(row)
            header = self._header_over(cells)
            if header is not None:
                names = _name_columns([self.at(header, cell.column) for cell in self.row(row)])
                yield RowBlock(row, 1, names, 0, header, next(cell for cell in cells if cell.rows > 1))

    def _is_crossed(self, row: int) -> bool:
        """Whether a vertical merge crosses a row that is free otherwise."""
        cells = self._over(row)
        free = any(cell.is_open for cell in self.row(row)) and all(cell.is_open or cell.rows > 1 for cell in cells)
        return free and any(cell.rows > 1 for cell in cells) and not cells[0].header

    def _over(self, row: int) -> list[GridCell]:
        """The cells that cover a row, also from above, left to right."""
        over = (self.at(row, column) for column in range(self.width))
        return list(dict.fromkeys(cell for cell in over if cell is not None))

    def _free_from(self, row: int) -> int:
        """How many rows from here are free for line items and alike."""
        cells = self.row(row)
        whole = all(cell.rows == 1 and not cell.header for cell in cells) and self._over(row) == list(cells)
        if len(cells) < _PAIR or not whole:
            return 0
        end = row + 1
        if self._is_free(cells):
            while self._is_free(self.row(end)) and self._shape(end) == self._shape(row):
                end += 1
            return end - row
        blanks = sum(cell.is_blank for cell in cells)
        guided = len(cells) > _PAIR and blanks * 2 > len(cells) and not any(cell.sealed for cell in cells)
        texts = [cell.text for cell in cells]
        while guided and self._shape(end) == self._shape(row) and [cell.text for cell in self.row(end)] == texts:
            end += 1
        return end - row if end > row + 1 else 0

    def _is_free(self, cells: Sequence[GridCell]) -> bool:
        """Whether all cells of a row take a value, the running number of the item apart, and none spans rows."""
        if not cells or any(cell.rows > 1 or cell.header for cell in cells):
            return False
        if all(cell.inner for cell in cells):
            return False
        first, *rest = cells
        return (first.is_open or (not first.sealed and is_running(first.text))) and all(cell.is_open for cell in rest)

    def _shape(self, row: int) -> list[tuple[int, int, int]]:
        return [(cell.column, cell.columns, cell.rows) for cell in self.row(row)]

    def _header_over(self, below: Sequence[GridCell]) -> int | None:
        """The row that names the columns of a free row: over rows that are alike, the repeated or topmost one."""
        header, above = None, min(cell.row for cell in below) - 1
        farthest = max(0, above - _FARTHEST)
        while above >= farthest and self._lines_up(above, below):
            cells = [self._at[above, cell.column] for cell in below]
            if all(cell.header for cell in cells):
                return above
            if header is not None and (self._is_free(cells) or any(is_total(cell.text) for cell in cells)):
                return header
            if self._names_columns(cells):
                header = above
            above = min(cell.row for cell in cells) - 1
        return header

    def _lines_up(self, above: int, below: Sequence[GridCell]) -> bool:
        over = [(self.at(above, cell.column), cell) for cell in below]
        return all(one is not None and (one.column, one.columns) == (cell.column, cell.columns) for one, cell in over)

    def _names_columns(self, cells: Sequence[GridCell]) -> bool:
        """Whether these texts can be names of columns: labels, a few may be missing."""
        named = sum(cell.is_label for cell in cells)
        return named >= _PAIR and named * 2 > len(cells) and all(cell.is_label or cell.is_blank for cell in cells)

    def _footer(self, row: int, end: int) -> int:
        """How many rows from here on go down to the last one that tells a sum, before the next header."""
        sums = [at for at in range(row, end) if any(is_total(cell.text) for cell in self.row(at))]
        return sums[-1] + 1 - row if sums else 0


def _name_columns(cells: Sequence[GridCell | None]) -> list[str]:
    """A name for each column, all different; "" for one without."""
    names = [plain_label(cell.text) if cell is not None else "" for cell in cells]
    numbered = iter(number_equals(list(filter(None, names))))
    return [next(numbered) if name else "" for name in names]
