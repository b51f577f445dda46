"""Slides made of a slide: one for each row of values, with charts and workbooks of their own. Knows no address.

Layout, media and whatever else slides may share is shared; notes and comments are left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

from lxml import etree

from docforge.formats.fields import XmlPart
from docforge.formats.fields.additions import Additions, rels_name
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.markup import P14, P, R, number
from docforge.formats.pptx.placeholders import fill_placeholders
from docforge.opc import Element

_SLIDE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide"
# Kinds of parts that belong to one slide or chart alone, and kinds that a copy goes without.
_OWNED = frozenset(
    {
        *("chart", "chartex", "chartstyle", "chartcolorstyle", "chartusershapes", "themeoverride"),
        *("package", "oleobject", "vmldrawing", "tags"),
        *("diagramdata", "diagramlayout", "diagramquickstyle", "diagramcolors", "diagramdrawing"),
    }
)
_LEFT_OUT = frozenset({"notesslide", "comments"})
_NUMBERED = re.compile(r"(?P<stem>.*?)\d*\.(?P<extension>[^.]+)")
_LEAST_ID = 255


class Copier:
    """Copies slides of a deck. `current` gives the bytes of a part as the call has written it until now."""

    def __init__(self, deck: Deck, additions: Additions, current: Callable[[str], bytes]) -> None:
        self._deck, self._additions, self._current = deck, additions, current

    def fill(self, slide: Slide, rows: Sequence[Mapping[str, str]]) -> list[XmlPart]:
        """One slide for each row (folded name → text), the slide itself for the first; the parts, in order."""
        blank = slide.part.to_bytes()
        fill_placeholders(slide.part.root, rows[0])
        made = [self._copy(slide, blank, row) for row in rows[1:]]
        behind = slide.part.name
        for part in made:
            self._enlist(part.name, behind)
            behind = part.name
        return [slide.part, *made]

    def _copy(self, slide: Slide, blank: bytes, row: Mapping[str, str]) -> XmlPart:
        source = slide.part.name
        name = self._reserve(source)
        part = XmlPart(self._deck.package, name, blank)
        fill_placeholders(part.root, row)
        for one in part.root.iter(f"{P14}creationId"):
            one.set("val", str((number(one, "val") + _digits(name)) % 2**32))
        self._additions.add(name, part.to_bytes(), self._deck.package.content_type(source))
        self._copy_relationships(source, name, {source: name})
        return part

    def _reserve(self, source: str) -> str:
        found = _NUMBERED.fullmatch(source)
        stem, extension = (found["stem"], found["extension"]) if found else (source, "xml")
        return self._additions.reserve(stem, extension)

    def _copy_relationships(self, source: str, name: str, made: dict[str, str]) -> None:
        """The relationships of a copy, by the same ids: parts of its own copied, others shared."""
        data = self._additions.rels_bytes(source)
        if data is None:
            return
        part = XmlPart(self._deck.package, rels_name(name), data)
        targets = {one.id: one for one in self._deck.package.relationships(source)}
        for one in list(part.root):
            known = targets.get(one.get("Id", ""))
            if known is None or known.external:
                continue
            if known.kind in _LEFT_OUT:
                part.root.remove(one)
            elif known.kind in _OWNED and self._deck.package.has(known.target):
                own = made.get(known.target) or self._copy_part(known.target, made)
                one.set("Target", posixpath.relpath(own, posixpath.dirname(name)))
        self._additions.add(part.name, part.to_bytes(), self._deck.package.content_type(part.name))

    def _copy_part(self, source: str, made: dict[str, str]) -> str:
        name = made[source] = self._reserve(source)
        self._additions.add(name, self._current(source), self._deck.package.content_type(source))
        self._copy_relationships(source, name, made)
        return name

    def _enlist(self, name: str, behind: str) -> None:
        """Put a new slide behind another, in the presentation and in the section of that one."""
        main = self._deck.main
        listed = main.root.find(f"{P}sldIdLst")
        entry = None if listed is None else self._entry_of(listed, behind)
        if listed is None or entry is None:
            raise RuntimeError("a slide that is not in the list of slides was copied")
        identifier = str(max([_LEAST_ID, *(number(one, "id") for one in listed)]) + 1)
        made = etree.Element(f"{P}sldId", id=identifier)
        made.set(f"{R}id", self._additions.relate(main.name, _SLIDE, name))
        entry.addnext(made)
        for one in main.root.iter(f"{P14}sldId"):
            if one.get("id") == entry.get("id"):
                one.addnext(etree.Element(f"{P14}sldId", id=identifier))
                break

    def _entry_of(self, listed: Element, slide: str) -> Element | None:
        folder = posixpath.dirname(self._deck.main.name)
        targets = {
            one.get("Id", ""): posixpath.normpath(posixpath.join(folder, one.get("Target", "")))
            for one in self._additions.relationships(self._deck.main.name)
        }
        targets |= {one.id: one.target for one in self._deck.package.relationships(self._deck.main.name)}
        return next((one for one in listed if targets.get(one.get(f"{R}id", "")) == slide), None)


def _digits(name: str) -> int:
    return int("".join(filter(str.isdigit, name)) or 1)
