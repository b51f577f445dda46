"""Sets of areas: which one holds a cell, what is left of one, how few say the same. Knows no workbook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from docforge.formats.xlsx.refs import Area, Cell

_BLOCK = 64
_TALL = 64 * _BLOCK
Fact = TypeVar("Fact")


class AreaIndex(Generic[Fact]):
    """Facts by the area they hold for. A look-up costs what lies near the cell, not what lies in the sheet."""

    def __init__(self, facts: Iterable[tuple[Area, Fact]] = ()) -> None:
        self._near: defaultdict[int, list[tuple[Area, Fact]]] = defaultdict(list)
        self._tall: list[tuple[Area, Fact]] = []
        self._all: list[tuple[Area, Fact]] = []
        for area, fact in facts:
            self.add(area, fact)

    def add(self, area: Area, fact: Fact) -> None:
        self._all.append((area, fact))
        if area.bottom - area.top >= _TALL:
            self._tall.append((area, fact))
            return
        for block in range(area.top // _BLOCK, area.bottom // _BLOCK + 1):
            self._near[block].append((area, fact))

    def __iter__(self) -> Iterator[tuple[Area, Fact]]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def at(self, cell: Cell) -> Iterator[tuple[Area, Fact]]:
        """Areas that hold the cell, with their facts, in the order they came within each height."""
        row, column = cell
        for found in (*self._near.get(row // _BLOCK, ()), *self._tall):
            top, left, bottom, right = found[0]
            if top <= row <= bottom and left <= column <= right:
                yield found

    def first(self, cell: Cell) -> tuple[Area, Fact] | None:
        return next(self.at(cell), None) if self._all else None


def size(area: Area) -> int:
    """The number of its cells."""
    return (area.bottom - area.top + 1) * (area.right - area.left + 1)


def without(area: Area, cells: Iterable[Cell]) -> list[Area]:
    """`area` less `cells`, as bands of columns from left to right, each cut into runs of rows."""
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for cell in cells:
        if cell in area:
            rows[cell.column].append(cell.row)
    left, pieces = area.left, list[Area]()
    for column in sorted(rows):
        if column > left:
            pieces.append(area._replace(left=left, right=column - 1))
        pieces += (Area(top, column, bottom, column) for top, bottom in _gaps(area, sorted(rows[column])))
        left = column + 1
    if left <= area.right:
        pieces.append(area._replace(left=left))
    return pieces


def _gaps(area: Area, taken: list[int]) -> Iterator[tuple[int, int]]:
    top = area.top
    for row in taken:
        if row > top:
            yield top, row - 1
        top = max(top, row + 1)
    if top <= area.bottom:
        yield top, area.bottom


def joined(areas: Iterable[Area]) -> list[Area]:
    """Fewer areas with the same cells: those inside another are dropped, runs down a column join, then equal columns.

    Two single cells side by side stay two: a form's reader looks for two fields there, not for a range.
    """
    stacked = _join_down(_outermost(set(areas)))
    columns: defaultdict[tuple[int, int], list[Area]] = defaultdict(list)
    for area in stacked:
        columns[area.top, area.bottom].append(area)
    return sorted(area for group in columns.values() for area in _join_across(sorted(group)))


def _outermost(areas: set[Area]) -> list[Area]:
    kept: AreaIndex[None] = AreaIndex()
    for area in sorted(areas, key=size, reverse=True):
        if not any(area.bottom <= big.bottom and area.right <= big.right for big, _ in kept.at(area.first)):
            kept.add(area, None)
    return [area for area, _ in kept]


def _join_down(areas: list[Area]) -> list[Area]:
    runs: list[Area] = []
    for area in sorted(areas, key=lambda one: (one.left, one.right, one.top)):
        last = runs[-1] if runs else None
        if last and (last.left, last.right) == (area.left, area.right) and area.top <= last.bottom + 1:
            runs[-1] = last._replace(bottom=max(last.bottom, area.bottom))
        else:
            runs.append(area)
    return runs


def _join_across(areas: list[Area]) -> list[Area]:
    runs: list[Area] = []
    for area in areas:
        if runs and area.bottom > area.top and area.left == runs[-1].right + 1:
            runs[-1] = runs[-1]._replace(right=area.right)
        else:
            runs.append(area)
    return runs
