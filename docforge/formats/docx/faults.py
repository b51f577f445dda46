"""Finds what is wrong with a Word document as a form (SERVE-7). Knows no fill and never writes."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.errors import Fault, Phrase
from docforge.formats.docx.document import Document
from docforge.formats.docx.form import WordForm
from docforge.formats.docx.markup import W, is_on
from docforge.formats.docx.text import find_runs, read_run
from docforge.formats.faults import find_missing_fonts, find_text_faults, find_theme_fonts
from docforge.opc import Element, Package

_CHANGES = tuple(f"{W}{name}" for name in ("ins", "del", "moveFrom", "moveTo"))
_SCRIPTS = ("ascii", "hAnsi", "eastAsia")
_EMBEDDED = f"{W}embedRegular"


def find_faults(_: Package, form: WordForm) -> Iterator[Fault]:
    """Protection, tracked changes, text outside of fields, fonts."""
    document = form.document
    yield from _find_guards(document)
    yield from _find_texts(document)
    yield from find_missing_fonts(_fonts(document), embedded=_embedded(document))


def _find_guards(document: Document) -> Iterator[Fault]:
    edit = document.protection
    if edit == "forms":
        yield Fault("is_protected", facts={"name": Phrase("whole_document"), "how": Phrase("forms_protection")})
    elif edit:
        yield Fault("fills_forbidden", facts={"how": edit})
    changes = sum(1 for story in document.stories for _ in story.root.iter(*_CHANGES))
    if changes:
        yield Fault("changes_left", facts={"count": changes})
    if document.tracks_changes:
        yield Fault("changes_tracked")


def _find_texts(document: Document) -> Iterator[Fault]:
    for story in document.stories:
        at = story.prefix.rstrip("/") or "body"
        for paragraph in story.root.iter(f"{W}p"):
            yield from find_text_faults(at, _text_outside_prompts(paragraph))


def _text_outside_prompts(paragraph: Element) -> str:
    """What a paragraph says, without what controls say until they are filled."""
    return "".join(read_run(run) for run in find_runs(paragraph) if not _is_prompt(run))


def _is_prompt(run: Element) -> bool:
    return any(is_on(each.find(f"{W}sdtPr"), "showingPlcHdr") for each in run.iterancestors(f"{W}sdt"))


# ── fonts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fonts(document: Document) -> Iterator[str]:
    """Fonts that text or a style names (ECMA-376-1 §17.3.2.26), and those of the theme."""
    styles = [document.part(name).root for name in document.related("styles")]
    for root in (*styles, *(story.root for story in document.stories)):
        for fonts in root.iter(f"{W}rFonts"):
            yield from (name for script in _SCRIPTS if (name := fonts.get(f"{W}{script}")))
    for name in document.related("theme"):
        yield from find_theme_fonts(document.part(name).root)


def _embedded(document: Document) -> Iterator[str]:
    """Fonts that the file carries (§17.8.3.3)."""
    for name in document.related("fonttable"):
        for font in document.part(name).root.iter(f"{W}font"):
            if font.find(_EMBEDDED) is not None:
                yield font.get(f"{W}name", "")
