"""A Hangul package: which part is which, by its manifest and reading order (OWPML; OPF 2.0 §2.3, §2.4).

Knows parts and the manifest, no place in them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from docforge.formats.fields import Picture, XmlPart
from docforge.formats.hwpx.markup import name_of, sibling
from docforge.opc import Element, Package

MANIFEST = "Contents/content.hpf"
CONTAINER = "META-INF/container.xml"
PREVIEW = "Preview/PrvText.txt"
_SECTION = re.compile(r"(?:.*/)?section\d+\.xml", re.IGNORECASE)
_MASTER = re.compile(r"(?:.*/)?masterpage\d+\.xml", re.IGNORECASE)
_BINARY = re.compile(r"image(\d+)")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the manifest: its element, its id, and the part that it names."""

    element: Element
    id: str
    part: str


class Contents:
    """The parts of a Hangul document that hold text: sections in reading order, then master pages.

    Raises Refusal not_a_document where the manifest or a section is missing or damaged.
    """

    def __init__(self, package: Package) -> None:
        self.package = package
        self.manifest = XmlPart(package, self._manifest_name())
        self._items = {item.id: item for item in self._read_items()}
        self.sections = [XmlPart(package, name) for name in self._section_names()]
        named = [item.part for item in self._items.values() if _MASTER.fullmatch(item.part)]
        self.masters = [XmlPart(package, name) for name in dict.fromkeys(named) if package.has(name)]

    @property
    def parts(self) -> list[XmlPart]:
        return [*self.sections, *self.masters]

    def item(self, identity: str) -> Item | None:
        """The manifest's item of this id."""
        return self._items.get(identity)

    @property
    def scripts(self) -> list[str]:
        """Parts that hold the document's script."""
        return [item.part for item in self._items.values() if item.part.lower().startswith("scripts/")]

    # ── pictures ──────────────────────────────────────────────────────────────────────────────────────────────────

    def add_picture(self, picture: Picture, beside: str) -> tuple[str, str]:
        """Name a new picture in the manifest, behind the item `beside`; its id and the part to write it to.

        Hangul counts its pictures: BinData/image3.png has the id image3.
        """
        taken = [int(found[1]) for identity in self._items if (found := _BINARY.fullmatch(identity))]
        number = max(taken, default=0) + 1
        extension = "jpg" if picture.kind == "jpeg" else picture.kind
        while self.package.has(part := f"BinData/image{number}.{extension}"):
            number += 1
        old = self._items[beside].element
        told = {"id": f"image{number}", "href": part, "media-type": f"image/{extension}", "isEmbeded": "1"}
        made = old.makeelement(sibling(old, "item"), told)
        made.tail = old.tail
        old.addnext(made)
        self._items[told["id"]] = Item(made, told["id"], part)
        return told["id"], part

    def remove_item(self, identity: str) -> str:
        """Take an item out of the manifest; the part that it named."""
        item = self._items.pop(identity)
        holder = item.element.getparent()
        if holder is not None:
            holder.remove(item.element)
        return item.part

    def refers_to(self, identity: str, written: Mapping[str, bytes]) -> bool:
        """Whether any part but the manifest still names the picture of this id."""
        quoted = [f"{quote}{identity}{quote}".encode() for quote in "\"'"]
        return any(mark in written.get(name, b"") for name in written for mark in quoted) or any(
            mark in self.package.read(name) for name in self._xml_names() if name not in written for mark in quoted
        )

    def _xml_names(self) -> Iterator[str]:
        for name in self.package.names:
            if name.lower().endswith(".xml") and name not in {self.manifest.name, CONTAINER}:
                yield name

    # ── the manifest ──────────────────────────────────────────────────────────────────────────────────────────────

    def _manifest_name(self) -> str:
        if not self.package.has(CONTAINER):
            return MANIFEST
        roots = XmlPart(self.package, CONTAINER).root.iter("{*}rootfile")
        named = [each.get("full-path", "") for each in roots]
        return next((name for name in named if name.lower().endswith(".hpf")), MANIFEST)

    def _read_items(self) -> Iterator[Item]:
        for element in self.manifest.root.iter("{*}item"):
            yield Item(element, element.get("id", ""), self._resolve(element.get("href", "")))

    def _resolve(self, href: str) -> str:
        """The part that the manifest means: its links are from the root of the package, in some from its folder."""
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(self.manifest.name), href))
        found = (self.package.spelled(name) for name in (href, beside))
        return next((name for name in found if name is not None), href)

    def _section_names(self) -> list[str]:
        ordered = [each.get("idref", "") for each in self.manifest.root.iter("{*}itemref")]
        parts = [self._items[identity].part for identity in ordered if identity in self._items]
        named = [part for part in parts if _SECTION.fullmatch(part)] or self._sections_by_name
        return list(dict.fromkeys(named)) or [MANIFEST.replace("content.hpf", "section0.xml")]

    @cached_property
    def _sections_by_name(self) -> list[str]:
        """Sections of a manifest without reading order, as they count themselves."""
        found = [name for name in self.package.names if _SECTION.fullmatch(name)]
        return sorted(found, key=lambda name: int(re.findall(r"\d+", name)[-1]))


def is_script_empty(script: str) -> bool:
    """Whether a document's script only names what Hangul always names, and does nothing when opened."""
    plain = re.sub(r"//[^\n]*|\s", "", script)
    return re.sub(r"var\w+=[\w.]+;|functionOnDocument_\w+\(\)\{\}", "", plain) == ""


def name_in_metatag(node: Element) -> str:
    """The name that a `metaTag` gives an object or field: JSON with a `#name`; "" without one."""
    texts = [each.text or "" for each in node if name_of(each) == "metaTag"] + [node.get("metaTag", "")]
    found = (re.search(r'"name"\s*:\s*"#?([^"]+)"', text) for text in texts)
    return next((match[1] for match in found if match), "")
