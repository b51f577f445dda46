"""Cell formats of a workbook (ECMA-376-1 §18.8): what each shows, a twin that shows otherwise, one appended if need be.

Append-only: no index that is in use changes its meaning. Knows no sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from docforge.formats.vocabulary import FORMATS
from docforge.formats.xlsx.dialect import normalise
from docforge.formats.xlsx.edits import Edit, apply_edits
from docforge.formats.xlsx.number_formats import (
    BUILT_IN,
    GENERAL,
    NumberFormat,
    built_in_id,
    read_number_format,
    shows_alike,
)
from docforge.formats.xlsx.xmltext import read_attributes

_INSIDE = rb"""[^<>"']*+(?:"[^"]*+"[^<>"']*+|'[^']*+'[^<>"']*+)*+"""
_ROOT = re.compile(rb"<(?:([A-Za-z_][\w.-]*):)?styleSheet" + _INSIDE + rb">")
_COUNT = re.compile(rb"""(\scount\s*=\s*["'])(\d+)""")
_FIRST_CUSTOM, _MOST_FORMATS = 164, 65_430
_NUMBER_FORMAT = re.compile(rb"""\s(?:numFmtId|applyNumberFormat)\s*=\s*(?:"[^"]*"|'[^']*')""")
_GENERAL_CODES = frozenset(row.code for row in FORMATS.values() if row.general)
_FALSE = {"0", "false", "off"}


@dataclass(frozen=True, slots=True)
class _Block:
    """A list element: `data[start:end]`, its content `data[first:last]`."""

    start: int
    first: int
    last: int
    end: int


class Styles:
    """The styles part, and what was appended to it. `data` None: the book has no such part."""

    def __init__(self, data: bytes | None) -> None:
        self._data = b"" if data is None else normalise(data)
        self._masked = _mask_comments(self._data)
        root = _ROOT.search(self._masked)
        self._prefix = root[1] + b":" if root and root[1] else b""
        self._root_end = root.end() if root else 0
        self._appended: list[bytes] = []
        self._codes: dict[int, str] = {}
        self.added: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """How many cell formats there are, with those appended."""
        return len(self._formats) + len(self._appended)

    def _block(self, name: bytes) -> _Block | None:
        tag = self._prefix + name
        opened = re.search(rb"<%s(?=[\s/>])%s>" % (re.escape(tag), _INSIDE), self._masked)
        if opened is None:
            return None
        if opened[0].endswith(b"/>"):
            return _Block(opened.start(), opened.end(), opened.end(), opened.end())
        last = self._masked.find(b"</" + tag, opened.end())
        return _Block(opened.start(), opened.end(), last, self._masked.find(b">", last) + 1)

    @cached_property
    def _formats(self) -> list[bytes]:
        """Every `<xf>` of cellXfs, as bytes."""
        block = self._block(b"cellXfs")
        if block is None:
            return []
        tag = re.escape(self._prefix + b"xf")
        inside = rb"[^<]*+(?:<(?!/?%s[\s/>])[^<]*+)*+" % tag
        one = re.compile(rb"<%s(?=[\s/>])%s(?:(?<=/)>|(?<!/)>%s</%s\s*>)" % (tag, _INSIDE, inside, tag))
        spans = (found.span() for found in one.finditer(self._masked, block.first, block.last))
        return [self._data[start:end] for start, end in spans]

    @cached_property
    def _custom(self) -> dict[int, str]:
        """Codes of numFmts by their id."""
        block = self._block(b"numFmts")
        if block is None:
            return {}
        one = re.compile(rb"<%snumFmt\s%s>" % (re.escape(self._prefix), _INSIDE))
        found = [read_attributes(tag[0]) for tag in one.finditer(self._masked, block.first, block.last)]
        return {int(given["numFmtId"]): given.get("formatCode", "") for given in found if "numFmtId" in given}

    def _format(self, style: int | None) -> bytes:
        index = style or 0
        known = len(self._formats)
        if index >= known + len(self._appended):
            return b""
        return self._formats[index] if index < known else self._appended[index - known]

    def number_format(self, style: int | None) -> NumberFormat:
        """The number format that cells of this style show by; None is the style of a cell without `s`, 0."""
        number = read_attributes(_opening(self._format(style))).get("numFmtId", "0")
        return self._by_id(int(number)) if number.isdecimal() else GENERAL

    def _by_id(self, number: int) -> NumberFormat:
        code = self._codes.get(number) or self._custom.get(number) or BUILT_IN.get(number, "General")
        return read_number_format(code)

    def is_locked(self, style: int | None) -> bool:
        """Whether a protected sheet locks cells of this style (§18.8.33; the default is locked)."""
        found = re.search(rb"<(?:[\w.-]+:)?protection\s" + _INSIDE + rb">", self._format(style))
        return found is None or read_attributes(found[0]).get("locked", "1") not in _FALSE

    def wraps(self, style: int | None) -> bool:
        """Whether cells of this style show line breaks (§18.8.1)."""
        found = re.search(rb"<(?:[\w.-]+:)?alignment\s" + _INSIDE + rb">", self._format(style))
        return found is not None and read_attributes(found[0]).get("wrapText", "0") not in {"", *_FALSE}

    def showing(self, style: int | None, code: str) -> int | None:
        """A style like `style` that shows by `code`: itself, a twin differing in nothing else, else one appended.

        A code that a general format name stands for is served by a twin of the same kind. None: the book has no
        cell formats to append to.
        """
        base = style or 0
        if not self._format(base):
            return None
        twin = self._twin(base, code)
        return self._append(base, code) if twin is None else twin

    def _twin(self, base: int, code: str) -> int | None:
        looks = _without_number(self._format(base))
        for index, one in enumerate((*self._formats, *self._appended)):
            if _without_number(one) == looks and self._serves(index, code):
                return index
        return None

    def _serves(self, index: int, code: str) -> bool:
        shown = self.number_format(index)
        if code in _GENERAL_CODES and shown.kind == read_number_format(code).kind != "number":
            return True
        return shows_alike(shown.code, code)

    def _append(self, base: int, code: str) -> int | None:
        index = len(self._formats) + len(self._appended)
        if index >= _MOST_FORMATS:
            return None
        one = _NUMBER_FORMAT.sub(b"", self._format(base), count=2)
        name = b"<" + self._prefix + b"xf"
        given = b' numFmtId="%d" applyNumberFormat="1"' % self._id_of(code)
        self._appended.append(name + given + one.removeprefix(name))
        self.added.append((base, code))
        return index

    def _id_of(self, code: str) -> int:
        built_in = built_in_id(code)
        if built_in is not None:
            return built_in
        known = self._custom | self._codes
        same = next((number for number, other in known.items() if other == code), None)
        if same is None:
            same = max(_FIRST_CUSTOM - 1, *known) + 1 if known else _FIRST_CUSTOM
            self._codes[same] = code
        return same

    @property
    def data(self) -> bytes:
        """The part with what was appended; the bytes that it came with when nothing was."""
        edits = [*self._extend(b"cellXfs", self._appended)] if self._appended else []
        tags = [
            b'<%snumFmt numFmtId="%d" formatCode="%s"/>' % (self._prefix, number, _escape(code))
            for number, code in self._codes.items()
        ]
        return apply_edits(self._data, [*edits, *self._extend(b"numFmts", tags)] if tags else edits)

    def _extend(self, name: bytes, elements: list[bytes]) -> Iterator[Edit]:
        """`elements` at the end of a list, its count raised; a new list as the first of the part."""
        block, tag, added = self._block(name), self._prefix + name, b"".join(elements)
        if block is None:
            whole = b'<%s count="%d">%s</%s>' % (tag, len(elements), added, tag)
            yield Edit(self._root_end, self._root_end, whole)
            return
        opening = _raise_count(self._data[block.start : block.first], len(elements))
        if block.first == block.end:
            yield Edit(block.start, block.end, opening[:-2].rstrip() + b">" + added + b"</" + tag + b">")
            return
        yield Edit(block.start, block.first, opening)
        yield Edit(block.last, block.last, added)


def _raise_count(opening: bytes, added: int) -> bytes:
    return _COUNT.sub(lambda found: found[1] + b"%d" % (int(found[2]) + added), opening)


def _mask_comments(data: bytes) -> bytes:
    """Comments as blanks of the same length, so that patterns see elements alone and offsets hold."""
    parts, at = list[bytes](), 0
    while (start := data.find(b"<!--", at)) >= 0 and (end := data.find(b"-->", start)) >= 0:
        parts += (data[at:start], b" " * (end + 3 - start))
        at = end + 3
    return b"".join((*parts, data[at:])) if parts else data


def _opening(element: bytes) -> bytes:
    return element[: element.find(b">") + 1]


def _without_number(element: bytes) -> bytes:
    """A cell format without what twins may differ in."""
    return _NUMBER_FORMAT.sub(b"", element)


def _escape(code: str) -> bytes:
    return code.translate(str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})).encode("utf-8")
