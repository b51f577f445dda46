"""Text of table cells and of other places that hold whole paragraphs. Knows no address and no package."""

from __future__ import annotations

from copy import deepcopy

from docforge.formats.hwpx.markup import (
    children,
    drop_layout,
    drop_layout_around,
    like,
    make_text,
    name_of,
    paragraphs,
    sibling,
    text_of,
)
from docforge.opc import Element

UNSPECIFIED = "2147483648"  # what Hangul gives a paragraph without an id of its own


def set_cell(tc: Element, value: str) -> None:
    """Write the value as paragraphs, one a line, in the style of the cell's first text, else of its first run."""
    first, *others = paragraphs(tc)
    drop_layout_around(first)
    for paragraph in others:
        _take_out(paragraph)
    run = _first_run(first)
    _clear(first, run)
    line, *more = value.split("\n")
    if line:
        run.append(make_text(run, line))
    drop_layout(first)
    after = first
    for line in more:
        after.addnext(made := _further(first, run, line))
        after = made


def _first_run(paragraph: Element) -> Element:
    runs = children(paragraph, "run")
    if not runs:
        made = paragraph.makeelement(sibling(paragraph, "run"), {"charPrIDRef": "0"})
        paragraph.insert(0, made)
        return made
    shown = (run for run in runs if any(text_of(each).strip() for each in children(run, "t")))
    return next(shown, runs[0])


def _clear(paragraph: Element, keep: Element) -> None:
    """Take the text out of every run, and runs out that hold nothing else."""
    for run in children(paragraph, "run"):
        for text in children(run, "t"):
            run.remove(text)
        if run is not keep and not len(run):
            paragraph.remove(run)


def _further(paragraph: Element, run: Element, line: str) -> Element:
    """A further paragraph in the style of another."""
    made = like(paragraph)
    made.set("id", UNSPECIFIED)
    for name in ("pageBreak", "columnBreak"):
        if made.get(name):
            made.set(name, "0")
    own = like(run)
    made.append(own)
    if line:
        own.append(make_text(own, line))
    return made


def _take_out(paragraph: Element) -> None:
    holder = paragraph.getparent()
    if holder is not None:
        holder.remove(paragraph)


def clone_row(row: Element) -> Element:
    """A copy of a table row whose paragraphs are laid out anew and whose objects have no number of their own."""
    made = deepcopy(row)
    made.tail = row.tail
    for each in made.iter("{*}p"):
        drop_layout(each)
        if each.get("id") not in {None, "0"}:
            each.set("id", UNSPECIFIED)
    for each in made.iter("{*}*"):
        if name_of(each) != "p" and each.get("instid"):
            each.set("instid", "0")
    return made
