"""Shows dates, times and spans by the pictures that Word, Excel and Hangul write. Knows no document.

The letters are those of ECMA-376-1 §17.16.4.1 (Word) and §18.8.30 (Excel); names of days and months are CLDR's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache, cached_property, lru_cache
from locale import windows_locale
from typing import Any, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names, get_period_names

Moment = date | datetime | time
Kind = Literal["text", "year", "month", "day", "weekday", "hour", "minute", "second", "noon", "elapsed"]
_PART = re.compile(
    r"""
    "(?P<double>[^"]*)" | '(?P<single>[^']*)' | \\(?P<escaped>.)
    | \[\$(?P<sign>[^\]-]*)(?:-(?P<tag>[^\]]*))?\] | \[(?P<elapsed>h+|m+|s+)\]
    | (?P<noon>AM/PM|A/P|오전/오후) | (?P<letters>a{3,4}|y+|m+|d+|h+|s+) | (?P<other>[^\x00-\x7f]+|.)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_KINDS: dict[str, Kind] = {"y": "year", "m": "month", "d": "day", "a": "weekday", "h": "hour", "s": "second"}
_DATES, _CLOCKS = frozenset({"year", "month", "day", "weekday"}), frozenset({"hour", "minute", "second", "noon"})
_HANGUL = re.compile("[가-힣]")
_UNCLEAR = re.compile(r"""[A-Za-z0-9#@?\[\]"']""")
_BARE = frozenset(": ")
_NAME = 3  # letters of an abbreviated name; one more is the whole name
_NOON = 12


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a picture: what it shows, and as written; of a text what it says."""

    kind: Kind
    text: str
    plain: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it shows a word of a language."""
        named = self.kind in {"month", "day", "weekday"} and len(self.text) >= _NAME
        return named or self.kind == "noon"


@dataclass(frozen=True)
class DatePicture:
    """A picture that was read. `language` is what a tag in it says, "" without one."""

    tokens: Sequence[Token]
    language: str = ""

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(token.kind for token in self.tokens)

    @property
    def takes(self) -> Literal["date", "time", "datetime", "duration", ""]:
        """The value that it shows whole; "" where it shows none, or text that may be a mistake."""
        unclear = any(token.plain and _UNCLEAR.search(token.text) for token in self.tokens)
        day, clock = bool(self.kinds & _DATES), bool(self.kinds & _CLOCKS)
        if unclear or not (day or clock or "elapsed" in self.kinds):
            return ""
        if "elapsed" in self.kinds:
            return "" if day else "duration"
        return "datetime" if day and clock else "date" if day else "time"

    @cached_property
    def spoken(self) -> str:
        """The language of its names where nobody tells one: that of its tag, Korean beside Hangul, else English."""
        hangul = any(_HANGUL.search(token.text) or token.text.lower().startswith("aaa") for token in self.tokens)
        return self.language or ("ko" if hangul else "en")

    @property
    def code(self) -> str:
        """The same picture as a number format of Excel (§18.8.30), its language told where it shows names."""
        tag = "[$-412]" if self.spoken.startswith("ko") else "[$-409]"
        named = any(token.is_name for token in self.tokens)
        return (tag if named else "") + "".join(map(_to_code, self.tokens))

    def show(self, moment: Moment, language: str = "", *, halves: bool = False) -> str:
        """The moment; of a day alone its midnight, of a time alone no day. `halves`: a plain h counts to twelve."""
        spoken, halved = _locale(language or self.spoken), halves or "noon" in self.kinds
        return "".join(_show(token, moment, spoken, halves=halved) for token in self.tokens)


@lru_cache(1024)
def read_date_picture(picture: str) -> DatePicture:
    """Any text reads; what means no part of a moment stands for itself."""
    tokens, language = list[Token](), ""
    for found in _PART.finditer(picture):
        if found["tag"]:
            language = _language_of(found["tag"])
        tokens += _tokens(found)
    return DatePicture(tuple(_with_minutes(tokens)), language)


def _tokens(found: re.Match[str]) -> Iterator[Token]:
    match found.lastgroup:
        case "letters":
            kind = _KINDS[found["letters"][0].lower()]
            yield Token(kind, found["letters"])
        case "noon" | "elapsed":
            yield Token(found.lastgroup, found[found.lastgroup])
        case "tag" | "sign":
            yield from [Token("text", found["sign"])] if found["sign"] else []
        case "single" if not found["single"]:
            yield Token("text", "'")
        case _:
            yield Token("text", found[str(found.lastgroup)], plain=found.lastgroup == "other")


def _with_minutes(tokens: list[Token]) -> Iterator[Token]:
    """The letter m as Excel takes it: minutes behind hours or before seconds; and where M stands for the month."""
    shown = [(index, token) for index, token in enumerate(tokens) if token.kind != "text"]
    capital = any(token.kind == "month" and token.text.isupper() for token in tokens)
    minutes = set[int]()
    for number, (index, token) in enumerate(shown):
        before = shown[number - 1] if number else (index, token)
        after = shown[number + 1] if number + 1 < len(shown) else (index, token)
        clocks = ((before, {"hour", "elapsed"}), (after, {"second"}))
        beside = [place for (place, near), kinds in clocks if near.kind in kinds]
        joined = any(_between(tokens, index, place) == ":" for place in beside)
        lower = token.text.islower() and (beside or capital)
        if token.kind == "month" and len(token.text) < _NAME and (lower or joined):
            minutes.add(index)
    for index, token in enumerate(tokens):
        yield replace(token, kind="minute") if index in minutes else token


def _between(tokens: list[Token], one: int, other: int) -> str:
    first, last = sorted((one, other))
    return "".join(token.text for token in tokens[first + 1 : last])


def _language_of(tag: str) -> str:
    """The language of a tag such as `412` (an LCID) or `ko-KR`; "" for what names none (`F800`)."""
    try:
        number = int(tag, 16) & 0xFFFF
    except ValueError:
        return tag
    return windows_locale.get(number, "").replace("_", "-")


@cache
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale("en")


# ── showing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _show(token: Token, moment: Moment, locale: Locale, *, halves: bool) -> str:
    if token.kind == "text":
        return token.text
    if token.kind in _DATES:
        return _show_day(token, moment, locale) if isinstance(moment, date) else ""
    clock = moment if isinstance(moment, time) else moment.time() if isinstance(moment, datetime) else time()
    return _show_clock(token, clock, locale, halves=halves)


def _show_day(token: Token, day: date, locale: Locale) -> str:
    size = len(token.text)
    match token.kind:
        case "year":
            return f"{day.year:04}" if size >= _NAME else f"{day.year % 100:02}"
        case "weekday":
            return get_day_names("abbreviated" if size == _NAME else "wide", locale=locale)[day.weekday()]
        case "month" if size >= _NAME:
            return get_month_names(_WIDTHS.get(size, "wide"), locale=locale)[day.month]
        case "day" if size >= _NAME:
            return get_day_names("abbreviated" if size == _NAME else "wide", locale=locale)[day.weekday()]
        case _:
            return f"{day.month if token.kind == 'month' else day.day:0{size}}"


_WIDTHS: dict[int, Literal["abbreviated", "narrow", "wide"]] = {3: "abbreviated", 5: "narrow"}


def _show_clock(token: Token, clock: time, locale: Locale, *, halves: bool) -> str:
    size = min(len(token.text), 2)
    match token.kind:
        case "noon":
            return _show_noon(token, clock, locale)
        case "hour":
            counted = (clock.hour % _NOON or _NOON) if halves and token.text[0] == "h" else clock.hour
            return f"{counted:0{size}}"
        case "minute":
            return f"{clock.minute:0{size}}"
        case _:
            return f"{clock.second:0{size}}"


def _show_noon(token: Token, clock: time, locale: Locale) -> str:
    names: Any = get_period_names("abbreviated", "format", Locale("ko") if "오" in token.text else locale)
    half = "pm" if clock.hour >= _NOON else "am"
    shown = str(names.get(half, half.upper()))
    if token.text.upper() == "A/P":
        return shown if locale.language == "ko" else shown[0]
    return shown.lower() if token.text.islower() else shown


def show_date(moment: Moment, pattern: str, language: str = "") -> str:
    """The moment by a picture as documents hold it (`w:dateFormat`, `\\@`): yyyy M d dddd aaa H h mm AM/PM, 'text'.

    `language` is that of the document, as a tag (`ko`, `en-US`); without it that of the picture. As in Word, h counts
    to twelve. Without a picture, or where a time meets a picture of days, ISO 8601.
    """
    picture = read_date_picture(pattern)
    dayless = isinstance(moment, time) and not picture.kinds & _CLOCKS
    if not pattern.strip() or dayless:
        return moment.isoformat(" ", "minutes") if isinstance(moment, datetime) else moment.isoformat()
    return picture.show(moment, language, halves=True)


def show_span(span: timedelta, picture: DatePicture) -> str:
    """A span of time: the letters in brackets count on beyond the day or the hour."""
    seconds = round(span.total_seconds())
    whole = {"h": seconds // 3600, "m": seconds // 60, "s": seconds}
    rest = {"hour": seconds // 3600, "minute": seconds // 60 % 60, "second": seconds % 60}
    return "".join(
        token.text if token.kind == "text"
        else f"{whole[token.text[0].lower()] if token.kind == 'elapsed' else rest[token.kind]:0{len(token.text)}}"
        for token in picture.tokens
    )  # fmt: skip


def _to_code(token: Token) -> str:
    if token.kind == "elapsed":
        return f"[{token.text.lower()}]"
    if token.kind == "noon":
        return token.text.upper()
    if token.kind != "text":
        return token.text.lower()
    return quote(token.text)


def quote(text: str) -> str:
    """Text as a number format holds it: signs of their own escaped, words in quotes."""
    return "".join(
        part if part in _BARE else f"\\{part}" if part.isascii() or '"' in part else f'"{part}"'
        for part in re.findall(r"[^\x00-\x7f]+|.", text, re.DOTALL)
    )
