"""Finds what is wrong with a presentation as a form (SERVE-7). Knows no fill and never writes."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.errors import Fault, Phrase
from docforge.formats.faults import find_missing_fonts, find_text_faults, find_theme_fonts
from docforge.formats.fields import Form
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.markup import A, P
from docforge.formats.pptx.text import read_line
from docforge.opc import Element, Package

_SCRIPTS = (f"{A}latin", f"{A}ea")


def find_faults(package: Package, _: Form) -> Iterator[Fault]:
    """Protection and hidden slides, text outside of fields, fonts."""
    deck = Deck(package)
    if deck.main.root.find(f"{P}modifyVerifier") is not None:
        yield Fault("is_protected", facts={"name": Phrase("whole_document"), "how": Phrase("change_password")})
    for slide in deck.slides:
        if slide.is_hidden:
            yield Fault("hidden_part", at=slide.at, facts={"name": slide.at})
        for root in _roots(deck, slide):
            for paragraph in root.iter(f"{A}p"):
                yield from find_text_faults(slide.at, read_line(paragraph))
    yield from find_missing_fonts(_fonts(deck), embedded=_embedded(deck))


def _roots(deck: Deck, slide: Slide) -> Iterator[Element]:
    yield slide.part.root
    if slide.notes:
        yield deck.part(slide.notes).root


def _fonts(deck: Deck) -> Iterator[str]:
    """Fonts that text names on slides, their layouts and masters (ECMA-376-1 §21.1.2.3), and those of the theme."""
    names = [name for slide in deck.slides for name in (slide.layout, slide.master) if name]
    masters = dict.fromkeys(slide.master for slide in deck.slides if slide.master)
    for root in (*(slide.part.root for slide in deck.slides), *(deck.part(name).root for name in dict.fromkeys(names))):
        yield from (font.get("typeface", "") for font in root.iter(*_SCRIPTS))
    for theme in filter(None, (deck.related(master, "theme") for master in masters)):
        yield from find_theme_fonts(deck.part(theme).root)


def _embedded(deck: Deck) -> Iterator[str]:
    """Fonts that the file carries (§19.2.1.9)."""
    for font in deck.main.root.iterfind(f"{P}embeddedFontLst/{P}embeddedFont/{P}font"):
        yield font.get("typeface", "")
