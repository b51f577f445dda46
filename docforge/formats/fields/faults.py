"""Faults that the places of a form show: names used twice, tags in pieces, locks. Knows no format, never writes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from docforge.errors import Fault
from docforge.formats.fields.place import Place

_NUMBERED = re.compile(r"(?P<base>.+)\[\d+\]$", re.DOTALL)
_BY_NAME = re.compile(r"(?:control|label|bookmark|form|field|picture|S\d+/(?!R\d))", re.IGNORECASE)


def find_place_faults(places: Sequence[Place]) -> Iterator[Fault]:
    """A fault for each name that several places share, each tag in pieces, each place in the list that is locked."""
    listed = [place for place in places if place.listed]
    shared = Counter(found["base"] for place in listed if (found := _NUMBERED.fullmatch(place.at)))
    for base, more in shared.items():
        if _BY_NAME.match(base):
            yield Fault("same_name", at=base, facts={"name": base, "count": more + 1})
    for place in places:
        if place.at.startswith("placeholder:") and any(span.start[0] != span.stop[0] for span in place.spans):
            yield Fault("split_tag", at=place.at, facts={"name": place.at.removeprefix("placeholder:")})
    for place in listed:
        if place.fault == "locked":
            yield Fault("locked_place", at=place.at, facts={"label": place.label or place.at})
