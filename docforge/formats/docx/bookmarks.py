"""Bookmarks around text of one paragraph: the text is replaced, the marks stay. Knows no other kind of place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docforge.errors import Notice, Phrase
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.markup import W, is_gone, value_of
from docforge.formats.docx.runs import copy_look, look_of, make_run, remove
from docforge.formats.docx.text import read_run
from docforge.formats.fields import Filling, Place, Span
from docforge.opc import Element

_R, _P, _RPR = f"{W}r", f"{W}p", f"{W}rPr"
_START, _END = f"{W}bookmarkStart", f"{W}bookmarkEnd"
_PLAIN = frozenset({_RPR, *(f"{W}{name}" for name in ("t", "tab", "br", "cr", "noBreakHyphen", "softHyphen", "sym"))})
_MARKS = frozenset({_START, _END, f"{W}proofErr", f"{W}lastRenderedPageBreak"})
_HIDDEN = "_"


@dataclass(slots=True)
class BookmarkTarget:
    """One bookmark; see `Target`."""

    story: Story
    start: Element
    between: list[Element]
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        runs = [node for node in self.between if node.tag == _R]
        look = copy_look(runs[0].find(_RPR)) if runs else self._look_beside()
        for run in runs:
            remove(run)
        run = make_run(filling.text, look)
        self.start.addnext(run)
        self.witnesses.add(self.story.part, run, filling.text)
        document.touch(self.story.part)
        return ()

    def _look_beside(self) -> Element | None:
        """The look of the run before an empty bookmark, else of its paragraph."""
        before = next((node for node in self.start.itersiblings(_R, preceding=True)), None)
        parent = self.start.getparent()
        if before is not None or parent is None:
            return copy_look(before.find(_RPR) if before is not None else None)
        return look_of(parent)


def find_bookmarks(document: Document) -> Iterator[Place]:
    """Every bookmark that a person made; the one that Word puts around a form field is none."""
    forms = {value_of(data, "name") for story in document.stories for data in story.root.iter(f"{W}ffData")}
    for story in document.stories:
        ends = {end.get(f"{W}id"): end for end in reversed(list(story.root.iter(_END)))}
        for start in story.root.iter(_START):
            name, end = start.get(f"{W}name", ""), ends.get(start.get(f"{W}id"))
            if end is not None and name and not name.startswith(_HIDDEN) and name not in forms and not is_gone(start):
                yield _place(story, start, end)


def _place(story: Story, start: Element, end: Element) -> Place:
    between = _between(start, end)
    is_column = start.get(f"{W}colFirst") is not None
    why = "spans_paragraphs" if between is None or is_column else "" if _is_plain(between) else "holds_more"
    shown = "".join(read_run(node) for node in between or () if node.tag == _R)
    return Place(
        at=f"bookmark:{start.get(f'{W}name', '')}",
        kind="bookmark",
        target=BookmarkTarget(story, start, between or []),
        now=shown,
        spans=[Span(story.name, (story.part.order[start], 0), (story.part.order[end] + 1, 0))],
        fault="locked" if why else "",
        why_not=Phrase(why) if why else None,
        listed=not why,
    )


def _between(start: Element, end: Element) -> list[Element] | None:
    """The nodes between the marks of a bookmark in one paragraph; None where they stand apart."""
    parent = start.getparent()
    if parent is None or end.getparent() is not parent:
        return None
    if parent.tag != _P and next(parent.iterancestors(_P), None) is None:
        return None
    between = list[Element]()
    for node in start.itersiblings():
        if node is end:
            return between
        between.append(node)
    return None


def _is_plain(between: list[Element]) -> bool:
    """Whether nothing but text stands there."""
    return all(
        node.tag in _MARKS or (node.tag == _R and all(child.tag in _PLAIN for child in node)) for node in between
    )
