"""The exact scanner: any well-formed sheet, through expat's byte offsets. Slower; never guesses. Knows no value.

Positions may be implied (ECMA-376-1 §18.3.1.73, §18.3.1.4): a cell without `r` follows the one before it; a row
without `r` is numbered by its first cell that says so, else it follows the row before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from docforge.errors import Refusal
from docforge.formats.xlsx.dialect import MAIN, STRICT, Body
from docforge.formats.xlsx.refs import Cell, read_cell
from docforge.formats.xlsx.scan.rows import Content, RowSpan
from docforge.formats.xlsx.sheet import CellSpan

_TAG = re.compile(rb"""<([^\s/>"']++)[^"'>]*+(?:"[^"]*+"[^"'>]*+|'[^']*+'[^"'>]*+)*+>""")
_NAMES = ("sheetData", "dimension", "row", "c", "f", "v", "is", "t", "r", "rPh")
_OURS = {f"{uri} {name}": name for uri in (MAIN, STRICT) for name in _NAMES}

# depth of a cell where its row is cut out and put into an element of ours
_CELL = 3
_TEXTS = {"f", "v", "t"}


def parse(parser: expat.XMLParserType, data: bytes) -> None:
    """Run `parser` over all of `data`. Raises Refusal not_a_document, or hostile_file at a document type."""
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise Refusal("not_a_document", why=f"XML: {fault}") from fault


def _refuse_doctype(*_: Any) -> None:
    raise Refusal("hostile_file", why="DOCTYPE")


class _Parser:
    """One expat run. Subclasses act on elements of the main namespace by their local name and depth (root: 1)."""

    def __init__(self, data: bytes, shift: int = 0) -> None:
        self.data, self.shift, self.depth = data, shift, 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close

    @property
    def at(self) -> int:
        return self.parser.CurrentByteIndex + self.shift

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.opened(_OURS.get(name, ""), attributes)

    def _close(self, name: str) -> None:
        self.closed(_OURS.get(name, ""))
        self.depth -= 1

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        raise NotImplementedError

    def closed(self, name: str) -> None:
        raise NotImplementedError

    def tag_end(self, start: int) -> int:
        found = _TAG.match(self.data, start)
        if found is None:
            raise AssertionError("expat reported a start tag where there is none")
        return found.end()

    def span(self, start: int) -> tuple[int, int, int]:
        """(first, last, end) of the element that starts at `start` and is closing now."""
        first = self.tag_end(start)
        if self.data[first - 2 : first] == b"/>":
            return first, first, first
        return first, self.at, self.data.index(b">", self.at) + 1


class _Layout(_Parser):
    """Rows, body, dimension and the namespaces in scope; cells are left to whoever asks for a row."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.rows: list[RowSpan] = []
        self.body: Body | None = None
        self.dimension: tuple[int, int] | None = None
        self.scope: list[tuple[str | None, str]] = []
        self._body_at, self._body_depth, self._row_at = -1, 0, -1
        self._number, self._implied = 0, False
        self.parser.StartNamespaceDeclHandler = self._declare
        self.parser.EndNamespaceDeclHandler = self._forget

    def _declare(self, prefix: str | None, uri: str | None) -> None:
        if self._body_at < 0:
            self.scope.append((prefix, uri or ""))

    def _forget(self, prefix: str | None) -> None:
        if self._body_at < 0:
            del self.scope[max(i for i, (name, _) in enumerate(self.scope) if name == prefix)]

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row" and self.depth == self._body_depth + 1:
            self._row_at, self._implied = self.at, "r" not in attributes
            self._number = self._number + 1 if self._implied else _whole(attributes["r"])
        elif name == "c" and self._implied and self.depth == self._body_depth + 2:
            self._number_by(attributes.get("r", ""))
        elif name == "sheetData" and self._body_at < 0:
            self._body_at, self._body_depth = self.at, self.depth
        elif name == "dimension" and self._body_at < 0:
            self.dimension = (self.at, self.tag_end(self.at))

    def _number_by(self, address: str) -> None:
        cell = read_cell(address)
        if cell is not None:
            self._number, self._implied = cell.row, False

    def closed(self, name: str) -> None:
        if name == "row" and self.depth == self._body_depth + 1:
            self.rows.append(RowSpan(self._number, self._row_at, *self.span(self._row_at)))
        elif name == "sheetData" and self.depth == self._body_depth and self.body is None:
            self.body = Body(self._body_at, *self.span(self._body_at))
            self._body_depth = -2


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise Refusal("not_a_document", why=f"XML: row {text!r}")
    return int(text)


class _Cells(_Parser):
    """The cells of one row and what they hold, cut out and put into an element with the namespaces in scope."""

    def __init__(self, data: bytes, header: bytes, row: RowSpan) -> None:
        super().__init__(data, row.start - len(header))
        self.found: dict[CellSpan, Content] = {}
        self._row, self._column = row.number, 0
        self._begin(-1, {})

    def _begin(self, at: int, attributes: dict[str, str]) -> None:
        self._at, self._given, self._stored_at, self._phonetic = at, attributes, -1, 0
        self._stored: list[tuple[int, int]] = []
        self._formula: tuple[str, dict[str, str]] | None = None
        self._value: str | None = None
        self._inline = ""
        self._text: list[str] = []

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        if self.depth == _CELL:
            if name == "c":
                self._begin(self.at, attributes)
        elif self.depth == _CELL + 1:
            self._stored_at = self.at
            if name == "f":
                self._formula = ("", attributes)
        if name == "rPh":
            self._phonetic += 1
        elif name in _TEXTS:
            self._text.clear()
            self.parser.CharacterDataHandler = self._text.append

    def closed(self, name: str) -> None:
        self.parser.CharacterDataHandler = None
        if self.depth == _CELL and name == "c":
            self._end()
        elif self.depth == _CELL + 1:
            self._close_part(name)
        elif name == "t" and not self._phonetic:
            self._inline += "".join(self._text)
        elif name == "rPh":
            self._phonetic -= 1

    def _close_part(self, name: str) -> None:
        if name in {"v", "is"}:
            self._stored.append((self._stored_at, self.span(self._stored_at)[2]))
        if name == "v":
            self._value = "".join(self._text)
        elif name == "f" and self._formula is not None:
            self._formula = ("".join(self._text), self._formula[1])

    def _end(self) -> None:
        given = self._given
        address = read_cell(given.get("r", ""))
        self._column = address.column if address else self._column + 1
        style, (first, _, end) = given.get("s", ""), self.span(self._at)
        number = int(style) if style.isdecimal() else None
        cell = Cell(self._row, self._column)
        span = CellSpan(cell, self._at, end, number, given.get("t", "n"), self._formula is not None)
        text, attributes = self._formula or (None, {})
        content = Content(
            first=first,
            stored=tuple(self._stored),
            value=self._inline if self._value is None else self._value,
            inline=self._value is None and bool(self._stored),
            formula=text,
            attributes=attributes,
            dynamic="cm" in given,
        )
        self.found[span] = content


def read_cells(data: bytes, header: bytes, row: RowSpan) -> dict[CellSpan, Content]:
    """The cells of a row and what they hold. `header` is a start tag of ours with the namespaces in scope."""
    run = _Cells(data, header, row)
    parse(run.parser, header + data[row.start : row.end] + b"</docforge>")
    return run.found


def header_of(scope: Mapping[str, str]) -> bytes:
    """The start tag that carries namespaces, given by the attributes that declare them."""
    return f"<docforge{''.join(f' {name}={quoteattr(uri)}' for name, uri in scope.items())}>".encode()


def check_well_formed(data: bytes) -> None:
    """Raises Refusal not_a_document unless an XML parser takes the part."""
    parse(expat.ParserCreate(), data)


class ExactRows:
    """Rows of any well-formed sheet. Raises Refusal not_a_document, hostile_file."""

    def __init__(self, data: bytes) -> None:
        layout = _Layout(data)
        parse(layout.parser, data)
        if layout.body is None:
            raise Refusal("not_a_document", why="XML: sheetData")
        self._data, self._rows = data, layout.rows
        self.body, self.dimension = layout.body, layout.dimension
        numbers = [row.number for row in self._rows]
        self._ascending = all(map(int.__lt__, numbers, numbers[1:]))
        self._highest = list(accumulate(numbers, max))  # up to each row; where rows are in order, its own number
        self._header = header_of({f"xmlns:{prefix}" if prefix else "xmlns": uri for prefix, uri in layout.scope})
        self._starts = [row.start for row in self._rows]
        self._last: tuple[int, dict[CellSpan, Content]] = (-1, {})
        self.prefix = _prefix(data, self.body.start)

    def first_from(self, number: int) -> RowSpan | None:
        index = bisect_left(self._highest, number)
        return self._rows[index] if index < len(self._rows) else None

    def since(self, top: int, bottom: int) -> Iterator[RowSpan]:
        if not self._ascending:
            chosen = self._by_number.get(top, []) if top == bottom else self._rows
            yield from (row for row in chosen if top <= row.number <= bottom)
            return
        for index in range(bisect_left(self._highest, top), len(self._rows)):
            if self._rows[index].number > bottom:
                return
            yield self._rows[index]

    @cached_property
    def _by_number(self) -> dict[int, list[RowSpan]]:
        found: dict[int, list[RowSpan]] = {}
        for row in self._rows:
            found.setdefault(row.number, []).append(row)
        return found

    def cells(self, row: RowSpan) -> list[CellSpan]:
        return list(self.read(row))

    def read(self, row: RowSpan) -> dict[CellSpan, Content]:
        """The row's cells and what they hold."""
        if self._last[0] != row.start:
            self._last = (row.start, read_cells(self._data, self._header, row))
        return self._last[1]

    def content(self, span: CellSpan) -> Content:
        row = self._rows[bisect_right(self._starts, span.start) - 1]
        return self.read(row)[span]

    def value(self, span: CellSpan) -> str:
        return self.content(span).value

    def formula_cells(self) -> Iterator[CellSpan]:
        for row in self._rows:
            yield from (span for span in self.cells(row) if span.formula)

    def spilling_cells(self) -> Iterator[CellSpan]:
        spilling = {"array", "dataTable"}
        return (span for span in self.formula_cells() if self.content(span).attributes.get("t") in spilling)


def _prefix(data: bytes, start: int) -> bytes:
    found = _TAG.match(data, start)
    name = found[1] if found else b""
    return name[: name.find(b":") + 1]
