"""Names of DrawingML and PresentationML (ECMA-376-1, 20.1 and 19.1) and how their elements are looked at.

Knows no package and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator

from docforge.opc import Element

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
A16 = "{http://schemas.microsoft.com/office/drawing/2014/main}"
P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"
EMU_A_POINT = 12_700


def local(node: Element) -> str:
    """The name of an element without its namespace."""
    return str(node.tag).rpartition("}")[2]


def number(node: Element | None, name: str, default: int = 0) -> int:
    """An attribute that is a whole number; `default` where it is missing or none."""
    text = node.get(name, "") if node is not None else ""
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else default


def is_on(node: Element, name: str) -> bool:
    """An attribute that is a boolean (ST_OnOff, xsd:boolean)."""
    return node.get(name, "") in {"1", "true", "on"}


def path_to(node: Element) -> tuple[int, ...]:
    """Where a node stands in its part: its index in each of the elements around it, from the root down."""
    steps = list[int]()
    while (parent := node.getparent()) is not None:
        steps.append(parent.index(node))
        node = parent
    return tuple(reversed(steps))


def follow(root: Element, path: tuple[int, ...]) -> Element | None:
    """The node at a path of `path_to`; None where there is none."""
    for step in path:
        if step >= len(root):
            return None
        root = root[step]
    return root


def children(node: Element, *names: str) -> Iterator[Element]:
    """The children by these names, those of the branch in use of alternate content (ECMA-376-3, 10.2) among them."""
    for child in node:
        if child.tag in names:
            yield child
        elif child.tag == f"{MC}AlternateContent":
            branch = next(iter(child), None)
            if branch is not None:
                yield from children(branch, *names)
