"""The values that a drop-down offers, wherever they come from. Knows no caller's value."""

from __future__ import annotations

from dataclasses import dataclass

from docforge.formats.xlsx.formula.evaluate import Evaluator
from docforge.formats.xlsx.formula.operands import FormulaError, Range, Scalar, to_text
from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.rules import Rule
from docforge.formats.xlsx.workbook import SheetEntry

Allowed = str | float | bool


@dataclass(frozen=True, slots=True)
class Listing:
    """Allowed values in their order, each once. `exact_case`: a list written into the rule; Excel compares its case."""

    values: tuple[Allowed, ...]
    exact_case: bool


def read_listing(evaluator: Evaluator, entry: SheetEntry, rule: Rule, cell: Cell) -> Listing:
    """What a list rule offers in `cell` of a sheet. Raises CannotEvaluateError, naming what stands in the way."""
    inline = rule.inline
    if inline is not None:
        return Listing(_distinct(list(inline)), exact_case=True)
    try:
        found = evaluator.formula(entry, cell, rule.formula_at(cell))
        values = _cells(evaluator, found) if isinstance(found, Range) else [found]
    except FormulaError as fault:
        raise CannotEvaluateError(str(fault)) from fault
    return Listing(_distinct([value for value in values if value not in (None, "")]), exact_case=False)


def _cells(evaluator: Evaluator, found: Range) -> list[Scalar]:
    return [value for _, value in evaluator.filled(found)]


def _distinct(values: list[str] | list[Scalar]) -> tuple[Allowed, ...]:
    seen: dict[tuple[bool, str], Allowed] = {}
    for value in values:
        if value is not None:
            whole = int(value) if isinstance(value, float) and value.is_integer() else value
            seen.setdefault((isinstance(value, str), to_text(value)), whole)
    return tuple(seen.values())


def is_listed(listing: Listing, value: Allowed) -> bool:
    """Whether the list holds `value`, as Excel compares: numbers by value, texts by `exact_case`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return any(_equals(one, value) for one in listing.values)
    text = to_text(value)
    if listing.exact_case:
        return any(text == to_text(one) for one in listing.values)
    return any(text.casefold() == one.casefold() for one in listing.values if isinstance(one, str)) or (
        isinstance(value, bool) and any(one is value for one in listing.values)
    )


def _equals(one: Allowed, number: float) -> bool:
    if isinstance(one, str):
        try:
            return float(one) == number
        except ValueError:
            return False
    return not isinstance(one, bool) and one == number
