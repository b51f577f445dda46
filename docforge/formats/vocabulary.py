"""What `format` takes, in every format: names and patterns, what value each takes, and what it writes.

A number is written with a number format where a cell holds it, and as the text that the format shows elsewhere.
Knows no document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from babel.numbers import get_currency_precision, get_currency_symbol, list_currencies

from docforge.formats.pictures import read_date_picture, read_number_picture

Takes = Literal["text", "number", "date", "time", "datetime", "duration", "amount", "business_number"]


@dataclass(frozen=True, slots=True)
class FormatName:
    """One name. `writes` a number shown by the number format `code` (ECMA-376-1 §18.8.30), or text.

    A `general` name is content with any number format of its kind that a cell already has.
    """

    name: str
    takes: Takes
    writes: Literal["number", "text"]
    code: str = ""
    general: bool = False


def _number(name: str, code: str, *, takes: Takes = "number", general: bool = False) -> FormatName:
    return FormatName(name, takes, "number", code, general)


_CURRENCIES = {
    "KRW": '"₩"#,##0',
    "USD": "[$$-409]#,##0.00",
    "EUR": "[$€-2]\\ #,##0.00",
    "JPY": "[$¥-411]#,##0",
    "CNY": "[$¥-804]#,##0.00",
    "GBP": "[$£-809]#,##0.00",
    "VND": "#,##0\\ [$₫-42A]",
    "TWD": "[$NT$-404]#,##0",
    "HKD": "[$HK$-C04]#,##0.00",
    "SGD": "[$S$-4809]#,##0.00",
    "AUD": "[$A$-C09]#,##0.00",
    "CAD": "[$C$-1009]#,##0.00",
    "CHF": "[$CHF]\\ #,##0.00",
    "INR": "[$₹-4009]#,##0.00",
    "THB": "[$฿-41E]#,##0.00",
    "IDR": "[$Rp-421]#,##0",
    "PHP": "[$₱-3409]#,##0.00",
}
_DECIMALS = ("", ".0", ".00", ".000", ".0000")

_ROWS = (
    FormatName("text", "text", "text"),
    _number("number", "General", general=True),
    *(_number(f"number:{count}", f"#,##0{digits}") for count, digits in enumerate(_DECIMALS)),
    _number("percent", "0%", general=True),
    *(_number(f"percent:{count}", f"0{digits}%") for count, digits in enumerate(_DECIMALS)),
    _number("currency", "#,##0", general=True),
    *(_number(f"currency:{code}", shown) for code, shown in _CURRENCIES.items()),
    _number("date", "yyyy\\-mm\\-dd", takes="date", general=True),
    _number("date:long", 'yyyy"년"\\ m"월"\\ d"일"', takes="date"),
    _number("date:dots", "yyyy\\.\\ m\\.\\ d\\.", takes="date"),
    _number("time", "hh:mm", takes="time", general=True),
    _number("time:seconds", "hh:mm:ss", takes="time"),
    _number("datetime", "yyyy\\-mm\\-dd\\ hh:mm", takes="datetime", general=True),
    _number("datetime:long", 'yyyy"년"\\ m"월"\\ d"일"\\ hh:mm', takes="datetime"),
    _number("duration", "[h]:mm:ss", takes="duration", general=True),
    FormatName("hangul_amount", "amount", "text"),
    FormatName("business_number", "business_number", "text"),
)
FORMATS: dict[str, FormatName] = {row.name: row for row in _ROWS}
_FOLDED = {name.casefold(): row for name, row in FORMATS.items()}
_CURRENCY = re.compile(r"currency:([a-z]{3})", re.IGNORECASE | re.ASCII)
_LONGEST_PATTERN = 120


def find_format(name: str) -> FormatName | None:
    """What `name` asks for: a name of FORMATS, letter case aside, `currency:` with any code of ISO 4217, or a pattern
    as Excel and Word write them (`#,##0.00"원"`, `yyyy. M. d. (aaa)`); None when it is none of them.
    """
    plain = name.strip()
    return _FOLDED.get(plain.casefold()) or _find_more(plain)


@lru_cache(1024)
def _find_more(name: str) -> FormatName | None:
    currency = _CURRENCY.fullmatch(name)
    if currency is not None:
        return _of_currency(currency[1].upper())
    return _of_pattern(name) if len(name) <= _LONGEST_PATTERN else None


def _of_currency(code: str) -> FormatName | None:
    if code not in list_currencies():
        return None
    symbol, digits = get_currency_symbol(code, locale="en"), get_currency_precision(code)
    blank = "\\ " if symbol == code else ""
    decimals = f".{'0' * digits}" if digits else ""
    return _number(f"currency:{code}", f"[${symbol}]{blank}#,##0{decimals}")


def _of_pattern(pattern: str) -> FormatName | None:
    number = read_number_picture(pattern)
    if number is not None:
        return _number(pattern, number.code)
    moment = read_date_picture(pattern)
    return _number(pattern, moment.code, takes=moment.takes) if moment.takes else None
