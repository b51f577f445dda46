"""Tables of Hangul as grids: cells with their addresses and spans. Knows no package and never writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from docforge.formats.fields import XmlPart
from docforge.formats.fields.tables import Grid, GridCell
from docforge.formats.hwpx.markup import child, children, holder_text, is_tracked, name_of, paragraphs, run_nodes
from docforge.opc import Element

_LOOSE = frozenset({"bookmark", "colPr", "pageHiding", "pageNumCtrl", "hiddenComment", "indexmark", "newNum"})
_MOST_ADDRESS = 10_000


@dataclass(eq=False)
class Table:
    """One hp:tbl, counted from 1 through the document; `cells` are its hp:tc by cell of the grid."""

    part: XmlPart
    element: Element
    number: int
    grid: Grid
    cells: dict[Element, GridCell] = field(default_factory=dict[Element, GridCell])

    def address(self, cell: GridCell) -> str:
        return f"T{self.number}R{cell.row + 1}C{cell.column + 1}"

    @cached_property
    def is_tracked(self) -> bool:
        """Whether tracked changes stand anywhere in it."""
        return is_tracked(self.element)

    @cached_property
    def crossed(self) -> Sequence[int]:
        """Rows that a cell from above spans into, or out of which one spans."""
        spanning = [cell for cell in self.grid.cells if cell.rows > 1]
        return sorted(
            {row for cell in spanning for row in range(cell.row, min(cell.row + cell.rows, self.grid.height))}
        )


def read_table(part: XmlPart, element: Element, number: int) -> Table:
    """The table with its grid (OWPML: cellAddr counts from 0, cellSpan tells how many squares a cell covers)."""
    rows = children(element, "tr")
    cells = {tc: _read_cell(tc) for row in rows for tc in children(row, "tc")}
    known = {tc: cell for tc, cell in cells.items() if cell is not None}
    return Table(part, element, number, Grid(list(known.values())), cells=known)


def _read_cell(tc: Element) -> GridCell | None:
    address, span = child(tc, "cellAddr"), child(tc, "cellSpan")
    row, column = number_of(address, "rowAddr", -1), number_of(address, "colAddr", -1)
    if not (0 <= row < _MOST_ADDRESS and 0 <= column < _MOST_ADDRESS):
        return None
    return GridCell(
        row=row,
        column=column,
        text=holder_text(tc),
        target=tc,
        rows=max(1, number_of(span, "rowSpan", 1)),
        columns=max(1, number_of(span, "colSpan", 1)),
        sealed=_is_sealed(tc),
        header=tc.get("header") == "1",
    )


def number_of(node: Element | None, name: str, default: int) -> int:
    """An attribute that is a whole number; `default` where it is missing or none."""
    text = node.get(name, "") if node is not None else ""
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else default


def _is_sealed(tc: Element) -> bool:
    """Whether a cell holds more than text: a field, an object, a number that Hangul counts."""
    held = paragraphs(tc)
    return not held or any(_is_object(node) for paragraph in held for _, node in run_nodes(paragraph))


def _is_object(node: Element) -> bool:
    name = name_of(node)
    if name == "ctrl":
        return any(name_of(each) not in _LOOSE for each in node)
    return name not in {"t", ""}
