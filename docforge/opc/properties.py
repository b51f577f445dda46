"""What a package says of itself in its properties (ECMA-376-2 §11, ECMA-376-1 §22.2, OPF 2.0 §2.2). Knows no format."""

from __future__ import annotations

from docforge.errors import Refusal
from docforge.opc.markup import Element, parse_xml
from docforge.opc.package import Package

_CONTAINER = "META-INF/container.xml"
_CORE, _EXTENDED = "/metadata/core-properties", "/extended-properties"
_OPF_TITLE = ".//{*}metadata/{*}title"
_PEOPLE = frozenset({"creator", "lastModifiedBy", "lastsaveby", "Company", "Manager"})
_NOBODY = frozenset({"", "openpyxl", "python-docx", "Microsoft Office User", "DocForge"})  # nobody's name
_TITLE = "{http://purl.org/dc/elements/1.1/}title"


def read_title(package: Package) -> str:
    """dc:title; "" where there is none, or where the properties cannot be read."""
    core, manifest = _read_root(package, _CORE), _read_manifest(package)
    told = [root.findtext(name) for root, name in ((core, _TITLE), (manifest, _OPF_TITLE)) if root is not None]
    return next((title.strip() for title in told if title), "")


def find_people(package: Package) -> tuple[str, ...]:
    """Names of the properties that tell of a person or a company (creator, lastModifiedBy, Company, Manager)."""
    roots = [root for root in (_read_root(package, _CORE), _read_root(package, _EXTENDED)) if root is not None]
    told = [(_local(each.tag), each.text) for root in roots for each in root.iter("{*}*")]
    manifest = _read_manifest(package)
    told += [(each.get("name", ""), each.text) for each in (() if manifest is None else manifest.iter("{*}meta"))]
    return tuple(name for name, text in told if name in _PEOPLE and (text or "").strip() not in _NOBODY)


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]


def _read_manifest(package: Package) -> Element | None:
    """The package document that a container names (OCF 3.3 §4.2.6.3.1); None where there is none to read."""
    container = _parse(package, _CONTAINER)
    named = [each.get("full-path", "") for each in (() if container is None else container.iter("{*}rootfile"))]
    return next((_parse(package, name) for name in named if name.lower().endswith((".hpf", ".opf"))), None)


def _read_root(package: Package, kind: str) -> Element | None:
    """The root of a part of properties; None where there is none, or where it cannot be read."""
    targets = [each.target for each in package.relationships() if each.type.endswith(kind) and not each.external]
    return _parse(package, targets[0]) if targets else None


def _parse(package: Package, name: str) -> Element | None:
    if not package.has(name):
        return None
    try:
        return parse_xml(package.read_xml(name), name)
    except Refusal:
        return None
