"""Writes line items into rows of a Word table: free rows first, then clones of the last. Knows no address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from docforge.errors import Notice
from docforge.formats.docx.cells import write_cell
from docforge.formats.docx.clones import Fresh, renew
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.grid import read_cell
from docforge.formats.docx.markup import W, find_own
from docforge.formats.docx.runs import remove
from docforge.formats.fields import Filling
from docforge.formats.fields.tables import is_placeholder, is_running, next_running
from docforge.opc import Element


@dataclass(slots=True)
class ItemsTarget:
    """Free rows of a table, each the cells (tc) of its columns; `crossed` is a merged cell in the way. See `Target`."""

    story: Story
    rows: Sequence[Sequence[Element]]
    crossed: str = ""
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        """Rows that are left free stay, or go with `drop_unused`: but one always stays, to be filled another time."""
        rows = [list(cells) for cells in self.rows]
        rows += self._clone(document, rows[-1], len(filling.rows) - len(rows))
        for cells, item in zip(rows, filling.rows, strict=False):
            self._write_row(cells, item)
        if filling.item.drop_unused:
            for cells in rows[max(1, len(filling.rows)) :]:
                remove(_row_of(cells))
        self.witnesses.add(self.story.part, _row_of(rows[0]), "")
        document.touch(self.story.part)
        return ()

    def _write_row(self, cells: Sequence[Element], item: Mapping[int, str]) -> None:
        for column, cell in enumerate(cells):
            now = read_cell(cell)
            text = item.get(column, "" if is_placeholder(now) else None)
            if text is None or (text == "" and (not now or (column == 0 and is_running(now)))):
                continue
            write_cell(cell, text)
            self.witnesses.add(self.story.part, cell, text)

    def _clone(self, document: Document, last: Sequence[Element], count: int) -> list[list[Element]]:
        """So many copies of the last free row, behind it, each with ids of its own; running numbers go on."""
        if count <= 0:
            return []
        row, fresh = _row_of(last), Fresh(story.root for story in document.stories)
        places = [list(find_own(row, "tc")).index(cell) for cell in last]
        pattern, number = deepcopy(row), read_cell(last[0])
        added: list[list[Element]] = []
        for step in range(1, count + 1):
            clone = deepcopy(pattern)
            clone.tail = row.tail
            renew(clone, fresh)
            row.addnext(clone)
            row, cells = clone, list(find_own(clone, "tc"))
            added.append([cells[place] for place in places])
            if is_running(number):
                write_cell(added[-1][0], next_running(number, step))
        return added


def _row_of(cells: Sequence[Element]) -> Element:
    return next(cells[0].iterancestors(f"{W}tr"))
