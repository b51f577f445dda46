"""Content controls as places: their addresses, the controls that show the same data as one place.

Knows no other kind of place and never writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from docforge.errors import Phrase
from docforge.formats.docx.control_targets import ControlTarget
from docforge.formats.docx.controls import Control, find_controls, read_list
from docforge.formats.docx.document import Document
from docforge.formats.docx.markup import W14, W, value_of
from docforge.formats.docx.text import read_run, read_text
from docforge.formats.fields import Place
from docforge.formats.fields.wording import LONGEST_LABEL, is_label, plain_label

_KINDS = {
    "text": "text",
    "richText": "rich",
    "dropDownList": "list",
    "comboBox": "combo",
    "date": "date",
    "checkbox": "check",
}
_NARROW = ("dropDownList", "date", "checkbox", "comboBox", "text", "richText")
Key = tuple[Any, ...]


def find_control_places(document: Document) -> Iterator[Place]:
    """One place for each control; those that show the same data, and the two forms of one in a drawing, are one."""
    groups: dict[Key, list[Control]] = {}
    for control in find_controls(document):
        if control.kind in _KINDS:
            groups.setdefault(_key(control, groups), []).append(control)
    bound = _by_data(groups.values())
    for controls in groups.values():
        yield _place(document, controls, bound)


def make_place(document: Document, control: Control) -> Place:
    """The place that one control is by itself."""
    return _place(document, [control], {})


def _key(control: Control, groups: Mapping[Key, object]) -> Key:
    """What makes controls one place: their data, unless that is locked here; the id, for a twin."""
    if control.binding is not None and not control.is_locked and not control.holds_more:
        return ("data", control.binding)
    twin = ("id", control.story.name, control.id)
    if control.id and (control.is_twin or twin not in groups):
        return twin
    return ("alone", control.element)


def _by_data(groups: Iterable[list[Control]]) -> dict[Any, list[Control]]:
    """All controls of each binding, those that are locked too: Word shows the data in them as well."""
    found: dict[Any, list[Control]] = {}
    for control in (one for group in groups for one in group):
        if control.binding is not None and not control.holds_more:
            found.setdefault(control.binding, []).append(control)
    return found


def _place(document: Document, controls: list[Control], bound: dict[Any, list[Control]]) -> Place:
    first = min(controls, key=lambda control: _NARROW.index(control.kind))
    shown = list(dict.fromkeys([*controls, *bound.get(first.binding, ())]))
    why = _why_not(first)
    text = "" if first.shows_prompt else first.text
    return Place(
        at=address_of(controls[0]),
        kind=_KINDS[first.kind],  # pyright: ignore[reportArgumentType]  every one is a Kind
        target=ControlTarget(first, shown),
        now=_state(first) if first.kind == "checkbox" else text,
        label=_label(controls[0]),
        guide=first.text if first.shows_prompt else "",
        also=list(dict.fromkeys(name for control in controls for name in names_of(control))),
        count=max(sum(not control.is_twin for control in shown), 1),
        bound=first.is_bound,
        spans=[document.span(control.story, control.element) for control in shown],
        fault="locked" if why else "",
        why_not=Phrase(why) if why else None,
        listed=not first.holds_more,
        **_details(first),
    )


def _why_not(control: Control) -> str:
    if control.is_locked:
        return "control_locked"
    return "holds_more" if control.holds_more else ""


def _details(control: Control) -> Mapping[str, Any]:
    match control.kind:
        case "dropDownList" | "comboBox":
            return {"allowed": [shown for shown, _ in read_list(control)], "one_line": True}
        case "date":
            date = control.properties.find(f"{W}date")
            told = (value_of(date, "dateFormat"), value_of(date, "lid")) if date is not None else ("", "")
            return {"format": told[0] or "", "language": told[1] or ""}
        case "text":
            text = control.properties.find(f"{W}text")
            several = text is not None and text.get(f"{W}multiLine", "0").lower() in {"1", "true", "on"}
            return {"one_line": not several}
        case _:
            return {}


def _state(control: Control) -> str:
    checked = control.properties.find(f"{W14}checkbox/{W14}checked")
    return "true" if checked is not None and checked.get(f"{W14}val", "1").lower() in {"1", "true", "on"} else ""


def address_of(control: Control) -> str:
    name = control.tag or control.alias
    if name:
        return f"control:{name}"
    return f"#{control.id}" if control.id else f"control:{control.text[:40].strip() or '?'}"


def names_of(control: Control) -> Iterator[str]:
    """What else names a control: alias, id, prompt text, each with and without what stands before an address."""
    prompt = control.text.strip() if control.shows_prompt else ""
    for name in filter(None, (control.tag, control.alias, prompt)):
        yield f"control:{name}"
        yield name
    if control.id:
        yield f"#{control.id}"


def _label(control: Control) -> str:
    """The alias where the tag is the address; without either, the label before it in its paragraph or row."""
    if control.alias and control.tag:
        return control.alias if control.alias != control.tag else ""
    if control.alias:
        return ""
    told = _text_before(control)
    return plain_label(told) if is_label(told) else ""


def _text_before(control: Control) -> str:
    """The text before the control in its line, from the last control on; else that of the cell before it."""
    told, beside = "", control.element.itersiblings(f"{W}r", f"{W}sdt", preceding=True)
    while (node := next(beside, None)) is not None and node.tag == f"{W}r" and len(told) <= LONGEST_LABEL:
        told = read_run(node) + told
    cell = next(control.element.iterancestors(f"{W}tc"), control.element)
    left = next(cell.itersiblings(f"{W}tc", preceding=True), None)
    return told.strip() or (read_text(left).strip() if left is not None else "")
