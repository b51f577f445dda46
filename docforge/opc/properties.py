"""What a package says of itself in its properties (ECMA-376-2 §11, ECMA-376-1 §22.2). Knows no format."""

from __future__ import annotations

from docforge.errors import Refusal
from docforge.opc.markup import Element, parse_xml
from docforge.opc.package import Package

_CORE, _EXTENDED = "/metadata/core-properties", "/extended-properties"
_PEOPLE = frozenset({"creator", "lastModifiedBy", "Company", "Manager"})
_PROGRAMS = frozenset({"openpyxl", "python-docx", "Microsoft Office User", "DocForge"})  # nobody's name
_TITLE = "{http://purl.org/dc/elements/1.1/}title"


def read_title(package: Package) -> str:
    """dc:title; "" where there is none, or where the properties cannot be read."""
    root = _read_root(package, _CORE)
    return "" if root is None else (root.findtext(_TITLE) or "").strip()


def find_people(package: Package) -> tuple[str, ...]:
    """Names of the properties that tell of a person or a company (creator, lastModifiedBy, Company, Manager)."""
    roots = [root for root in (_read_root(package, _CORE), _read_root(package, _EXTENDED)) if root is not None]
    told = ((_local(each.tag), (each.text or "").strip()) for root in roots for each in root.iter("{*}*"))
    return tuple(name for name, text in told if name in _PEOPLE and text and text not in _PROGRAMS)


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]


def _read_root(package: Package, kind: str) -> Element | None:
    """The root of a part of properties; None where there is none, or where it cannot be read."""
    targets = [each.target for each in package.relationships() if each.type.endswith(kind) and not each.external]
    if not targets or not package.has(targets[0]):
        return None
    try:
        return parse_xml(package.read_xml(targets[0]), targets[0])
    except Refusal:
        return None
