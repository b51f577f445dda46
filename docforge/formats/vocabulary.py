"""The names that `format` takes, in every format: what value each takes, and whether a number or text is written.

Knows no document.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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


def find_format(name: str) -> FormatName | None:
    """The row of `name`, letter case aside; None when there is none."""
    return _FOLDED.get(name.strip().casefold())
