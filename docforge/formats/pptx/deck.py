"""A presentation as a package: its slides in order, their layouts, masters and notes. Knows no place, never writes.

ECMA-376-1, 13.3.6 (presentation part), 19.2.1.33 (sldIdLst).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from docforge.errors import Phrase, Refusal
from docforge.formats.fields import XmlPart
from docforge.formats.pptx.markup import P, R
from docforge.formats.pptx.shapes import Inherited
from docforge.opc import Package, Relationship


@dataclass(frozen=True, slots=True, eq=False)
class Slide:
    """One slide: its number from 1, its part, and the parts of its layout, master and notes ("" without)."""

    number: int
    part: XmlPart
    layout: str = ""
    master: str = ""
    notes: str = ""

    @property
    def at(self) -> str:
        return f"S{self.number}"

    @property
    def is_hidden(self) -> bool:
        return self.part.root.get("show") in {"0", "false"}


class Deck:
    """A presentation, its parts parsed when asked for, each once.

    Raises Refusal: strict_format; not_a_document for a pre-release of 2007 or a damaged main part.
    """

    def __init__(self, package: Package) -> None:
        if package.is_strict:
            raise Refusal("strict_format")
        self.package = package
        self._parts: dict[str, XmlPart] = {}
        self._inherited: dict[tuple[str, str], Inherited] = {}
        self.main = self.part(package.main_part)
        if self.main.root.tag != f"{P}presentation":
            raise Refusal("not_a_document", why=Phrase("pptx_no_presentation"))

    def part(self, name: str) -> XmlPart:
        """A part by name. Raises Refusal not_a_document where it is missing or damaged."""
        if name not in self._parts:
            self._parts[name] = XmlPart(self.package, name)
        return self._parts[name]

    def inherited(self, slide: Slide) -> Inherited:
        """What the placeholders of a slide take after, read once a layout."""
        key = (slide.layout, slide.master)
        if key not in self._inherited:
            layout, master = (self.part(name).root if name else None for name in key)
            self._inherited[key] = Inherited(layout, master)
        return self._inherited[key]

    @cached_property
    def slides(self) -> Sequence[Slide]:
        """The slides in the order of the presentation; an entry that leads to no slide is none."""
        return [self._slide(number, name) for number, name in enumerate(self._slide_names(), 1)]

    def _slide_names(self) -> Iterator[str]:
        listed = self.main.root.find(f"{P}sldIdLst")
        for entry in () if listed is None else listed.iterchildren(f"{P}sldId"):
            name = self.target(self.package.main_part, entry.get(f"{R}id", ""))
            if name and self.part(name).root.tag == f"{P}sld":
                yield name

    def _slide(self, number: int, name: str) -> Slide:
        layout = self.related(name, "slidelayout")
        master = self.related(layout, "slidemaster") if layout else ""
        return Slide(number, self.part(name), layout, master, self.related(name, "notesslide"))

    def target(self, source: str, relationship: str) -> str:
        """The part that a relationship of a part leads to; "" where it leads nowhere or outside."""
        found = self.relationship(source, relationship)
        return found.target if found and not found.external and self.package.has(found.target) else ""

    def relationship(self, source: str, relationship: str) -> Relationship | None:
        """A relationship of a part by its id."""
        if not relationship:
            return None
        return next((one for one in self.package.relationships(source) if one.id == relationship), None)

    def related(self, source: str, kind: str) -> str:
        """The part by the first relationship of a kind; "" without one."""
        targets = (one.target for one in self.package.relationships(source) if one.kind == kind and not one.external)
        return next(filter(self.package.has, targets), "")
