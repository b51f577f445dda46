"""`{{x}}` in running text, over however many runs and marks it is spread. Knows no field and no package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from docforge.formats.hwpx.markup import drop_layout_around, put_text, texts
from docforge.opc import Element

_PLACEHOLDER = re.compile(r"\{\{\s*(?P<name>[^\s{}#/^!>&?][^{}]{0,79}?)\s*\}\}")
Edge = tuple[Element, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters of an hp:t that stand before its first child, or behind the child `after`."""

    text: Element
    after: Element | None
    shown: str


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One occurrence: from which to before which of its paragraph's characters, tabs and line breaks not counted.

    `edges` tell the same as an hp:t each, with a character of the paragraph.
    """

    paragraph: Element
    name: str
    start: int
    stop: int
    edges: tuple[Edge, Edge]

    def fill(self, value: str) -> None:
        """Put the value where the placeholder begins, in that run's style; other text and all marks stay.

        Of several in one paragraph the last goes first: those before it keep their characters.
        """
        drop_layout_around(self.edges[0][0])
        at = 0
        for piece in list(_pieces(self.paragraph)):
            begin, end = max(self.start - at, 0), min(self.stop - at, len(piece.shown))
            at += len(piece.shown)
            if begin < end:
                put_text(piece.text, piece.after, piece.shown[:begin] + value + piece.shown[end:])
                value = ""


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Every occurrence of one placeholder, through the document."""

    found: Sequence[Placeholder]


def fill_occurrences(values: Sequence[tuple[Occurrences, str]]) -> None:
    """Fill each with its value, the last of a paragraph first, so that those before it keep their characters."""
    every = [(one, text) for occurrences, text in values for one in occurrences.found]
    for one, text in sorted(every, key=lambda pair: -pair[0].start):
        one.fill(text)


def find_placeholders(paragraph: Element) -> Iterator[Placeholder]:
    """Every placeholder of a paragraph's own text, left to right."""
    pieces = list(_pieces(paragraph))
    line = "".join(piece.shown for piece in pieces)
    if "{{" not in line:
        return
    ends = list(accumulate(len(piece.shown) for piece in pieces))
    for found in _PLACEHOLDER.finditer(line):
        edges = (_edge(pieces, ends, found.start()), _edge(pieces, ends, found.end() - 1, step=1))
        yield Placeholder(paragraph, found["name"], found.start(), found.end(), edges)


def _pieces(paragraph: Element) -> Iterator[_Piece]:
    for text in texts(paragraph):
        yield _Piece(text, None, text.text or "")
        for each in text:
            yield _Piece(text, each, each.tail or "")


def _edge(pieces: Sequence[_Piece], ends: Sequence[int], at: int, step: int = 0) -> Edge:
    """The hp:t that holds character `at`, with that character, or the one behind it."""
    return next(piece.text for piece, end in zip(pieces, ends, strict=True) if at < end), at + step
