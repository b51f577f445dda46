"""How cells look, as far as it tells a reader which are meant to be filled: boxes, fills, locks, number formats.

Knows no cell; a look belongs to an index in cellXfs (ECMA-376-1 §18.8.10).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from lxml import etree

from docforge.formats.xlsx.markup import Element, child, children, is_true
from docforge.formats.xlsx.number_formats import BUILT_IN
from docforge.formats.xlsx.workbook import Workbook

Fact = TypeVar("Fact")
_POINTS = re.compile(r"\d{1,3}(?:\.\d{1,4})?")
_USUAL_SIZE = 11.0
_SIDES = frozenset({"left", "right", "top", "bottom"})


@dataclass(frozen=True, slots=True)
class Look:
    """`sides` that have a border, `filled` for a pattern behind it, `size` of the font in points.

    `code` is the number format ("General" where there is none).
    """

    sides: frozenset[str] = frozenset()
    filled: bool = False
    size: float = _USUAL_SIZE
    locked: bool = True
    code: str = "General"


class Looks:
    """The looks of one workbook."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._known: dict[int, Look] = {}

    def at(self, style: int) -> Look:
        """The look of a style index; the default look for one that does not exist."""
        if style not in self._known:
            self._known[style] = self._read(style)
        return self._known[style]

    @cached_property
    def _root(self) -> Element | None:
        parts = self._workbook.related("styles")
        return self._workbook.read_root(parts[0].target) if parts else None

    def _list(self, *path: str) -> list[Element]:
        return [] if self._root is None else list(children(self._root, *path))

    @cached_property
    def _formats(self) -> list[Element]:
        return self._list("cellXfs", "xf")

    @cached_property
    def _sides(self) -> list[frozenset[str]]:
        return [
            frozenset(etree.QName(side).localname for side in one if side.get("style", "none") != "none") & _SIDES
            for one in self._list("borders", "border")
        ]

    @cached_property
    def _filled(self) -> list[bool]:
        patterns = (child(one, "patternFill") for one in self._list("fills", "fill"))
        return [one is None or one.get("patternType", "none") not in {"none", "gray125"} for one in patterns]

    @cached_property
    def _sizes(self) -> list[float]:
        return [_size(child(one, "sz")) for one in self._list("fonts", "font")]

    @cached_property
    def _codes(self) -> dict[int, str]:
        own = self._list("numFmts", "numFmt")
        return {_number(one, "numFmtId"): one.get("formatCode", "") for one in own}

    def _read(self, style: int) -> Look:
        if not 0 <= style < len(self._formats):
            return Look()
        own = self._formats[style]
        kind = _number(own, "numFmtId")
        return Look(
            sides=_pick(self._sides, _number(own, "borderId"), frozenset[str]()),
            filled=_pick(self._filled, _number(own, "fillId"), False),
            size=_pick(self._sizes, _number(own, "fontId"), _USUAL_SIZE),
            locked=is_true(child(own, "protection"), "locked", default=True),
            code=self._codes.get(kind) or BUILT_IN.get(kind, "General"),
        )


def _pick(facts: list[Fact], index: int, default: Fact) -> Fact:
    return facts[index] if 0 <= index < len(facts) else default


def _size(element: Element | None) -> float:
    value = "" if element is None else element.get("val", "")
    return float(value) if _POINTS.fullmatch(value) else _USUAL_SIZE


def _number(element: Element, name: str) -> int:
    value = element.get(name, "0")
    return int(value) if value.isdigit() else 0
