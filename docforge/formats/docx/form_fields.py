"""Fields of older forms (ECMA-376-1 §17.16.16 to 38): text, check box, drop-down. Knows no other kind of place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from lxml import etree

from docforge.errors import Notice, Phrase
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.markup import W, is_on, value_of
from docforge.formats.docx.word_fields import WordField, write_result
from docforge.formats.fields import Filling, Place
from docforge.formats.pictures import show_word_number
from docforge.opc import Element

_COMPUTED = frozenset({"calculated", "currentDate", "currentTime"})
_MOST = 32_767


@dataclass(slots=True)
class FormTarget:
    """One field of a form; see `Target`."""

    story: Story
    one: WordField
    data: Element
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        match filling.place.kind:
            case "check":
                self._set("checkBox", "checked", "1" if filling.checked else "0")
            case "list":
                chosen = filling.place.allowed.index(filling.text) if filling.text else 0
                self._set("ddList", "result", str(chosen))
            case _:
                text = self._shown(filling)
                self.witnesses.add(self.story.part, write_result(self.one, text), text)
        document.touch(self.story.part)
        return ()

    def _set(self, kind: str, name: str, value: str) -> None:
        """Set a property of the form data; `result` stands first in its parent, `checked` last."""
        parent = _child(self.data, kind)
        if parent.getparent() is None:
            self.data.append(parent)
        child = parent.find(f"{W}{name}")
        if child is None:
            child = etree.Element(f"{W}{name}")
            parent.insert(0 if name == "result" else len(parent), child)
        child.set(f"{W}val", value)
        self.witnesses.add(self.story.part, child, value)

    def _shown(self, filling: Filling) -> str:
        """A number by the field's own picture, all else as it is."""
        picture, value = value_of(_child(self.data, "textInput"), "format"), filling.item.value
        if isinstance(value, str | bool) or value is None or not picture or filling.item.format is not None:
            return filling.text
        return show_word_number(value, picture).strip()


def find_form_fields(document: Document) -> Iterator[Place]:
    """One place for each field that has form data."""
    for story in document.stories:
        for one in story.fields:
            data = one.begin.find(f"{W}ffData")
            if data is not None and one.code.name in _KINDS:
                yield _place(document, story, one, data)


def _place(document: Document, story: Story, one: WordField, data: Element) -> Place:
    read = _KINDS[one.code.name]
    name = value_of(data, "name") or "?"
    why = _why_not(one, data)
    return Place(
        at=f"form:{name}",
        target=FormTarget(story, one, data),
        spans=[document.span(story, one.begin, one.last)],
        fault="locked" if why else "",
        why_not=Phrase(why) if why else None,
        label=value_of(data, "statusText") or "",
        **read(one, data),
    )


def _why_not(one: WordField, data: Element) -> str:
    enabled = data.find(f"{W}enabled")
    if enabled is not None and not is_on(data, "enabled"):
        return "form_disabled"
    if value_of(_child(data, "textInput"), "type") in _COMPUTED:
        return "form_computed"
    return "" if one.is_whole else "spans_paragraphs"


def _read_text(one: WordField, data: Element) -> Mapping[str, Any]:
    entry = _child(data, "textInput")
    is_date = value_of(entry, "type") == "date"
    limit = value_of(entry, "maxLength") or ""
    kind: Literal["date", "form"] = "date" if is_date else "form"
    longest = int(limit) if limit.isascii() and limit.isdigit() and 0 < int(limit[:9]) <= _MOST else None
    shown = one.result
    return {
        "kind": kind,
        "now": shown if shown.strip() else "",
        "limit": longest,
        "format": value_of(entry, "format") or "" if is_date else "",
    }


def _read_check(_: WordField, data: Element) -> Mapping[str, Any]:
    box = _child(data, "checkBox")
    is_set = is_on(box, "checked" if box.find(f"{W}checked") is not None else "default")
    return {"kind": "check", "now": "true" if is_set else ""}


def _read_list(_: WordField, data: Element) -> Mapping[str, Any]:
    entries = _child(data, "ddList")
    allowed: Sequence[str] = [each.get(f"{W}val", "") for each in entries.iter(f"{W}listEntry")]
    chosen = value_of(entries, "result") or value_of(entries, "default") or "0"
    index = int(chosen) if chosen.isascii() and chosen.isdigit() else len(allowed)
    return {"kind": "list", "allowed": allowed, "now": allowed[index] if index < len(allowed) else ""}


_KINDS = {"FORMTEXT": _read_text, "FORMCHECKBOX": _read_check, "FORMDROPDOWN": _read_list}


def _child(data: Element, name: str) -> Element:
    """A part of the form data, an empty one where it is missing."""
    child = data.find(f"{W}{name}")
    return etree.Element(f"{W}{name}") if child is None else child
