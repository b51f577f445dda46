"""Tables of WordprocessingML as grids (ECMA-376-1, 17.4): rows and cells that controls wrap, spans, merges.

Knows no address and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from docforge.formats.docx.markup import W15, W, find_own, in_fallback, is_on, value_of
from docforge.formats.docx.text import read_line
from docforge.formats.fields.tables import Grid, GridCell
from docforge.opc import Element

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MOST_COLUMNS = 1_024
_OWN_ADDRESS = frozenset(f"{W}{name}" for name in ("sdt", "fldChar", "fldSimple", "altChunk"))
_PICTURE = frozenset({f"{_A}blip", "{urn:schemas-microsoft-com:vml}imagedata"})
_BESIDE_TEXT = frozenset(f"{W}{name}" for name in ("tbl", "drawing", "pict", "object"))


def find_tables(root: Element) -> Iterator[Element]:
    """Every table of a story in document order, those in tables and text boxes too, each drawn shape once."""
    return (table for table in root.iter(f"{W}tbl") if not in_fallback(table))


def read_grid(table: Element) -> Grid:
    """The cells of a table; the target of each is its tc. A cell merged downwards is its first."""
    cells: dict[tuple[int, int], GridCell] = {}
    lowest: dict[tuple[int, int], GridCell] = {}
    for row, line in enumerate(find_own(table, "tr")):
        for cell in _read_row(table, row, line):
            shape = (cell.column, cell.columns)
            above = lowest.get(shape) if _continues(cell.target, "vMerge") else None
            is_more = above is not None and above.row + above.rows == row
            whole = replace(above, rows=above.rows + 1) if above is not None and is_more else cell
            cells[whole.row, whole.column] = lowest[shape] = whole
    return Grid(list(cells.values()))


def read_cell(cell: Element) -> str:
    """The text of a cell, a line for each paragraph; tables inside it have texts of their own."""
    return "\n".join(map(read_line, find_own(cell, "p")))


def _read_row(table: Element, row: int, line: Element) -> Sequence[GridCell]:
    """The cells of one row, those that continue a merge downwards too."""
    cells: list[GridCell] = []
    properties = line.find(f"{W}trPr")
    column = _number(properties, "gridBefore", 0)
    header = is_on(properties, "tblHeader")
    closed = (properties is not None and properties.find(f"{W}del") is not None) or _is_repeated(line, table)
    for cell in find_own(line, "tc"):
        columns = max(1, _number(cell.find(f"{W}tcPr"), "gridSpan", 1))
        if cells and _continues(cell, "hMerge"):
            cells[-1] = replace(cells[-1], columns=min(cells[-1].columns + columns, _MOST_COLUMNS))
        else:
            inside = frozenset(_own_content(cell))
            sealed = closed or bool(inside & (_OWN_ADDRESS | _PICTURE)) or _is_wrapped(cell, line)
            inner = bool(inside & _BESIDE_TEXT)
            cells.append(GridCell(row, column, read_cell(cell), cell, 1, columns, sealed, header, inner))
        column += columns
    return cells


def _continues(cell: Element, merge: str) -> bool:
    """Whether a cell belongs to the merged one before or above it (§17.4.84 vMerge: no value is `continue`)."""
    properties = cell.find(f"{W}tcPr")
    told = value_of(properties, merge) if properties is not None else None
    return told is not None and told != "restart"


def _number(properties: Element | None, name: str, default: int) -> int:
    """The value of a property, 0 to 1,024; `default` where it is absent or no number."""
    told = value_of(properties, name) if properties is not None else None
    return min(int(told), _MOST_COLUMNS) if told and told.isdecimal() else default


def _own_content(cell: Element) -> Iterator[str]:
    """Tags of all that a cell holds, a table inside it as one."""
    for child in cell:
        yield str(child.tag)
        if child.tag != f"{W}tbl":
            yield from _own_content(child)


def _is_wrapped(cell: Element, line: Element) -> bool:
    """Whether a control stands around this cell alone."""
    return any(each.tag == f"{W}sdt" for each in _between(cell, line))


def _is_repeated(line: Element, table: Element) -> bool:
    """Whether the row belongs to a repeating section, which has an address of its own."""
    around = (each.find(f"{W}sdtPr/{W15}repeatingSectionItem") for each in _between(line, table))
    return any(each is not None for each in around)


def _between(element: Element, outer: Element) -> Iterator[Element]:
    return takewhile(lambda each: each is not outer, element.iterancestors())
