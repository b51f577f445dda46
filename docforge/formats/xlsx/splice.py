"""Writes values into the bytes of a worksheet part. All other bytes stay.

Knows no rule and no package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from docforge.formats.xlsx.edits import Edit, apply_edits
from docforge.formats.xlsx.planned import CellValue, Write
from docforge.formats.xlsx.refs import Area, Cell, column_name, read_area
from docforge.formats.xlsx.scan import Content, RowSpan, Worksheet
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.xmltext import decode_xstring, write_xstring

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
