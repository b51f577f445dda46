"""Holds a value against the rules of its cell. Knows no structure and no style."""

from __future__ import annotations

from collections.abc import Iterator
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
from docforge.formats.xlsx.validation.lists import Allowed, is_listed, read_listing
from docforge.formats.xlsx.validation.nearest import find_nearest, shorten
from docforge.formats.xlsx.workbook import SheetEntry

MOST_SHOWN, NEAREST_SHOWN = 50, 10


def check_rules(
    evaluator: Evaluator, entry: SheetEntry, cell: Cell, value: CellValue, at: str
) -> Iterator[Problem | Notice]:
    """What the rules of a cell have against `value`: a problem, or a notice where the form only advises.

    A rule that cannot be evaluated gives the notice rule_not_checked. Clearing a cell is always allowed, as in Excel.
    """
    if value.kind == "blank":
        return
    for _, rule in evaluator.workbook.structure(entry).rules.at(cell):
        try:
            problem = _CHECKS.get(rule.kind, _check_bounds)(evaluator, entry, cell, rule, value, at)
        except CannotEvaluateError as fault:
            yield Notice("rule_not_checked", {"at": at, "why": str(fault)})
            continue
        if problem is not None:
            yield problem if rule.style == "stop" else Notice("rule_warns", {"at": at, "value": quoted(value)})


def given(value: CellValue) -> Allowed:
    """The value as a caller would write it."""
    if value.kind == "boolean":
        return bool(value.number)
    return value.text if value.kind == "text" else value.number


def quoted(value: CellValue) -> str:
    """The value as a sentence shows it."""
    return f'"{value.text}"' if value.kind == "text" else str(given(value))


def _check_list(  # noqa: PLR0917  the signature of all checks
    evaluator: Evaluator, entry: SheetEntry, cell: Cell, rule: Rule, value: CellValue, at: str
) -> Problem | None:
    listing = read_listing(evaluator, entry, rule, cell)
    if is_listed(listing, given(value)):
        return None
    wanted = _as_shown(evaluator, entry, cell, value)
    allowed, count = shorten(wanted, listing.values, MOST_SHOWN, NEAREST_SHOWN)
    more = Phrase("nearest_of", {"count": count}) if count > len(allowed) else ""
    return Problem(
        "not_in_list",
        at,
        {"value": f'"{wanted}"' if isinstance(wanted, str) else str(wanted), "more": more},
        allowed=tuple(allowed),
        nearest=find_nearest(wanted, allowed),
    )


def _as_shown(evaluator: Evaluator, entry: SheetEntry, cell: Cell, value: CellValue) -> Allowed:
    """The value as lists show theirs: a number that the cell shows as a date is one."""
    workbook = evaluator.workbook
    if value.kind != "number":
        return given(value)
    if value.format_code is None:
        return workbook.moment(workbook.structure(entry).style_at(cell), value.number) or value.number
    kind = read_number_format(value.format_code).kind
    return (from_serial(value.number, kind, date1904=workbook.date1904) if kind in MOMENTS else None) or value.number


def _check_bounds(  # noqa: PLR0917  the signature of all checks
    evaluator: Evaluator, entry: SheetEntry, cell: Cell, rule: Rule, value: CellValue, at: str
) -> Problem | None:
    bounds = read_bounds(evaluator, entry, rule, cell)
    number = _measure(rule, value)
    fits = number is not None and (rule.kind != "whole" or number == int(number))
    if number is not None and fits and bounds.keeps(rule.operator, number):
        return None
    nearest = None if number is None or rule.kind == "textLength" else bounds.nearest(rule.operator, number)
    told = describe_rule(evaluator, entry, rule, cell)
    return Problem("breaks_rule", at, {"rule": told}, nearest=_as_given(evaluator, rule, nearest))


def _measure(rule: Rule, value: CellValue) -> float | None:
    """The number that a rule looks at: the length of a text, else the stored number; None where there is none."""
    if rule.kind == "textLength":
        text = value.text if value.kind == "text" else number_text(value.number)
        return float(len(text.encode("utf-16-le")) // 2)
    return value.number if value.kind == "number" else None


def _as_given(evaluator: Evaluator, rule: Rule, number: float | None) -> Any:
    if number is None:
        return None
    if rule.kind in {"date", "time"}:
        return show_bound(evaluator, rule, number)
    return round(number) if rule.kind == "whole" or number == int(number) else number


def _check_custom(  # noqa: PLR0917  the signature of all checks
    evaluator: Evaluator, entry: SheetEntry, cell: Cell, rule: Rule, value: CellValue, at: str
) -> Problem | None:
    del value  # the formula reads it at its cell
    formula = rule.formula_at(cell)
    try:
        kept = to_boolean(Scope(evaluator, entry, cell).scalar(evaluator.formula(entry, cell, formula)))
    except FormulaError:
        kept = False
    return None if kept else Problem("breaks_rule", at, {"rule": f"={formula}"})


_CHECKS = {"list": _check_list, "custom": _check_custom}
