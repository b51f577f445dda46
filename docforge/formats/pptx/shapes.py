"""The shapes of a slide: what each is, its name within its groups, its placeholder, its frame. Never writes.

ECMA-376-1, 19.3.1 (shape tree). Knows no address and no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from docforge.formats.pptx.markup import MC, A, P, children, local, number
from docforge.opc import Element

_SHAPES = tuple(f"{P}{name}" for name in ("sp", "pic", "graphicFrame", "grpSp", "cxnSp"))
_TITLES = {"ctrTitle": "title", "subTitle": "subtitle"}
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape. `groups` are the names of the groups around it; `placeholder` its kind, "" where it is none.

    `twins` are the same shape in other branches of alternate content.
    """

    element: Element
    name: str
    id: str
    groups: tuple[str, ...] = ()
    placeholder: str = ""
    index: str = ""
    twins: Sequence[Element] = field(default_factory=tuple[Element, ...])

    @property
    def kind(self) -> str:
        """Which element it is: sp, pic, graphicFrame."""
        return local(self.element)

    @property
    def path(self) -> str:
        return "/".join((*self.groups, self.name))

    @property
    def body(self) -> Element | None:
        """The text body, None without one."""
        return self.element.find(f"{P}txBody")

    @property
    def bodies(self) -> list[Element]:
        """The text bodies of the shape and its twins."""
        found = (one.find(f"{P}txBody") for one in (self.element, *self.twins))
        return [body for body in found if body is not None]

    @property
    def properties(self) -> Element | None:
        """cNvPr: name, id, alternative text."""
        return _properties(self.element)

    @property
    def content(self) -> Element | None:
        """The graphicData of a graphic frame."""
        return self.element.find(f"{A}graphic/{A}graphicData")

    @property
    def size(self) -> Size | None:
        """Width and height of the shape's own frame in EMU; None where it takes that of its layout."""
        return size_of(self.element)


def read_shapes(root: Element) -> Iterator[Shape]:
    """The shapes of a slide, layout, master or notes page in document order; groups give their members."""
    tree = root.find(f"{P}cSld/{P}spTree")
    if tree is not None:
        yield from _walk(tree, ())


def _walk(tree: Element, groups: tuple[str, ...]) -> Iterator[Shape]:
    for element in children(tree, *_SHAPES):
        name = (_properties(element).get("name") or "").strip()
        if element.tag == f"{P}grpSp":
            yield from _walk(element, (*groups, name))
        elif element.tag != f"{P}cxnSp":
            yield _read(element, name, groups)


def _read(element: Element, name: str, groups: tuple[str, ...]) -> Shape:
    identifier = _properties(element).get("id") or ""
    told = element.find(f"*/{P}nvPr/{P}ph")
    kind = "" if told is None else told.get("type") or "obj"
    index = "" if told is None else told.get("idx") or "0"
    return Shape(element, name or f"#{identifier}", identifier, groups, kind, index, _twins(element, identifier))


def _properties(element: Element) -> Element:
    """cNvPr, or what stands for it in a damaged shape."""
    found = element.find(f"*/{P}cNvPr")
    return element if found is None else found


def _twins(element: Element, identifier: str) -> tuple[Element, ...]:
    """The same shape in the other branches of the alternate content that it stands in."""
    branch = element.getparent()
    if branch is None or branch.tag not in {f"{MC}Choice", f"{MC}Fallback"}:
        return ()
    others = [one for one in branch.itersiblings() for one in one.iterchildren(element.tag)]
    return tuple(one for one in others if _properties(one).get("id") == identifier)


def title_kind(kind: str) -> str:
    """How a kind of placeholder is spoken of in an address: both kinds of title are `title`."""
    return _TITLES.get(kind, kind)


def size_of(element: Element) -> Size | None:
    """Width and height of a shape's own frame in EMU (20.1.7.6 xfrm); None without one."""
    frame = element.find(f"{P}spPr/{A}xfrm/{A}ext")
    if frame is None:
        frame = element.find(f"{P}xfrm/{A}ext")
    return None if frame is None else (number(frame, "cx"), number(frame, "cy"))


class Inherited:
    """The placeholders of a layout and its master, which those of a slide take after (19.3.1.36 ph)."""

    def __init__(self, layout: Element | None, master: Element | None) -> None:
        self._layout = _placeholders(layout)
        self._master = _placeholders(master)

    def of(self, shape: Shape) -> list[Shape]:
        """What a placeholder takes after, nearest first."""
        if not shape.placeholder:
            return []
        own = next((one for one in self._layout if one.index == shape.index and _alike(one, shape)), None)
        own = own or next((one for one in self._layout if _alike(one, shape, strictly=True)), None)
        kind = title_kind(own.placeholder if own else shape.placeholder)
        kind = kind if kind in {"title", "dt", "ftr", "sldNum"} else "body"
        base = next((one for one in self._master if title_kind(one.placeholder) == kind), None)
        return [one for one in (own, base) if one is not None]


def _placeholders(root: Element | None) -> list[Shape]:
    return [] if root is None else [one for one in read_shapes(root) if one.placeholder]


def _alike(one: Shape, other: Shape, *, strictly: bool = False) -> bool:
    mine, others = title_kind(one.placeholder), title_kind(other.placeholder)
    return mine == others or (not strictly and "obj" in {mine, others} and "title" not in {mine, others})
