"""Writes values into the bytes of a worksheet part, and takes cached results out. All other bytes stay.

Knows no rule and no package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from docforge.formats.xlsx.areas import size
from docforge.formats.xlsx.edits import Edit, apply_edits
from docforge.formats.xlsx.planned import CellValue, Write
from docforge.formats.xlsx.refs import Area, Cell, column_name, read_area
from docforge.formats.xlsx.scan import Content, RowSpan, Worksheet, open_sheet
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.xmltext import decode_xstring, find_attribute, write_xstring

_SPANS = re.compile(rb"""(\sspans\s*=\s*["'])([0-9:\s]+)""")
_REF = re.compile(rb"""(\sref\s*=\s*["'])([^"']*)""")


def write_cells(sheet: Worksheet, writes: Iterable[Write]) -> bytes:
    """The part with the writes, at most one a cell; rows, spans and dimension are added to as needed.

    A cell keeps its style unless the write brings one; a new cell has the write's. To clear a cell that is not
    there changes nothing.
    """
    needed = (write for write in writes if write.value.kind != "blank" or sheet.find(write.cell))
    ordered = sorted(needed, key=lambda write: write.cell)
    by_row = groupby(ordered, key=lambda write: write.cell.row)
    writer = _Writer(sheet)
    for number, group in by_row:
        writer.write_row(number, list(group))
    return apply_edits(sheet.data, writer.finish(ordered))


@dataclass
class _Writer:
    sheet: Worksheet
    edits: list[Edit] = field(default_factory=list[Edit])
    first_rows: list[bytes] = field(default_factory=list[bytes])

    def write_row(self, number: int, writes: Sequence[Write]) -> None:
        row = self.sheet.row(number)
        if row is None:
            self._add_row(number, b"".join(self._new(write) for write in writes))
        elif row.self_closing:
            cells = b"".join(self._new(write) for write in writes)
            self.edits.append(Edit(row.first - 2, row.first, b">" + cells + self._closing(b"row")))
            self._extend_spans(row, writes)
        else:
            self.edits += self._cell_edits(row, writes)
            self._extend_spans(row, writes)

    def _add_row(self, number: int, cells: bytes) -> None:
        element = b'<%srow r="%d">%s%s' % (self.sheet.prefix, number, cells, self._closing(b"row"))
        after, body = self.sheet.first_row_from(number), self.sheet.body
        if after is not None:
            self.edits.append(Edit(after.start, after.start, element))
        elif body.self_closing:
            self.first_rows.append(element)
        else:
            self.edits.append(Edit(body.last, body.last, element))

    def _cell_edits(self, row: RowSpan, writes: Sequence[Write]) -> Iterator[Edit]:
        spans = self.sheet.row_cells(row)
        held = {span.cell: span for span in reversed(spans)}
        for write in writes:
            span = held.get(write.cell)
            if span is not None:
                style = span.style if write.style is None else write.style
                yield Edit(span.start, span.end, cell_xml(self.sheet.prefix, write.cell, write.value, style))
            else:
                at = next((one.start for one in spans if one.cell.column > write.cell.column), row.last)
                yield Edit(at, at, self._new(write))

    def _new(self, write: Write) -> bytes:
        return cell_xml(self.sheet.prefix, write.cell, write.value, write.style)

    def _closing(self, name: bytes) -> bytes:
        return b"</" + self.sheet.prefix + name + b">"

    def _extend_spans(self, row: RowSpan, writes: Sequence[Write]) -> None:
        """`spans` (§18.3.1.73) is a hint, but one that a reader may trust."""
        found = _SPANS.search(self.sheet.data, row.start, row.first)
        edges = [int(edge) for edge in re.findall(rb"[0-9]+", found[2])] if found else []
        columns = [write.cell.column for write in writes]
        if found and edges and (min(columns) < min(edges) or max(columns) > max(edges)):
            wider = b"%d:%d" % (min(*columns, *edges), max(*columns, *edges))
            self.edits.append(Edit(*found.span(2), wider))

    def finish(self, writes: Sequence[Write]) -> list[Edit]:
        body = self.sheet.body
        if self.first_rows:
            rows = b"".join(self.first_rows)
            self.edits.append(Edit(body.first - 2, body.first, b">" + rows + self._closing(b"sheetData")))
        if writes and self.sheet.dimension is not None:
            self.edits += self._extend_dimension(*self.sheet.dimension, [write.cell for write in writes])
        return self.edits

    def _extend_dimension(self, start: int, end: int, cells: Sequence[Cell]) -> Iterator[Edit]:
        """`dimension` (§18.3.1.35), since readers that stream take no row outside it."""
        found = _REF.search(self.sheet.data, start, end)
        area = read_area(found[2].decode()) if found else None
        if found is None or area is None:
            return
        rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
        wider = Area(min(area.top, *rows), min(area.left, *columns), max(area.bottom, *rows), max(area.right, *columns))
        if wider != area:
            yield Edit(*found.span(2), str(wider).encode())


def cell_xml(prefix: bytes, cell: Cell, value: CellValue, style: int | None) -> bytes:
    """One `<c>` (§18.3.1.4). Text is an inline string, so that the shared strings stay as they are."""
    name = column_name(cell.column).encode()
    opening = b'<%sc r="%s%d"' % (prefix, name, cell.row) + (b' s="%d"' % style if style is not None else b"")
    match value.kind:
        case "blank":
            return opening + b"/>"
        case "text":
            text = write_xstring(value.text)
            inside = b'<%sis><%st xml:space="preserve">%s</%st></%sis>' % (prefix, prefix, text, prefix, prefix)
            return opening + b' t="inlineStr">' + inside + b"</%sc>" % prefix
        case "boolean":
            return opening + b' t="b"><%sv>%d</%sv></%sc>' % (prefix, value.number, prefix, prefix)
        case "number":
            return opening + b"><%sv>%s</%sv></%sc>" % (prefix, repr(value.number).encode(), prefix, prefix)


def clear_results(sheet: Worksheet) -> tuple[bytes, int]:
    """The part without the cached results of its formulas (value and type), and how many were taken out.

    Interiors of arrays, spills and data tables hold results too. The sheet's own bytes when there was nothing to clear.
    """
    if not sheet.holds_formulas:
        return sheet.data, 0
    filled, count = _clear_filled(sheet)
    cleared, more = _clear_formulas(sheet if filled is sheet.data else open_sheet(filled))
    return (cleared, count + more) if cleared != sheet.data else (sheet.data, 0)


def count_results(sheet: Worksheet) -> int:
    """How many cells of the part are computed: formulas, and the interiors of arrays, spills and data tables."""
    interiors = sum(size(formula.ref) - 1 for formula in sheet.spilling_formulas() if formula.ref)
    return sheet.formula_count + interiors


def _clear_filled(sheet: Worksheet) -> tuple[bytes, int]:
    areas = [formula.ref for formula in sheet.spilling_formulas() if formula.ref]
    spans = {span.start: span for area in areas for span in sheet.cells(area) if not span.formula}
    return _clear_each(sheet, spans.values())


def _clear_formulas(sheet: Worksheet) -> tuple[bytes, int]:
    bulk = _clear_in_bulk(sheet.data, sheet.prefix) if sheet.is_plain else None
    return bulk or _clear_each(sheet, sheet.formula_cells())


def _clear_each(sheet: Worksheet, spans: Iterable[CellSpan]) -> tuple[bytes, int]:
    edits, count = list[Edit](), 0
    for span in spans:
        content = sheet.content(span)
        kind = find_attribute(sheet.data[span.start : content.first], b"t")
        if kind is not None:
            edits.append(Edit(span.start + kind[0], span.start + kind[1], b""))
        edits += [Edit(start, end, b"") for start, end in content.stored]
        count += bool(content.stored)
    return apply_edits(sheet.data, edits), count


@dataclass(frozen=True, slots=True)
class _Bulk:
    """Patterns that clear a plain sheet as a whole; `doubts` find what they do not cover."""

    simple: re.Pattern[bytes]
    spaced: re.Pattern[bytes]
    empty: re.Pattern[bytes]
    kind: re.Pattern[bytes]
    doubts: tuple[re.Pattern[bytes], ...]


@cache
def _bulk(prefix: bytes) -> _Bulk:
    p = re.escape(prefix)
    value = rb"(\s*)<%sv(?:\s[^<>]*)?(?:/>|(?<!/)>[^<]*</%sv>)" % (p, p)
    return _Bulk(
        simple=re.compile(rb"</%sf><%sv>[^<]*</%sv>" % (p, p, p)),
        spaced=re.compile(rb"</%sf>" % p + value),
        empty=re.compile(rb"(<%sf(?:\s[^<>]*)?/>)" % p + value),
        kind=re.compile(rb' t="[A-Za-z]{1,9}"([^<>]{0,400}>\s*<%sf[\s>/])' % p),
        doubts=(
            re.compile(rb"</%sf>(?!\s*</%sc>)" % (p, p)),
            re.compile(rb"<%sf(?:\s[^<>]*)?/>(?!\s*</%sc>)" % (p, p)),
            re.compile(rb"</%sv>\s*<%sf[\s>/]" % (p, p)),
        ),
    )


# how the type of a cell may be spelled otherwise, each with a byte that is rare
_ODD_KINDS = ((b"'", b"t='"), (b"\t", b"\tt"), (b"\n", b"\nt"), (b"\r", b"\rt"), (b" t =", b" t ="))


_RUN = 2**20


def _clear_in_bulk(data: bytes, prefix: bytes) -> tuple[bytes, int] | None:
    """Clears a sheet of any size in a few passes; None where a formula is not followed by its value alone.

    Rows are taken in runs of about a megabyte, so that what the passes hold besides stays small.
    """
    if any(data.find(rare) >= 0 and data.find(odd) >= 0 for rare, odd in _ODD_KINDS):
        return None
    parts, count = list[bytes](), 0
    for start, end in _runs(data, b"</" + prefix + b"row>"):
        cleared = _clear_run(data[start:end], prefix)
        if cleared is None:
            return None
        parts.append(cleared[0])
        count += cleared[1]
    return b"".join(parts), count


def _runs(data: bytes, closing: bytes) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(data):
        found = data.find(closing, start + _RUN)
        end = len(data) if found < 0 else found + len(closing)
        yield start, end
        start = end


def _clear_run(data: bytes, prefix: bytes) -> tuple[bytes, int] | None:
    patterns, closing = _bulk(prefix), b"</" + prefix + b"f>"
    if data.find(b"f") < 0:
        return data, 0
    cleared, count = patterns.simple.subn(closing, data)
    if patterns.doubts[0].search(cleared):
        cleared, more = patterns.spaced.subn(closing + rb"\1", cleared)
        count += more
    cleared, more = patterns.empty.subn(rb"\1\2", cleared)
    if any(doubt.search(cleared) for doubt in patterns.doubts):
        return None
    return patterns.kind.sub(rb"\1", cleared), count + more


def held_value(span: CellSpan, content: Content) -> CellValue | None:
    """What a cell holds in the writer's own terms; None where it is nothing that a fill writes."""
    if span.formula:
        return None
    match span.kind:
        case "inlineStr":
            return CellValue("text", decode_xstring(content.value))
        case "b":
            return CellValue("boolean", number=int(content.value))
        case "n":
            return CellValue("number", number=float(content.value)) if content.value else CellValue("blank")
        case _:
            return None
