"""Finds what is wrong with a Hangul document as a form (SERVE-7). Knows no fill and never writes."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.errors import Fault
from docforge.formats.faults import HANGUL_FONTS, find_missing_fonts, find_text_faults
from docforge.formats.fields import XmlPart
from docforge.formats.hwpx.clickhere import CLICK_HERE, Field, pair_ends
from docforge.formats.hwpx.contents import Contents
from docforge.formats.hwpx.form import HwpxForm
from docforge.formats.hwpx.markup import paragraph_text
from docforge.opc import Element, Package

_CHANGES = ("{*}insertBegin", "{*}deleteBegin")
_SCRIPTS = {"HANGUL": "hangul", "LATIN": "latin"}  # fontface by language (OWPML, header), fontRef's attribute
_STYLE = "charPrIDRef"


def find_faults(_: Package, form: HwpxForm) -> Iterator[Fault]:
    """A script, tracked changes, text outside of fields, fonts."""
    contents = form.contents
    if form.notices:
        yield Fault("runs_script")
    changes = sum(1 for part in contents.parts for _ in part.root.iter(*_CHANGES))
    if changes:
        yield Fault("changes_left", facts={"count": changes})
    for part in contents.parts:
        yield from _find_texts(part)
    yield from _find_fonts(contents)


def _find_texts(part: XmlPart) -> Iterator[Fault]:
    at, prompts = part.name.rpartition("/")[2].removesuffix(".xml"), _prompts(part.root)
    for paragraph in part.root.iter("{*}p"):
        said = paragraph_text(paragraph)
        for prompt in prompts.get(paragraph, ()):
            said = said.replace(prompt, "", 1)
        yield from find_text_faults(at, said)


def _prompts(root: Element) -> dict[Element, list[str]]:
    """What click-here fields say until they are filled, by paragraph."""
    ends, found = pair_ends(root), dict[Element, list[str]]()
    for begin in root.iter("{*}fieldBegin"):
        field = Field(begin, ends.get(begin.get("id", "")))
        if field.type == CLICK_HERE and not field.is_filled:
            for paragraph in field.paragraphs:
                found.setdefault(paragraph, []).append(field.text)
    return found


# ── fonts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_fonts(contents: Contents) -> Iterator[Fault]:
    header = contents.item("header")
    if header is None or not contents.package.has(header.part):
        return
    root = XmlPart(contents.package, header.part).root
    fonts = [(face.get("lang", ""), font) for face in root.iter("{*}fontface") for font in face.iter("{*}font")]
    embedded = [font.get("face", "") for _, font in fonts if font.get("isEmbedded") == "1"]
    names = {(lang, font.get("id", "")): font.get("face", "") for lang, font in fonts}
    yield from find_missing_fonts(_used(contents, root, names), embedded=embedded, known=HANGUL_FONTS)


def _used(contents: Contents, header: Element, names: dict[tuple[str, str], str]) -> Iterator[str]:
    """Fonts of the character shapes that runs have."""
    runs = {run.get(_STYLE) for part in contents.parts for run in part.root.iter("{*}run")}
    for shape in header.iter("{*}charPr"):
        if shape.get("id") in runs:
            for reference in shape.iter("{*}fontRef"):
                yield from (names.get((lang, reference.get(key, "")), "") for lang, key in _SCRIPTS.items())
