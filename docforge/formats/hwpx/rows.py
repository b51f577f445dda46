"""Line items: fills free rows of a table, clones or takes out the rest, renumbers what counts rows. Knows no address.

Counters: cellAddr@rowAddr below, cellzone, tbl@rowCnt, the height of the table (OWPML hp:tbl).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docforge.formats.fields.tables import RowBlock, is_running, next_running
from docforge.formats.hwpx.cells import clone_row, set_cell
from docforge.formats.hwpx.markup import child, children, drop_layout_around, holder_text
from docforge.formats.hwpx.tables import Table, number_of
from docforge.opc import Element


@dataclass(frozen=True, slots=True)
class Block:
    """A block of line items of one table."""

    table: Table
    block: RowBlock

    @property
    def rows(self) -> list[Element]:
        """The free rows, hp:tr."""
        grid = self.table.grid
        return [grid.row(number)[0].target.getparent() for number in range(self.block.first, self.block.end)]

    @property
    def is_crossed(self) -> bool:
        """Whether a cell spans into its rows, so that none can be added."""
        return any(self.block.first <= row < self.block.end for row in self.table.crossed)


def write_rows(block: Block, rows: Sequence[Mapping[int, str]], *, drop_unused: bool) -> list[Element]:
    """Write the rows (column → text) and return their hp:tr. Free rows come first, then copies of the last of them."""
    free = block.rows
    used = [*free[: len(rows)], *_add_rows(block.table.element, free[-1], len(rows) - len(free))]
    for row, values in zip(used, rows, strict=True):
        _fill_row(row, values)
    if drop_unused:
        _drop_rows(block.table.element, free[max(len(rows), 1) :])
        for row in free[len(rows) : 1]:
            _empty_row(row)
    return used


def _fill_row(row: Element, values: Mapping[int, str]) -> None:
    cells = children(row, "tc")
    for column, text in values.items():
        if text or not is_running(holder_text(cells[column])):
            set_cell(cells[column], text)


def _empty_row(row: Element) -> None:
    """The last row of a block stays, so that there is one to fill later."""
    for cell in children(row, "tc"):
        if not is_running(holder_text(cell)):
            set_cell(cell, "")


def _add_rows(table: Element, last: Element, count: int) -> list[Element]:
    """Copies of a row behind it, `count` of them, running numbers carried on."""
    if count <= 0:
        return []
    at = _row_of(last) + 1
    _shift(table, at, count)
    made = [clone_row(last) for _ in range(count)]
    for number, row in enumerate(made):
        _set_row(row, at + number)
        _carry_on(row, number + 1)
    for row in reversed(made):
        last.addnext(row)
    _resize(table, count, count * _height(last))
    return made


def _drop_rows(table: Element, rows: Sequence[Element]) -> None:
    if not rows:
        return
    at, height = _row_of(rows[0]), sum(map(_height, rows))
    for row in rows:
        table.remove(row)
    _shift(table, at + len(rows), -len(rows))
    _resize(table, -len(rows), -height)


def _carry_on(row: Element, step: int) -> None:
    first = next(iter(children(row, "tc")))
    text = holder_text(first)
    if is_running(text):
        set_cell(first, next_running(text, step))


def _row_of(row: Element) -> int:
    """The number of a row by its first cell; -1 for a row without one."""
    cell = child(row, "tc")
    return number_of(child(cell, "cellAddr"), "rowAddr", -1) if cell is not None else -1


def _set_row(row: Element, number: int) -> None:
    for tc in children(row, "tc"):
        address = child(tc, "cellAddr")
        if address is not None:
            address.set("rowAddr", str(number))


def _shift(table: Element, at: int, count: int) -> None:
    """Renumber the rows from `at` on, and the zones of borders that reach there."""
    for row in children(table, "tr"):
        number = _row_of(row)
        if number >= at:
            _set_row(row, number + count)
    for zone in table.iterfind("{*}cellzoneList/{*}cellzone"):
        start, end = number_of(zone, "startRowAddr", 0), number_of(zone, "endRowAddr", 0)
        zone.set("startRowAddr", str(start + count if start >= at else min(start, at + min(count, 0))))
        zone.set("endRowAddr", str(end + count if end >= at - 1 else min(end, at + min(count, 0) - 1)))


def _height(row: Element) -> int:
    return max((number_of(child(tc, "cellSz"), "height", 0) for tc in children(row, "tc")), default=0)


def _resize(table: Element, rows: int, height: int) -> None:
    table.set("rowCnt", str(number_of(table, "rowCnt", 0) + rows))
    size = child(table, "sz")
    if size is not None:
        size.set("height", str(max(0, number_of(size, "height", 0) + height)))
    drop_layout_around(table)
