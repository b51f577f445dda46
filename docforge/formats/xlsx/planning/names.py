"""What a person would call a computed cell: the text before it, or the header above it. Knows no place to fill."""

from __future__ import annotations

from docforge.formats.xlsx.contents import read_content
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

_FARTHEST = 200
_LONGEST = 40


def name_of(workbook: Workbook, entry: SheetEntry, cell: Cell) -> str:
    """The name of a computed cell: its table column, the label next to it, or the header above; "" when none is."""
    for table in workbook.tables_of(entry):
        if cell in table.area:
            return _short(dict(enumerate(table.columns, table.area.left)).get(cell.column, ""))
    beside = _label_at(workbook, entry, _left_of(workbook, entry, cell))
    return beside or _header_above(workbook, entry, cell)


def _left_of(workbook: Workbook, entry: SheetEntry, cell: Cell) -> Cell:
    """The cell before this one, of a merged range the one that holds its text; column 0 at the edge."""
    structure = workbook.structure(entry)
    own = structure.merge_at(cell)
    left = Cell(cell.row, (own.left if own else cell.column) - 1)
    merge = structure.merge_at(left)
    return merge.first if merge else left


def _header_above(workbook: Workbook, entry: SheetEntry, cell: Cell) -> str:
    structure = workbook.structure(entry)
    for row in range(cell.row - 1, max(cell.row - _FARTHEST, 1) - 1, -1):
        merge = structure.merge_at(Cell(row, cell.column))
        if text := _label_at(workbook, entry, merge.first if merge else Cell(row, cell.column)):
            return text
    return ""


def _label_at(workbook: Workbook, entry: SheetEntry, cell: Cell) -> str:
    if cell.column < 1:
        return ""
    content = read_content(workbook, entry, cell)
    return _short(content.text) if content.is_label else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
