"""Types the values of items for their cells, and holds them against the rules. Knows no structure but styles.

Every value of a call is typed before any rule is asked, since a list may depend on another cell of the same call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.typed import ValueProblem, number_meant, read_date, read_datetime, read_duration, read_time
from docforge.formats.vocabulary import find_format
from docforge.formats.xlsx.formula.evaluate import Place
from docforge.formats.xlsx.formula.functions import new_evaluator
from docforge.formats.xlsx.formula.operands import Scalar
from docforge.formats.xlsx.formula.readers import Readers, Use
from docforge.formats.xlsx.items import CellItem
from docforge.formats.xlsx.number_formats import NumberFormat
from docforge.formats.xlsx.planned import CellValue
from docforge.formats.xlsx.planning.targets import Target, place
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.validation import RuleChecker, Subject
from docforge.formats.xlsx.values import Target as ValueTarget
from docforge.formats.xlsx.values import to_cell_value
from docforge.formats.xlsx.workbook import Workbook

_MOMENTS = {"date": read_date, "datetime": read_datetime, "time": read_time, "duration": read_duration}


@dataclass(frozen=True, slots=True)
class Typed:
    """A value at the cell that will hold it (of a merged range the top left)."""

    target: Target
    cell: Cell
    value: CellValue

    @property
    def at(self) -> str:
        return place(self.target.sheet, self.cell)


class Typist:
    """Types values one by one; whether formulas read a cell is looked up only where that decides."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._readers = Readers(workbook)

    def type(self, target: Target, cell: Cell, *, alone: bool = False) -> Typed | Problem:
        """The item's value as `cell` stores it, or what is wrong with it; `alone`: with the value in any cell."""
        item, at = target.item, place(target.sheet, cell)
        if alone:
            return self._store(target, cell, ValueTarget(date1904=self._workbook.date1904))
        shown = self._workbook.number_format(self._workbook.structure(target.sheet).style_at(cell))
        if (doubt := _moment_meant(item, shown)) is not None:
            return replace(doubt, at=at)
        use = self._readers.use(target.sheet, cell) if _depends_on_use(item, shown) else Use.NONE
        if (doubt := _number_meant(item, use)) is not None:
            return replace(doubt, at=at)
        return self._store(target, cell, ValueTarget(shown, self._workbook.date1904, read_as_number=use >= Use.OPEN))

    def _store(self, target: Target, cell: Cell, known: ValueTarget) -> Typed | Problem:
        value = to_cell_value(target.item.value, target.item.format, known)
        if isinstance(value, Problem):
            return replace(value, at=place(target.sheet, cell))
        return Typed(target, cell, value)


def _depends_on_use(item: CellItem, shown: NumberFormat) -> bool:
    """Whether it matters that a formula reads the cell: a text that shows a number, a number in a text cell."""
    if isinstance(item.value, str):
        return number_meant(item.value) is not None
    return shown.kind == "text" and item.format is None and item.value is not None


def _number_meant(item: CellItem, use: Use) -> Problem | None:
    """A problem for a text that shows a number where a formula reads one; format text settles it for mere reading."""
    meant = number_meant(item.value) if isinstance(item.value, str) and use >= Use.OPEN else None
    row = find_format(item.format) if item.format else None
    if meant is None or (item.format and (row is None or row.name != "text" or use is Use.OPEN)):
        return None
    then = Phrase("or_text") if use is Use.OPEN else ""
    return Problem("looks_like_number", facts={"value": f'"{item.value}"', "then": then}, use=meant)


def _moment_meant(item: CellItem, shown: NumberFormat) -> Problem | None:
    """A problem for a text that reads as the date or time which the cell shows, given without saying so."""
    read = _MOMENTS.get(shown.kind)
    if read is None or item.format is not None or not isinstance(item.value, str):
        return None
    try:
        read(item.value)
    except ValueProblem:
        return None
    return Problem("date_meant", facts={"format": shown.kind}, use={"format": shown.kind})


def check_values(workbook: Workbook, typed: list[Typed]) -> Iterator[tuple[Typed, Problem | Notice]]:
    """What the rules of the cells have against their values, on the workbook with all of them in it."""
    checker = RuleChecker(new_evaluator(workbook, _planned(typed)))
    for one in typed:
        for found in checker.check(Subject(one.target.sheet, one.cell, one.value, one.at)):
            yield one, found


def _planned(typed: list[Typed]) -> Mapping[Place, Scalar]:
    return {(one.target.sheet.index, one.cell): _scalar(one.value) for one in typed}


def _scalar(value: CellValue) -> Any:
    match value.kind:
        case "blank":
            return None
        case "text":
            return value.text
        case "boolean":
            return bool(value.number)
        case "number":
            return float(value.number)
