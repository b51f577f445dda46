"""Which of many allowed values a wrong one most likely stands for. Knows no rule."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

Value = str | float | bool
_NEAR = 0.5


def by_nearness(value: Value, allowed: Sequence[Value]) -> list[Value]:
    """`allowed` with the nearest first; numbers by distance, texts by likeness, in the given order among equals."""
    scored = [(-likeness(value, one), place) for place, one in enumerate(allowed)]
    return [allowed[place] for _, place in sorted(scored)]


def find_nearest(value: Value, allowed: Sequence[Value]) -> Value | None:
    """The nearest value, where one is near enough to be meant."""
    best = max(allowed, key=lambda one: likeness(value, one), default=None)
    return best if best is not None and likeness(value, best) >= _NEAR else None


def likeness(value: Value, other: Value) -> float:
    """From 0 to 1: 1 where they differ in case, width or blanks alone."""
    if isinstance(value, bool) or isinstance(other, bool):
        return float(plain(value) == plain(other))
    if isinstance(value, int | float) and isinstance(other, int | float):
        return 1 / (1 + abs(value - other) / (1 + abs(value)))
    first, second = plain(value), plain(other)
    if first == second:
        return 1.0
    if first and second and (first in second or second in first):
        return 0.6 + 0.4 * min(len(first), len(second)) / max(len(first), len(second))
    return max(_ratio(first, second), _ratio(_letters(first), _letters(second)) * 0.9)


def plain(value: Value) -> str:
    """The text without case, width and blanks."""
    return re.sub(r"[\s\-_·.,()（）]+", "", unicodedata.normalize("NFKC", str(value))).casefold()


def _ratio(first: str, second: str) -> float:
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _letters(text: str) -> str:
    """Hangul as its letters, so that 서울 and 서을 are near."""
    return unicodedata.normalize("NFD", text)


def shorten(value: Value, allowed: Iterable[Value], most: int, kept: int) -> tuple[list[Value], int]:
    """All allowed values, or of more than `most` the `kept` nearest; and how many there are."""
    values = list(allowed)
    return (values if len(values) <= most else by_nearness(value, values)[:kept]), len(values)
