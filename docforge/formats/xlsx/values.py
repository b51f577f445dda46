"""Turns a typed JSON value and a format name into what a cell stores, or says what is wrong with it.

Type comes from JSON and the format name; nothing is sniffed. Knows no sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from docforge.errors import Problem
from docforge.formats.typed import ValueProblem, number_meant
from docforge.formats.values import (
    check_characters,
    check_number,
    hundredth,
    need_format,
    plain_text,
    read_moment,
    read_number,
    show_named_text,
)
from docforge.formats.vocabulary import FormatName, Takes
from docforge.formats.xlsx.number_formats import GENERAL, Kind, NumberFormat
from docforge.formats.xlsx.planned import CellValue
from docforge.formats.xlsx.serials import DAY, clock_serial, first_day, span_serial, to_serial

LONGEST_TEXT = 32_767  # UTF-16 units in one cell
_SHOWS: dict[str, frozenset[Kind]] = {
    "number": frozenset({"general", "number", "percent", "currency"}),
    "percent": frozenset({"percent"}),
    "currency": frozenset({"currency", "number"}),
    "date": frozenset({"date", "datetime"}),
    "time": frozenset({"time"}),
    "datetime": frozenset({"datetime"}),
    "duration": frozenset({"duration"}),
}


@dataclass(frozen=True, slots=True)
class Target:
    """What matters of a cell: the number format that it has, the book's date system, and who reads it.

    `read_as_number`: a formula takes the cell for a number.
    """

    shown: NumberFormat = GENERAL
    date1904: bool = False
    read_as_number: bool = False


def to_cell_value(value: Any, name: str | None, target: Target) -> CellValue | Problem:
    """`value` (None, str, bool, int, float) as the cell must store it, or the Problem, without address.

    Problems: bad_format, leading_equals, looks_like_number, percent_meant, percent_unclear, bad_date, bad_number,
    bad_character, bad_value, too_long.
    """
    try:
        if value is None:
            return CellValue("blank")
        return _plain(value, target) if name is None else _formatted(value, name, target)
    except ValueProblem as fault:
        return fault.problem


def _plain(value: Any, target: Target) -> CellValue:
    if isinstance(value, bool):
        return CellValue("boolean", number=int(value))
    if isinstance(value, str):
        return _refuse_doubtful(value, target)
    if target.shown.kind == "text" and not target.read_as_number:
        return CellValue("text", plain_text(value))
    if target.shown.kind == "percent" and abs(value) > 1:
        share = hundredth(value)
        raise ValueProblem("percent_meant", use=share, share=share, value=value)
    return CellValue("number", number=check_number(value))


def _refuse_doubtful(value: str, target: Target) -> CellValue:
    if value.lstrip()[:1] in {"=", "＝"}:
        raise ValueProblem("leading_equals")
    meant = number_meant(value) if target.read_as_number else None
    if meant is not None:
        raise ValueProblem("looks_like_number", use=meant, value=f'"{value}"', then="")
    return CellValue("text", check_text(value))


def _formatted(value: Any, name: str, target: Target) -> CellValue:
    row = need_format(name)
    if row.writes == "text":
        return CellValue("text", check_text(show_named_text(value, row)))
    number = _NUMBERS[row.takes](value, row, target)
    fits = row.general and _fits(row, number, target.shown.kind)
    return CellValue("number", number=number, format_code=None if fits else _code_for(row, number))


def _fits(row: FormatName, number: float, kind: Kind) -> bool:
    return kind in _SHOWS[row.name] or (row.name == "duration" and kind == "time" and number < 1)


def _code_for(row: FormatName, number: float) -> str:
    if row.name in {"time", "datetime"} and round(number * DAY) % 60:
        return f"{row.code}:ss"
    if row.name in {"percent", "currency"} and _has_fraction(row, number):
        return row.code.replace("0", "0.00", 1) if row.name == "percent" else f"{row.code}.00"
    return row.code


def _has_fraction(row: FormatName, number: float) -> bool:
    shown = number * 100 if row.name == "percent" else number
    return round(shown, 9) != round(shown)


def check_text(text: str) -> str:
    """`text` with LF line ends. Raises ValueProblem bad_character (what XML cannot hold) or too_long."""
    lines = check_characters(text)
    length = len(lines) if lines.isascii() else len(lines.encode("utf-16-le")) // 2
    if length > LONGEST_TEXT:
        raise ValueProblem("too_long", length=length, limit=LONGEST_TEXT)
    return lines


def _number(value: Any, row: FormatName, _: Target) -> int | float:
    return read_number(value, row)


def _date(value: Any, row: FormatName, target: Target) -> int | float:
    day = read_moment(value, row)
    return _serial_of(day, day, target)


def _datetime(value: Any, row: FormatName, target: Target) -> int | float:
    moment = read_moment(value, row)
    return _serial_of(moment, moment.date(), target)


def _serial_of(moment: date, day: date, target: Target) -> int | float:
    first = first_day(date1904=target.date1904)
    if day < first:
        raise ValueProblem("bad_date", "before_first_day", first=first.isoformat())
    return to_serial(moment, date1904=target.date1904)


def _time(value: Any, row: FormatName, _: Target) -> int | float:
    return clock_serial(read_moment(value, row))


def _duration(value: Any, row: FormatName, _: Target) -> int | float:
    return span_serial(read_moment(value, row))


_NUMBERS: dict[Takes, Callable[[Any, FormatName, Target], int | float]] = {
    "number": _number,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "duration": _duration,
}
