"""`{{placeholders}}` of a document, split over runs or not, in every story. Knows no other kind of place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docforge.errors import Notice, Phrase
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.lines import Line
from docforge.formats.docx.markup import W, in_fallback, is_gone, is_on
from docforge.formats.docx.stores import is_bound
from docforge.formats.fields import Filling, Place, Span
from docforge.formats.fields.addresses import fold
from docforge.opc import Element

_MARK = re.compile(r"\{\{\s*([^{}\n\t]+?)\s*\}\}")
_DIRECTIVES = ("#", "/", "^", ">", "%", "!", "&")


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One `{{name}}` of a line, which all marks of its paragraph share."""

    story: Story
    line: Line
    name: str
    start: int
    stop: int

    @property
    def node(self) -> Element:
        """Where it begins."""
        return self.line.locate(self.start)[0]


@dataclass(slots=True)
class PlaceholderTarget:
    """Every mark of one name; see `Target`."""

    marks: list[Mark]
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        """Each mark gives way to the text; braces in it are text and mark nothing."""
        for mark in self.marks:
            run = mark.line.replace(mark.start, mark.stop, filling.text)
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
            count=max(sum(not in_fallback(mark.node) for mark in marks), 1),
            spans=[_span(mark) for mark in marks],
            fault="locked" if is_directive else "",
            why_not=Phrase("is_directive") if is_directive else None,
        )


def _find_marks(story: Story) -> Iterator[Mark]:
    for paragraph in story.root.iter(f"{W}p"):
        line = Line(paragraph)
        for found in _MARK.finditer(line.text) if "{{" in line.text else ():
            mark = Mark(story, line, found[1], *found.span())
            if not is_gone(paragraph) and not _is_of_control(mark.node):
                yield mark


def _is_of_control(node: Element) -> bool:
    """Whether a control is filled instead: its prompt text, or text that Word renews from data."""
    around = [each.find(f"{W}sdtPr") for each in node.iterancestors(f"{W}sdt")]
    return any(is_on(each, "showingPlcHdr") or (each is not None and is_bound(each)) for each in around)


def _span(mark: Mark) -> Span:
    order = mark.story.part.order
    (first, start), (last, stop) = mark.line.locate(mark.start), mark.line.locate(mark.stop - 1)
    return Span(mark.story.name, (order[first], start), (order[last], stop + 1))
