"""Turns a typed JSON value and a format name into the text that a sentence or a cell shows (SERVE-8).

Knows no document. Type comes from JSON and the format name; nothing is sniffed. What does not go raises ValueProblem.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

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

_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SYMBOLS = {"KRW": "₩", "USD": "$", "EUR": "€", "JPY": "¥", "CNY": "¥", "GBP": "£"}


def show_value(value: Any, name: str | None) -> str:
    """The text of `value` (str, bool, int, float; not None) by the format `name`, its own where that is None.

    Problems: bad_format, bad_value, bad_date, bad_number, bad_character.
    """
    if name is None:
        return _plain(value)
    row = find_format(name)
    if row is None:
        raise ValueProblem("bad_format", format=name)
    return check_characters(_SHOWN[row.takes](value, row))


def check_characters(text: str) -> str:
    """`text` with LF line ends. Raises ValueProblem bad_character for what XML cannot hold (XML 1.0, production 2)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _UNSTORABLE.search(lines)
    if found is not None:
        raise ValueProblem("bad_character", character=f"U+{ord(found[0]):04X}")
    return lines


def show_date(moment: date | datetime | time, pattern: str) -> str:
    """The moment by a pattern as Word and Hangul write it (yyyy, MMMM, dddd …, 'quoted' text); ISO without one."""
    return pattern or moment.isoformat()


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        raise ValueProblem("bad_value", "give_text")
    if isinstance(value, str):
        return check_characters(value)
    return format_plain(check_number(value))


def check_number(value: Any) -> int | float:
    """A number that shows exactly. Raises ValueProblem bad_number."""
    if isinstance(value, (str, bool)):
        raise ValueProblem("bad_number", "give_number", use=number_meant(value) if isinstance(value, str) else None)
    if isinstance(value, int):
        if abs(value) >= 10**EXACT_DIGITS:
            raise ValueProblem("bad_number", "too_many_digits", use=str(value), digits=EXACT_DIGITS)
        return value
    if not math.isfinite(value):
        raise ValueProblem("bad_number", "not_finite")
    return int(value) if value.is_integer() and abs(value) < 10**EXACT_DIGITS else value


def format_plain(number: float) -> str:
    """The number in plain digits, no separators."""
    return str(number)


def _number(value: Any, row: FormatName) -> str:
    return f"{check_number(value):,}" if row.general else str(value)


def _date(value: Any, row: FormatName) -> str:
    return show_date(read_date(value), "" if row.general else row.code)


def _text(value: Any, _: FormatName) -> str:
    return value if isinstance(value, str) else _plain(value)


_SHOWN: dict[str, Callable[[Any, FormatName], str]] = {
    "text": _text,
    "number": _number,
    "date": _date,
    "time": lambda value, _: read_time(value).isoformat("minutes"),
    "datetime": lambda value, _: read_datetime(value).isoformat(" ", "minutes"),
    "duration": lambda value, _: str(read_duration(value)),
    "amount": lambda value, _: hangul_amount(value),
    "business_number": lambda value, _: business_number(value),
}
