"""What a place of a presentation stands for in its parts. Knows no address and never writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from docforge.formats.fields import Filling, XmlPart
from docforge.formats.fields.addresses import fold
from docforge.formats.fields.tables import RowBlock
from docforge.formats.pptx.charts import Chart
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.placeholders import Placeholder
from docforge.formats.pptx.removal import find_links
from docforge.formats.pptx.shapes import Shape, Size
from docforge.formats.pptx.tables import Table
from docforge.opc import Element


@dataclass(frozen=True, slots=True, eq=False)
class TextTarget:
    """Text bodies that show one text: that of a shape and its twins, of a cell, of the notes.

    `inherited` are the text bodies that a placeholder takes its looks from; `size` is the frame in EMU.
    """

    slide: Slide
    part: XmlPart
    bodies: Sequence[Element]
    inherited: Sequence[Shape] = ()
    size: Size | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Occurrence:
    """A placeholder in the text of one slide or its notes."""

    slide: Slide
    part: XmlPart
    found: Placeholder


@dataclass(frozen=True, slots=True, eq=False)
class PlaceholderTarget:
    """Every occurrence of one placeholder."""

    name: str
    occurrences: Sequence[Occurrence]


@dataclass(frozen=True, slots=True, eq=False)
class PictureTarget:
    """A picture, a shape that shows one, or an empty placeholder for one; `size` is its frame in EMU."""

    slide: Slide
    shape: Shape
    size: Size | None


@dataclass(frozen=True, slots=True, eq=False)
class RowsTarget:
    """Line items of a table; `written` are the rows that were filled."""

    slide: Slide
    table: Table
    block: RowBlock
    written: list[Element] = field(default_factory=list[Element])


@dataclass(frozen=True, slots=True, eq=False)
class ChartTarget:
    """A chart that can be changed, shown by one slide."""

    slide: Slide
    chart: Chart


@dataclass(frozen=True, slots=True, eq=False)
class CopiesTarget:
    """A slide of which each row makes one; `names` are its placeholders, `written` the parts that were made."""

    deck: Deck
    slide: Slide
    names: Sequence[str]
    occurrences: Sequence[Occurrence]
    written: list[str] = field(default_factory=list[str])

    @property
    def linked(self) -> Sequence[str]:
        """What leads to the slide, so that it cannot go: slides by address, other parts by name."""
        known = {one.part.name: one.at for one in self.deck.slides}
        return [known.get(name, name) for name in find_links(self.deck, self.slide)]

    def values(self, rows: Sequence[Mapping[int, str]]) -> list[dict[str, str]]:
        """Each row by folded name: a name that any row gives is filled on every slide."""
        given = sorted({column for row in rows for column in row})
        return [{fold(self.names[column]): row.get(column, "") for column in given} for row in rows]


def slides_of(fillings: Sequence[Filling]) -> list[Slide]:
    """The slides that fillings write to, each once, in their order."""
    found = dict[int, Slide]()
    for filling in fillings:
        target = filling.place.target
        held = [one.slide for one in target.occurrences] if isinstance(target, PlaceholderTarget) else [target.slide]
        found |= {slide.number: slide for slide in held}
    return [found[number] for number in sorted(found)]
