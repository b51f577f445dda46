"""Which cells of a sheet are computed, by which formula, and the interiors that carry none of their own.

Knows no other sheet and no caller's item.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from docforge.formats.xlsx.areas import AreaIndex, size
from docforge.formats.xlsx.formula.shared import move_formula
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.sheet import CellSpan, Formula, Sheet

_FEW = 4_096
_RELATIVE_ROW = re.compile(r"(?<![\w$])(\$?[A-Za-z]{1,3})([0-9]{1,7})(?![\w(])")
_BLOCK_KINDS = ("array", "dataTable")


@dataclass(frozen=True, slots=True)
class Computed:
    """A computed cell: the formula text as it reads in `cell`, which for an interior is the cell that holds it."""

    cell: Cell
    text: str
    kind: str
    block: Area | None = None
    dynamic: bool = False


class ComputedCells:
    """The formulas of one sheet. What a single cell needs is read alone; the whole index only when it is asked for."""

    def __init__(self, sheet: Sheet, find: Callable[[Cell], CellSpan | None]) -> None:
        self._sheet, self._find = sheet, find

    @cached_property
    def formulas(self) -> dict[Cell, Formula]:
        """Every formula of the sheet, in row order."""
        return {formula.cell: formula for formula in self._sheet.formulas()}

    @cached_property
    def blocks(self) -> AreaIndex[Formula]:
        """Ranges that one formula fills: arrays, spills, data tables."""
        if not self._sheet.holds_formulas or not any(kind.encode() in self._sheet.data for kind in _BLOCK_KINDS):
            return AreaIndex()
        return AreaIndex(
            (formula.ref, formula)
            for formula in self.formulas.values()
            if formula.ref is not None and formula.kind in _BLOCK_KINDS
        )

    @cached_property
    def _masters(self) -> dict[int, Formula]:
        shared = (formula for formula in self.formulas.values() if formula.shared is not None and formula.text)
        return {formula.shared: formula for formula in shared if formula.shared is not None}

    def at(self, cell: Cell) -> Computed | None:
        """What computes the cell; None for a cell that holds a value or nothing."""
        span = self._find(cell)
        if span is not None and span.formula:
            text = self._sheet.formula_text(span)
            block = self.blocks.first(cell)
            if text and not block:
                return Computed(cell, text, "normal")
            return self._expand(self.formulas[cell])
        block = self.blocks.first(cell)
        return self._expand(block[1]) if block else None

    def _expand(self, formula: Formula) -> Computed:
        text = formula.text
        master = self._masters.get(formula.shared) if formula.shared is not None and not text else None
        if master is not None:
            text = move_formula(
                master.text, formula.cell.row - master.cell.row, formula.cell.column - master.cell.column
            )
        block = formula.ref if formula.kind in _BLOCK_KINDS else None
        if formula.kind == "dataTable" and block is not None:
            text = _margins(block)
        return Computed(formula.cell, text, formula.kind, block, formula.dynamic)

    def cells(self, area: Area) -> list[Cell]:
        """The computed cells in an area, interiors included."""
        if size(area) <= _FEW:
            own = [span.cell for span in self._sheet.cells(area) if span.formula]
        else:
            own = [cell for cell in self.formulas if cell in area]
        return own + [cell for block, _ in self.blocks if block.overlaps(area) for cell in _common(block, area)]

    def groups(self) -> Iterator[tuple[Formula, Area]]:
        """Formulas with a text, each with the cells that it stands for: all of a shared one's range, or a run down a
        column of formulas that differ as shared ones do."""
        runs: dict[tuple[int, str], tuple[Formula, Area]] = {}
        for formula in self.formulas.values():
            if not formula.text:
                continue
            if formula.kind == "shared" and formula.ref:
                yield formula, formula.ref
                continue
            row, column = formula.cell
            key = (column, _shape(formula.text, row))
            first, run = runs.get(key, (formula, Area(row, column, row, column)))
            if row > run.bottom + 1:
                yield first, run
                first, run = formula, Area(row, column, row, column)
            runs[key] = (first, run._replace(bottom=row))
        yield from runs.values()


def _margins(table: Area) -> str:
    """What a data table works on: the values above and left of it, and the formula in their corner (§18.3.1.40)."""
    above = Area(max(table.top - 1, 1), max(table.left - 1, 1), max(table.top - 1, 1), table.right)
    return f"{above},{Area(table.top, above.left, table.bottom, above.left)}"


def _shape(text: str, row: int) -> str:
    """The formula with its relative rows as distances; equal for formulas filled down a column."""
    return _RELATIVE_ROW.sub(lambda found: f"{found[1]}[{int(found[2]) - row}]", text)


def _common(one: Area, other: Area) -> Iterator[Cell]:
    for row in range(max(one.top, other.top), min(one.bottom, other.bottom) + 1):
        for column in range(max(one.left, other.left), min(one.right, other.right) + 1):
            yield Cell(row, column)
