"""Finds elements and attributes in the small XML parts of a workbook. Knows no element by name."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.opc import Element

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def children(root: Element, *path: str) -> Iterator[Element]:
    """Elements at a path of local names, in any namespace."""
    return root.iterfind("/".join(f"{{*}}{name}" for name in path))


def child(root: Element, *path: str) -> Element | None:
    """The first element at a path of local names."""
    return next(children(root, *path), None)


def is_true(element: Element | None, name: str, *, default: bool = False) -> bool:
    """An xsd:boolean attribute; `default` when the element or the attribute is absent."""
    value = None if element is None else element.get(name)
    return default if value is None else value.strip() in {"1", "true"}


def relation_id(element: Element) -> str:
    """Its r:id, "" when absent."""
    return element.get(_RELATION, "")
