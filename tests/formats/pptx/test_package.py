"""Which files are presentations: templates, slide shows, macros; what is refused, with a code and nothing else."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from pptx import Presentation

from docforge import DocForge, Refusal
from tests.formats.pptx.office import PROPOSAL, Office, changed_parts, part, with_parts, with_text

MAIN = "ppt/presentation.xml"
TYPES = "[Content_Types].xml"
TITLE = {"at": "S2/ph:title", "value": "x"}
PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml."


@pytest.mark.proves("POTX-1")
def test_a_template_becomes_a_presentation_that_others_open(office: Office) -> None:
    """python-pptx #1070: a .potx is no file of PowerPoint to it."""
    with pytest.raises(ValueError, match="not a PowerPoint file"):
        Presentation(io.BytesIO(PROPOSAL))
    assert len(office.fill({"at": "S2/ph:title", "value": "x"}).slides) == 6
    assert f"{PRESENTATION}presentation.main+xml".encode() in part(office.bytes(), TYPES)


@pytest.mark.proves("POTX-1")
@pytest.mark.parametrize("kind", ["slideshow.main+xml", "presentation.main+xml"])
def test_a_slide_show_and_a_deck_may_be_forms_too(office: Office, kind: str) -> None:
    form = with_text(PROPOSAL, TYPES, f"{PRESENTATION}template.main+xml", f"{PRESENTATION}{kind}")
    office.put("templates/t.pptx", form)
    office.forge.call("edit_pptx", template="templates/t.pptx", path="out/r.pptx", attach=False, fields=[dict(TITLE)])
    assert changed_parts(form, office.bytes("out/r.pptx")) == {"ppt/slides/slide2.xml"}


@pytest.mark.proves("POTX-1")
def test_a_deck_with_macros_keeps_its_type(office: Office) -> None:
    kind = "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"
    deck = with_text(PROPOSAL, TYPES, f"{PRESENTATION}template.main+xml", kind)
    office.put("deck.pptm", deck)
    office.forge.call("edit_pptx", path="deck.pptm", attach=False, fields=[dict(TITLE)])
    assert changed_parts(deck, office.bytes("deck.pptm")) == {"ppt/slides/slide2.xml"}


def strict() -> bytes:
    old = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    new = b"http://purl.oclc.org/ooxml/officeDocument/relationships"
    return with_parts(PROPOSAL, lambda _, body: body.replace(old, new))


def beta() -> bytes:
    old, new = b"presentationml/2006/main", b"presentationml/2006/3/main"
    return with_parts(PROPOSAL, lambda name, body: body.replace(old, new) if name == MAIN else body)


def doctype() -> bytes:
    bomb = b'<!DOCTYPE p [<!ENTITY a "b">]><p:sld '
    return with_parts(PROPOSAL, lambda name, body: body.replace(b"<p:sld ", bomb, 1) if "slide2.xml" in name else body)


def cut() -> bytes:
    return with_parts(PROPOSAL, lambda name, body: body[:900] if name == "ppt/slides/slide2.xml" else body)


def without_main() -> bytes:
    return with_parts(PROPOSAL, lambda name, body: b"<a/>" if name == MAIN else body)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (strict(), "strict_format"),
        (beta(), "not_a_document"),
        (doctype(), "hostile_file"),
        (cut(), "not_a_document"),
        (without_main(), "not_a_document"),
        (PROPOSAL[:5000], "not_a_document"),
        (b"PK\x05\x06" + bytes(18), "not_a_document"),
    ],
    ids=[
        "strict",
        "before the release of 2007",
        "document type",
        "cut part",
        "no presentation",
        "cut file",
        "empty zip",
    ],
)
@pytest.mark.proves("PLACE-1")
def test_what_cannot_be_read_is_refused_with_a_code(tmp_path: Path, form: bytes, code: str) -> None:
    (tmp_path / "a.potx").write_bytes(form)
    with pytest.raises(Refusal) as raised:
        DocForge(tmp_path).call("read_pptx", path="a.potx")
    assert raised.value.code == code


@pytest.mark.proves("PLACE-1")
def test_a_deck_without_slides_has_no_places(tmp_path: Path) -> None:
    stream = io.BytesIO()
    Presentation().save(stream)
    (tmp_path / "a.pptx").write_bytes(stream.getvalue())
    assert DocForge(tmp_path).call("read_pptx", path="a.pptx")["places"] == []


@pytest.mark.proves("PLACE-1")
def test_relationships_that_lead_nowhere_do_not_stop_a_fill(tmp_path: Path) -> None:
    names = ("ppt/slideLayouts/slideLayout2.xml", "ppt/notesSlides/notesSlide1.xml", "ppt/media/image1.png")
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(PROPOSAL)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in (one for one in old.namelist() if one not in names):
            new.writestr(name, old.read(name))
    office = Office(tmp_path, stream.getvalue())
    assert "S1/notes" not in office.read()
    office.forge.call(
        "edit_pptx",
        template="templates/proposal.potx",
        path="out/a.pptx",
        attach=False,
        fields=[{"at": "S2/ph:title", "value": "x"}, {"at": "placeholder:고객사", "value": "한빛"}],
    )


@pytest.mark.proves("PLACE-1")
def test_the_slides_are_told_with_their_titles(office: Office) -> None:
    told = office.forge.call("read_pptx", path="templates/proposal.potx")["slides"]
    assert told[1:4] == [
        {"at": "S2", "title": "제안 개요"},
        {"at": "S3", "title": "견적"},
        {"at": "S4", "title": "매출 전망"},
    ]
