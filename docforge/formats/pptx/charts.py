"""Charts (ECMA-376-1, 21.2): series with their names, categories and values, and why one cannot be changed.

Knows no value to write and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from docforge.errors import Phrase
from docforge.formats.fields import XmlPart
from docforge.formats.fields.addresses import number_equals
from docforge.formats.pptx.areas import Area, read_area
from docforge.formats.pptx.book import Book, open_book
from docforge.formats.pptx.deck import Deck
from docforge.formats.pptx.markup import A, C, R, local, number
from docforge.opc import Element

_POINTS = frozenset({"scatterChart", "bubbleChart"})
_CACHES = (f"{C}numCache", f"{C}strCache")
# What only a chart with a filter has (MS-ODRAWXML, 2.24.3): c15:filteredSeries…, c15:fullRef, c15:levelRef.
_FILTERS = (b":filtered", b":fullRef", b":levelRef")
_MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class Data:
    """The names, categories or values of one series: c:tx, c:cat or c:val with its reference and its points."""

    element: Element

    @property
    def formula(self) -> Element | None:
        return self.element.find(f"*/{C}f")

    @property
    def cache(self) -> Element | None:
        """The points as last seen: numCache or strCache."""
        return next((one for one in self.element.iter(*_CACHES)), None)

    @property
    def is_numeric(self) -> bool:
        return self.element.find(f"{C}numRef") is not None

    def area(self, *, down: bool = True) -> Area | None:
        formula = self.formula
        return None if formula is None else read_area(formula.text or "", down=down)

    @property
    def texts(self) -> list[str]:
        """The points in their order, "" where there is none."""
        cache = self.cache
        if cache is None:
            return []
        by_index = {number(one, "idx"): one.findtext(f"{C}v") or "" for one in cache.iterchildren(f"{C}pt")}
        count = number(cache.find(f"{C}ptCount"), "val", len(by_index))
        return [by_index.get(index, "") for index in range(min(count, _MOST_POINTS))]


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """One c:ser."""

    name: Data | None
    categories: Data | None
    values: Data | None

    @property
    def title(self) -> str:
        told = self.name.texts if self.name else []
        literal = self.name.element.findtext(f"{C}v") if self.name else None
        return " ".join(told) or literal or ""

    @property
    def down(self) -> bool:
        """Whether the values stand below one another; of a single value, whether its name stands above it."""
        values, name = self._area(self.values), self._area(self.name)
        if values is None or values.count > 1 or name is None:
            return values is None or values.down
        return name.first[1] == values.first[1]

    def _area(self, data: Data | None) -> Area | None:
        return data.area() if data else None

    def areas(self) -> Iterator[Area | None]:
        """The range of each of its parts; None for one that is not one range."""
        for data in (self.name, self.categories, self.values):
            if data is not None and data.formula is not None:
                yield data.area(down=self.down)


class Chart:
    """One chart part with its embedded workbook."""

    def __init__(self, deck: Deck, part: XmlPart) -> None:
        self.part = part
        self._deck = deck

    @property
    def root(self) -> Element:
        return self.part.root

    @cached_property
    def _plots(self) -> list[Element]:
        area = self.root.find(f"{C}chart/{C}plotArea")
        return [] if area is None else [one for one in area if local(one).endswith("Chart")]

    @cached_property
    def series(self) -> Sequence[ChartSeries]:
        """The series of all plots, as they stand."""
        found = [one for plot in self._plots for one in plot.iterchildren(f"{C}ser")]
        return [_read_series(one) for one in found]

    @property
    def names(self) -> list[str]:
        """The names of the series, all different; of one without a name its number."""
        return number_equals([one.title or str(place) for place, one in enumerate(self.series, 1)])

    @cached_property
    def book_name(self) -> str:
        """The part of the embedded workbook; "" where it is linked or missing."""
        told = self.root.find(f"{C}externalData")
        return "" if told is None else self._deck.target(self.part.name, told.get(f"{R}id", ""))

    @cached_property
    def book(self) -> Book | None:
        return open_book(self._deck.package.read(self.book_name)) if self.book_name else None

    @property
    def title(self) -> str:
        told = self.root.find(f"{C}chart/{C}title/{C}tx")
        return "" if told is None else "".join(one.text or "" for one in told.iter(f"{A}t", f"{C}v")).strip()

    @property
    def categories(self) -> list[str]:
        """The categories as shown, those of the first series that has any."""
        return next((one.categories.texts for one in self.series if one.categories), list[str]())

    @property
    def why_not(self) -> Phrase | None:
        """Why the chart cannot be changed; None where it can."""
        if len(self._plots) != 1:
            return Phrase("pptx_chart_plots")
        if local(self._plots[0]) in _POINTS:
            return Phrase("pptx_chart_points")
        if any(word in self.part.data for word in _FILTERS):
            return Phrase("pptx_chart_filtered")
        if not self._is_referenced:
            return Phrase("pptx_chart_references")
        if not self.book_name:
            return Phrase("pptx_chart_linked")
        areas = [area for one in self.series for area in one.areas() if area]
        readable = self.book is not None and all(self.book.has_sheet(area.name) for area in areas)
        return None if readable else Phrase("pptx_chart_book")

    @property
    def _is_referenced(self) -> bool:
        """Whether every series has values, and each part of it one range of the workbook."""
        if not self.series or self.root.find(f".//{C}multiLvlStrRef") is not None:
            return False
        whole = all(one.values is not None and one.values.formula is not None for one in self.series)
        return whole and all(area is not None for one in self.series for area in one.areas())


def _read_series(element: Element) -> ChartSeries:
    parts = (element.find(f"{C}{name}") for name in ("tx", "cat", "val"))
    return ChartSeries(*(None if one is None else Data(one) for one in parts))


def find_chart(deck: Deck, slide: str, content: Element) -> Chart | None:
    """The chart of a graphic frame's content; None where its part is missing or no chart."""
    told = content.find(f"{C}chart")
    name = "" if told is None else deck.target(slide, told.get(f"{R}id", ""))
    chart = Chart(deck, deck.part(name)) if name else None
    return chart if chart is not None and chart.root.tag == f"{C}chartSpace" else None
