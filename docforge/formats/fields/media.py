"""New pictures of a package: their parts, the relationships of the parts that show them, their content types.

Knows no format. Media that are there already stay as they are: other pages may show them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from lxml import etree

from docforge.formats.fields.part import XmlPart
from docforge.formats.fields.pictures import Picture
from docforge.opc import Element, Package

_TYPES = "[Content_Types].xml"
_TYPES_NS = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_RELS_NS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_IMAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
_NO_RELS = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
)
_ID = re.compile(r"rId(\d{1,9})", re.IGNORECASE)


class Media:
    """Collects pictures for one save; `folder` is where the format keeps them (word/media)."""

    def __init__(self, package: Package, folder: str) -> None:
        self._package, self._folder = package, folder
        self._xml: dict[str, XmlPart] = {}
        self._images: dict[bytes, str] = {}
        self._ids: dict[tuple[str, str], str] = {}
        self._taken = {name.casefold() for name in package.names}

    def attach(self, holder: str, picture: Picture) -> str:
        """The id of a relationship from the part `holder` to a new part with this picture, each made once."""
        image = self._images.get(picture.data) or self._add_part(picture)
        key = (holder, image)
        if key not in self._ids:
            self._ids[key] = self._add_relationship(holder, image)
        return self._ids[key]

    def to_parts(self) -> Mapping[str, bytes]:
        """Every part to be saved: pictures, relationships, content types; none without a picture."""
        images = {name: data for data, name in self._images.items()}
        return images | {name: part.to_bytes() for name, part in self._xml.items()}

    def _add_part(self, picture: Picture) -> str:
        number = 1
        while (name := f"{self._folder}/image{number}.{picture.kind}").casefold() in self._taken:
            number += 1
        self._taken.add(name.casefold())
        self._images[picture.data] = name
        self._declare(name, picture)
        return name

    def _declare(self, name: str, picture: Picture) -> None:
        """Say the type of the new part, for its extension where that has none yet."""
        told = self._package.content_type(name)
        root = self._part(self._package.spelled(_TYPES) or _TYPES).root
        known = {one.get("Extension", "").lower() for one in root.iter(f"{_TYPES_NS}Default")}
        if told == picture.media_type or (not told and picture.kind in known):
            return
        if told:
            child = etree.SubElement(root, f"{_TYPES_NS}Override", PartName=f"/{name}")
        else:
            child = etree.Element(f"{_TYPES_NS}Default", Extension=picture.kind)
            root.insert(0, child)
        child.set("ContentType", picture.media_type)

    def _add_relationship(self, holder: str, image: str) -> str:
        root = self._rels_of(holder)
        target = posixpath.relpath(image, posixpath.dirname(holder) or ".")
        identifier = f"rId{_highest(root) + 1}"
        etree.SubElement(root, f"{_RELS_NS}Relationship", Id=identifier, Type=_IMAGE, Target=target)
        return identifier

    def _rels_of(self, holder: str) -> Element:
        folder, leaf = posixpath.split(holder)
        name = posixpath.join(folder, "_rels", f"{leaf}.rels")
        return self._part(self._package.spelled(name) or name).root

    def _part(self, name: str) -> XmlPart:
        if name not in self._xml:
            self._xml[name] = XmlPart(self._package, name, None if self._package.has(name) else _NO_RELS)
        return self._xml[name]


def _highest(root: Element) -> int:
    """The highest number of the ids that are there, so that the next is free."""
    found = (_ID.fullmatch(one.get("Id", "")) for one in root.iter(f"{_RELS_NS}Relationship"))
    return max((int(one[1]) for one in found if one), default=0)
