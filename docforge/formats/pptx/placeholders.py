"""`{{x}}` in running text, over however many runs it is spread. Knows no shape and no package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

from lxml import etree

from docforge.formats.fields.addresses import fold
from docforge.formats.pptx.markup import A
from docforge.formats.pptx.text import LINE_BREAK
from docforge.opc import Element

_PLACEHOLDER = re.compile(r"\{\{\s*(?P<name>[^\s{}#/^!>&?][^{}]{0,79}?)\s*\}\}")
Edge = tuple[Element, int]


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One occurrence: its name, and the a:t with the character where it begins and where it ends."""

    paragraph: Element
    name: str
    start: Edge
    stop: Edge


def find_placeholders(root: Element) -> Iterator[Placeholder]:
    """Every placeholder under an element, in document order, in all branches of alternate content."""
    for paragraph in root.iter(f"{A}p"):
        pieces = list(_pieces(paragraph))
        line = "".join(shown for _, shown in pieces)
        if "{{" not in line:
            continue
        edges = [(node, at) for node, shown in pieces for at in range(len(shown))]
        for found in _PLACEHOLDER.finditer(line):
            last, at = edges[found.end() - 1]
            yield Placeholder(paragraph, found["name"], edges[found.start()], (last, at + 1))


def fill_placeholders(root: Element, values: Mapping[str, str]) -> None:
    """Put values (folded name → text) in place of every placeholder of that name, in the looks of its first run."""
    found = [one for one in find_placeholders(root) if fold(one.name) in values]
    for one in reversed(found):
        _replace(one, values[fold(one.name)])


def _pieces(paragraph: Element) -> Iterator[tuple[Element, str]]:
    """The text of a paragraph's runs and line breaks, each with the a:t (the a:br) that shows it."""
    for run in paragraph.iterchildren(f"{A}r", f"{A}br"):
        text = run.find(f"{A}t")
        if text is not None:
            yield text, text.text or ""
        elif run.tag == f"{A}br":
            yield run, LINE_BREAK


def _replace(one: Placeholder, value: str) -> None:
    """Write the value where the placeholder begins; what of it stands in later runs goes, the runs stay."""
    (first, start), (last, stop) = one.start, one.stop
    if first is last:
        text = first.text or ""
        _put(first, text[:start], value, text[stop:])
        return
    between = _between(one.paragraph, first, last)
    rest = (last.text or "")[stop:]
    for each in between:
        each.text = ""
    last.text = rest
    _put(first, (first.text or "")[:start], value, "")


def _between(paragraph: Element, first: Element, last: Element) -> list[Element]:
    texts = list(paragraph.iter(f"{A}t"))
    return texts[texts.index(first) + 1 : texts.index(last)]


def _put(text: Element, before: str, value: str, behind: str) -> None:
    """The value between what stood around it; each further line is a line break and a run of the same looks."""
    first, *more = re.split("[\n\v]", value)
    lines = [before + first, *more]
    lines[-1] += behind
    text.text = lines[0]
    run = text.getparent()
    if run is not None:
        for line in reversed(lines[1:]):
            _add_line(run, line)


def _add_line(run: Element, line: str) -> None:
    """A line break and a run behind a run, both in its looks."""
    made = deepcopy(run)
    made.tail = None
    for text in made.iterchildren(f"{A}t"):
        text.text = line
    lines = etree.Element(f"{A}br")
    looks = run.find(f"{A}rPr")
    if looks is not None:
        lines.append(deepcopy(looks))
    run.addnext(made)
    run.addnext(lines)
