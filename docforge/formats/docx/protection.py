"""What of a document must not be filled: protection, locked controls; and what else a reader should know of it.

Knows no kind of place from within.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from docforge.errors import Notice, Phrase
from docforge.formats.docx.controls import find_controls
from docforge.formats.docx.document import Document
from docforge.formats.docx.markup import W
from docforge.formats.fields import Place, Span

_FORM_PLACES = ("control:", "form:", "#")
_CHANGES = tuple(f"{W}{name}" for name in ("ins", "del", "moveFrom", "moveTo"))


def protect(document: Document, places: Iterable[Place]) -> Iterator[Place]:
    """The places, with a fault where the document's protection or a locked control keeps them from being filled."""
    locked = [document.span(one.story, one.element) for one in find_controls(document) if one.is_locked]
    for place in places:
        why = None if place.fault else _why_not(document, place, locked)
        if why is None:
            yield place
        else:
            listed = place.listed and why.code != "protected_forms"
            yield replace(place, fault="locked", why_not=why, listed=listed)


def _why_not(document: Document, place: Place, locked: Iterable[Span]) -> Phrase | None:
    edit = document.protection
    if edit == "forms":
        is_form = place.at.startswith(_FORM_PLACES)
        return None if is_form else Phrase("protected_forms")
    if edit:
        return Phrase("protected_edit", {"edit": edit})
    is_locked = not place.bound and any(span.overlaps(one) for span in place.spans for one in locked)
    return Phrase("control_locked") if is_locked else None


def tell_state(document: Document) -> Iterator[Notice]:
    """Protection, tracking, changes that await review, a source of data that a mail merge left."""
    if document.protection == "forms":
        yield Notice("protected")
    elif document.protection:
        yield Notice("protected_whole", {"edit": document.protection})
    if document.tracks_changes:
        yield Notice("tracks_changes")
    changes = sum(1 for story in document.stories for _ in story.root.iter(*_CHANGES))
    if changes:
        yield Notice("has_changes", {"count": changes})
    if document.settings is not None and document.settings.find(f"{W}mailMerge") is not None:
        yield Notice("mail_merge_source")
