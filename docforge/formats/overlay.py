"""Keeps what a library would rewrite: of a package that code edited, only the parts whose content it changed.

A library's own save serialises every part anew, renames some and loses those that no relationship reaches. Here each
part's serialised form is kept at opening, and what differs from it at the end is all that is written. Knows no format.
"""

from __future__ import annotations

import io
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from docforge.formats.fields.additions import Additions, rels_name
from docforge.opc import Package, parse_xml

_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_RELS = "/_rels/"


class Overlay:
    """What code changed of a document that python-docx or python-pptx opened.

    `package` is the library's package object, as it was opened from `data` and before anything asked it a question.
    """

    def __init__(self, data: bytes, package: Any) -> None:
        self._original, self._package = Package.open(data), package
        self._before = {part: (part.partname, part.blob, _rels_of(part)) for part in package.iter_parts()}
        self._root = _rels_of(package)

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        """Parts to write, content types and relationships with them, and the names of parts that are gone."""
        additions = Additions(self._original)
        now = list(self._package.iter_parts())
        gone = [_name(self._before[part][0]) for part in self._before if part not in set(now)]
        self._restore_names(now, additions)
        parts = dict(self._changed(now, additions))
        if _rels_of(self._package) != self._root:
            parts["_rels/.rels"] = _rels_of(self._package)
        if gone:
            additions.forget(gone)
        rels = [name for name in map(rels_name, gone) if self._original.has(name)]
        return {**parts, **additions.to_parts()}, [*gone, *rels]

    def _restore_names(self, now: Sequence[Any], additions: Additions) -> None:
        """Give parts their old names again, which a library may have renumbered, and new parts names that are free."""
        for part in now:
            if part in self._before:
                part.partname = self._before[part][0]
        for part in now:
            if part not in self._before and self._original.has(_name(part.partname)):
                stem, _, extension = _name(part.partname).rpartition(".")
                part.partname = type(part.partname)("/" + additions.reserve(stem.rstrip("0123456789"), extension))

    def _changed(self, now: Sequence[Any], additions: Additions) -> Iterator[tuple[str, bytes]]:
        for part in now:
            name, blob, rels = _name(part.partname), part.blob, _rels_of(part)
            if part not in self._before:
                additions.add(name, blob, part.content_type)
            elif blob != self._before[part][1]:
                yield name, blob
            if rels != (self._before[part][2] if part in self._before else b""):
                yield rels_name(name), rels


@dataclass(frozen=True, slots=True)
class Opened:
    """A document under code (see `docforge.sandbox.worker.Opened`): the names that the code sees, what it changed."""

    names: Mapping[str, Any]
    overlay: Overlay

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        """Parts to write and the names of those that are gone."""
        return self.overlay.changes()


def tidy(data: bytes) -> bytes:
    """The package as the libraries can open it: no relationship to a part that is missing, names in one letter case.

    Office opens such packages, the libraries raise KeyError.
    """
    package = Package.open(data)
    mended = {name: content for name in package.names if _RELS in f"/{name}" for content in _mended(package, name)}
    return package.save(mended)


def _mended(package: Package, rels: str) -> list[bytes]:
    root = parse_xml(package.read_xml(rels), rels)
    folder = posixpath.dirname(posixpath.dirname(rels))
    changed = False
    for one in list(root.iter(_RELATIONSHIP)):
        if one.get("TargetMode", "").lower() == "external":
            continue
        target = one.get("Target", "")
        name = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        spelled = package.spelled(name)
        if spelled is None:
            root.remove(one)
        elif spelled != name:
            one.set("Target", f"/{spelled}")
        changed = changed or spelled != name
    return [etree.tostring(root, encoding="UTF-8", xml_declaration=True, standalone=True)] if changed else []


def stream(data: bytes) -> io.BytesIO:
    """The document as the libraries take it."""
    return io.BytesIO(tidy(data))


def _rels_of(holder: Any) -> bytes:
    """The relationships of a part or package as the library would write them; nothing where there are none."""
    rels: Any = holder._rels if hasattr(holder, "_rels") else holder.rels  # noqa: SLF001  the package of python-pptx has no other name for them
    if not len(rels):
        return b""
    xml: str | bytes = rels.xml
    return xml.encode() if isinstance(xml, str) else xml


def _name(partname: Any) -> str:
    return str(partname).removeprefix("/")
