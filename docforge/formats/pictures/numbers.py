"""Shows numbers by the number formats of Excel (ECMA-376-1 §18.8.30), as text. Knows no document.

What a picture cannot show exactly (fractions, exponents, conditions) is no picture here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Literal

from docforge.formats.pictures.dates import quote

Kind = Literal["text", "digit", "point", "comma", "percent", "general", "blind"]
_PART = re.compile(
    r"""
    "(?P<double>[^"]*)" | \\(?P<escaped>.) | \[\$(?P<sign>[^\]-]*)(?:-[^\]]*)?\]
    | (?P<blind>_.|\*.|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\d{1,2})\])
    | (?P<general>General) | (?P<digit>[0#?]) | (?P<point>\.) | (?P<comma>,) | (?P<percent>[%％])
    | (?P<other>[^\x00-\x7f]+|[^A-Za-z1-9\[\]"/@])
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_MOST_SECTIONS = 3
_PLAIN = frozenset(" $+-():")


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a picture: what it shows, its text, and the code that Excel reads for it."""

    kind: Kind
    text: str
    code: str


@dataclass(frozen=True, slots=True)
class Section:
    """One of the pictures for positive numbers, negative ones and zero."""

    tokens: Sequence[Token]

    @property
    def percents(self) -> int:
        return sum(token.kind == "percent" for token in self.tokens)

    def show(self, number: Decimal) -> tuple[str, bool]:
        """The size of a number by this picture, and whether any digit but zero is shown."""
        if any(token.kind == "general" for token in self.tokens):
            return "".join(plain_digits(number) if t.kind == "general" else t.text for t in self.tokens), True
        if not any(token.kind == "digit" for token in self.tokens):
            return "".join(token.text for token in self.tokens), True
        scaled = number.scaleb(2 * self.percents - 3 * self._scale)
        whole, _, part = f"{_round(scaled, len(self._after)):f}".partition(".")
        shown = "".join((*self._show_whole(whole.lstrip("0")), *self._show_rest(part)))
        return shown, bool(whole.strip("0") or part.strip("0"))

    @property
    def _point(self) -> int:
        """Where the decimals begin; behind the last token where there are none."""
        return next((n for n, token in enumerate(self.tokens) if token.kind == "point"), len(self.tokens))

    @property
    def _before(self) -> list[int]:
        return [n for n, token in enumerate(self.tokens[: self._point]) if token.kind == "digit"]

    @property
    def _after(self) -> list[Token]:
        return [token for token in self.tokens[self._point :] if token.kind == "digit"]

    @property
    def _scale(self) -> int:
        """How many commas stand behind the last digit, of the whole number or of all: each takes off three digits."""
        digits = [n for n, token in enumerate(self.tokens) if token.kind == "digit"]
        whole = [n for n in digits if n < self._point]
        behind = [*self.tokens[(whole or digits)[-1] + 1 : self._point], *self.tokens[max(digits[-1], self._point) :]]
        return sum(token.kind == "comma" for token in behind)

    @property
    def _groups(self) -> bool:
        at = self._before
        return len(at) > 1 and any(token.kind == "comma" for token in self.tokens[at[0] : at[-1]])

    def _show_whole(self, digits: str) -> Iterator[str]:
        """What stands before the point, the digits dealt out to their places from the right."""
        places = self._before
        least = next((len(places) - n for n, at in enumerate(places) if self.tokens[at].text == "0"), 0)
        padded = digits.rjust(least, "0")
        grouped = _group(padded) if self._groups else list(padded)
        for index, token in enumerate(self.tokens[: self._point]):
            if token.kind != "digit":
                yield token.text
                continue
            rank = len(places) - places.index(index)
            first = len(grouped) if rank == len(places) else rank
            yield "".join(grouped[max(0, len(grouped) - first) : max(0, len(grouped) - rank + 1)])
        yield "" if places else "".join(grouped)

    def _show_rest(self, digits: str) -> Iterator[str]:
        shown = len(digits)
        while shown and digits[shown - 1] == "0" and self._after[shown - 1].text != "0":
            shown -= 1
        left = iter(digits[:shown])
        for token in self.tokens[self._point :]:
            if token.kind == "digit":
                yield next(left, "")
            elif token.kind != "point" or shown:
                yield token.text


@dataclass(frozen=True, slots=True)
class NumberPicture:
    """A picture that was read: up to three sections."""

    sections: Sequence[Section]

    @property
    def is_percent(self) -> bool:
        return self.sections[0].percents > 0

    @property
    def code(self) -> str:
        """The picture as a number format of Excel, its words in quotes."""
        return ";".join("".join(token.code for token in section.tokens) for section in self.sections)

    def show(self, number: float | Decimal) -> str:
        """The number, rounded half up as Excel rounds."""
        exact = number if isinstance(number, Decimal) else Decimal(repr(number))
        index = 1 if exact < 0 else 2 if exact == 0 else 0
        if index < len(self.sections) and self.sections[index].tokens:
            return self.sections[index].show(abs(exact))[0]
        shown, counts = self.sections[0].show(abs(exact))
        return f"-{shown}" if exact < 0 and counts else shown


def _round(number: Decimal, places: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def _group(digits: str) -> list[str]:
    """Each digit, with the comma that follows it."""
    return [f"{digit}," if left and left % 3 == 0 else digit for digit, left in _counted(digits)]


def _counted(digits: str) -> Iterator[tuple[str, int]]:
    for index, digit in enumerate(digits):
        yield digit, len(digits) - 1 - index


@lru_cache(1024)
def read_number_picture(picture: str) -> NumberPicture | None:
    """The picture; None for a text that is none."""
    sections, at = [list[Token]()], 0
    while at < len(picture):
        found = _PART.match(picture, at)
        if found is None:
            return None
        at = found.end()
        if found["other"] == ";":
            sections.append([])
        else:
            sections[-1].append(_token(found))
    read = NumberPicture(tuple(Section(_without_commas(tokens)) for tokens in sections))
    return read if _is_sound(read) else None


def _token(found: re.Match[str]) -> Token:
    match found.lastgroup:
        case "digit" | "point" | "percent" | "general" as kind:
            return Token(kind, found[0], found[0])
        case "comma":
            return Token("comma", "", ",")
        case "blind":
            return Token("blind", "", found[0])
        case "double" | "escaped" | "sign" as kind:
            return Token("text", found[kind], found[0])
        case _:
            return Token("text", found[0], found[0] if found[0] in _PLAIN else quote(found[0]))


def _without_commas(tokens: list[Token]) -> tuple[Token, ...]:
    """A comma that neither groups nor scales (before any digit, or among decimals) is text."""
    point = next((n for n, token in enumerate(tokens) if token.kind == "point"), len(tokens))
    digits = [n for n, token in enumerate(tokens) if token.kind == "digit"] or [len(tokens)]
    return tuple(
        replace(token, kind="text", text=",", code="\\,")
        if token.kind == "comma" and (n < digits[0] or point < n < digits[-1])
        else token
        for n, token in enumerate(tokens)
    )


def _is_sound(picture: NumberPicture) -> bool:
    """Whether every section shows a number in one way, the one for zero perhaps words alone."""
    first = picture.sections[0].tokens
    shows = any(token.kind in {"digit", "general"} for token in first)
    points = all(sum(token.kind == "point" for token in section.tokens) <= 1 for section in picture.sections)
    return shows and points and len(picture.sections) <= _MOST_SECTIONS


def plain_digits(number: float | Decimal) -> str:
    """The number in plain digits, exactly: no exponent, no separators, no zeros at the end of decimals."""
    exact = number if isinstance(number, Decimal) else Decimal(repr(number))
    shown = f"{exact:f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown
