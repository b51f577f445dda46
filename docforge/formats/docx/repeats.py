"""Repeating sections of a Word document (w15:repeatingSection, [MS-DOCX] 2.5.1) as places for line items.

A section holds items, an item holds controls; those of an item are the columns. Knows no other kind of place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.docx.clones import Fresh, renew
from docforge.formats.docx.control_places import address_of, make_place, names_of
from docforge.formats.docx.control_targets import ControlTarget
from docforge.formats.docx.controls import Control, find_controls
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.markup import W15, W
from docforge.formats.docx.runs import remove
from docforge.formats.fields import FieldItem, Filling, Place
from docforge.formats.fields.addresses import number_equals
from docforge.formats.fields.checks import type_value
from docforge.formats.fields.wording import LONGEST_LABEL
from docforge.opc import Element

_COLUMNS = frozenset({"text", "richText", "dropDownList", "comboBox", "date"})


@dataclass(slots=True)
class RepeatTarget:
    """A section: its items, how many of the last are free, and which controls of an item are columns. See `Target`.

    `columns` are numbers of controls within an item, and `shown` the places that those of the first item are.
    """

    story: Story
    items: Sequence[Element]
    free: int
    columns: Sequence[int]
    shown: Sequence[Place]
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        """Free items first, then clones of the last; an item that is not used stays, or goes with `drop_unused`."""
        items = list(self.items[len(self.items) - self.free :])
        items += self._clone(document, len(filling.rows) - len(items))
        for item, row in zip(items, filling.rows, strict=False):
            self._write_item(document, item, row)
        if filling.item.drop_unused:
            kept = max(len(filling.rows), int(self.free == len(self.items)))
            for item in items[kept:]:
                remove(item)
        self.witnesses.add(self.story.part, self.items[0], "")
        document.touch(self.story.part)
        return ()

    def _clone(self, document: Document, count: int) -> list[Element]:
        last, fresh, clones = self.items[-1], Fresh(story.root for story in document.stories), list[Element]()
        pattern = deepcopy(last)
        for _ in range(count):
            clone = deepcopy(pattern)
            renew(clone, fresh)
            last.addnext(clone)
            clones.append(clone)
            last = clone
        return clones

    def _write_item(self, document: Document, item: Element, row: Mapping[int, str]) -> None:
        controls = _controls_of(self.story, item)
        for column, number in enumerate(self.columns):
            control, place = controls[number], self.shown[column]
            typed = type_value(FieldItem(at=place.at, value=row.get(column) or None), place)
            holds = control.text.strip() and not control.shows_prompt
            if isinstance(typed, Filling) and (typed.text or holds):
                list(ControlTarget(control, [control]).write(document, typed))
                self.witnesses.add(self.story.part, control.element, typed.text)


def find_repeats(document: Document) -> Iterator[Place]:
    """One place for each repeating section that holds an item with controls."""
    for control in find_controls(document):
        items = [each for each in control.content.iterchildren(f"{W}sdt") if _is_item(each)]
        if control.kind == "repeatingSection" and items and not control.is_twin:
            yield from _find_place(document, control, items)


def check_repeats(_: Document, fillings: Sequence[Filling]) -> Iterator[Problem | Notice]:
    """What the controls of an item do not take: an entry that is not in the list, text that is no date."""
    for filling in fillings:
        target = filling.place.target
        if isinstance(target, RepeatTarget):
            for number, row in enumerate(filling.rows, 1):
                yield from _check_row(filling, target, number, row)


def _check_row(filling: Filling, target: RepeatTarget, number: int, row: Mapping[int, str]) -> Iterator[Problem]:
    for column, text in row.items():
        typed = type_value(FieldItem(at=filling.item.at, value=text or None), target.shown[column])
        if isinstance(typed, Problem):
            name, why = filling.place.columns[column], Phrase(typed.code, typed.facts)
            facts = {"row": number, "column": name, "why": why}
            yield replace(typed, code="row_refused", at=filling.item.at, facts=facts)


def _find_place(document: Document, section: Control, items: Sequence[Element]) -> Iterator[Place]:
    first = _controls_of(section.story, items[0])
    columns = [number for number, each in enumerate(first) if each.kind in _COLUMNS and not each.holds_more]
    if not columns:
        return
    names = number_equals([_name_of(first[number]) for number in columns])
    bound = section.is_bound or any(each.is_bound for each in first)
    free = _count_free(section.story, items, columns)
    yield Place(
        at=address_of(section),
        kind="rows",
        target=RepeatTarget(section.story, items, free, columns, [make_place(document, first[one]) for one in columns]),
        label=section.alias if section.tag else "",
        also=list(names_of(section)),
        columns=names,
        blank=free,
        takes="rows",
        spans=[document.span(section.story, section.element)],
        fault="locked" if bound else "",
        why_not=Phrase("bound_section") if bound else None,
    )


def _name_of(control: Control) -> str:
    """What a column is called: by tag, alias or a short prompt, else by id."""
    prompt = control.text.strip().strip("[]") if control.shows_prompt else ""
    is_name = 0 < len(prompt) <= LONGEST_LABEL and "\n" not in prompt
    return control.tag or control.alias or (prompt if is_name else f"#{control.id}")


def _count_free(story: Story, items: Sequence[Element], columns: Sequence[int]) -> int:
    """How many of the last items hold nothing but prompts."""
    free = 0
    for item in reversed(items):
        controls = _controls_of(story, item)
        held = [controls[number] for number in columns if number < len(controls)]
        if len(held) < len(columns) or not all(one.shows_prompt or not one.text.strip() for one in held):
            break
        free += 1
    return free


def _is_item(element: Element) -> bool:
    return element.find(f"{W}sdtPr/{W15}repeatingSectionItem") is not None


def _controls_of(story: Story, item: Element) -> list[Control]:
    """The controls in an item, in the order of the text."""
    found: list[Control] = []
    for element in item.iterdescendants(f"{W}sdt"):
        properties, content = element.find(f"{W}sdtPr"), element.find(f"{W}sdtContent")
        if properties is not None and content is not None:
            found.append(Control(story, element, properties, content))
    return found
