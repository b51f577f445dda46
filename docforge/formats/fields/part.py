"""An XML part that is changed in place: its prolog and every node untouched stay as they were. Knows no vocabulary."""

from __future__ import annotations

import re
from functools import cached_property

from lxml import etree

from docforge.opc import Element, Package, parse_xml

_PROLOG = re.compile(r"(?:\s|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_UTF16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_BOM = b"\xef\xbb\xbf"


class XmlPart:
    """One part of a package, parsed once; `data` is what a part that the package lacks begins as.

    Raises Refusal hostile_file (document type) or not_a_document (damaged).
    """

    def __init__(self, package: Package, name: str, data: bytes | None = None) -> None:
        self.name, self.data = name, package.read_xml(name) if data is None else data
        self.root: Element = parse_xml(self.data, name)

    @cached_property
    def order(self) -> dict[Element, int]:
        """Every node's number in document order, as the part was when this was first asked."""
        return {node: number for number, node in enumerate(self.root.iter())}

    def to_bytes(self) -> bytes:
        """The part as it is now, behind the prolog that it had."""
        if self.data[:2] in _UTF16:
            return self._written("utf-16", b"")
        return self._written("utf-8", _BOM if self.data.startswith(_BOM) else b"")

    def _written(self, encoding: str, mark: bytes) -> bytes:
        found = _PROLOG.match(self.data.removeprefix(mark).decode(encoding, "surrogateescape"))
        prolog = found[0] if found else ""
        return mark + (prolog + etree.tostring(self.root, encoding="unicode")).encode(encoding, "surrogateescape")
