"""Tables of a Word document as places: cells by label and by address, blocks of line items (ECMA-376-1 §17.4).

Knows what a table of a form is from `docforge.formats.fields.tables`; knows no other kind of place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.docx.cells import CellTarget
from docforge.formats.docx.document import Document, Story
from docforge.formats.docx.grid import find_tables, read_grid
from docforge.formats.docx.items import ItemsTarget
from docforge.formats.fields import Filling, Place, Span
from docforge.formats.fields.tables import Grid, GridCell, RowBlock

_MOST_COVERED = 2_000
_FARTHEST = 200  # cells of a table inside a cell, behind which that cell is not looked for


@dataclass(slots=True, eq=False)
class Table:
    """One table of a story; `number` counts them from 1 in the order of the text."""

    document: Document
    story: Story
    number: int
    grid: Grid

    def address(self, row: int, column: int | None = None) -> str:
        """`T1R2C3` of a square, `T1R2` of a row; both counted from 0 here."""
        end = "" if column is None else f"C{column + 1}"
        return f"{self.story.prefix}T{self.number}R{row + 1}{end}"

    def at(self, cell: GridCell) -> str:
        return self.address(cell.row, cell.column)

    def span(self, first: GridCell, last: GridCell | None = None) -> Span:
        return self.document.span(self.story, first.target, last.target if last else None)


class Tables:
    """All tables of a document."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def places(self) -> Sequence[Place]:
        """Cells and blocks of line items; cells with an address of their own inside are told by `join`."""
        return [place for table in self._tables for place in _find_places(table)]

    @cached_property
    def _tables(self) -> Sequence[Table]:
        return [
            Table(self._document, story, number, read_grid(element))
            for story in self._document.stories
            for number, element in enumerate(find_tables(story.root), 1)
        ]

    def join(self, places: Iterable[Place]) -> list[Place]:
        """Other places, those in a cell with its address and label beside their own."""
        cells = [(table.span(cell), table, cell) for table in self._tables for cell in table.grid.cells if cell.sealed]
        by_part: dict[str, _Cells] = {}
        for span, table, cell in sorted(cells, key=lambda found: found[0].start):
            by_part.setdefault(span.part, _Cells()).add(span, table, cell)
        return [_join(place, by_part.get(place.spans[0].part)) for place in places]


class _Cells:
    """Cells of one part in the order of the text, to be found by what they cover."""

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._cells: list[tuple[Table, GridCell]] = []

    def add(self, span: Span, table: Table, cell: GridCell) -> None:
        self._spans.append(span)
        self._cells.append((table, cell))

    def around(self, span: Span) -> tuple[Table, GridCell] | None:
        """The innermost cell around a span, else the one cell that it wraps."""
        behind = bisect_right(self._spans, span.start, key=lambda one: one.start)
        for number in range(behind - 1, max(-1, behind - _FARTHEST), -1):
            if self._spans[number].stop >= span.stop:
                return self._cells[number]
        end = bisect_left(self._spans, span.stop, key=lambda one: one.start)
        return self._cells[behind] if end - behind == 1 else None


def check_items(_: Document, fillings: Sequence[Filling]) -> Iterator[Problem | Notice]:
    """Line items for rows that a vertical merge crosses are refused (blocked)."""
    for filling in fillings:
        target = filling.place.target
        if isinstance(target, ItemsTarget) and target.crossed:
            yield Problem("blocked", at=filling.item.at, facts={"by": Phrase("merged_down", {"range": target.crossed})})


# ── cells ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_places(table: Table) -> Iterator[Place]:
    budget = _MOST_COVERED
    for cell in table.grid.cells:
        if not cell.sealed:
            yield _cell_place(table, cell)
        covered = list(table.grid.covered(cell)) if cell.rows * cell.columns <= budget else []
        budget -= len(covered)
        for row, column in covered:
            yield _cover_place(table, cell, table.address(row, column))
    for block in (*table.grid.blocks, *table.grid.crossed):
        yield _items_place(table, block)


def _cell_place(table: Table, cell: GridCell) -> Place:
    """A cell for one value, or that holds a label, a header or a value already."""
    at, grid = table.at(cell), table.grid
    place = Place(at, "cell", CellTarget(table.story, cell.target), now=cell.text.strip(), spans=[table.span(cell)])
    name = grid.name_of(cell) if cell.is_blank else grid.name_beside(cell)
    if fault := grid.fault_of(cell):
        place.fault, place.use = fault, _use_of(table, cell)
    if cell.is_blank and name:
        place.at, place.also, place.label = f"label:{name}", (at,), name
    elif name:
        place.also = (f"label:{name}",)
    place.listed = cell.is_blank and bool(name) and grid.block_of(cell) is None
    return place


def _use_of(table: Table, cell: GridCell) -> str:
    """The place that is meant where a label or header is no place for a value."""
    block = table.grid.block_of(cell)
    if block is not None and cell.row < block.first:
        return table.address(block.first)
    value = table.grid.value_of(cell)
    return table.at(value) if value is not None else ""


def _cover_place(table: Table, cell: GridCell, at: str) -> Place:
    return Place(at, "cell", fault="merged_cell", use=table.at(cell), spans=[table.span(cell)], listed=False)


def _join(place: Place, cells: _Cells | None) -> Place:
    """The place with the address and the label of the cell that it stands in."""
    around = cells.around(place.spans[0]) if cells is not None else None
    if around is None:
        return place
    table, cell = around
    name = table.grid.name_of(cell)
    also = (*place.also, table.at(cell), *([f"label:{name}"] if name else []))
    return replace(place, also=also, label=place.label or name)


# ── line items ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _items_place(table: Table, block: RowBlock) -> Place:
    grid = table.grid
    rows = [[cell.target for cell in grid.row(row)] for row in range(block.first, block.end)]
    first, last = grid.row(block.first)[0], grid.row(block.end - 1)[-1]
    crossed = table.at(block.crossed) if block.crossed is not None else ""
    return Place(
        at=table.address(block.first),
        kind="rows",
        target=ItemsTarget(table.story, rows, crossed),
        columns=tuple(block.columns),
        blank=block.blank,
        footer=block.footer,
        takes="rows",
        spans=[table.span(first, last)],
        listed=block.crossed is None,
    )
