"""Reads the small XML parts of a workbook. Knows no element."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from docforge.errors import Refusal

Element = etree._Element  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  lxml has no public name for it
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def parse(data: bytes, part: str) -> Element:
    """The root of an XML part. Raises Refusal not_a_document, naming the part, when it is not well-formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as fault:
        raise Refusal("not_a_document", why=f"{part}: {fault.msg}") from fault


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
