"""Changes a chart: references, points and the cells of its workbook together. Knows no address.

What of the workbook is in the way is told before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from lxml import etree

from docforge.formats.fields import XmlPart
from docforge.formats.fields.addresses import fold
from docforge.formats.fields.items import Series
from docforge.formats.pptx.areas import Area, Square, read_area, read_corners, square_name
from docforge.formats.pptx.book import Book, Content
from docforge.formats.pptx.charts import Chart, ChartSeries, Data
from docforge.formats.pptx.markup import C
from docforge.formats.typed import ValueProblem, number_meant, read_date
from docforge.opc import Element

_EPOCH = date(1899, 12, 30)
_FROM_1904 = 1462
Cell = tuple[str, Square]
Change = tuple[Data, Area, Sequence[Content]]


@dataclass(frozen=True, slots=True)
class ChartFill:
    """What a chart is to show: one given series for each of its own, in their order; categories, None to keep them."""

    chart: Chart
    series: Sequence[Series]
    categories: Sequence[str] | None
    changes: list[Change] = field(default_factory=list[Change])


def match_series(chart: Chart, given: Sequence[Series]) -> list[Series]:
    """The given series in the order of the chart's own: by name where all are known, else as given."""
    by_name = {fold(one.name): one for one in given}
    titles = list(map(fold, chart.names))
    known = len(by_name) == len(given) and set(titles) == by_name.keys()
    return [by_name[title] for title in titles] if known else list(given)


def plan_chart(chart: Chart, given: Sequence[Series], categories: Sequence[str] | None) -> ChartFill:
    """Decide what each reference becomes. Raises ValueProblem for texts on an axis of numbers."""
    fill = ChartFill(chart, match_series(chart, given), categories)
    for own, new in zip(chart.series, fill.series, strict=True):
        if own.name is not None and own.name.formula is not None:
            _plan(fill, own, own.name, [new.name])
        if own.categories is not None and categories is not None and own.categories.formula is not None:
            contents = _as_numbers(chart, categories) if own.categories.is_numeric else categories
            _plan(fill, own, own.categories, contents)
        if own.values is not None:
            _plan(fill, own, own.values, new.values)
    return fill


def _plan(fill: ChartFill, own: ChartSeries, data: Data, contents: Sequence[Content]) -> None:
    area = data.area(down=own.down)
    if area is not None:
        fill.changes.append((data, area, contents))


def _as_numbers(chart: Chart, categories: Sequence[str]) -> list[Content]:
    """Categories of an axis of numbers or dates: numbers as text, or days as ISO 8601."""
    told = chart.root.find(f"{C}date1904")
    shift = _FROM_1904 if told is not None and told.get("val", "1") in {"1", "true"} else 0
    return [_as_number(one, shift) for one in categories]


def _as_number(text: str, shift: int) -> Content:
    meant = number_meant(text)
    if meant is not None:
        return meant
    try:
        return (read_date(text) - _EPOCH).days - shift
    except ValueProblem as fault:
        raise ValueProblem("bad_value", "pptx_chart_axis") from fault


def find_obstacle(fill: ChartFill) -> str:
    """The first cell that would be lost: a formula, what stands behind the ranges, what two of them need; else ""."""
    written = dict[Cell, Content]()
    old = {(area.name, square) for _, area, _ in fill.changes for square in area.squares()}
    for cell, content, _ in _cells(fill):
        name, square = cell
        sheet = fill.chart.book.sheet(name) if fill.chart.book else None
        if sheet is None or sheet.has_formula(square) or (cell not in old and not sheet.is_empty(square)):
            return f"{name}!{square_name(square)}"
        if written.setdefault(cell, content) != content:
            return f"{name}!{square_name(square)}"
    return ""


def _cells(fill: ChartFill) -> Iterator[tuple[Cell, Content, Square]]:
    """Every cell to be written, with what goes in, and the cell whose style a new one takes."""
    for _, area, contents in fill.changes:
        *_, last = area.squares()
        for square, content in zip(area.resized(len(contents)).squares(), contents, strict=True):
            yield (area.name, square), content, last


# ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_chart(fill: ChartFill) -> bytes:
    """Write the chart part's tree; the workbook as it is then."""
    book = fill.chart.book
    if book is None:
        raise RuntimeError("a chart without a workbook was planned")
    _write_cells(fill, book)
    for data, area, contents in fill.changes:
        _write_reference(data, area.resized(len(contents)))
        _write_points(data, contents)
    for own, new in zip(fill.chart.series, fill.series, strict=True):
        literal = own.name.element.find(f"{C}v") if own.name else None
        if literal is not None:
            literal.text = new.name
    for name in {area.name: None for _, area, _ in fill.changes}:
        for table in book.tables(name):
            _fit_table(table, fill, name)
    return book.save()


def _write_cells(fill: ChartFill, book: Book) -> None:
    """Write the new cells, empty those that the ranges no longer take."""
    written = {cell: (content, like) for cell, content, like in _cells(fill)}
    left = {(area.name, square) for _, area, _ in fill.changes for square in area.squares()} - written.keys()
    for (name, square), (content, like) in [*written.items(), *((cell, (None, cell[1])) for cell in sorted(left))]:
        sheet = book.sheet(name)
        if sheet is not None:
            sheet.put(square, content, like=like)


def _write_reference(data: Data, area: Area) -> None:
    formula = data.formula
    if formula is not None and read_area(formula.text or "", down=area.down) != area:
        formula.text = str(area)


def _write_points(data: Data, contents: Sequence[Content]) -> None:
    """The cached points (21.2.2.150 pt): count and values anew, formats by point kept."""
    cache = data.cache
    if cache is None:
        formula = data.formula
        holder = None if formula is None else formula.getparent()
        if holder is None:
            return
        cache = etree.SubElement(holder, f"{C}{'numCache' if data.is_numeric else 'strCache'}")
    formats = {one.get("idx"): one.get("formatCode") for one in cache.iterchildren(f"{C}pt")}
    for one in list(cache.iterchildren(f"{C}pt")):
        cache.remove(one)
    at = cache.find(f"{C}ptCount")
    at = etree.SubElement(cache, f"{C}ptCount") if at is None else at
    at.set("val", str(len(contents)))
    for point in _points(contents):
        if code := formats.get(point.get("idx")):
            point.set("formatCode", code)
        at.addnext(point)
        at = point


def _points(contents: Sequence[Content]) -> Iterator[Element]:
    for index, content in enumerate(contents):
        if content is not None:
            point = etree.Element(f"{C}pt", idx=str(index))
            etree.SubElement(point, f"{C}v").text = str(content)
            yield point


def _fit_table(table: XmlPart, fill: ChartFill, sheet: str) -> None:
    """Let the table over the chart's cells end where they end, its headers say what the cells say (18.5.1.3)."""
    corner = read_corners(table.root.get("ref", ""))
    if corner is None:
        return
    (top, left), (bottom, right) = corner
    columns = list(table.root.iter("{*}tableColumn"))
    ends = [bottom]
    for _, area, contents in fill.changes:
        row, column = area.first
        if area.name != sheet or not left <= column <= right:
            continue
        if row == top and area.count == 1 == len(contents) and column - left < len(columns):
            columns[column - left].set("name", str(contents[0]))
        elif area.down and row > top and row + area.count - 1 == bottom:
            ends.append(row + len(contents) - 1)
    if len(ends) > 1 and table.root.get("totalsRowCount", "0") == "0":
        reference = f"{square_name((top, left))}:{square_name((max(ends[1:]), right))}"
        for one in (table.root, *table.root.iterchildren("{*}autoFilter")):
            one.set("ref", reference)
