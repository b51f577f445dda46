"""Estimates whether a text fits its frame: PowerPoint sizes text anew only when someone types in it (SLIDE-3).

Widths are those of common fonts: Hangul and ideographs are as wide as high. Knows no address and never writes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docforge.formats.pptx.markup import EMU_A_POINT, A, P, number
from docforge.formats.pptx.shapes import Shape, Size
from docforge.formats.pptx.text import LINE_BREAK
from docforge.opc import Element

_HUNDREDTH = 100
_WHOLE = 100_000
_LINE = 1.2
_DEFAULT_SIZE = 1800
_INSETS = {"lIns": 91_440, "rIns": 91_440, "tIns": 45_720, "bIns": 45_720}
_NARROW, _PLAIN, _CAPITAL = 0.3, 0.52, 0.66
_THIN = frozenset("ijlft.,:;'|!()[]{} \"")
_TOLERANCE = 1.08


@dataclass(frozen=True, slots=True)
class Overflow:
    """Height that a text needs and that its frame has, in points."""

    needed: float
    room: float


def find_overflow(
    body: Element, inherited: Sequence[Shape], size: Size | None, master: Element | None
) -> Overflow | None:
    """By how much the text of a body is too high for its frame of `size` EMU; None where it fits or cannot be told.

    `inherited` are the placeholders that it takes after, `master` is the slide master, for sizes that none of them has.
    """
    bodies = [body, *(one.body for one in inherited if one.body is not None)]
    properties = [found for one in bodies if (found := one.find(f"{A}bodyPr")) is not None]
    if size is None or _told(properties, "vert", "horz") != "horz":
        return None
    width, room = _inside(size, properties)
    scale = _scale(properties)
    wraps = _told(properties, "wrap", "square") != "none"
    sizes = _Sizes(bodies, inherited, master)
    needed = sum(sizes.height(one, width if wraps else None, scale) for one in body.iterchildren(f"{A}p"))
    return Overflow(needed, room) if needed > room * _TOLERANCE and width > 0 else None


def _told(properties: Sequence[Element], name: str, default: str) -> str:
    return next((one.get(name, "") for one in properties if one.get(name)), default)


def _inside(size: Size, properties: Sequence[Element]) -> tuple[float, float]:
    """Width and height within the insets, in points."""
    left, right, top, bottom = (
        next((number(one, name) for one in properties if one.get(name)), inset) for name, inset in _INSETS.items()
    )
    return (size[0] - left - right) / EMU_A_POINT, (size[1] - top - bottom) / EMU_A_POINT


def _scale(properties: Sequence[Element]) -> float:
    """How far the text was shrunk when last typed in (21.1.2.1.3 normAutofit); PowerPoint keeps that at opening."""
    own = properties[0].find(f"{A}normAutofit") if properties else None
    return number(own, "fontScale", _WHOLE) / _WHOLE


class _Sizes:
    """The sizes of letters of a body, as far as they are told: run, list style, layout, master."""

    def __init__(self, bodies: Sequence[Element], inherited: Sequence[Shape], master: Element | None) -> None:
        self._styles = [found for one in bodies if (found := one.find(f"{A}lstStyle")) is not None]
        kind = inherited[0].placeholder if inherited else ""
        name = "titleStyle" if kind in {"title", "ctrTitle"} else "bodyStyle" if kind else "otherStyle"
        style = master.find(f"{P}txStyles/{P}{name}") if master is not None else None
        self._styles += [style] if style is not None else []

    def height(self, paragraph: Element, width: float | None, scale: float) -> float:
        """The height of one paragraph's lines in points."""
        level = number(paragraph.find(f"{A}pPr"), "lvl") + 1
        told = self._size(paragraph, level) * scale
        return sum(_lines(line, told, width) for line in _pieces(paragraph)) * told * _LINE

    def _size(self, paragraph: Element, level: int) -> float:
        looks = [paragraph.find(f"{A}r/{A}rPr"), paragraph.find(f"{A}endParaRPr")]
        looks += [one.find(f"{A}lvl{level}pPr/{A}defRPr") for one in self._styles]
        sizes = (number(one, "sz") for one in looks if one is not None)
        return next((one for one in sizes if one > 0), _DEFAULT_SIZE) / _HUNDREDTH


def _pieces(paragraph: Element) -> Iterator[str]:
    shown = "".join(
        LINE_BREAK if one.tag == f"{A}br" else one.findtext(f"{A}t") or ""
        for one in paragraph.iterchildren(f"{A}r", f"{A}fld", f"{A}br")
    )
    yield from shown.split(LINE_BREAK)


def _lines(text: str, size: float, width: float | None) -> int:
    """How many lines a text takes: Hangul breaks between any two letters, Latin between words."""
    if width is None:
        return 1
    lines, used = 1, 0.0
    for word in _words(text):
        length = sum(map(_width, word)) * size
        if used and used + length > width:
            lines, used = lines + 1, 0.0
        while length > width > 0:
            lines, length = lines + 1, length - width
        used += length
    return lines


def _words(text: str) -> Iterator[str]:
    """What stays together on a line, blanks with the word before them."""
    word = ""
    for letter in text:
        if word and (word[-1] == " " != letter or _is_wide(letter) or _is_wide(word[-1])):
            yield word
            word = ""
        word += letter
    if word:
        yield word


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in {"W", "F"}


def _width(letter: str) -> float:
    if _is_wide(letter):
        return 1
    if letter in _THIN:
        return _NARROW
    return _CAPITAL if letter.isupper() else _PLAIN
