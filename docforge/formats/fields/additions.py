"""New parts of a package, their content types, and relationships to and from parts (ECMA-376-2, 9.3 and 10.1).

Knows no format. Nothing is saved here: `to_parts` gives what a save must write.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from lxml import etree

from docforge.formats.fields.part import XmlPart
from docforge.opc import Element, Package

_TYPES = "[Content_Types].xml"
_TYPES_NS = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_RELS_NS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_NO_RELS = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
)
_ID = re.compile(r"rId(\d{1,9})", re.IGNORECASE)


class Additions:
    """Collects what one save adds to a package or takes out of it."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._xml: dict[str, XmlPart] = {}
        self._added: dict[str, bytes] = {}
        self._taken = {name.casefold() for name in package.names}

    def reserve(self, stem: str, extension: str) -> str:
        """A part name that nothing has: `stem`, the lowest free number, `.extension`."""
        number = 1
        while (name := f"{stem}{number}.{extension}").casefold() in self._taken:
            number += 1
        self._taken.add(name.casefold())
        return name

    def add(self, name: str, data: bytes, media_type: str) -> None:
        """A new part; its extension gets a default type where it has none."""
        self._added[name] = data
        self._declare(name, media_type)

    def relate(self, holder: str, kind: str, target: str) -> str:
        """The id of a new internal relationship from one part to another; `kind` is its type, a URI."""
        root = self.relationships(holder)
        told = posixpath.relpath(target, posixpath.dirname(holder) or ".")
        identifier = f"rId{_highest(root) + 1}"
        etree.SubElement(root, f"{_RELS_NS}Relationship", Id=identifier, Type=kind, Target=told)
        return identifier

    def relationships(self, holder: str) -> Element:
        """The relationships of a part, as they are to be saved."""
        name = rels_name(holder)
        return self._part(self._package.spelled(name) or name).root

    def rels_bytes(self, holder: str) -> bytes | None:
        """The .rels part of a part as it is now; None where there is none."""
        name = self._package.spelled(rels_name(holder)) or rels_name(holder)
        if name in self._xml:
            return self._xml[name].to_bytes()
        return self._package.read_xml(name) if self._package.has(name) else None

    def forget(self, names: Iterable[str]) -> None:
        """Take the types of parts that go out of the content types."""
        gone = {f"/{name}".casefold() for name in names}
        root = self._part(self._package.spelled(_TYPES) or _TYPES).root
        for one in list(root.iter(f"{_TYPES_NS}Override")):
            if one.get("PartName", "").casefold() in gone:
                root.remove(one)

    def to_parts(self) -> Mapping[str, bytes]:
        """Every part to be saved: those that are new, relationships, content types."""
        told = {name: part.to_bytes() for name, part in self._xml.items()}
        return self._added | {name: data for name, data in told.items() if data != self._xml[name].data}

    def _declare(self, name: str, media_type: str) -> None:
        extension = name.rpartition(".")[2].lower()
        told = self._package.content_type(name)
        root = self._part(self._package.spelled(_TYPES) or _TYPES).root
        known = {one.get("Extension", "").lower(): one.get("ContentType") for one in root.iter(f"{_TYPES_NS}Default")}
        if media_type in (told, known.get(extension)):
            return
        if told or extension in known:
            child = etree.SubElement(root, f"{_TYPES_NS}Override", PartName=f"/{name}")
        else:
            child = etree.Element(f"{_TYPES_NS}Default", Extension=extension)
            root.insert(0, child)
        child.set("ContentType", media_type)

    def _part(self, name: str) -> XmlPart:
        if name not in self._xml:
            self._xml[name] = XmlPart(self._package, name, None if self._package.has(name) else _NO_RELS)
        return self._xml[name]


def rels_name(holder: str) -> str:
    """The name of a part's .rels part."""
    folder, leaf = posixpath.split(holder)
    return posixpath.join(folder, "_rels", f"{leaf}.rels")


def _highest(root: Element) -> int:
    """The highest number of the ids that are there, so that the next is free."""
    found = (_ID.fullmatch(one.get("Id", "")) for one in root.iter(f"{_RELS_NS}Relationship"))
    return max((int(one[1]) for one in found if one), default=0)
