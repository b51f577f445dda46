"""The input cells behind a formula: what it reads, followed through other formulas down to cells that hold values.

Knows no caller's item.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from docforge.formats.xlsx.areas import joined, without
from docforge.formats.xlsx.computed import Computed
from docforge.formats.xlsx.formula.resolve import read_areas_of
from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Area, Cell, column_name
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

MOST_INPUTS = 20
MOST_FORMULAS = 5_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """Addresses such as `견적서!C10:D18`, at most 20; `more` where there are others.

    `dynamic` names functions that choose cells at calculation, so that not all inputs can be known.
    """

    places: tuple[str, ...] = ()
    more: bool = False
    dynamic: tuple[str, ...] = ()


def find_inputs(workbook: Workbook, entry: SheetEntry, computed: Computed, *, follow: int = MOST_FORMULAS) -> Inputs:
    """The cells to fill so that `computed` changes: those it reads, down to the ones that nothing computes.

    After `follow` formulas it stops, and says that there are more.
    """
    walk = _Walk(workbook, follow)
    walk.follow(entry, computed)
    sheets = sorted(walk.leaves, key=lambda sheet: (sheet.index != entry.index, sheet.index))
    places = [address(sheet, area) for sheet in sheets for area in joined(walk.leaves[sheet])]
    return Inputs(tuple(places[:MOST_INPUTS]), walk.cut or len(places) > MOST_INPUTS, tuple(walk.dynamic))


def address(sheet: SheetEntry, area: Area) -> str:
    """`sheet!area` as it is shown: whole columns as `B:D`, whole rows as `3:9`."""
    if (area.top, area.bottom) == (1, MAX_ROW):
        return f"{sheet.name}!{column_name(area.left)}:{column_name(area.right)}"
    if (area.left, area.right) == (1, MAX_COLUMN):
        return f"{sheet.name}!{area.top}:{area.bottom}"
    return f"{sheet.name}!{area}"


class _Walk:
    """Follows formulas; each is read once, and a range that holds formulas is followed cell by cell."""

    def __init__(self, workbook: Workbook, most: int) -> None:
        self._workbook, self._most = workbook, most
        self._seen: set[tuple[int, Cell]] = set()
        self._areas: set[tuple[int, Area]] = set()
        self.leaves: defaultdict[SheetEntry, list[Area]] = defaultdict(list)
        self.dynamic: list[str] = []
        self.cut = False

    def follow(self, entry: SheetEntry, start: Computed) -> None:
        waiting = [(entry, start)]
        while waiting:
            sheet, computed = waiting.pop()
            if (sheet.index, computed.cell) in self._seen:
                continue
            if len(self._seen) >= self._most:
                self.cut = True
                return
            self._seen.add((sheet.index, computed.cell))
            waiting += self._step(sheet, computed)

    def _step(self, entry: SheetEntry, computed: Computed) -> list[tuple[SheetEntry, Computed]]:
        """Records the leaves that one formula reads; returns the formulas that it reads."""
        reads = read_areas_of(self._workbook, entry, computed.cell, computed.text)
        self.dynamic += [name for name in reads.dynamic if name not in self.dynamic]
        found: list[tuple[SheetEntry, Computed]] = []
        for read in reads.areas:
            if (read.sheet.index, read.area) not in self._areas:
                self._areas.add((read.sheet.index, read.area))
                found += self._split(read.sheet, read.area)
        return found

    def _split(self, sheet: SheetEntry, area: Area) -> list[tuple[SheetEntry, Computed]]:
        index = self._workbook.computed(sheet)
        cells = index.cells(area)
        self.leaves[sheet] += without(area, cells)
        known = ((cell, index.at(cell)) for cell in cells[: self._most + 1])
        return [(sheet, computed) for _, computed in known if computed is not None]
