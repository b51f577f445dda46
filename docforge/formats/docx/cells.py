"""Writes one value into a cell of a Word table. Knows no address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from docforge.errors import Notice
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.markup import W, find_own
from docforge.formats.docx.runs import look_of, remove, write_paragraph
from docforge.formats.docx.text import read_line
from docforge.formats.fields import Filling
from docforge.opc import Element

_BESIDE_TEXT = tuple(f"{W}{name}" for name in ("drawing", "pict", "object", "sectPr"))


@dataclass(slots=True)
class CellTarget:
    """A cell (tc); see `Target`."""

    story: Story
    cell: Element
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        write_cell(self.cell, filling.text)
        self.witnesses.add(self.story.part, self.cell, filling.text)
        document.touch(self.story.part)
        return ()


def write_cell(cell: Element, text: str) -> None:
    """Show `text` instead of all text of a cell, in the look of its first text, else of its first paragraph's mark.

    It goes into one paragraph; others with text are taken out, empty ones stay, and so do tables and drawings.
    """
    paragraphs = list(find_own(cell, "p")) or [etree.SubElement(cell, f"{W}p")]
    spoken = [each for each in paragraphs if read_line(each).strip()]
    first = spoken[0] if spoken else paragraphs[0]
    write_paragraph(first, text, look_of(first))
    for other in spoken[1:]:
        if _must_stay(other):
            write_paragraph(other, "", look_of(other))
        else:
            remove(other)


def _must_stay(paragraph: Element) -> bool:
    """Whether a paragraph stays though its text goes: for a drawing, or to end the cell behind a table (§17.4.65)."""
    before = paragraph.getprevious()
    ends = before is not None and before.tag == f"{W}tbl" and paragraph.getnext() is None
    return ends or next(paragraph.iter(*_BESIDE_TEXT), None) is not None
