"""The places of one table: blocks of line items, cells with their labels. Knows no value and never writes."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.errors import Phrase
from docforge.formats.fields import Place
from docforge.formats.fields.tables import GridCell, RowBlock
from docforge.formats.pptx.deck import Slide
from docforge.formats.pptx.placeholders import find_placeholders
from docforge.formats.pptx.spans import span_of
from docforge.formats.pptx.tables import Table, body_of
from docforge.formats.pptx.targets import RowsTarget, TextTarget


def table_places(slide: Slide, table: Table, at: str) -> Iterator[Place]:
    """Blocks before the cells of the row that they begin in; `at` is the address of the table."""
    blocks = {block.first: block for block in table.blocks}
    crossed = {block.first: block for block in table.grid.crossed}
    for row in range(table.grid.height):
        if row in blocks:
            yield _rows(slide, table, blocks[row], at)
        elif row in crossed:
            yield _crossed(table, crossed[row], at)
        for cell in table.grid.row(row):
            yield _cell(slide, table, cell, at)
            yield from _covered(table, cell, at)


def _rows(slide: Slide, table: Table, block: RowBlock, at: str) -> Place:
    place = Place(f"{at}/R{block.first + 1}", "rows", RowsTarget(slide, table, block), takes="rows")
    rows = table.rows[block.first : block.end]
    sampled = any(cell.text.strip() for cell in table.grid.row(block.first))
    place.columns, place.footer = block.columns, block.footer
    place.blank = 0 if sampled else block.blank
    place.now = " | ".join(cell.text for cell in table.grid.row(block.first)) if sampled else ""
    place.spans = [span_of(slide.part, row) for row in rows]
    return place


def _crossed(table: Table, block: RowBlock, at: str) -> Place:
    merged = "" if block.crossed is None else table.address(block.crossed)
    why = Phrase("pptx_crossed", {"cell": merged})
    place = Place(f"{at}/R{block.first + 1}", "rows", takes="rows", fault="locked", why_not=why)
    place.columns = block.columns
    return place


def _cell(slide: Slide, table: Table, cell: GridCell, at: str) -> Place:
    body = body_of(cell.target)
    bodies = [] if body is None else [body]
    place = Place(f"{at}/{table.address(cell)}", "cell", TextTarget(slide, slide.part, bodies), now=cell.text)
    place.spans, place.soft_breaks = [span_of(slide.part, one) for one in bodies], True
    place.label = table.grid.name_of(cell) or table.grid.name_beside(cell)
    place.also = [f"{at}/{place.label}"] if place.label else []
    if cell.sealed:
        place.kind, place.fault, place.why_not = "calculated", "calculated", Phrase("pptx_field")
        return place
    _judge(table, cell, place, at)
    return place


def _judge(table: Table, cell: GridCell, place: Place, at: str) -> None:
    """Whether the cell is a label or header, and whether the read tool tells it."""
    named = table.grid.value_of(cell)
    place.fault = table.grid.fault_of(cell)
    if place.fault:
        place.use = f"{at}/{table.address(named)}" if named is not None else ""
    held = "{{" in cell.text and any(find_placeholders(cell.target))
    block = next((one for one in table.blocks if one.first <= cell.row < one.end), None)
    place.listed = not (place.fault or held or block or cell.text.strip())


def _covered(table: Table, cell: GridCell, at: str) -> Iterator[Place]:
    """The squares that a merged cell covers: addressed only to say which cell is meant."""
    anchor = f"{at}/{table.address(cell)}"
    for row, column in table.grid.covered(cell):
        yield Place(f"{at}/R{row + 1}C{column + 1}", "cell", fault="merged_cell", use=anchor, listed=False)
