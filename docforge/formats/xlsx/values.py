"""Turns a typed JSON value and a format name into what a cell stores, or says what is wrong with it.

Type comes from JSON and the format name; nothing is sniffed. Knows no sheet.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from docforge.errors import Problem
from docforge.formats.typed import (
    EXACT_DIGITS,
    ValueProblem,
    business_number,
    hangul_amount,
    number_meant,
    read_date,
    read_datetime,
    read_duration,
    read_time,
)
from docforge.formats.vocabulary import FormatName, find_format
from docforge.formats.xlsx.number_formats import GENERAL, Kind, NumberFormat
from docforge.formats.xlsx.planned import CellValue
from docforge.formats.xlsx.serials import DAY, clock_serial, first_day, span_serial, to_serial

LONGEST_TEXT = 32_767  # UTF-16 units in one cell
_LARGEST = 9.99999999999999e307
_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
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
        return CellValue("text", _digits(value))
    if target.shown.kind == "percent" and abs(value) > 1:
        share = _share(value)
        raise ValueProblem("percent_meant", use=share, share=share, value=value)
    return CellValue("number", number=_check_number(value))


def _refuse_doubtful(value: str, target: Target) -> CellValue:
    if value.lstrip()[:1] in {"=", "＝"}:
        raise ValueProblem("leading_equals")
    meant = number_meant(value) if target.read_as_number else None
    if meant is not None:
        raise ValueProblem("looks_like_number", use=meant, value=f'"{value}"', then="")
    return CellValue("text", check_text(value))


def _formatted(value: Any, name: str, target: Target) -> CellValue:
    row = find_format(name)
    if row is None:
        raise ValueProblem("bad_format", format=name)
    if row.writes == "text":
        return CellValue("text", check_text(_TEXTS[row.takes](value)))
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


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if isinstance(value, str) else _digits(value)


def check_text(text: str) -> str:
    """`text` with LF line ends. Raises ValueProblem bad_character (what XML cannot hold) or too_long."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    found = _UNSTORABLE.search(lines)
    if found is not None:
        raise ValueProblem("bad_character", character=f"U+{ord(found[0]):04X}")
    length = len(lines) if lines.isascii() else len(lines.encode("utf-16-le")) // 2
    if length > LONGEST_TEXT:
        raise ValueProblem("too_long", length=length, limit=LONGEST_TEXT)
    return lines


def _digits(value: float) -> str:
    if isinstance(value, float):
        return format_number(_check_number(value))
    return str(value)


def _check_number(value: float) -> int | float:
    """The number as a cell keeps it: IEEE 754 double, whole numbers exact to 15 digits."""
    if isinstance(value, int):
        if abs(value) >= 10**EXACT_DIGITS:
            raise ValueProblem("bad_number", "too_many_digits", use=str(value), digits=EXACT_DIGITS)
        return value
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise ValueProblem("bad_number", "not_finite")
    if value.is_integer() and abs(value) < 10**EXACT_DIGITS:
        return int(value)
    return value


def format_number(number: float) -> str:
    """The shortest decimal that reads back as the same double."""
    return repr(number)


def _number(value: Any, row: FormatName, _: Target) -> int | float:
    if isinstance(value, (str, bool)):
        meant = number_meant(value) if isinstance(value, str) else None
        raise ValueProblem("bad_number", "give_number", use=meant)
    number = _check_number(value)
    if not row.name.startswith("percent"):
        return number
    if row.general and 0 < abs(number) < 1:
        percent = _share(number * 10_000)
        raise ValueProblem("percent_unclear", value=value, percent=percent)
    return _share(number)


def _share(number: float) -> int | float:
    """A hundredth, without the dust of binary fractions."""
    share = round(number / 100, EXACT_DIGITS)
    return int(share) if share == int(share) else share


def _date(value: Any, _: FormatName, target: Target) -> int | float:
    day = read_date(_written(value, "iso_date"))
    return _serial_of(day, day, target)


def _datetime(value: Any, _: FormatName, target: Target) -> int | float:
    moment = read_datetime(_written(value, "iso_datetime"))
    return _serial_of(moment, moment.date(), target)


def _serial_of(moment: date, day: date, target: Target) -> int | float:
    first = first_day(date1904=target.date1904)
    if day < first:
        raise ValueProblem("bad_date", "before_first_day", first=first.isoformat())
    return to_serial(moment, date1904=target.date1904)


def _time(value: Any, _: FormatName, __: Target) -> int | float:
    return clock_serial(read_time(_written(value, "iso_time")))


def _duration(value: Any, _: FormatName, __: Target) -> int | float:
    return span_serial(read_duration(_written(value, "iso_duration")))


def _written(value: Any, form: str) -> str:
    if not isinstance(value, str):
        raise ValueProblem("bad_date", form)
    return value


_TEXTS: dict[str, Callable[[Any], str]] = {
    "text": _text,
    "amount": hangul_amount,
    "business_number": business_number,
}
_NUMBERS: dict[str, Callable[[Any, FormatName, Target], int | float]] = {
    "number": _number,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "duration": _duration,
}
