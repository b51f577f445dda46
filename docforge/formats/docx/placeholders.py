"""`{{placeholders}}` of a document, split over runs or not, in every story. Knows no other kind of place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docforge.errors import Notice, Phrase
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.markup import W, in_fallback, is_gone, is_on
from docforge.formats.docx.runs import line_of, replace_range
from docforge.formats.docx.text import Piece
from docforge.formats.fields import Filling, Place, Span
from docforge.formats.fields.addresses import fold
from docforge.opc import Element

_MARK = re.compile(r"\{\{\s*([^{}\n\t]+?)\s*\}\}")
_DIRECTIVES = ("#", "/", "^", ">", "%", "!", "&")


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One `{{name}}` in a paragraph; `number` counts the marks of the paragraph."""

    story: Story
    paragraph: Element
    name: str
    start: int
    stop: int
    pieces: tuple[Piece, ...]


@dataclass(slots=True)
class PlaceholderTarget:
    """Every mark of one name; see `Target`."""

    marks: list[Mark]
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        """Each mark gives way to the text, from the last so that those before stay where they are."""
        for mark in reversed(self.marks):
            pieces, line = line_of(mark.paragraph)
            found = next(each for each in _MARK.finditer(line) if fold(each[1]) == fold(mark.name))
            run = replace_range(pieces, *found.span(), filling.text)
            self.witnesses.add(mark.story.part, run, filling.text)
            document.touch(mark.story.part)
        return ()


def find_placeholders(document: Document) -> Iterator[Place]:
    """One place for each name, however often it stands; what a loop or a condition marks is no place for a value."""
    by_name: dict[str, list[Mark]] = {}
    for story in document.stories:
        for mark in _find_marks(story):
            by_name.setdefault(fold(mark.name), []).append(mark)
    for marks in by_name.values():
        first = marks[0]
        is_directive = first.name.startswith(_DIRECTIVES)
        yield Place(
            at=f"placeholder:{first.name}",
            kind="text",
            target=PlaceholderTarget(marks),
            also=(f"{{{{{first.name}}}}}",),
            count=max(sum(not in_fallback(mark.paragraph) for mark in marks), 1),
            spans=[_span(mark) for mark in marks],
            fault="locked" if is_directive else "",
            why_not=Phrase("is_directive") if is_directive else None,
        )


def _find_marks(story: Story) -> Iterator[Mark]:
    for paragraph in story.root.iter(f"{W}p"):
        pieces, line = line_of(paragraph)
        for found in _MARK.finditer(line) if "{{" in line else ():
            mark = Mark(story, paragraph, found[1], *found.span(), tuple(pieces))
            if not is_gone(paragraph) and not _is_prompt(mark):
                yield mark


def _is_prompt(mark: Mark) -> bool:
    """Whether it is the prompt text of a control, which is filled as that control."""
    node, _ = _node_at(mark, mark.start)
    return any(is_on(each.find(f"{W}sdtPr"), "showingPlcHdr") for each in node.iterancestors(f"{W}sdt"))


def _span(mark: Mark) -> Span:
    order = mark.story.part.order
    (first, start), (last, stop) = _node_at(mark, mark.start), _node_at(mark, mark.stop - 1)
    return Span(mark.story.name, (order[first], start), (order[last], stop + 1))


def _node_at(mark: Mark, index: int) -> tuple[Element, int]:
    """The node that shows a character of the paragraph, and where in it."""
    for piece in mark.pieces:
        if index < len(piece.text):
            return piece.node, index
        index -= len(piece.text)
    raise IndexError(index)
