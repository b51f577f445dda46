"""Content controls (ECMA-376-1 §17.5.2) as they stand in a document: kind, names, level, lock, binding. Never writes.

Knows no kind of place but its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from docforge.formats.docx.document import Document, Story
from docforge.formats.docx.markup import W14, W15, W, find_own, in_fallback, is_gone, is_on, value_of
from docforge.formats.docx.stores import Binding, is_bound, read_binding
from docforge.formats.docx.text import read_text
from docforge.opc import Element

_KINDS = {
    **{f"{W}{kind}": kind for kind in ("dropDownList", "comboBox", "date", "picture", "text", "group", "equation")},
    **{f"{W}{kind}": kind for kind in ("docPartObj", "docPartList", "citation", "bibliography", "richText")},
    f"{W14}checkbox": "checkbox",
    f"{W15}repeatingSection": "repeatingSection",
    f"{W15}repeatingSectionItem": "repeatingSectionItem",
}
_LOCKS = frozenset({"contentLocked", "sdtContentLocked"})
_HELD = tuple(f"{W}{name}" for name in ("sdt", "tbl", "drawing", "pict", "object", "fldChar", "fldSimple")) + tuple(
    f"{W}{name}" for name in ("footnoteReference", "endnoteReference", "commentReference", "sectPr")
)


class Control:
    """One control. `kind` is as in the schema: text, richText, date, dropDownList, comboBox, checkbox, picture …"""

    def __init__(self, story: Story, element: Element, properties: Element, content: Element) -> None:
        self.story, self.element, self.properties, self.content = story, element, properties, content
        found = (_KINDS[str(child.tag)] for child in properties if child.tag in _KINDS)
        self.kind = next(found, "richText")
        self.tag = value_of(properties, "tag") or ""
        self.alias = value_of(properties, "alias") or ""
        self.id = value_of(properties, "id") or ""

    @cached_property
    def binding(self) -> Binding | None:
        return read_binding(self.properties)

    @property
    def is_bound(self) -> bool:
        return is_bound(self.properties)

    @property
    def is_locked(self) -> bool:
        """Whether its content, or that of a control around it, must not be edited."""
        around = (each.find(f"{W}sdtPr") for each in self.element.iterancestors(f"{W}sdt"))
        locks = (value_of(each, "lock") for each in (self.properties, *around) if each is not None)
        return any(lock in _LOCKS for lock in locks)

    @property
    def shows_prompt(self) -> bool:
        return is_on(self.properties, "showingPlcHdr")

    @property
    def text(self) -> str:
        """What it shows, prompt text too."""
        return read_text(self.content)

    @property
    def holder(self) -> Element | None:
        """What holds its text: its cell, or its content; None where it wraps several cells or rows."""
        rows = list(find_own(self.content, "tr"))
        cells = [cell for row in rows for cell in find_own(row, "tc")] if rows else list(find_own(self.content, "tc"))
        if len(cells) > 1 or len(rows) > 1:
            return None
        return cells[0] if cells else self.content

    @property
    def holds_more(self) -> bool:
        """Whether it holds what a text would destroy: other controls, tables, pictures, fields, notes."""
        return self.holder is None or next(self.content.iter(*_HELD), None) is not None

    @property
    def is_twin(self) -> bool:
        """Whether it is the second form of a control in a drawing."""
        return in_fallback(self.element)


def find_controls(document: Document) -> Iterator[Control]:
    """Every control that has properties and content, in the order of the stories; those in deleted text left out."""
    for story in document.stories:
        for element in story.root.iter(f"{W}sdt"):
            properties, content = element.find(f"{W}sdtPr"), element.find(f"{W}sdtContent")
            if properties is not None and content is not None and not is_gone(element):
                yield Control(story, element, properties, content)


def read_list(control: Control) -> Sequence[tuple[str, str]]:
    """The entries of a list as (what shows, what is stored), without the one that only prompts."""
    entries = control.properties.iterfind(f"{W}{control.kind}/{W}listItem")
    told = [(each.get(f"{W}displayText"), each.get(f"{W}value", "")) for each in entries]
    return [(shown or stored, stored) for shown, stored in told if stored]
