"""Reads typed values as callers write them (ISO 8601, Korean amounts) and says what a doubtful text must have meant.

Knows no document. What does not read raises ValueProblem.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Any

from docforge.errors import Phrase, Problem

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_TIME = re.compile(r"(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?", re.ASCII)
_OFFSET = re.compile(r"(?<=\d)\s*(?:Z|z|[+-]\d{2}(?::?\d{2})?)$", re.ASCII)
_LOOSE_DATE = re.compile(
    r"(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?|(\d{4})(\d{2})(\d{2})", re.ASCII
)
_LOOSE_TIME = re.compile(r"(\d{1,2}):(\d{2})(:\d{2})?", re.ASCII)
_CLOCK = re.compile(r"(\d{1,5}):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6})\d*)?)?", re.ASCII)
_PERIOD = re.compile(
    r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,6}))?S)?)?", re.ASCII
)
_LONGEST = timedelta(days=3652)


class ValueProblem(ValueError):  # noqa: N818  it carries a Problem, in the product's own word
    """A value that does not read. `problem` lacks only its address."""

    def __init__(self, code: str, why: str = "", *, use: Any = None, **facts: Any) -> None:
        told = {"why": Phrase(why, facts)} if why else facts
        self.problem = Problem(code, facts=told, use=use)
        super().__init__(code)

    @classmethod
    def of(cls, problem: Problem) -> ValueProblem:
        """The same of a problem that is made already."""
        fault = cls(problem.code)
        fault.problem = problem
        return fault


def read_date(text: str) -> date:
    """The day that `text` names as ISO 8601 extended, `2026-11-30`. Other spellings are told the ISO one to use."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise ValueProblem("bad_date", "iso_date", use=_date_meant(text))
    return _day(*(int(part) for part in found.groups()))


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as fault:
        raise ValueProblem("bad_date", "no_such_day") from fault


def _date_meant(text: str) -> str | None:
    """ISO spelling of a year-first date; None for what could be day or month first."""
    plain = text.strip()
    begun = re.match(r"\d{4}-\d{2}-\d{2}(?!\d)", plain, re.ASCII)
    found = _LOOSE_DATE.fullmatch(begun[0] if begun else plain)
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups() if part)
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def read_time(text: str) -> time:
    """The time of day as ISO 8601, `14:05` or `14:05:30`; an offset is refused with the wall time as `use`."""
    plain = without_offset(text)
    found = _TIME.fullmatch(plain)
    if found is None:
        loose = _LOOSE_TIME.fullmatch(plain)
        raise ValueProblem("bad_date", "iso_time", use=plain.zfill(len(plain) + 1) if loose else None)
    hours, minutes, seconds, fraction = (part or "0" for part in found.groups())
    try:
        return time(int(hours), int(minutes), int(seconds), int(fraction.ljust(6, "0")))
    except ValueError as fault:
        raise ValueProblem("bad_date", "no_such_time") from fault


def read_datetime(text: str) -> datetime:
    """Day and time as ISO 8601, `2026-11-30T14:05`; a day alone is its midnight."""
    day, gap, clock = without_offset(text).replace(" ", "T", 1).partition("T")
    if not _DATE.fullmatch(day):
        raise ValueProblem("bad_date", "iso_datetime", use=_date_meant(text))
    return datetime.combine(read_date(day), read_time(clock) if gap else time())


def without_offset(text: str) -> str:
    """`text` without blanks around it. Raises ValueProblem bad_date, the wall time as `use`, at an offset."""
    plain = text.strip()
    offset = _OFFSET.search(plain) if ":" in plain or plain[-1:] in {"Z", "z"} else None
    if offset is not None:
        raise ValueProblem("bad_date", "no_offset", use=plain[: offset.start()])
    return plain


def read_duration(text: str) -> timedelta:
    """A span of time as `26:30:00`, `26:30` or ISO 8601 `PT26H30M`; months and years have no fixed length."""
    plain = text.strip()
    clock, period = _CLOCK.fullmatch(plain), _PERIOD.fullmatch(plain.upper())
    if clock is not None:
        hours, minutes, seconds, fraction = (part or "0" for part in clock.groups())
        days = weeks = "0"
    elif period is not None and any(period.groups()):
        weeks, days, hours, minutes, seconds, fraction = (part or "0" for part in period.groups())
    else:
        raise ValueProblem("bad_date", "iso_duration")
    whole = [int(part) for part in (weeks, days, hours, minutes, seconds)]
    if max(whole) > 10**9:
        raise ValueProblem("bad_date", "iso_duration")
    span = timedelta(weeks=whole[0], days=whole[1], hours=whole[2], minutes=whole[3], seconds=whole[4])
    span += timedelta(microseconds=int(fraction.ljust(6, "0")))
    if span > _LONGEST * 10:
        raise ValueProblem("bad_date", "iso_duration")
    return span


_UNITS = {"천": 10**3, "만": 10**4, "백만": 10**6, "천만": 10**7, "억": 10**8, "조": 10**12}
_SIGNS = "₩￦$€¥￥£"
_LABELS = "원정|원|달러|엔|유로|위안|개월|개|명|인|대|식|건|회|본|매|장|권|세트|KRW|USD|EUR|JPY|CNY|EA|SET|kg|KG"
_LOOKS = re.compile(
    rf"[{_SIGNS}]?\s*(?P<sign>[-+−])?\s*[{_SIGNS}]?\s*(?P<body>[\d.,천백만억조\s]+?)\s*(?P<percent>[%％])?\s*(?:{_LABELS})?",
    re.ASCII,
)
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", re.ASCII)
_STEP = re.compile(r"\s*([\d.,]+)\s*(천만|백만|천|만|억|조)?", re.ASCII)
_WIDE = str.maketrans("０１２３４５６７８９，．－", "0123456789,.-")
EXACT_DIGITS = 15


def number_meant(text: str) -> int | float | None:
    """The number that a text such as `1,250,000원`, `₩ 12.5`, `125만` or `15%` shows; None when it shows none.

    Codes are no numbers: a leading zero, or more than 15 digits.
    """
    found = _LOOKS.fullmatch(text.translate(_WIDE).strip())
    size = _add_steps(found["body"].strip()) if found else None
    if found is None or size is None:
        return None
    size = size / 100 if found["percent"] else size
    number = -size if found["sign"] in {"-", "−"} else size
    return int(number) if number == int(number) else round(number, EXACT_DIGITS)


def _add_steps(body: str) -> float | None:
    total, at, before = 0.0, 0, float("inf")
    while at < len(body):
        step = _STEP.match(body, at)
        if step is None or not _DIGITS.fullmatch(step[1]) or _is_code(step[1]):
            return None
        unit = _UNITS[step[2]] if step[2] else 1
        if unit >= before:
            return None
        total, at, before = total + float(step[1].replace(",", "")) * unit, step.end(), unit
    return total if body else None


def _is_code(digits: str) -> bool:
    whole = digits.replace(",", "").partition(".")[0]
    return (len(whole) > 1 and whole[0] == "0") or len(whole) > EXACT_DIGITS


_NAMES = "영일이삼사오육칠팔구"
_PLACES = ("", "십", "백", "천")
_GROUPS = ("", "만", "억", "조", "경")


def hangul_number(number: int) -> str:
    """A whole number from 0 to 10²⁰ - 1 in Hangul, each `일` spoken as deeds require: 1,000,000 is 일백만."""
    if number == 0:
        return _NAMES[0]
    parts = list[str]()
    for index, group in enumerate(_GROUPS):
        digits = number // 10_000**index % 10_000
        if digits:
            parts.append(_hangul_group(digits) + group)
    return "".join(reversed(parts))


def _hangul_group(number: int) -> str:
    digits = [(number // 10**place % 10, unit) for place, unit in enumerate(_PLACES)]
    return "".join(_NAMES[digit] + unit for digit, unit in reversed(digits) if digit)


def hangul_amount(value: Any) -> str:
    """`금 일백만원정` of a whole amount of won that is not negative. Raises ValueProblem bad_number."""
    if isinstance(value, (str, bool)) or value is None:
        raise ValueProblem("bad_number", "give_number", use=number_meant(value) if isinstance(value, str) else None)
    limit = 10**20 if isinstance(value, int) else 10**EXACT_DIGITS  # a fraction's whole part is exact no further
    if not 0 <= value < limit or value != int(value):
        raise ValueProblem("bad_number", "whole_amount")
    return f"금 {hangul_number(int(value))}원정"


def business_number(value: Any) -> str:
    """A Korean business registration number of ten digits as `123-45-67890`. Raises ValueProblem bad_value."""
    digits = re.sub(r"[\s-]", "", value if isinstance(value, str) else str(value))
    if isinstance(value, bool) or not re.fullmatch(r"\d{10}", digits, re.ASCII):
        raise ValueProblem("bad_value", "ten_digits")
    return f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
