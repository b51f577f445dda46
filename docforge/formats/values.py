"""Checks typed JSON values by the format names, and turns them into the text that a sentence shows (SERVE-8).

What formats of every kind share. Type comes from JSON and the format name; nothing is sniffed. What does not go raises
ValueProblem. Knows no document.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from docforge.errors import Problem
from docforge.formats.pictures import (
    plain_digits,
    read_date_picture,
    read_number_picture,
    show_date,
    show_span,
)
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
from docforge.formats.vocabulary import FORMATS, FormatName, Takes, find_format

__all__ = [
    "check_characters",
    "check_number",
    "need_format",
    "plain_text",
    "read_moment",
    "read_number",
    "show_date",
    "show_named_text",
    "show_value",
]

_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LARGEST = 9.99999999999999e307
_NAMED = (*(name for name in FORMATS if ":" not in name), "number:2", "currency:KRW", "date:long", "date:dots")
_GENERAL_DIGITS = "#" * EXACT_DIGITS


# ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def need_format(name: str) -> FormatName:
    """The row of a format name. Raises ValueProblem bad_format with the names that there are."""
    row = find_format(name)
    if row is None:
        raise ValueProblem.of(Problem("bad_format", facts={"format": name}, allowed=_NAMED))
    return row


def check_characters(text: str) -> str:
    """`text` with LF line ends. Raises ValueProblem bad_character for what XML cannot hold (XML 1.0, production 2)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    found = _UNSTORABLE.search(lines)
    if found is not None:
        raise ValueProblem("bad_character", character=f"U+{ord(found[0]):04X}")
    return lines


def check_number(value: float) -> int | float:
    """The number as every program keeps it: IEEE 754 double, whole numbers exact to 15 digits.

    Raises ValueProblem bad_number.
    """
    if isinstance(value, int):
        if abs(value) >= 10**EXACT_DIGITS:
            raise ValueProblem("bad_number", "too_many_digits", use=str(value), digits=EXACT_DIGITS)
        return value
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise ValueProblem("bad_number", "not_finite")
    return int(value) if value.is_integer() and abs(value) < 10**EXACT_DIGITS else value


def read_number(value: Any, row: FormatName) -> int | float:
    """The number that `value` is by the format; of a percent name its hundredth (15 is 0.15).

    Raises ValueProblem bad_number, percent_unclear for a fraction with plain `percent`, or percent_meant for a number
    above 1 with a pattern of percent, which shows 1 as 100%.
    """
    if isinstance(value, (str, bool)):
        meant = number_meant(value) if isinstance(value, str) else None
        raise ValueProblem("bad_number", "give_number", use=meant)
    number = check_number(value)
    if not row.name.startswith("percent"):
        return _share_of_pattern(number, row)
    if row.general and 0 < abs(number) < 1:
        raise ValueProblem("percent_unclear", value=value, percent=hundredth(number * 10_000))
    return hundredth(number)


def _share_of_pattern(number: float, row: FormatName) -> int | float:
    picture = read_number_picture(row.code)
    if abs(number) > 1 and picture is not None and picture.is_percent:
        raise ValueProblem("percent_meant", use=hundredth(number), share=hundredth(number), value=number)
    return number


def hundredth(number: float) -> int | float:
    """A hundredth, without the dust of binary fractions."""
    share = round(number / 100, EXACT_DIGITS)
    return int(share) if share == int(share) else share


_READ: dict[Takes, tuple[Callable[[str], date | datetime | time | timedelta], str]] = {
    "date": (read_date, "iso_date"),
    "time": (read_time, "iso_time"),
    "datetime": (read_datetime, "iso_datetime"),
    "duration": (read_duration, "iso_duration"),
}


def read_moment(value: Any, row: FormatName) -> Any:
    """The date, datetime, time or timedelta that `value` is, as the format takes it. Raises ValueProblem bad_date."""
    read, form = _READ[row.takes]
    if not isinstance(value, str):
        raise ValueProblem("bad_date", form)
    return read(value)


def plain_text(value: Any) -> str:
    """A value as text: its digits, nothing more; TRUE and FALSE."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return value
    return repr(check_number(value)) if isinstance(value, float) else str(value)


_TEXTS: dict[Takes, Callable[[Any], str]] = {
    "text": plain_text,
    "amount": hangul_amount,
    "business_number": business_number,
}


def show_named_text(value: Any, row: FormatName) -> str:
    """The text of a value by a format that writes text."""
    return _TEXTS[row.takes](value)


# ── text ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def show_value(value: Any, name: str | None) -> str:
    """The text of `value` (str, bool, int, float; not None) by the format `name`, its own where that is None.

    A name without a number of digits shows every digit that there is. Problems: bad_format, bad_value, bad_date,
    bad_number, percent_unclear, bad_character.
    """
    if name is None:
        return _own_text(value)
    row = need_format(name)
    if row.writes == "text":
        return check_characters(show_named_text(value, row))
    return _show_number(value, row) if row.takes == "number" else _show_moment(value, row)


def _own_text(value: Any) -> str:
    if isinstance(value, bool):
        raise ValueProblem("bad_value", "give_text")
    return check_characters(value) if isinstance(value, str) else plain_digits(check_number(value))


def _show_number(value: Any, row: FormatName) -> str:
    number = read_number(value, row)
    code = f"#,##0.{_GENERAL_DIGITS}{'%' if row.name == 'percent' else ''}" if row.general else row.code
    picture = read_number_picture(code)
    if picture is None:
        raise ValueError(code)
    return picture.show(number)


def _show_moment(value: Any, row: FormatName) -> str:
    moment = read_moment(value, row)
    if isinstance(moment, timedelta):
        return show_span(moment, read_date_picture(row.code))
    seconds = getattr(moment, "second", 0) if row.general else 0
    return read_date_picture(f"{row.code}:ss" if seconds else row.code).show(moment)
