"""Takes the cached results of formulas out of the bytes of a worksheet part. All other bytes stay.

Knows no rule and no package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from docforge.formats.xlsx.areas import size
from docforge.formats.xlsx.edits import Edit, apply_edits
from docforge.formats.xlsx.scan import Worksheet, open_sheet
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.xmltext import find_attribute


def clear_results(sheet: Worksheet) -> tuple[bytes, int]:
    """The part without the cached results of its formulas (value and type), and how many were taken out.

    Interiors of arrays, spills and data tables hold results too. The sheet's own bytes when there was nothing to clear.
    """
    pieces, count = clear_in_pieces(sheet)
    cleared = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    return (cleared, count) if cleared != sheet.data else (sheet.data, 0)


def clear_in_pieces(sheet: Worksheet) -> tuple[list[bytes], int]:
    """The same, a large part in pieces."""
    if not sheet.holds_formulas:
        return [sheet.data], 0
    filled, count = _clear_filled(sheet)
    cleared, more = _clear_formulas(sheet if filled is sheet.data else open_sheet(filled))
    return cleared, count + more


def count_results(sheet: Worksheet) -> int:
    """How many cells of the part are computed: formulas, and the interiors of arrays, spills and data tables."""
    interiors = sum(size(formula.ref) - 1 for formula in sheet.spilling_formulas() if formula.ref)
    return sheet.formula_count + interiors


def _clear_filled(sheet: Worksheet) -> tuple[bytes, int]:
    areas = [formula.ref for formula in sheet.spilling_formulas() if formula.ref]
    spans = {span.start: span for area in areas for span in sheet.cells(area) if not span.formula}
    return _clear_each(sheet, spans.values())


def _clear_formulas(sheet: Worksheet) -> tuple[list[bytes], int]:
    bulk = _clear_in_bulk(sheet.data, sheet.prefix) if sheet.is_plain else None
    if bulk is not None:
        return bulk
    cleared, count = _clear_each(sheet, sheet.formula_cells())
    return [cleared], count


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


def _clear_in_bulk(data: bytes, prefix: bytes) -> tuple[list[bytes], int] | None:
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
    return parts, count


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
    if patterns.doubts[1].search(cleared):
        cleared, more = patterns.empty.subn(rb"\1\2", cleared)
        count += more
    if any(doubt.search(cleared) for doubt in patterns.doubts):
        return None
    return patterns.kind.sub(rb"\1", cleared), count
