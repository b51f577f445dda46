"""The text of one paragraph as it was read, replaced range by range in any order. Knows no kind of place."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from lxml import etree

from docforge.formats.docx.markup import W
from docforge.formats.docx.runs import remove, set_text, text_nodes
from docforge.formats.docx.text import read_pieces
from docforge.opc import Element

_T = f"{W}t"


@dataclass(slots=True)
class _Fragment:
    """Characters `start` to before `stop` of the line as it was read, that stand in `node` from `at` on."""

    start: int
    stop: int
    node: Element
    at: int = 0


class Line:
    """What stays of the line is found again however much of it was replaced before; what was put in is never read."""

    def __init__(self, paragraph: Element) -> None:
        pieces = read_pieces(paragraph)
        self.text = "".join(piece.text for piece in pieces)
        self._nodes, self._starts, at = [piece.node for piece in pieces], list[int](), 0
        for piece in pieces:
            self._starts.append(at)
            at += len(piece.text)
        stops = [*self._starts[1:], at]
        told = zip(self._starts, stops, self._nodes, strict=False)
        self._fragments = [_Fragment(start, stop, node) for start, stop, node in told if start < stop]

    def locate(self, index: int) -> tuple[Element, int]:
        """The node that shows a character of the line as it was read, and where in it."""
        number = bisect_right(self._starts, index) - 1
        return self._nodes[number], index - self._starts[number]

    def replace(self, start: int, stop: int, text: str) -> Element:
        """Put `text` in place of a range that begins in a w:t; the run in which it then stands is returned."""
        touched = [each for each in self._fragments if each.start < stop and start < each.stop]
        run = touched[0].node.getparent()
        for number, each in enumerate(touched):
            self._cut(each, max(each.start, start), min(each.stop, stop), "" if number else text)
        if run is None:
            raise ValueError("a text outside of a run")
        return run

    def _cut(self, one: _Fragment, start: int, stop: int, text: str) -> None:
        index = self._fragments.index(one)
        if one.node.tag != _T:
            remove(one.node)
            del self._fragments[index]
            return
        first, last = one.at + start - one.start, one.at + stop - one.start
        node, base = _put(one.node, first, last, text)
        for other in self._fragments:
            if other.node is one.node and other.at >= last:
                other.node, other.at = node, other.at - last + base
        left, right = _Fragment(one.start, start, one.node, one.at), _Fragment(stop, one.stop, node, base)
        self._fragments[index : index + 1] = [each for each in (left, right) if each.start < each.stop]


def _put(node: Element, first: int, last: int, text: str) -> tuple[Element, int]:
    """Replace characters of a w:t. The w:t in which the rest of it then stands is returned, and where it begins."""
    whole = node.text or ""
    head, *others = text_nodes(text) or [etree.Element(_T)]
    if head.tag != _T:
        others, head = [head, *others], etree.Element(_T)
    before = whole[:first] + (head.text or "")
    if not others:
        set_text(node, before + whole[last:])
        return node, len(before)
    set_text(node, before)
    end = others[-1] if others[-1].tag == _T else etree.Element(_T)
    base = len(end.text or "")
    set_text(end, (end.text or "") + whole[last:])
    if end is not others[-1] and end.text:
        others.append(end)
    for other in reversed(others):
        node.addnext(other)
    return end, base
