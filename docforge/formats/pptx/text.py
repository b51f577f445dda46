"""Text of a text body (ECMA-376-1, 21.1.2): read as lines, written in the looks that are there.

A line is an a:p, a line break inside one (a:br) is `\\v`. Knows no shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from lxml import etree

from docforge.formats.pptx.markup import A
from docforge.opc import Element

LINE_BREAK = "\v"
_RUNS = (f"{A}r", f"{A}fld")
# What of the looks of a run tells of its old text (21.1.2.3.9: spelling, unsaved).
_OF_OLD_TEXT = ("err", "dirty", "smtClean")


def read_text(body: Element | None) -> str:
    """The text of a body, its lines joined by LF."""
    return "" if body is None else "\n".join(read_line(one) for one in body.iterchildren(f"{A}p"))


def read_line(paragraph: Element) -> str:
    """The text of one paragraph."""
    shown = list[str]()
    for node in paragraph.iterchildren():
        if node.tag in _RUNS:
            shown.append(node.findtext(f"{A}t") or "")
        elif node.tag == f"{A}br":
            shown.append(LINE_BREAK)
    return "".join(shown)


def holds_field(body: Element) -> bool:
    """Whether PowerPoint makes a part of the text (21.1.2.2.4 fld): slide number, date."""
    return body.find(f".//{A}fld") is not None


def holds_formula(body: Element) -> bool:
    """Whether an equation stands in the text, which text alone would wipe out."""
    return body.find(".//{*}oMath") is not None


def write_text(body: Element, text: str) -> None:
    """Put the text into a body: line by line in the looks of the paragraph there, more lines in those of the last."""
    paragraphs = list(body.iterchildren(f"{A}p")) or [etree.SubElement(body, f"{A}p")]
    looks = [_Looks.of(one) for one in paragraphs]
    lines = text.split("\n")
    for one in paragraphs[len(lines) :]:
        body.remove(one)
    for number, line in enumerate(lines):
        if number >= len(paragraphs):
            paragraphs.append(etree.Element(f"{A}p"))
            paragraphs[number - 1].addnext(paragraphs[number])
        _write_line(paragraphs[number], line, looks[min(number, len(looks) - 1)])


@dataclass(frozen=True, slots=True)
class _Looks:
    """How a paragraph and its text look: pPr, the rPr of its first run, endParaRPr."""

    paragraph: Element | None
    run: Element | None
    end: Element | None

    @classmethod
    def of(cls, paragraph: Element) -> _Looks:
        first = next((one.find(f"{A}rPr") for one in paragraph.iterchildren(*_RUNS, f"{A}br")), None)
        end = paragraph.find(f"{A}endParaRPr")
        run = _renamed(end, "rPr") if first is None else first
        looks = paragraph.find(f"{A}pPr"), run, _renamed(run, "endParaRPr") if end is None else end
        return cls(*(None if one is None else deepcopy(one) for one in looks))

    def styled(self, name: str) -> Element:
        """A new run or line break in these looks."""
        made = etree.Element(f"{A}{name}")
        if self.run is not None:
            rpr = deepcopy(self.run)
            for attribute in _OF_OLD_TEXT:
                rpr.attrib.pop(attribute, "")
            made.append(rpr)
        return made


def _renamed(properties: Element | None, name: str) -> Element | None:
    """Run properties under their other name: both are CT_TextCharacterProperties."""
    if properties is None:
        return None
    made = deepcopy(properties)
    made.tag, made.tail = f"{A}{name}", None
    return made


def _write_line(paragraph: Element, line: str, looks: _Looks) -> None:
    for child in list(paragraph):
        paragraph.remove(child)
    if looks.paragraph is not None:
        paragraph.append(deepcopy(looks.paragraph))
    for child in _runs(line, looks):
        paragraph.append(child)
    if looks.end is not None:
        paragraph.append(deepcopy(looks.end))


def _runs(line: str, looks: _Looks) -> Iterator[Element]:
    for number, piece in enumerate(line.split(LINE_BREAK)):
        if number:
            yield looks.styled("br")
        if piece:
            run = looks.styled("r")
            etree.SubElement(run, f"{A}t").text = piece
            yield run
