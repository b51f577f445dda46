"""Click-here fields: what they hold, and filling them as Hangul itself does. Knows no package.

A filled field has dirty="1", its value in the style around the field, no guide text, and runs of one style made one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from docforge.formats.hwpx.contents import name_in_metatag
from docforge.formats.hwpx.markup import (
    above,
    child,
    children,
    drop_layout,
    drop_layout_around,
    is_tracked,
    make_text,
    name_of,
    run_nodes,
    text_of,
)
from docforge.opc import Element

CLICK_HERE = "CLICK_HERE"
CONTENTS, FORMULA = "TABLEOFCONTENTS", "FORMULA"
COMPUTED = frozenset({
    "DATE", "DOC_DATE", "SUMMERY", "SUMMARY", "USER_INFO", "PATH", "CROSSREF", "MAILMERGE", CONTENTS, FORMULA,
})  # fmt: skip
_GUIDE = re.compile(r"Clickhere:set:\d+:Direction:wstring:(\d+):")
_STYLE = "charPrIDRef"
Hindrance = Literal["", "no_end", "crosses", "holds_more", "tracked"]


def pair_ends(root: Element) -> Mapping[str, Element]:
    """Each end mark by the id of the field that it ends."""
    return {each.get("beginIDRef", ""): each for each in root.iter("{*}fieldEnd")}


@dataclass(eq=False)
class Field:
    """One field between its two marks. `begin` is the hp:fieldBegin, `end` its hp:fieldEnd where there is one."""

    begin: Element
    end: Element | None

    @property
    def type(self) -> str:
        return self.begin.get("type", "")

    @property
    def name(self) -> str:
        return self.begin.get("name") or name_in_metatag(self.begin)

    @property
    def guide(self) -> str:
        """The text that asks for the value, by the field's parameters."""
        told = {each.get("name"): each.text or "" for each in self.begin.iter("{*}stringParam")}
        if told.get("Direction"):
            return told["Direction"]
        command = told.get("Command", "")
        found = _GUIDE.match(command)
        return command[found.end() : found.end() + int(found[1])] if found else ""

    @property
    def is_filled(self) -> bool:
        """Whether a value stands in it. Hangul tells by the mark alone: a value may equal the guide text."""
        return self.begin.get("dirty") == "1" or self.text not in {"", self.guide}

    @property
    def value(self) -> str:
        return self.text if self.is_filled else ""

    @cached_property
    def text(self) -> str:
        held = self.paragraphs
        shown = ("".join(text_of(node) for node in nodes if name_of(node) == "t") for nodes in map(self._within, held))
        return "\n".join(shown)

    @cached_property
    def hindrance(self) -> Hindrance:
        """Why the field cannot be filled; "" where it can."""
        if self.end is None:
            return "no_end"
        if not self.paragraphs:
            return "crosses"
        if any(name_of(node) != "t" for paragraph in self.paragraphs for node in self._within(paragraph)):
            return "holds_more"
        return "tracked" if any(map(is_tracked, self.paragraphs)) else ""

    @cached_property
    def paragraphs(self) -> list[Element]:
        """The paragraphs from the one that it begins in to the one that it ends in; none where these do not follow."""
        first = above(self.begin, "p")
        last = above(self.end, "p") if self.end is not None else first
        if first is None or last is None:
            return []
        return list(_through(first, last))

    def _within(self, paragraph: Element) -> list[Element]:
        """What of a paragraph lies between the marks."""
        nodes = [node for _, node in run_nodes(paragraph)]
        begin, end = self.begin.getparent(), self.end.getparent() if self.end is not None else None
        start = next((at + 1 for at, node in enumerate(nodes) if node is begin), 0)
        stop = next((at for at, node in enumerate(nodes) if node is end), len(nodes))
        return nodes[start:stop]

    # ── filling ───────────────────────────────────────────────────────────────────────────────────────────────────

    def fill(self, value: str) -> None:
        """Put the value between the marks, "" to leave nothing there."""
        first, last = self.paragraphs[0], self.paragraphs[-1]
        style = self._style()
        drop_layout_around(self.begin)
        for node in [node for paragraph in self.paragraphs for node in self._within(paragraph)]:
            _remove(node)
        for paragraph in self.paragraphs[1:-1]:
            _remove(paragraph)
        if last is not first:
            _join(first, last)
        if value:
            self._insert(value, style)
        _merge_runs(self.begin, self.end)
        self.begin.set("dirty", "1")

    def _style(self) -> str:
        """That of the value it has, else that around the field; never the guide text's."""
        held = [node for paragraph in self.paragraphs for node in self._within(paragraph) if text_of(node)]
        run = held[0].getparent() if held and self.begin.get("dirty") == "1" else above(self.begin, "run")
        return run.get(_STYLE, "") if run is not None else ""

    def _insert(self, value: str, style: str) -> None:
        mark, run = self.begin.getparent(), above(self.begin, "run")
        if mark is None or run is None:
            return
        if style == run.get(_STYLE, ""):
            mark.addnext(make_text(run, value))
            return
        tail = list(mark.itersiblings())
        own = _run_after(run, style)
        own.append(make_text(own, value))
        if tail:
            _run_after(own, run.get(_STYLE, "")).extend(tail)


def _through(first: Element, last: Element) -> Iterator[Element]:
    """Sibling paragraphs from `first` to `last`; nothing where `last` is not one of them."""
    found = [first]
    while found[-1] is not last:
        following = found[-1].getnext()
        if following is None or name_of(following) != "p":
            return
        found.append(following)
    yield from found


def _run_after(run: Element, style: str) -> Element:
    made = run.makeelement(run.tag, {_STYLE: style})
    run.addnext(made)
    return made


def _remove(node: Element) -> None:
    """Take a node out, and its run where that is empty then."""
    holder = node.getparent()
    if holder is None:
        return
    holder.remove(node)
    if name_of(holder) == "run" and not len(holder):
        _remove(holder)


def _join(first: Element, last: Element) -> None:
    """Put the runs of the last paragraph behind those of the first, as when lines are joined by hand."""
    drop_layout(first)
    for run in children(last, "run"):
        first.append(run)
    _remove(last)


def _merge_runs(begin: Element, end: Element | None) -> None:
    """Make runs of one style from the begin mark to the end mark one, as Hangul writes them."""
    run, last = above(begin, "run"), above(end, "run") if end is not None else None
    while run is not None and run is not last:
        following = run.getnext()
        if following is None or name_of(following) != "run":
            return
        if dict(run.attrib) == dict(following.attrib) and child(run, "secPr") is None:
            run.extend(list(following))
            last = run if following is last else last
            _remove(following)
        else:
            run = following
