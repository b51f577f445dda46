"""One worksheet part behind the Sheet protocol, over whichever scanner serves. Knows no XML of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from docforge.formats.xlsx.dialect import normalise, read_plain
from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Area, Cell, read_area
from docforge.formats.xlsx.scan.exact import ExactRows, header_of
from docforge.formats.xlsx.scan.fast import FastRows, patterns
from docforge.formats.xlsx.scan.rows import Content, IrregularError, Rows, RowSpan
from docforge.formats.xlsx.scan.tree import Cells, read_rows
from docforge.formats.xlsx.sheet import CellSpan, Formula
from docforge.formats.xlsx.xmltext import decode_xstring, read_attributes

_EVERYWHERE = Area(1, 1, MAX_ROW, MAX_COLUMN)
_TEXT = {"inlineStr", "str"}
_KEPT_ROWS, _FEW_ROWS = 256, 4


class Worksheet:
    """A Sheet (see `sheet`) with the spans that a writer needs besides. Rows are indexed when first asked for."""

    def __init__(self, data: bytes, *, exactly: bool = False) -> None:
        self.data = normalise(data)
        plain = None if exactly else read_plain(self.data)
        self._exact = ExactRows(self.data) if plain is None else None
        self._scope: Mapping[str, str] = {} if plain is None else plain.scope
        found = self._exactly if plain is None else plain
        self.prefix, self.body = found.prefix, found.body
        self._known: dict[int, list[CellSpan]] = {}
        self._by_cell: dict[int, dict[Cell, CellSpan]] = {}

    @property
    def is_plain(self) -> bool:
        """Whether the fast scanner serves this part, as far as is known."""
        return self._exact is None

    @property
    def head(self) -> bytes:
        return self.data[: self.body.start]

    @property
    def tail(self) -> bytes:
        return self.data[self.body.end :]

    @property
    def _exactly(self) -> ExactRows:
        if self._exact is None:
            self._exact = ExactRows(self.data)
        return self._exact

    @cached_property
    def _fast(self) -> FastRows:
        return FastRows(self.data, self.prefix, self.body)

    @property
    def _rows(self) -> Rows:
        if self._exact is not None:
            return self._exact
        try:
            return self._fast
        except IrregularError:
            return self._exactly

    def first_row_from(self, number: int) -> RowSpan | None:
        """The first row in document order whose number is `number` or greater."""
        try:
            return self._rows.first_from(number)
        except IrregularError:
            return self._exactly.first_from(number)

    def row(self, number: int) -> RowSpan | None:
        """The row's element, where there is one (the first, should a broken sheet have several)."""
        try:
            return next(self._rows.since(number, number), None)
        except IrregularError:
            return next(self._exactly.since(number, number), None)

    def rows(self, top: int = 1, bottom: int = MAX_ROW) -> Iterator[RowSpan]:
        """Row elements numbered `top` to `bottom`, in document order."""
        at = -1
        try:
            for row in self._rows.since(top, bottom):
                at = row.start
                yield row
        except IrregularError:
            yield from (row for row in self._exactly.since(top, bottom) if row.start > at)

    def row_cells(self, row: RowSpan) -> list[CellSpan]:
        """The row's cells in document order."""
        known = self._known.get(row.start)
        if known is None:
            known = self._read_cells(row)
            if len(self._known) >= _KEPT_ROWS:
                self._known.clear()
            self._known[row.start] = known
        return known

    def _read_cells(self, row: RowSpan) -> list[CellSpan]:
        try:
            return self._rows.cells(row)
        except IrregularError:
            return self._exactly.cells(row)

    def parse_rows(self, numbers: Iterable[int]) -> dict[int, Cells]:
        """Cells of those of the rows that there are, as a parser reads them. Raises Refusal.

        Where the patterns found the rows, another than they reads them, and tells no places in bytes.
        """
        wanted = list(numbers)
        find = self._find_row if len(wanted) <= _FEW_ROWS else self.row
        rows = [row for row in map(find, wanted) if row is not None]
        if self._exact is not None:
            return {row.number: self._exact.read(row) for row in rows}
        return dict(read_rows(self.data, header_of(self._scope), rows))

    def _find_row(self, number: int) -> RowSpan | None:
        """The row, without an index of all rows where none is needed."""
        try:
            found = self._fast.find(number) if self._exact is None else None
        except IrregularError:
            found = None
        return found or self.row(number)

    def find(self, cell: Cell) -> CellSpan | None:
        known = self._by_cell.get(cell.row)
        if known is None:
            if len(self._by_cell) >= _KEPT_ROWS:
                self._by_cell.clear()
            row = self.row(cell.row)
            spans = [] if row is None else self.row_cells(row)
            known = self._by_cell[cell.row] = {span.cell: span for span in reversed(spans)}
        return known.get(cell)

    def cells(self, area: Area | None = None) -> Iterator[CellSpan]:
        within = area or _EVERYWHERE
        for row in self.rows(within.top, within.bottom):
            for span in self._known.get(row.start) or self._read_cells(row):
                if within.left <= span.cell.column <= within.right:
                    yield span

    @property
    def holds_formulas(self) -> bool:
        """Whether any cell has a formula; on a sheet without any this is one search for one byte."""
        return self._holds_formulas

    @cached_property
    def _holds_formulas(self) -> bool:
        found = self.data.find(b"f", self.body.first, self.body.last)
        if found < 0:
            return False
        if self._exact is not None:
            return next(self._exact.formula_cells(), None) is not None
        return (
            patterns(self.prefix).formula.search(self.data, max(found - 9, self.body.first), self.body.last) is not None
        )

    @property
    def formula_count(self) -> int:
        """How many cells have a formula; on a plain sheet one pass over its bytes."""
        if self._exact is not None:
            return sum(1 for _ in self.formula_cells())
        opening = b"<" + self.prefix + b"f"
        return self.data.count(opening, self.body.first, self.body.last) if self.holds_formulas else 0

    def formula_cells(self) -> Iterator[CellSpan]:
        """The cells with a formula, in document order."""
        if not self.holds_formulas:
            return
        at = -1
        try:
            for span in self._rows.formula_cells():
                at = span.start
                yield span
        except IrregularError:
            yield from (span for span in self._exactly.formula_cells() if span.start > at)

    def formulas(self) -> Iterator[Formula]:
        return (self._formula(span) for span in self.formula_cells())

    def _formula(self, span: CellSpan) -> Formula:
        content = self.content(span)
        given = content.attributes
        shared = given.get("si", "")
        return Formula(
            cell=span.cell,
            text=content.formula or "",
            kind=given.get("t", "normal"),
            ref=read_area(given.get("ref", "")),
            shared=int(shared) if shared.isdecimal() else None,
            dynamic=content.dynamic,
        )

    def spilling_formulas(self) -> list[Formula]:
        """Formulas that may fill other cells too: arrays, spills and data tables."""
        if not self.holds_formulas:
            return []
        spilling = patterns(self.prefix).spilling
        if self.is_plain and not spilling.search(self.data, self.body.first, self.body.last):
            return []
        try:
            return [self._formula(span) for span in self._rows.spilling_cells()]
        except IrregularError:
            return [self._formula(span) for span in self._exactly.spilling_cells()]

    def content(self, span: CellSpan) -> Content:
        """What the cell holds, and where."""
        try:
            return self._rows.content(span)
        except IrregularError:
            return self._exactly.content(span)

    def raw(self, span: CellSpan) -> str:
        value = self._value(span)
        return decode_xstring(value) if span.kind in _TEXT else value.strip()

    def _value(self, span: CellSpan) -> str:
        try:
            return self._rows.value(span)
        except IrregularError:
            return self._exactly.value(span)

    def formula_text(self, span: CellSpan) -> str:
        return (self.content(span).formula or "") if span.formula else ""

    def row_style(self, row: int) -> int | None:
        found = self.row(row)
        if found is None:
            return None
        given = read_attributes(self.data[found.start : found.first])
        style = given.get("s", "")
        return int(style) if given.get("customFormat") in {"1", "true"} and style.isdecimal() else None

    @cached_property
    def dimension(self) -> tuple[int, int] | None:
        """Bytes of the `<dimension>` tag, where there is one."""
        if self._exact is not None:
            return self._exact.dimension
        found = re.search(rb"<%sdimension\s[^<>]*>" % re.escape(self.prefix), self.head)
        return found and found.span()


def open_sheet(data: bytes) -> Worksheet:
    """The part behind the Sheet protocol, by the fast scanner where that is safe.

    Raises Refusal not_a_document when the XML is broken or has no sheetData, hostile_file at a document type.
    """
    return Worksheet(data)


def open_exactly(data: bytes) -> Worksheet:
    """The same through the exact scanner, whatever the part looks like."""
    return Worksheet(data, exactly=True)
