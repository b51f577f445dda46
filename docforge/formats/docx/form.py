"""A Word document as a form: every place of it, its own checks, what a fill writes and how that is proved.

Each kind of place is a finder here and a target of its own module; knows none from within.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from docforge.errors import Notice, Problem
from docforge.formats.docx.bookmarks import find_bookmarks
from docforge.formats.docx.calculated import find_calculated, tell_stale
from docforge.formats.docx.control_places import find_control_places
from docforge.formats.docx.document import Document, Target
from docforge.formats.docx.form_fields import find_form_fields
from docforge.formats.docx.merges import find_merges
from docforge.formats.docx.pictures import check_pictures, find_pictures
from docforge.formats.docx.placeholders import find_placeholders
from docforge.formats.docx.protection import protect, tell_state
from docforge.formats.docx.repeats import check_repeats, find_repeats
from docforge.formats.docx.tables import Tables, check_items
from docforge.formats.fields import Filling, Place, Written
from docforge.formats.fields.addresses import number_equals
from docforge.opc import Package

Finder = Callable[[Document], Iterable[Place]]
Checker = Callable[[Document, Sequence[Filling]], Iterable[Problem | Notice]]
FINDERS: tuple[Finder, ...] = (
    find_control_places,
    find_placeholders,
    find_merges,
    find_form_fields,
    find_bookmarks,
    find_calculated,
    find_pictures,
    find_repeats,
)
CHECKERS: tuple[Checker, ...] = (check_items, check_pictures, check_repeats, tell_stale)


class WordForm:
    """See `docforge.formats.fields.Form`."""

    def __init__(self, package: Package) -> None:
        self.document = Document(package)

    @property
    def places(self) -> Sequence[Place]:
        return self._places

    @cached_property
    def _places(self) -> Sequence[Place]:
        """Every place in the order of the stories and, in each, of the text; equal addresses are numbered."""
        tables = Tables(self.document)
        found = [*tables.places, *tables.join(place for find in FINDERS for place in find(self.document))]
        rank = {story.name: number for number, story in enumerate(self.document.stories)}
        found.sort(key=lambda place: min((rank[span.part], span.start) for span in place.spans))
        numbered = number_equals([place.at for place in found])
        named = [replace(place, at=at) if at != place.at else place for place, at in zip(found, numbered, strict=True)]
        return list(protect(self.document, named))

    @property
    def notices(self) -> Sequence[Notice]:
        return list(tell_state(self.document))

    def in_part(self, place: Place, part: str) -> bool:
        """Whether a place stands in a story: `body`, or as its part is called, `header1`."""
        wanted = part.strip().casefold()
        names = {story.name: (story.prefix.rstrip("/") or "body").casefold() for story in self.document.stories}
        return any(names[span.part] == wanted for span in place.spans)

    def extra(self) -> Mapping[str, Any]:
        return {}

    def check(self, fillings: Sequence[Filling]) -> Iterable[Problem | Notice]:
        return [one for check in CHECKERS for one in check(self.document, fillings)]

    def write(self, fillings: Sequence[Filling]) -> Written:
        notices = [one for filling in fillings for one in _target(filling).write(self.document, filling)]
        return Written(self.document.to_parts(), notices=notices)

    def holds(self, filling: Filling) -> bool:
        """The witnesses of the fill stand in this document, which was opened anew."""
        return _target(filling).witnesses.stand_in(self.document)


def _target(filling: Filling) -> Target:
    return filling.place.target
