"""Fills content controls and the data that they are bound to, as Word does. Knows no other kind of place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from lxml import etree

from docforge.errors import Notice
from docforge.formats.docx.controls import Control, read_list
from docforge.formats.docx.document import Document, Witnesses
from docforge.formats.docx.markup import W14, W, value_of
from docforge.formats.docx.runs import copy_look, look_of, remove, write_blocks, write_paragraph
from docforge.formats.docx.stores import write_store
from docforge.formats.docx.text import find_paragraphs
from docforge.formats.fields import Filling
from docforge.formats.fields.addresses import fold
from docforge.opc import Element

_RPR, _T = f"{W}rPr", f"{W}t"
_SYMBOLS = ("wingdings", "webdings", "symbol")
_BOXES = {True: ("checkedState", "2612"), False: ("uncheckedState", "2610")}
_CODE = re.compile(r"00[2-9A-F][0-9A-F]|0[1-9A-F][0-9A-F]{2}|[1-9A-CEF][0-9A-F]{3}", re.IGNORECASE)
_FONTS = ("ascii", "eastAsia", "hAnsi")


@dataclass(slots=True)
class ControlTarget:
    """The control that was addressed, and all that show the same; see `Target`."""

    first: Control
    controls: list[Control]
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        for control in self.controls:
            self._write(document, control, filling)
            document.touch(control.story.part)
        binding = self.first.binding
        stored = binding is not None and write_store(document, binding, _stored(self.first, filling), self.witnesses)
        if self.first.is_bound and not stored:
            yield Notice("store_missing", {"at": filling.place.at})

    def _write(self, document: Document, control: Control, filling: Filling) -> None:
        part, text = control.story.part, filling.text
        if control.kind == "checkbox":
            self._check(document, control, filling)
            return
        if control.kind == "date":
            _set_day(control, filling)
        elif control.kind in {"dropDownList", "comboBox"}:
            _choose(control, text)
        if filling.clears and restore_prompt(document, control):
            self.witnesses.add(part, control.content, "")
            return
        run = write_text(document, control, text)
        self.witnesses.add(part, run, text)

    def _check(self, document: Document, control: Control, filling: Filling) -> None:
        is_set = bool(filling.checked)
        box = control.properties.find(f"{W14}checkbox")
        if box is None:
            write_text(document, control, filling.text or str(filling.checked).lower())
            return
        state = box.find(f"{W14}checked")
        if state is None:
            state = etree.Element(f"{W14}checked")
            box.insert(0, state)
        state.set(f"{W14}val", "1" if is_set else "0")
        name, glyph = _BOXES[is_set]
        told = box.find(f"{W14}{name}")
        code = told.get(f"{W14}val", "") if told is not None else ""
        font = told.get(f"{W14}font", "") if told is not None else ""
        _show_box(write_text(document, control, ""), int(code if _CODE.fullmatch(code) else glyph, 16), font)
        self.witnesses.add(control.story.part, state, "1" if is_set else "0")


def write_text(document: Document, control: Control, text: str) -> Element:
    """Put text into a control that is to hold it; prompt text gives way. The run is returned.

    The look is that of the control's own properties, else of its first run, the style of prompts left out.
    """
    holder = control.holder
    if holder is None:
        raise ValueError("a control around several cells")
    styles = document.prompt_styles
    look = copy_look(control.properties.find(_RPR), styles)
    look = look_of(holder, styles) if look is None else look
    prompt = control.properties.find(f"{W}showingPlcHdr")
    if prompt is not None:
        remove(prompt)
    has_blocks = next(find_paragraphs(holder), None) is not None or holder.tag == f"{W}tc"
    return write_blocks(holder, text, look) if has_blocks else write_paragraph(holder, text, look)


def restore_prompt(document: Document, control: Control) -> bool:
    """Show the prompt text that the document keeps for a control that is emptied; False where it keeps none."""
    placeholder = control.properties.find(f"{W}placeholder")
    name = value_of(placeholder, "docPart") if placeholder is not None else None
    runs = list(_find_prompt(document, name)) if name else []
    if not runs or placeholder is None:
        return False
    run = write_text(document, control, "")
    for each in reversed(runs):
        run.addnext(each)
    remove(run)
    placeholder.addnext(etree.Element(f"{W}showingPlcHdr"))
    return True


def _find_prompt(document: Document, name: str) -> Iterator[Element]:
    """Copies of the runs of a building block's first paragraph."""
    glossary = next(document.related("glossarydocument"), None)
    blocks = document.part(glossary).root.iter(f"{W}docPart") if glossary else ()
    for block in blocks:
        named = block.find(f"{W}docPartPr/{W}name")
        if named is not None and named.get(f"{W}val") == name:
            paragraph = next(block.iter(f"{W}p"), None)
            runs = paragraph.iterfind(f"{W}r") if paragraph is not None else ()
            yield from (etree.fromstring(etree.tostring(run)) for run in runs)
            return


def _set_day(control: Control, filling: Filling) -> None:
    told = control.properties.find(f"{W}date")
    if told is None:
        return
    if isinstance(filling.moment, date):
        told.set(f"{W}fullDate", f"{_instant(filling.moment)}Z")
    else:
        told.attrib.pop(f"{W}fullDate", "")


def _instant(moment: date) -> str:
    clock = moment if isinstance(moment, datetime) else datetime(moment.year, moment.month, moment.day)  # noqa: DTZ001  a day of no zone
    return clock.isoformat(timespec="seconds")


def _choose(control: Control, text: str) -> None:
    told = control.properties.find(f"{W}{control.kind}")
    if told is None:
        return
    stored = _entry(control, text)
    if stored:
        told.set(f"{W}lastValue", stored)
    else:
        told.attrib.pop(f"{W}lastValue", "")


def _entry(control: Control, text: str) -> str:
    return next((stored for shown, stored in read_list(control) if fold(shown) == fold(text)), "")


def _stored(control: Control, filling: Filling) -> str:
    """What the bound data holds: the value behind an entry, a day as the control maps it, true or false."""
    if control.kind == "checkbox":
        return "true" if filling.checked else "false"
    if control.kind in {"dropDownList", "comboBox"}:
        return _entry(control, filling.text) or filling.text
    if control.kind != "date" or not isinstance(filling.moment, date):
        return filling.text
    told = control.properties.find(f"{W}date")
    kept = value_of(told, "storeMappedDataAs") if told is not None else None
    instant = _instant(filling.moment)
    return {"text": filling.text, "date": instant.partition("T")[0]}.get(kept or "", instant)


def _show_box(run: Element, code: int, font: str) -> None:
    """Show the sign of a state; of a symbol font as w:sym, as Word writes it."""
    if font.lower().startswith(_SYMBOLS):
        etree.SubElement(run, f"{W}sym", {f"{W}font": font, f"{W}char": f"{code | 0xF000:04X}"})
        return
    etree.SubElement(run, _T).text = chr(code)
    look = run.find(_RPR)
    fonts = look.find(f"{W}rFonts") if look is not None else None
    if font and fonts is not None:
        for script in _FONTS:
            fonts.set(f"{W}{script}", font)
