"""Which places of a document hold labels of the form it was made from (PLACE-4). Knows no format and never writes."""

from __future__ import annotations

from collections.abc import Sequence

from docforge.formats.fields.addresses import fold
from docforge.formats.fields.place import Place

FAULTS = ("label_cell", "header_cell")


class Labels:
    """The labels and headers of a form. What a fill wrote stands in a place of the form and is never one of them."""

    def __init__(self, form: Sequence[Place]) -> None:
        self._at = {fold(place.at): place for place in form}
        labels = [place for place in form if place.fault in FAULTS and place.now.strip()]
        self._texts = {fold(place.now): place for place in reversed(labels)}

    def find(self, place: Place) -> Place | None:
        """The form's label that a place of the document holds; rows added since may have moved it."""
        own, text = self._at.get(fold(place.at)), fold(place.now)
        if own is not None and own.fault in FAULTS and fold(own.now) == text:
            return own
        moved = own is None or own.fault in FAULTS
        return self._texts.get(text) if moved and place.takes == "value" else None
