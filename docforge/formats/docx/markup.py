"""Names of WordprocessingML (ECMA-376-1 §17) and of what Word adds to it, and how its elements are asked.

Knows no place and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator

from docforge.opc import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
W15 = "{http://schemas.microsoft.com/office/word/2012/wordml}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
BLOCK_WRAPPERS = frozenset({f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins", f"{W}moveTo", f"{W}smartTag"})
_GONE = frozenset({f"{W}del", f"{W}moveFrom"})
_OFF = frozenset({"0", "false", "off"})


def value_of(parent: Element, name: str) -> str | None:
    """The `w:val` of a child `w:name`; None without the child, "" without the attribute."""
    child = parent.find(f"{W}{name}")
    return None if child is None else child.get(f"{W}val", "")


def is_on(parent: Element | None, name: str) -> bool:
    """Whether an on/off property is set (ECMA-376-1 §17.17.4): a child without a value is on."""
    child = parent.find(f"{W}{name}") if parent is not None else None
    return child is not None and child.get(f"{W}val", "1").lower() not in _OFF


def is_gone(node: Element) -> bool:
    """Whether a node stands in text that is deleted or moved away (tracked changes)."""
    return next(node.iterancestors(*_GONE), None) is not None


def in_fallback(node: Element) -> bool:
    """Whether a node stands in the second form of a drawing, that only older programs show (mc:Fallback)."""
    return next(node.iterancestors(f"{MC}Fallback"), None) is not None


def find_own(parent: Element, name: str) -> Iterator[Element]:
    """The rows of a table, cells of a row or paragraphs of a cell, through controls and marks that wrap them."""
    for child in parent:
        if child.tag == f"{W}{name}":
            yield child
        elif child.tag in BLOCK_WRAPPERS:
            yield from find_own(child, name)
