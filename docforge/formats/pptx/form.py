"""A presentation opened to be read or filled once: its places, and how each kind of filling is written.

Knows no path and no door.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from docforge.errors import Notice, Problem
from docforge.formats.fields import Filling, Place, Written
from docforge.formats.fields.addresses import fold
from docforge.formats.pptx.checks import check_fillings
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.placeholders import find_placeholders
from docforge.formats.pptx.places import slide_places
from docforge.formats.pptx.readback import holds
from docforge.formats.pptx.shapes import read_shapes, title_kind
from docforge.formats.pptx.spans import span_of_placeholder
from docforge.formats.pptx.targets import CopiesTarget, Occurrence, PlaceholderTarget
from docforge.formats.pptx.text import read_text
from docforge.formats.pptx.write import Writer
from docforge.opc import Package


def open_form(package: Package) -> PptxForm:
    """The presentation as a form. Raises Refusal strict_format, not_a_document."""
    return PptxForm(Deck(package))


class PptxForm:
    """See `docforge.formats.fields.Form`."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck

    @property
    def places(self) -> Sequence[Place]:
        return self._places

    @cached_property
    def _places(self) -> Sequence[Place]:
        return [*self._slide_places(), *self._placeholders()]

    def _slide_places(self) -> Iterator[Place]:
        for slide in self._deck.slides:
            found = [one for one in self._occurrences if one.part is slide.part]
            names = {fold(one.found.name): one.found.name for one in found}
            if names:
                target = CopiesTarget(self._deck, slide, list(names.values()), found)
                yield Place(slide.at, "rows", target, columns=target.names, takes="rows", blank=1)
            yield from slide_places(self._deck, slide)

    def _placeholders(self) -> Iterator[Place]:
        by_name = dict[str, list[Occurrence]]()
        for one in self._occurrences:
            by_name.setdefault(fold(one.found.name), []).append(one)
        for occurrences in by_name.values():
            name = occurrences[0].found.name
            spans = [span_of_placeholder(one.part, one.found) for one in occurrences]
            target = PlaceholderTarget(name, occurrences)
            also = [f"{{{{{name}}}}}", *dict.fromkeys(f"{one.slide.at}/{{{{{name}}}}}" for one in occurrences)]
            yield Place(f"placeholder:{name}", "placeholder", target, count=len(spans), also=also, spans=spans)

    @cached_property
    def _occurrences(self) -> Sequence[Occurrence]:
        return [
            Occurrence(slide, part, found)
            for slide in self._deck.slides
            for part in (slide.part, *([self._deck.part(slide.notes)] if slide.notes else []))
            for found in find_placeholders(part.root)
        ]

    @property
    def notices(self) -> Sequence[Notice]:
        return ()

    def in_part(self, place: Place, part: str) -> bool:
        wanted = fold(part).removeprefix("slide").removeprefix("s").strip()
        return wanted in {at.removeprefix("S") for at in _slides_of(place)}

    def extra(self) -> Mapping[str, Any]:
        return {"slides": [_tell_slide(slide) for slide in self._deck.slides]}

    def check(self, fillings: Sequence[Filling]) -> Iterable[Problem | Notice]:
        return check_fillings(fillings)

    def write(self, fillings: Sequence[Filling]) -> Written:
        return Writer(self._deck).write(fillings)

    def holds(self, filling: Filling) -> bool:
        return holds(self._deck, filling)


def _slides_of(place: Place) -> set[str]:
    """The slides that a place is on, as addresses."""
    if isinstance(place.target, PlaceholderTarget):
        return {one.slide.at for one in place.target.occurrences}
    return {place.at.partition("/")[0]}


def _tell_slide(slide: Slide) -> dict[str, Any]:
    titles = (read_text(one.body) for one in read_shapes(slide.part.root) if title_kind(one.placeholder) == "title")
    title = next(titles, "").replace("\n", " ").replace("\v", " ").strip()
    told = {"at": slide.at, "title": title, "hidden": slide.is_hidden}
    return {key: value for key, value in told.items() if value}
