"""Asks a presentation that was written whether a filling stands at its place. Never writes and knows no address.

An element is found again by its way through its part, as that was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docforge.formats.fields import Filling, XmlPart
from docforge.formats.fields.items import Series
from docforge.formats.pptx.chart_write import match_series
from docforge.formats.pptx.charts import Chart, ChartSeries
from docforge.formats.pptx.deck import Deck
from docforge.formats.pptx.markup import A, follow, path_to
from docforge.formats.pptx.pictures import shows
from docforge.formats.pptx.tables import read_row
from docforge.formats.pptx.targets import (
    ChartTarget,
    CopiesTarget,
    PictureTarget,
    PlaceholderTarget,
    RowsTarget,
    TextTarget,
)
from docforge.formats.pptx.text import LINE_BREAK, read_line, read_text
from docforge.opc import Element


def holds(deck: Deck, filling: Filling) -> bool:
    """Whether the presentation, opened anew, shows what the filling says."""
    return _READERS[type(filling.place.target)](deck, filling, filling.place.target)


def _find(deck: Deck, part: XmlPart, element: Element) -> Element | None:
    """The same element in the part as it was saved."""
    return follow(deck.part(part.name).root, path_to(element))


def _holds_text(deck: Deck, filling: Filling, target: TextTarget) -> bool:
    found = [_find(deck, target.part, body) for body in target.bodies]
    return all(one is not None and read_text(one) == filling.text for one in found)


def _holds_placeholder(deck: Deck, filling: Filling, target: PlaceholderTarget) -> bool:
    shown = filling.text.replace("\n", LINE_BREAK)
    found = [_find(deck, one.part, one.found.paragraph) for one in target.occurrences]
    return all(one is not None and shown in read_line(one) for one in found)


def _holds_rows(deck: Deck, filling: Filling, target: RowsTarget) -> bool:
    found = [_find(deck, target.slide.part, row) for row in target.written]
    texts = [None if row is None else read_row(row) for row in found]
    return len(texts) == len(filling.rows) and all(
        told is not None and all(told[column] == text or not text for column, text in row.items())
        for told, row in zip(texts, filling.rows, strict=True)
    )


def _holds_picture(deck: Deck, filling: Filling, target: PictureTarget) -> bool:
    part = target.slide.part
    element = _find(deck, part, target.shape.element)
    image = "" if element is None else deck.target(part.name, shows(element))
    return bool(image) and filling.picture is not None and deck.package.read(image) == filling.picture.data


def _holds_chart(deck: Deck, filling: Filling, target: ChartTarget) -> bool:
    """Whether the chart shows every point, and its workbook is there to be read."""
    chart = Chart(deck, deck.part(target.chart.part.name))
    wanted = match_series(target.chart, filling.series)
    if chart.why_not is not None or len(chart.series) != len(wanted):
        return False
    return all(map(_shows_series, chart.series, wanted))


def _shows_series(own: ChartSeries, given: Series) -> bool:
    told = ["" if value is None else str(value) for value in given.values]
    return (own.name is None or own.title == given.name) and own.values is not None and own.values.texts == told


def _holds_copies(deck: Deck, filling: Filling, target: CopiesTarget) -> bool:
    """Whether the slides follow one another, each with the values of its row."""
    names = [slide.part.name for slide in deck.slides]
    rows = target.values(filling.rows)
    if not rows:
        return target.slide.part.name not in names
    if len(target.written) != len(rows):
        return False
    start = names.index(target.written[0])
    if names[start : start + len(rows)] != target.written:
        return False
    texts = (_lines(deck.part(name).root) for name in target.written)
    return all(all(_shown(text, lines) for text in row.values()) for row, lines in zip(rows, texts, strict=True))


def _lines(root: Element) -> list[str]:
    return [read_line(one) for one in root.iter(f"{A}p")]


def _shown(text: str, lines: list[str]) -> bool:
    return any(text.replace("\n", LINE_BREAK) in line for line in lines)


_READERS: dict[type[Any], Callable[[Deck, Filling, Any], bool]] = {
    TextTarget: _holds_text,
    PlaceholderTarget: _holds_placeholder,
    RowsTarget: _holds_rows,
    PictureTarget: _holds_picture,
    ChartTarget: _holds_chart,
    CopiesTarget: _holds_copies,
}
