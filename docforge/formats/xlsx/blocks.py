"""Item blocks of a sheet: rows of one kind under a row of headers, as ListObjects or as drawn by hand.

Knows no single places; those are for `labels`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from docforge.formats.xlsx.areas import AreaIndex
from docforge.formats.xlsx.formula.resolve import read_areas_of
from docforge.formats.xlsx.grid import Grid
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.workbook import Table

_SUMS = re.compile(r"\b(SUM|SUBTOTAL|AVERAGE|COUNTA?)\(", re.IGNORECASE)
TOTAL = re.compile(r"(합\s*계|총\s*계|소\s*계|총\s*액|(sub|grand)?\s*totals?)\b.{0,20}", re.IGNORECASE)
_TOTAL_ROWS = 3
_FARTHEST, _MOST_EMPTY = 200, 1_000


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a block by the number of its (left) column, its header's text and where that stands."""

    number: int
    label: str
    header: Cell | None


@dataclass(frozen=True, slots=True)
class Block:
    """`rows` are the rows of items over all columns, `whole` takes in headers and totals.

    `columns` are those to fill, `computed` those that formulas fill, `totals` the formulas over them.
    """

    rows: Area
    whole: Area
    columns: tuple[Column, ...]
    computed: tuple[int, ...]
    totals: tuple[Cell, ...] = ()

    @property
    def filled_area(self) -> Area:
        """The item rows from the first to the last column to fill."""
        numbers = [column.number for column in self.columns]
        return self.rows._replace(left=min(numbers), right=max(numbers))

    def first(self, column: Column) -> Cell:
        """The column's cell in the first item row."""
        return Cell(self.rows.top, column.number)


def find_blocks(grid: Grid) -> list[Block]:
    """The blocks of a sheet from top to bottom; one without columns to fill is all computed."""
    blocks = [_read_table(grid, table) for table in grid.workbook.tables_of(grid.entry)]
    taken = AreaIndex((block.whole, None) for block in blocks)
    shown = [area for area, kept in grid.structure.kept if kept.kind == "output"]
    for heads in _header_runs(grid, taken):
        block = _read_drawn(grid, heads)
        if block is not None and not any(block.rows.overlaps(area) for area in (*shown, *(area for area, _ in taken))):
            blocks.append(block)
            taken.add(block.whole, None)
    return sorted(blocks, key=lambda block: block.whole)


# ── ListObjects ───────────────────────────────────────────────────────────────────────────────────────────────────


def _read_table(grid: Grid, table: Table) -> Block:
    area = table.area
    rows = area._replace(top=area.top + table.header, bottom=area.bottom - table.totals)
    computed = [column for column in range(area.left, area.right + 1) if _is_computed(grid, rows, column)]
    totals = [Cell(area.bottom, column) for column in range(area.left, area.right + 1)] if table.totals else []
    columns = [
        Column(area.left + index, " ".join(name.split()), Cell(area.top, area.left + index) if table.header else None)
        for index, name in enumerate(table.columns)
        if area.left + index not in computed
    ]
    return Block(rows, area, tuple(columns), tuple(computed), tuple(cell for cell in totals if grid.computed(cell)))


def _is_computed(grid: Grid, rows: Area, column: int) -> bool:
    """Whether formulas fill most of what the column holds."""
    held = _held(grid, rows, column)
    return sum(grid.computed(cell) for cell in held) * 2 > len(held)


# ── drawn blocks ──────────────────────────────────────────────────────────────────────────────────────────────────


def _header_runs(grid: Grid, taken: AreaIndex[None]) -> Iterator[list[Cell]]:
    """Labels side by side, at least two, from the top of the sheet."""
    labels = sorted(cell for cell in grid.contents if not taken.first(cell) and grid.is_label(cell))
    run: list[Cell] = []
    for cell in labels:
        if run and not _are_side_by_side(grid, run[-1], cell):
            if len(run) > 1:
                yield run
            run = []
        run.append(cell)
    if len(run) > 1:
        yield run


def _are_side_by_side(grid: Grid, left: Cell, right: Cell) -> bool:
    """Whether two labels of one row touch, or only empty cells of the same look or merged item cells lie between."""
    if left.row != right.row:
        return False
    between = [Cell(left.row, column) for column in range(grid.area(left).right + 1, right.column)]
    under = grid.area(grid.below(left)).right
    return all(grid.at(cell).is_empty and (cell.column <= under or _looks_alike(grid, cell, left)) for cell in between)


def _looks_alike(grid: Grid, cell: Cell, other: Cell) -> bool:
    return cell in grid.styles and grid.look(cell) == grid.look(other)


def _read_drawn(grid: Grid, heads: Sequence[Cell]) -> Block | None:
    start = max(grid.area(head).bottom for head in heads) + 1
    rows = list(_item_rows(grid, heads, start))
    open_ended = not rows and len(heads) > 2 and start > grid.bounds.bottom  # noqa: PLR2004  a list of headers alone
    if len(rows) < 2 and not open_ended:  # noqa: PLR2004  one row is single places under their labels
        return None
    area = Area(rows[0] if rows else start, heads[0].column, rows[-1] if rows else start, grid.area(heads[-1]).right)
    if not _touch(grid, heads) and not any(_is_shown(grid, [Cell(row, head.column) for head in heads]) for row in rows):
        return None
    return _sort_columns(grid, heads, area)


def _touch(grid: Grid, heads: Sequence[Cell]) -> bool:
    return all(grid.right_of(left) == right for left, right in pairwise(heads))


def _item_rows(grid: Grid, heads: Sequence[Cell], start: int) -> Iterator[int]:
    """Rows of one shape below the headers, up to totals, other labels, or where the drawing ends."""
    shape: list[object] | None = None
    drawn, summed = False, _summed_to(grid, heads, start)
    for row in range(_skip_spacer(grid, heads, start), grid.bounds.bottom + 1):
        cells = [Cell(row, head.column) for head in heads]
        if _is_headers(grid, cells) or _is_total(grid, cells, start):
            return
        own = [_shape(grid, cell) for cell in cells]
        shown = _is_shown(grid, cells)
        if shape is None:
            shape, drawn = own, shown
        elif _differ(own, shape) > len(cells) // 4 or (not shown and row > (summed if drawn else start + _MOST_EMPTY)):
            return
        yield row


def _skip_spacer(grid: Grid, heads: Sequence[Cell], start: int) -> int:
    """The first item row: one further down where an empty row parts the headers from what follows."""
    rows = [[Cell(row, head.column) for head in heads] for row in (start, start + 1)]
    held = [sum(not grid.at(grid.anchor(cell)).is_empty for cell in cells) for cells in rows]
    return start + 1 if held[0] == 0 and held[1] * 2 > len(heads) and not _is_headers(grid, rows[1]) else start


def _shape(grid: Grid, cell: Cell) -> object:
    """What cells of one column have in common from item to item."""
    area = grid.area(cell)
    drawn = bool(grid.look(cell).sides)
    return grid.computed(cell), drawn, area.right - area.left, area.bottom - area.top, cell.row - area.top


def _differ(one: Sequence[object], other: Sequence[object]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _is_shown(grid: Grid, cells: Sequence[Cell]) -> bool:
    """Whether the row holds something or is drawn as a row of places."""
    return any(not grid.at(cell).is_empty or bool(grid.look(cell).sides) or grid.is_meant(cell) for cell in cells)


def _is_headers(grid: Grid, cells: Sequence[Cell]) -> bool:
    """Whether labels fill the row, so that it is no item."""
    return all(grid.is_label(grid.anchor(cell)) for cell in cells)


def _is_total(grid: Grid, cells: Sequence[Cell], start: int) -> bool:
    """Whether the row says that it adds up, or holds a formula over the rows above it."""
    if any(TOTAL.fullmatch(grid.text(cell).rstrip(": ")) for cell in cells if grid.is_label(cell)):
        return True
    return any(_adds_up(grid, cell, start) for cell in cells if grid.at(cell).formula)


def _adds_up(grid: Grid, cell: Cell, start: int) -> bool:
    """Whether the formula in `cell` sums rows of its own column, from `start` on and above itself."""
    return any(start <= area.top < area.bottom < cell.row for area in _sums(grid, cell))


def _sums(grid: Grid, cell: Cell) -> Iterator[Area]:
    """The areas that the formula in `cell` adds up and that take in its column."""
    computed = grid.workbook.computed(grid.entry).at(cell)
    if computed is None or not _SUMS.search(computed.text):
        return
    for read in read_areas_of(grid.workbook, grid.entry, cell, computed.text).areas:
        if read.sheet.index == grid.entry.index and read.area.left <= cell.column <= read.area.right:
            yield read.area


def _summed_to(grid: Grid, heads: Sequence[Cell], start: int) -> int:
    """The last row that a formula below adds up from the first item row on; 0 where there is none."""
    for head in heads:
        below = (Cell(row, head.column) for row in range(start + 1, min(start + _FARTHEST, grid.bounds.bottom) + 1))
        first = next((cell for cell in below if grid.at(cell).formula), None)
        if first is not None and (sums := [area for area in _sums(grid, first) if area.top == start]):
            return sums[0].bottom
    return 0


def _sort_columns(grid: Grid, heads: Sequence[Cell], rows: Area) -> Block | None:
    """The block with its columns told apart: computed, named row by row, and to fill."""
    computed = [head for head in heads if _is_computed(grid, rows, head.column) and _held(grid, rows, head.column)]
    others = [head for head in heads if head not in computed]
    named = [head for head in others if _names_rows(grid, rows, head.column)]
    if len(named) < len(others) and any(not _is_full(grid, rows, head.column) for head in others):
        others = [head for head in others if head not in named]
    elif len(named) == len(others):
        others = []
    if not (others or computed) or len(others) + len(computed) < 2:  # noqa: PLR2004  one column is no table
        return None
    if others and all(_is_shut(grid, cell) for head in others for cell in _cells(grid, rows, head.column)):
        return None
    columns = tuple(Column(head.column, grid.text(head), head) for head in others)
    whole = rows._replace(top=min(head.row for head in heads))
    totals = tuple(_find_totals(grid, rows))
    return Block(rows, whole, columns, tuple(head.column for head in computed), totals)


def _held(grid: Grid, rows: Area, column: int) -> list[Cell]:
    """The column's cells in these rows that hold something."""
    return [cell for cell in grid.columns.get(column, ()) if rows.top <= cell.row <= rows.bottom]


def _cells(grid: Grid, rows: Area, column: int) -> list[Cell]:
    return [grid.anchor(Cell(row, column)) for row in range(rows.top, rows.bottom + 1)]


def _is_full(grid: Grid, rows: Area, column: int) -> bool:
    return all(not grid.at(cell).is_empty for cell in _cells(grid, rows, column))


def _names_rows(grid: Grid, rows: Area, column: int) -> bool:
    """Whether every row has a label of its own here."""
    return all(grid.is_label(cell) for cell in _cells(grid, rows, column))


def _is_shut(grid: Grid, cell: Cell) -> bool:
    return grid.is_kept(cell) and not grid.is_ruled(cell)


def _find_totals(grid: Grid, rows: Area) -> Iterator[Cell]:
    for row in range(rows.bottom + 1, rows.bottom + 1 + _TOTAL_ROWS):
        for column in range(rows.left, rows.right + 1):
            cell = Cell(row, column)
            if grid.at(cell).formula and _adds_up(grid, cell, rows.top):
                yield cell
