"""The fast scanner: bisect over an index of rows, and patterns within one row. For plain sheets only (see `dialect`).

It vouches for every row that it shows: the row is tiled by cells of one spelling. All else raises IrregularError.
Knows no value.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from operator import lt

from docforge.formats.xlsx.dialect import Body
from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Cell, column_number
from docforge.formats.xlsx.scan.rows import Content, IrregularError, RowSpan
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.xmltext import read_attributes, read_text

_ATTRIBUTES = rb'((?: [A-Za-z][A-Za-z0-9_.:-]*="[^"<>]*")*) ?'
_STYLE = re.compile(rb' s="([0-9]+)"')
_KIND = re.compile(rb' t="([A-Za-z]+)"')


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns of one prefix. Attributes are double-quoted, one space apart, `r` first."""

    row: re.Pattern[bytes]
    row_tag: re.Pattern[bytes]
    cell: re.Pattern[bytes]
    formula: re.Pattern[bytes]
    formula_content: re.Pattern[bytes]
    value: re.Pattern[bytes]
    text: re.Pattern[bytes]
    holder: re.Pattern[bytes]
    phonetic: re.Pattern[bytes]
    stored: re.Pattern[bytes]
    spilling: re.Pattern[bytes]


@cache
def patterns(prefix: bytes) -> Patterns:
    p = re.escape(prefix)
    up_to = rb"[^<]*+(?:<(?!/?%sc[ />])[^<]*+)*+"  # never past another cell, so that a broken part costs no more
    one = rb"(?:/>|>([^<]*)</%s%s>)"
    return Patterns(
        row=re.compile(rb'<%srow(?: r="([1-9][0-9]{0,6})")?' % p),
        row_tag=re.compile(rb'<%srow r="[0-9]+"%s(/?)>' % (p, _ATTRIBUTES)),
        cell=re.compile(rb'<%sc r="([A-Z]{1,3})([0-9]+)"%s(?:/>|>(%s)</%sc>)' % (p, _ATTRIBUTES, up_to % p, p)),
        formula=re.compile(rb"<%sf[\s>/]" % p),
        formula_content=re.compile(rb"<%sf%s" % (p, _ATTRIBUTES) + one % (p, b"f")),
        value=re.compile(rb"<%sv%s" % (p, _ATTRIBUTES) + one % (p, b"v")),
        text=re.compile(rb"<%st%s" % (p, _ATTRIBUTES) + one % (p, b"t")),
        stored=re.compile(rb"<%s(v|is)(?=[ />])[^<>]*?(?:/>|>.*?</%s\1>)" % (p, p), re.DOTALL),
        spilling=re.compile(rb"""<%sf\s[^<>]*?(?<=\s)t\s*=\s*["'](?:array|dataTable)["']""" % p),
        holder=re.compile(rb"<%s[vt][\s/>]" % p),
        phonetic=re.compile(rb"<%srPh[\s>].*?</%srPh>" % (p, p), re.DOTALL),
    )


class FastRows:
    """Rows of a plain sheet. Raises IrregularError where the rows are not spelled one way in ascending order."""

    def __init__(self, data: bytes, prefix: bytes, body: Body) -> None:
        self._data, self._body, self.prefix = data, body, prefix
        self._patterns = patterns(prefix)
        self._closing = b"</" + prefix + b"row>"
        if _foreign(data, body):
            raise IrregularError

    @property
    def _numbers(self) -> array[int]:
        return self._index[0]

    @property
    def _starts(self) -> array[int]:
        return self._index[1]

    @cached_property
    def _index(self) -> tuple[array[int], array[int]]:
        found = self._patterns.row.finditer(self._data, self._body.first, self._body.last)
        pairs = [(int(one[1] or 0), one.start()) for one in found]
        numbers, starts = array("L", (number for number, _ in pairs)), array("Q", (start for _, start in pairs))
        if not all(map(lt, numbers, numbers[1:])) or (pairs and not 0 < numbers[0] <= numbers[-1] <= MAX_ROW):
            raise IrregularError
        edge = starts[0] if starts else self._body.last
        if self._data[self._body.first : edge].strip():
            raise IrregularError
        return numbers, starts

    def first_from(self, number: int) -> RowSpan | None:
        index = bisect_left(self._numbers, number)
        return self._row(index) if index < len(self._numbers) else None

    def since(self, top: int, bottom: int) -> Iterator[RowSpan]:
        for index in range(bisect_left(self._numbers, top), len(self._numbers)):
            if self._numbers[index] > bottom:
                return
            yield self._row(index)

    def find(self, number: int) -> RowSpan | None:
        """The first row spelled with that number, found without the index of all rows."""
        data, last, opening = self._data, self._body.last, b"<" + self.prefix + b"row"
        start = data.find(b'%s r="%d"' % (opening, number), self._body.first, last)
        if start < 0:
            return None
        edge = data.find(opening, start + 1, last)
        return self._row_at(number, start, last if edge < 0 else edge)

    def _row(self, index: int) -> RowSpan:
        edge = self._starts[index + 1] if index + 1 < len(self._starts) else self._body.last
        return self._row_at(self._numbers[index], self._starts[index], edge)

    def _row_at(self, number: int, start: int, edge: int) -> RowSpan:
        data = self._data
        opened = self._patterns.row_tag.match(data, start)
        if opened is None:
            raise IrregularError
        first = last = end = opened.end()
        if not opened[2]:
            last = data.find(self._closing, first, edge)
            end = last + len(self._closing)
        if last < first or data[end:edge].strip():
            raise IrregularError
        return RowSpan(number, start, first, last, end)

    def cells(self, row: RowSpan) -> list[CellSpan]:
        found: list[CellSpan] = []
        at, before, number = row.first, 0, b"%d" % row.number
        for match in self._patterns.cell.finditer(self._data, row.first, row.last):
            span = self._span(match, row.number)
            if span.cell.column <= before or match[2] != number or (at != span.start and self._between(at, span.start)):
                raise IrregularError
            found.append(span)
            at, before = span.end, span.cell.column
        if at != row.last and self._between(at, row.last):
            raise IrregularError
        return found

    def _between(self, start: int, end: int) -> bool:
        return bool(self._data[start:end].strip())

    def _span(self, match: re.Match[bytes], row: int) -> CellSpan:
        letters, _, attributes, inside = match.groups()
        style, kind = _style_and_kind(attributes)
        formula = bool(inside) and b"f" in inside and self._patterns.formula.search(inside) is not None
        return CellSpan(Cell(row, _column(letters)), *match.span(), style, kind, formula)

    def content(self, span: CellSpan) -> Content:
        match = self._patterns.cell.match(self._data, span.start, span.end)
        if match is None:
            raise IrregularError
        inside = match[4] or b""
        formula = self._patterns.formula_content.search(inside) if span.formula else None
        if span.formula and formula is None:
            raise IrregularError
        first, last = match.span(4) if match[4] is not None else (match.end(), match.end())
        stored = tuple(found.span() for found in self._patterns.stored.finditer(self._data, first, last))
        return Content(
            first=first,
            stored=stored,
            value=self.value(span),
            inline=bool(stored) and self._patterns.value.search(inside) is None,
            formula=None if formula is None else read_text(formula[2] or b""),
            attributes={} if formula is None else read_attributes(formula[1]),
            dynamic=b' cm="' in match[3],
        )

    def value(self, span: CellSpan) -> str:
        found = self._patterns.value.search(self._data, span.start, span.end)
        if found is not None:
            return read_text(found[2] or b"")
        inside = self._data[span.start : span.end]
        if not self._patterns.holder.search(inside):
            return ""
        spoken = self._patterns.phonetic.sub(b"", inside)
        texts = [read_text(found[2] or b"") for found in self._patterns.text.finditer(spoken)]
        if len(texts) != len(self._patterns.holder.findall(spoken)):
            raise IrregularError
        return "".join(texts)

    def formula_cells(self) -> Iterator[CellSpan]:
        return self._cells_around(self._patterns.formula)

    def spilling_cells(self) -> Iterator[CellSpan]:
        return self._cells_around(self._patterns.spilling)

    def _cells_around(self, pattern: re.Pattern[bytes]) -> Iterator[CellSpan]:
        """The cells in which `pattern` is found."""
        data, opening, at = self._data, b"<" + self.prefix + b'c r="', self._body.first
        for found in pattern.finditer(data, at, self._body.last):
            start = data.rfind(opening, at, found.start())
            match = self._patterns.cell.match(data, start, self._body.last) if start >= 0 else None
            if match is None or not match.start() < found.start() < match.end():
                raise IrregularError
            row = self._numbers[bisect_right(self._starts, start) - 1]
            if row != int(match[2]):
                raise IrregularError
            at = match.end()
            yield self._span(match, row)


@cache
def _column(letters: bytes) -> int:
    column = column_number(letters.decode())
    if column > MAX_COLUMN:
        raise IrregularError
    return column


@lru_cache(4096)
def _style_and_kind(attributes: bytes) -> tuple[int | None, str]:
    style, kind = _STYLE.search(attributes), _KIND.search(attributes)
    return int(style[1]) if style else None, kind[1].decode() if kind else "n"


def _foreign(data: bytes, body: Body) -> bool:
    """Whether the body holds a namespace declaration or alternate content, which only a parser can judge."""
    if data.find(b"x", body.first, body.last) >= 0 and data.find(b"xmlns", body.first, body.last) >= 0:
        return True
    return data.find(b"AlternateContent", body.first, body.last) >= 0
