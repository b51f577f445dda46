"""What a package says of itself in its core properties (ECMA-376-2 §11). Knows no format."""

from __future__ import annotations

from docforge.errors import Refusal
from docforge.opc.markup import parse_xml
from docforge.opc.package import Package

_CORE = "/metadata/core-properties"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"


def read_title(package: Package) -> str:
    """dc:title; "" where there is none, or where the properties cannot be read."""
    targets = [each.target for each in package.relationships() if each.type.endswith(_CORE) and not each.external]
    if not targets or not package.has(targets[0]):
        return ""
    try:
        root = parse_xml(package.read_xml(targets[0]), targets[0])
    except Refusal:
        return ""
    return (root.findtext(_TITLE) or "").strip()
