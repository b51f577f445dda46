"""Values inside an evaluation, and how Excel turns one kind into another. Knows no function and no workbook."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.refs import Area
from docforge.formats.xlsx.workbook import SheetEntry

_NUMERIC = re.compile(r"[+-]?(?:(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
Scalar = str | float | bool | None


@dataclass(frozen=True, slots=True)
class Range:
    """An area as a value: functions that want cells take it whole, others its one cell."""

    sheet: SheetEntry
    area: Area


Operand = Scalar | Range


class FormulaError(Exception):
    """An error value such as #VALUE!, which IFERROR and ISERROR can catch."""


def to_number(value: Scalar) -> float:
    """The number that an operator sees: blank is 0, TRUE 1, a numeric text its number. Raises FormulaError."""
    if value is None:
        return 0.0
    if not isinstance(value, str):
        return float(value)
    if _NUMERIC.fullmatch(value.strip()):
        return float(value.replace(",", ""))
    if any(character.isdigit() for character in value):  # a date, a time, a currency: Excel may read a number in it
        raise CannotEvaluateError(f'"{value}"')
    raise FormulaError("#VALUE!")


def to_text(value: Scalar) -> str:
    """The text that `&` sees; numbers without a format."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if isinstance(value, str) else number_text(value)


def number_text(number: float) -> str:
    """A number as Excel's General shows it: whole ones without a point, others with up to 15 digits."""
    return str(int(number)) if abs(number) < 1e15 and number == int(number) else f"{number:.15g}"  # noqa: PLR2004  Excel's digits


def to_boolean(value: Scalar) -> bool:
    """The truth that a condition sees. Raises FormulaError for other texts than TRUE and FALSE."""
    if isinstance(value, str):
        if value.upper() not in {"TRUE", "FALSE"}:
            raise FormulaError("#VALUE!")
        return value.upper() == "TRUE"
    return bool(value)


def compare(left: Scalar, right: Scalar) -> int:
    """-1, 0 or 1: numbers before texts before booleans, texts without regard to case, a blank as the other's zero."""
    pair = (_rank(left, right), _rank(right, left))
    return (pair[0] > pair[1]) - (pair[0] < pair[1])


def _rank(value: Scalar, other: Scalar) -> tuple[int, float, str]:
    if value is None:
        value = "" if isinstance(other, str) else False if isinstance(other, bool) else 0.0
    if isinstance(value, bool):
        return 2, float(value), ""
    return (1, 0.0, value.casefold()) if isinstance(value, str) else (0, float(value), "")
