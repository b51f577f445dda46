"""Rules with bounds: what they say in few words, and whether a number keeps to them. Knows no list."""

from __future__ import annotations

import math
from dataclasses import dataclass

from docforge.formats.xlsx.formula.evaluate import Evaluator, Scope
from docforge.formats.xlsx.formula.operands import FormulaError, number_text, to_number
from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.formula.references import read_references
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.rules import Rule
from docforge.formats.xlsx.serials import from_serial
from docforge.formats.xlsx.workbook import SheetEntry

_SIGNS = {
    "equal": "=",
    "notEqual": "<>",
    "greaterThan": ">",
    "lessThan": "<",
    "greaterThanOrEqual": ">=",
    "lessThanOrEqual": "<=",
}
_WORDS = {"whole": "whole ", "textLength": "length "}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The one or two numbers of a rule in one cell; a missing second is the first."""

    low: float
    high: float

    def keeps(self, operator: str, number: float) -> bool:
        """Whether `number` is allowed (ECMA-376-1 §18.18.21)."""
        low, high = min(self.low, self.high), max(self.low, self.high)
        match operator:
            case "between":
                return low <= number <= high
            case "notBetween":
                return not low <= number <= high
            case "equal" | "notEqual":
                return (number == self.low) == (operator == "equal")
            case "greaterThan" | "greaterThanOrEqual":
                return number > self.low or (number == self.low and operator == "greaterThanOrEqual")
            case _:
                return number < self.low or (number == self.low and operator == "lessThanOrEqual")

    def nearest(self, operator: str, number: float) -> float | None:
        """The allowed number nearest to one that is not; None where there is no nearest one."""
        low, high = min(self.low, self.high), max(self.low, self.high)
        if operator == "between":
            return min(max(number, low), high)
        return self.low if operator in {"equal", "greaterThanOrEqual", "lessThanOrEqual"} else None


def read_bounds(evaluator: Evaluator, entry: SheetEntry, rule: Rule, cell: Cell) -> Bounds:
    """The rule's numbers in `cell`. Raises CannotEvaluateError."""
    low = _bound(evaluator, entry, cell, rule.formula_at(cell))
    return Bounds(low, _bound(evaluator, entry, cell, rule.formula_at(cell, "second")) if rule.second else low)


def _bound(evaluator: Evaluator, entry: SheetEntry, cell: Cell, formula: str) -> float:
    try:
        number = to_number(Scope(evaluator, entry, cell).scalar(evaluator.formula(entry, cell, formula)))
    except FormulaError as fault:
        raise CannotEvaluateError(str(fault)) from fault
    if not math.isfinite(number):
        raise CannotEvaluateError(formula)
    return number


def describe_rule(
    evaluator: Evaluator, entry: SheetEntry, rule: Rule, cell: Cell, *, by_reference: bool = False
) -> str:
    """The rule in few words of no language: `whole 1..9999`, `>= 2020-01-01`, `length <= 20`, `=LEN(B3)=10`.

    Formulas that cannot be evaluated are shown as they are; `by_reference`, those that read cells too.
    """
    if rule.kind == "custom":
        return f"={rule.formula_at(cell)}"
    low, high = _told_bounds(evaluator, entry, rule, cell, by_reference=by_reference)
    word = _WORDS.get(rule.kind, "")
    if rule.operator in _SIGNS:
        return f"{word}{_SIGNS[rule.operator]} {low}"
    return f"{word}{'not ' if rule.operator == 'notBetween' else ''}{low}..{high}"


def _told_bounds(
    evaluator: Evaluator, entry: SheetEntry, rule: Rule, cell: Cell, *, by_reference: bool
) -> tuple[str, str]:
    formulas = rule.formula_at(cell), rule.formula_at(cell, "second")
    if by_reference and any(list(read_references(formula)) for formula in formulas):
        return formulas
    try:
        bounds = read_bounds(evaluator, entry, rule, cell)
    except CannotEvaluateError:
        return formulas
    return show_bound(evaluator, rule, bounds.low), show_bound(evaluator, rule, bounds.high)


def show_bound(evaluator: Evaluator, rule: Rule, number: float) -> str:
    """A bound as a caller writes it: dates and times in ISO 8601."""
    shown = None
    if rule.kind == "time":
        shown = from_serial(number, "time", date1904=evaluator.workbook.date1904)
    elif rule.kind == "date":
        kind = "date" if number == int(number) else "datetime"
        shown = from_serial(number, kind, date1904=evaluator.workbook.date1904)
    return shown or number_text(number)
