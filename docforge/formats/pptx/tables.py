"""Tables of a slide (ECMA-376-1, 21.1.3) as grids; line items written into their rows. Knows no address.

A table keeps every square as an a:tc: those that a merge covers say so (hMerge, vMerge).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property

from docforge.formats.fields.addresses import number_equals
from docforge.formats.fields.tables import (
    Grid,
    GridCell,
    RowBlock,
    is_label,
    is_running,
    is_total,
    next_running,
    plain_label,
)
from docforge.formats.pptx.markup import A16, A, P, is_on, number
from docforge.formats.pptx.shapes import Shape
from docforge.formats.pptx.text import holds_field, holds_formula, read_text, write_text
from docforge.opc import Element

_ROW_ID = f"{A16}rowId"
_LARGEST_ID = 2**32


@dataclass(frozen=True)
class Table:
    """One table, in the graphic frame of `shape`."""

    shape: Shape
    element: Element

    @property
    def rows(self) -> list[Element]:
        return list(self.element.iterchildren(f"{A}tr"))

    @cached_property
    def grid(self) -> Grid:
        return Grid(list(self._cells()))

    def _cells(self) -> Iterator[GridCell]:
        for row, element in enumerate(self.rows):
            for column, cell in enumerate(element.iterchildren(f"{A}tc")):
                if not (is_on(cell, "hMerge") or is_on(cell, "vMerge")):
                    yield _read_cell(cell, row, column)

    def address(self, cell: GridCell) -> str:
        return f"R{cell.row + 1}C{cell.column + 1}"

    @cached_property
    def blocks(self) -> Sequence[RowBlock]:
        """Line items: free rows under a header, else the sample rows of a table that has nothing but them."""
        return self.grid.blocks or [*self._samples()]

    def _samples(self) -> Iterator[RowBlock]:
        """The rows between a header and the sums, where all rows are alike and no cell is merged or empty."""
        whole = all(cell.rows == 1 == cell.columns for cell in self.grid.cells)
        names = [plain_label(cell.text) for cell in self.grid.row(0)]
        headed = (
            len(names) > 1 and len(set(names)) == len(names) and all(is_label(one.text) for one in self.grid.row(0))
        )
        footer = 0
        while footer < self.grid.height - 1 and self._is_sum(self.grid.height - 1 - footer):
            footer += 1
        rows = self.grid.height - 1 - footer
        filled = rows > 1 and all(cell.text.strip() for row in range(1, rows + 1) for cell in self.grid.row(row))
        if whole and headed and filled:
            yield RowBlock(1, rows, number_equals(names), footer)

    def _is_sum(self, row: int) -> bool:
        return any(is_total(cell.text) for cell in self.grid.row(row))


def read_table(shape: Shape) -> Table | None:
    """The table of a graphic frame; None where it holds something else."""
    content = shape.content
    element = None if content is None else content.find(f"{A}tbl")
    return None if element is None else Table(shape, element)


def body_of(cell: Element) -> Element | None:
    """The text body of a cell."""
    return cell.find(f"{A}txBody")


def _read_cell(cell: Element, row: int, column: int) -> GridCell:
    body = body_of(cell)
    sealed = body is None or holds_field(body) or holds_formula(body)
    span = number(cell, "rowSpan", 1), number(cell, "gridSpan", 1)
    return GridCell(row, column, read_text(body), cell, max(1, span[0]), max(1, span[1]), sealed)


# ── line items ────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_rows(table: Table, block: RowBlock, rows: Sequence[Mapping[int, str]], *, drop_unused: bool) -> list[Element]:
    """Write the rows (column → text) and return their a:tr: free rows first, then copies of the last of them.

    The frame grows and shrinks by the height of the rows that come and go.
    """
    free = table.rows[block.first : block.end]
    used = [*free[: len(rows)], *_add_rows(table, free[-1], len(rows) - len(free))]
    for row, values in zip(used, rows, strict=True):
        for cell, column in _cells_of(row):
            if column in values and (values[column] or not is_running(read_text(cell))):
                write_text(cell, values[column])
    if drop_unused:
        _drop_rows(table, free[max(len(rows), 1) :])
        for body, _ in (pair for row in free[len(rows) : 1] for pair in _cells_of(row)):
            write_text(body, "")
    return used


def read_row(row: Element) -> list[str]:
    """The texts of the cells that begin in a row."""
    return [read_text(body) for body, _ in _cells_of(row)]


def _cells_of(row: Element) -> Iterator[tuple[Element, int]]:
    """The text bodies of the cells that begin in a row, each with its number among them."""
    seen = 0
    for cell in row.iterchildren(f"{A}tc"):
        body = body_of(cell)
        if is_on(cell, "hMerge") or is_on(cell, "vMerge"):
            continue
        if body is not None:
            yield body, seen
        seen += 1


def _add_rows(table: Table, last: Element, count: int) -> list[Element]:
    made = [deepcopy(last) for _ in range(count)]
    for step, row in enumerate(made, 1):
        row.tail = None
        _empty(row, step)
    for row in reversed(made):
        last.addnext(row)
    for row in made:
        _renew_id(table, row)
    _resize(table, count * number(last, "h") if count > 0 else 0)
    return made


def _empty(row: Element, step: int) -> None:
    """Take the texts out of a copied row; a running number in its first cell counts on."""
    for body, column in _cells_of(row):
        text = read_text(body)
        write_text(body, next_running(text, step) if column == 0 and is_running(text) else "")


def _renew_id(table: Table, row: Element) -> None:
    """A row is known by its a16:rowId; two with the same make PowerPoint repair the file."""
    taken = [number(one, "val") for one in table.element.iter(_ROW_ID)]
    for one in row.iter(_ROW_ID):
        one.set("val", str((max(taken) + 1) % _LARGEST_ID))


def _drop_rows(table: Table, rows: Sequence[Element]) -> None:
    for row in rows:
        table.element.remove(row)
    _resize(table, -sum(number(row, "h") for row in rows))


def _resize(table: Table, height: int) -> None:
    frame = table.shape.element.find(f"{P}xfrm/{A}ext")
    if frame is not None and height:
        frame.set("cy", str(max(0, number(frame, "cy") + height)))
