"""Tells of one sheet's places: address, kind, label, what may be written, what is there now, why it cannot be filled.

Knows no paging and no other sheet but those that lists and formulas reach.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from docforge.formats.xlsx.areas import joined, size
from docforge.formats.xlsx.blocks import Block, Column
from docforge.formats.xlsx.contents import BLANK, Content
from docforge.formats.xlsx.formula.functions import new_evaluator
from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.formula.precedents import find_inputs
from docforge.formats.xlsx.grid import Grid
from docforge.formats.xlsx.labels import Labels
from docforge.formats.xlsx.number_formats import NumberFormat, read_number_format
from docforge.formats.xlsx.refs import Area, Cell, column_name
from docforge.formats.xlsx.remarks import Remarks
from docforge.formats.xlsx.rules import Rule
from docforge.formats.xlsx.serials import from_serial
from docforge.formats.xlsx.validation import describe_rule, read_listing
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

Json = dict[str, Any]
MOST_ALLOWED, ALLOWED_SHOWN = 50, 20
LONGEST_NOW, MOST_NOW = 80, 40
_MOST_UNNAMED = 40
_RUN = 4
_FOLLOWED = 300
_MOMENTS = {"date", "time", "datetime", "duration"}
_NUMBERS = {"number", "percent", "currency"}


class Places:
    """The places of one sheet. `labels` may be those of the template that the document was made from.

    What a template's item rows hold are examples, so it is not told.
    """

    def __init__(self, workbook: Workbook, entry: SheetEntry, labels: Labels) -> None:
        self._workbook, self._entry, self._labels = workbook, entry, labels
        self._grid = labels.grid
        self._filled = self._grid if self._grid.workbook is workbook else Grid(workbook, entry)
        self._remarks = Remarks(workbook, entry)
        self._evaluator = new_evaluator(workbook, {})
        main = workbook.package.main
        self._is_form = main is not None and main.is_template

    def tellers(self) -> list[Callable[[], Json]]:
        """One function a place, in reading order; what it costs to tell of a place is spent when it is called."""
        found = [*self._single_tellers(), *self._block_tellers(), *self._range_tellers()]
        return [teller for _, teller in sorted(found, key=lambda one: one[0])]

    # ── what is told ──────────────────────────────────────────────────────────────────────────────────────────────

    def _single_tellers(self) -> Iterator[tuple[Cell, Callable[[], Json]]]:
        for cell in self._shown():
            computed = self._labels.places[cell] == "formula"
            yield cell, partial(self._tell_formula if computed else self._tell_cell, cell)

    def _shown(self) -> list[Cell]:
        """Places worth a line of their own: marked by the form, or labelled; and values where there are few."""
        labels, in_runs = self._labels, {cell for area in self._runs for cell in _cells(area)}
        named = [cell for cell in labels.places if cell in labels.of and not self._is_shut(cell)]
        meant = [cell for cell, kind in labels.places.items() if kind == "meant" and cell not in in_runs]
        values = [cell for cell, kind in labels.places.items() if kind == "value" and cell not in labels.of]
        formulas = [area.first for area in self._formula_ranges if size(area) == 1]
        return sorted({*named, *meant, *formulas, *(values if len(values) <= _MOST_UNNAMED else ())})

    def _is_shut(self, cell: Cell) -> bool:
        """A box or value that a protected form keeps locked is no place, unless the form rules it."""
        return self._labels.places[cell] in {"box", "blank", "value"} and self._grid.is_kept(cell) and self._protected

    def _block_tellers(self) -> Iterator[tuple[Cell, Callable[[], Json]]]:
        for block in self._labels.blocks:
            if block.columns:
                yield block.rows.first, partial(self._tell_block, block)
        for area in self._runs:
            columns = tuple(Column(number, "", None) for number in range(area.left, area.right + 1))
            yield area.first, partial(self._tell_block, Block(area, area, columns, ()))

    def _range_tellers(self) -> Iterator[tuple[Cell, Callable[[], Json]]]:
        for area in self._formula_ranges:
            if size(area) > 1:
                yield area.first, partial(self._tell_formulas, area)

    @property
    def _runs(self) -> list[Area]:
        """Marked places without labels that stand below one another, as few areas."""
        labels = self._labels
        loose = [cell for cell, kind in labels.places.items() if kind == "meant" and cell not in labels.of]
        areas = joined(Area(*cell, *cell) for cell in loose if self._grid.structure.merge_at(cell) is None)
        return [area for area in areas if area.bottom - area.top + 1 >= _RUN]

    @property
    def _formula_ranges(self) -> list[Area]:
        """Formulas without a label, as few areas."""
        labels = self._labels
        unnamed = [cell for cell, kind in labels.places.items() if kind == "formula" and cell not in labels.of]
        return [
            *joined(Area(*cell, *cell) for cell in unnamed),
            *(one.rows for one in labels.blocks if not one.columns),
        ]

    # ── one place ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _tell_cell(self, cell: Cell) -> Json:
        area = self._grid.area(cell)
        told: Json = {"sheet": self._entry.name, "cell": str(cell), "kind": self._kind(cell)}
        told["label"], told["group"] = self._labels.label(cell), self._labels.group(cell)
        told["unit"] = self._labels.unit(cell)
        told["now"] = self._now(cell)
        told |= self._limits(cell)
        told["merged"] = str(area) if size(area) > 1 else ""
        told["note"] = self._note(cell, self._labels.of.get(cell))
        told["why_not"] = self._why_not(cell)
        return _without_blanks(told)

    def _note(self, cell: Cell, label: Cell | None) -> str:
        """What the author says at the place or at its label."""
        return self._remarks.at((cell,) if label is None else (cell, label))

    def _tell_formula(self, cell: Cell) -> Json:
        told: Json = {"sheet": self._entry.name, "cell": str(cell), "kind": "formula"}
        told["label"], told["now"] = self._labels.label(cell), self._now(cell) or ""
        return _without_blanks(told | {"why_not": "computed"} | self._inputs([cell]))

    def _tell_formulas(self, area: Area) -> Json:
        told: Json = {"sheet": self._entry.name, "range": str(area), "kind": "formula", "why_not": "computed"}
        corners = {area.first, Cell(area.top, area.right), Cell(area.bottom, area.left), Cell(area.bottom, area.right)}
        return _without_blanks(told | self._inputs(sorted(corners)))

    def _inputs(self, cells: Iterable[Cell]) -> Json:
        """The cells to fill so that these formulas change, those of the same sheet without its name."""
        index = self._workbook.computed(self._entry)
        formulas = [computed for cell in cells if (computed := index.at(cell))]
        found = [find_inputs(self._workbook, self._entry, one, follow=_FOLLOWED) for one in formulas]
        own = f"{self._entry.name}!"
        places = dict.fromkeys(place.removeprefix(own) for one in found for place in one.places)
        dynamic = dict.fromkeys(name for one in found for name in one.dynamic)
        return {"inputs": list(places), "more_inputs": any(one.more for one in found), "dynamic": list(dynamic)}

    def _kind(self, cell: Cell) -> str:
        kinds = {rule.kind for rule in self._rules(cell)}
        shown = self._format(cell).kind
        if "list" in kinds:
            return "list"
        if kinds & {"date", "time"} or shown in _MOMENTS:
            return "date"
        if self._content(cell).kind == "boolean":
            return "bool"
        if kinds & {"whole", "decimal"} or shown in _NUMBERS or self._content(cell).kind == "number":
            return "number"
        return "text"

    def _limits(self, cell: Cell) -> Json:
        """Allowed values, other rules in few words, and the number format where it says more than the kind."""
        told: Json = {}
        for rule in self._rules(cell):
            told |= self._listing(rule, cell) if rule.kind == "list" else {"rule": self._describe(rule, cell)}
        shown = self._format(cell)
        if shown.kind in _NUMBERS:
            told["format"] = shown.code
        elif shown.kind in _MOMENTS - {"date"} or shown.kind == "text":
            told["format"] = shown.kind
        return told

    def _describe(self, rule: Rule, cell: Cell) -> str:
        return describe_rule(self._evaluator, self._entry, rule, cell, by_reference=True)

    def _listing(self, rule: Rule, cell: Cell) -> Json:
        try:
            values = read_listing(self._evaluator, self._entry, rule, cell).values
        except CannotEvaluateError:
            return {"rule": f"={rule.formula_at(cell)}".replace("_xlfn.", "")}
        if len(values) <= MOST_ALLOWED:
            return {"allowed": list(values)}
        return {"allowed": list(values[:ALLOWED_SHOWN]), "more_allowed": len(values) - ALLOWED_SHOWN}

    def _why_not(self, cell: Cell) -> str:
        open_range = any(cell in area for area in self._grid.structure.open_ranges)
        return "locked" if self._protected and self._grid.look(cell).locked and not open_range else ""

    @property
    def _protected(self) -> bool:
        return self._grid.structure.protected

    # ── blocks ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _tell_block(self, block: Block) -> Json:
        rows = self._held(block)
        told: Json = {"sheet": self._entry.name, "rows": str(block.filled_area), "kind": "rows"}
        told["blank"] = block.rows.bottom - block.rows.top + 1 - len(rows)
        told["filled"] = len(rows)
        told["columns"] = [self._tell_column(block, column) for column in block.columns]
        told["computed"] = [column_name(number) for number in block.computed]
        told["totals"] = [str(cell) for cell in block.totals]
        told["now"] = {} if self._is_form else dict([pair for row in rows.values() for pair in row][:MOST_NOW])
        return _without_blanks(told)

    def _tell_column(self, block: Block, column: Column) -> Json:
        cell = block.first(column)
        kind = self._kind(cell)
        told: Json = {"cell": str(cell), "label": column.label, "kind": kind if kind == "date" else ""}
        said = {"note": self._note(cell, column.header), "why_not": self._why_not(cell)}
        return _without_blanks(told | self._limits(cell) | said)

    def _held(self, block: Block) -> dict[int, list[tuple[str, Any]]]:
        """What the columns to fill hold, by row."""
        rows: defaultdict[int, list[tuple[str, Any]]] = defaultdict(list)
        numbers = {column.number for column in block.columns}
        for cell in self._filled.contents:
            if cell.column in numbers and cell in block.rows and (now := self._now(cell)) not in (None, ""):
                rows[cell.row].append((str(cell), now))
        return rows

    # ── cells as they are now ─────────────────────────────────────────────────────────────────────────────────────

    def _content(self, cell: Cell) -> Content:
        return self._filled.at(cell)

    def _rules(self, cell: Cell) -> Iterator[Rule]:
        return (rule for _, rule in self._workbook.structure(self._entry).rules.at(cell))

    def _format(self, cell: Cell) -> NumberFormat:
        return read_number_format(self._grid.look(cell).code)

    def _now(self, cell: Cell) -> Any:
        """The value as edit_xlsx would take it: text, number, true, or a date in ISO 8601; long text is cut."""
        content = self._content(cell)
        if content == BLANK or content.kind == "blank":
            return None
        if content.kind == "boolean":
            return content.text == "TRUE"
        if content.kind != "number":
            text = content.text.strip()
            return text if len(text) <= LONGEST_NOW else text[: LONGEST_NOW - 1] + "…"
        shown = self._format(cell).kind
        moment = from_serial(content.number, shown, date1904=self._workbook.date1904) if shown in _MOMENTS else None
        return moment or (int(content.number) if content.number.is_integer() else content.number)


def _cells(area: Area) -> Iterator[Cell]:
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            yield Cell(row, column)


def _without_blanks(told: Json) -> Json:
    """Absent rather than null, false or empty; a zero is told."""
    return {key: value for key, value in told.items() if value not in (None, "", [], {}) and value is not False}
