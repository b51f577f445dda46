"""Holds a value against the rules of its cell. Knows no structure and no style."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.xlsx.formula.evaluate import Evaluator, Scope
from docforge.formats.xlsx.formula.operands import FormulaError, number_text, to_boolean
from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.number_formats import read_number_format
from docforge.formats.xlsx.planned import CellValue
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.rules import Rule
from docforge.formats.xlsx.serials import MOMENTS, from_serial
from docforge.formats.xlsx.validation.bounds import describe_rule, read_bounds, show_bound
from docforge.formats.xlsx.validation.lists import Allowed, Listings, is_listed
from docforge.formats.xlsx.validation.nearest import find_nearest, shorten
from docforge.formats.xlsx.workbook import SheetEntry

MOST_SHOWN, NEAREST_SHOWN = 50, 10


@dataclass(frozen=True, slots=True)
class Subject:
    """A value that is to stand in a cell; `at` is the address to name it by."""

    entry: SheetEntry
    cell: Cell
    value: CellValue
    at: str

    @property
    def given(self) -> Allowed:
        """The value as a caller would write it, dates as their serial number."""
        if self.value.kind == "boolean":
            return bool(self.value.number)
        return self.value.text if self.value.kind == "text" else self.value.number


class RuleChecker:
    """Checks the values of one call; what lists offer is read once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator, self._listings = evaluator, Listings(evaluator)

    def check(self, subject: Subject) -> Iterator[Problem | Notice]:
        """What the cell's rules have against the value: a problem, or a notice where the form only advises.

        A rule that cannot be evaluated gives the notice rule_not_checked. Clearing is always allowed, as in Excel.
        """
        if subject.value.kind == "blank":
            return
        for _, rule in self._evaluator.workbook.structure(subject.entry).rules.at(subject.cell):
            try:
                problem = self._hold_against(rule, subject)
            except CannotEvaluateError as fault:
                yield Notice("rule_not_checked", {"at": subject.at, "why": str(fault)})
                continue
            if problem is not None and rule.style != "stop":
                yield Notice("rule_warns", {"at": subject.at, "value": _quoted(subject.given)})
            elif problem is not None:
                yield problem

    def _hold_against(self, rule: Rule, subject: Subject) -> Problem | None:
        match rule.kind:
            case "list":
                return self._check_list(rule, subject)
            case "custom":
                return self._check_custom(rule, subject)
            case _:
                return self._check_bounds(rule, subject)

    def _check_list(self, rule: Rule, subject: Subject) -> Problem | None:
        listing = self._listings.read(subject.entry, rule, subject.cell)
        if is_listed(listing, subject.given):
            return None
        wanted = self._as_shown(subject)
        allowed, count = shorten(wanted, listing.values, MOST_SHOWN, NEAREST_SHOWN)
        more = Phrase("nearest_of", {"count": count}) if count > len(allowed) else ""
        facts = {"value": _quoted(wanted), "more": more}
        nearest = find_nearest(wanted, allowed)
        return Problem("not_in_list", subject.at, facts, allowed=tuple(allowed), nearest=nearest)

    def _as_shown(self, subject: Subject) -> Allowed:
        """The value as lists show theirs: a number that the cell shows as a date is one."""
        workbook, value = self._evaluator.workbook, subject.value
        if value.kind != "number":
            return subject.given
        if value.format_code is None:
            style = workbook.structure(subject.entry).style_at(subject.cell)
            return workbook.moment(style, value.number) or value.number
        kind = read_number_format(value.format_code).kind
        moment = from_serial(value.number, kind, date1904=workbook.date1904) if kind in MOMENTS else None
        return moment or value.number

    def _check_bounds(self, rule: Rule, subject: Subject) -> Problem | None:
        bounds = read_bounds(self._evaluator, subject.entry, rule, subject.cell)
        number = _measure(rule, subject.value)
        fits = number is not None and (rule.kind != "whole" or number == int(number))
        if number is not None and fits and bounds.keeps(rule.operator, number):
            return None
        nearest = None if number is None or rule.kind == "textLength" else bounds.nearest(rule.operator, number)
        told = describe_rule(self._evaluator, subject.entry, rule, subject.cell)
        return Problem("breaks_rule", subject.at, {"rule": told}, nearest=self._as_given(rule, nearest))

    def _as_given(self, rule: Rule, number: float | None) -> Any:
        if number is None:
            return None
        if rule.kind in {"date", "time"}:
            return show_bound(self._evaluator, rule, number)
        return round(number) if rule.kind == "whole" or number == int(number) else number

    def _check_custom(self, rule: Rule, subject: Subject) -> Problem | None:
        """The rule's formula reads the value at its cell; an error counts as no, as in Excel."""
        formula = rule.formula_at(subject.cell)
        scope = Scope(self._evaluator, subject.entry, subject.cell)
        try:
            kept = to_boolean(scope.scalar(self._evaluator.formula(subject.entry, subject.cell, formula)))
        except FormulaError:
            kept = False
        return None if kept else Problem("breaks_rule", subject.at, {"rule": f"={formula}"})


def _quoted(value: Allowed) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _measure(rule: Rule, value: CellValue) -> float | None:
    """The number that a rule looks at: the length of a text, else the stored number; None where there is none."""
    if rule.kind == "textLength":
        text = value.text if value.kind == "text" else number_text(value.number)
        return float(len(text.encode("utf-16-le")) // 2)
    return value.number if value.kind == "number" else None
