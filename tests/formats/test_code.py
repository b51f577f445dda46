"""Code on Word documents and decks: what it did not change is byte for byte as it was, and nothing is lost."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import pptx
import pytest
from PIL import Image

from docforge import DocForge, Refusal
from docforge.formats.overlay import stream
from docforge.opc import Package, compare
from docforge.sandbox.seal import can_seal

pytestmark = pytest.mark.skipif(not can_seal(), reason="this machine has no seccomp filters")
Json = dict[str, Any]


def with_extras(data: bytes) -> bytes:
    """The package as other programs leave it: a part that nothing reaches, and a relationship to a part that is not."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as after:
        for info in before.infolist():
            content = before.read(info)
            if info.filename == "_rels/.rels":
                gone = b'<Relationship Id="rId99" Type="http://example.org/gone" Target="gone.xml"/></Relationships>'
                content = content.replace(b"</Relationships>", gone)
            after.writestr(info, content)
        after.writestr("customXml/lonely.bin", b"nobody points here")
    return held.getvalue()


def a_document() -> bytes:
    document, held = docx.Document(), io.BytesIO()
    document.add_paragraph("견적서")
    document.add_table(2, 2)
    document.sections[0].header.paragraphs[0].text = "머리글"
    document.save(held)
    return with_extras(held.getvalue())


def a_deck() -> bytes:
    """A deck whose slides lie in another order than their parts are numbered."""
    deck, held = pptx.Presentation(), io.BytesIO()
    for title in ("하나", "둘", "셋"):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = title
    ids = deck.slides._sldIdLst
    ids.append(ids[0])
    deck.save(held)
    return with_extras(held.getvalue())


def png() -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(held, "PNG")
    return held.getvalue()


FILES = {"edit_docx": ("quotes/a.docx", a_document), "edit_pptx": ("quotes/a.pptx", a_deck)}


def edited(home: Path, tool: str, code: str, **more: Any) -> tuple[Json, Package, Package]:
    """What the call gives, and the packages before and after."""
    path, make = FILES[tool]
    target = home / path
    target.parent.mkdir(parents=True, exist_ok=True)
    before = make()
    target.write_bytes(before)
    (home / "logo.png").write_bytes(png())
    result = DocForge(home, language="en").call(tool, path=path, attach=False, code=code, **more)
    return result, Package.open(before), Package.open(target.read_bytes())


@pytest.mark.proves("CODE-2")
@pytest.mark.parametrize(
    ("tool", "code", "changed", "added"),
    [
        ("edit_docx", "doc.paragraphs[0].text = '계약서'", ["word/document.xml"], []),
        ("edit_docx", "doc.sections[0].header.paragraphs[0].text = 'x'", ["word/header1.xml"], []),
        ("edit_docx", "doc.core_properties.title = 'x'", ["docProps/core.xml"], []),
        ("edit_docx", "print(len(doc.paragraphs))", [], []),
        ("edit_docx", "doc.save('out.docx')", [], []),
        (
            "edit_docx",
            "doc.add_picture(assets['logo'])",
            ["[Content_Types].xml", "word/_rels/document.xml.rels", "word/document.xml"],
            ["word/media/image1.png"],
        ),
        ("edit_pptx", "prs.slides[0].shapes.title.text = 'x'", ["ppt/slides/slide2.xml"], []),
        ("edit_pptx", "print([s.shapes.title.text for s in prs.slides])", [], []),
        (
            "edit_pptx",
            "prs.slides.add_slide(prs.slide_layouts[5])",
            ["[Content_Types].xml", "ppt/_rels/presentation.xml.rels", "ppt/presentation.xml"],
            ["ppt/slides/_rels/slide4.xml.rels", "ppt/slides/slide4.xml"],
        ),
    ],
)
def test_code_changes_only_what_it_touched(
    tmp_path: Path, tool: str, code: str, changed: list[str], added: list[str]
) -> None:
    _, before, after = edited(tmp_path, tool, code, assets={"logo": "logo.png"})
    difference = compare(before, after)
    assert sorted(difference.changed) == changed
    assert sorted(difference.added) == added
    assert difference.removed == ()
    assert after.read("customXml/lonely.bin") == b"nobody points here"
    assert [name for name in after.names if name in before.names] == list(before.names)


@pytest.mark.proves("CODE-2")
def test_slides_that_are_out_of_order_keep_their_parts_and_their_order(tmp_path: Path) -> None:
    code = "slide = prs.slides.add_slide(prs.slide_layouts[5]); slide.shapes.title.text = '넷'"
    edited(tmp_path, "edit_pptx", code)
    deck = pptx.Presentation(str(tmp_path / "quotes/a.pptx"))
    assert [slide.shapes.title.text for slide in deck.slides] == ["둘", "셋", "하나", "넷"]


@pytest.mark.proves("CODE-2")
def test_what_code_takes_out_goes_with_its_type_and_relationships(tmp_path: Path) -> None:
    code = "ids = prs.slides._sldIdLst\nprs.part.drop_rel(ids[0].rId)\nids.remove(ids[0])"
    _, before, after = edited(tmp_path, "edit_pptx", code)
    assert sorted(compare(before, after).removed) == ["ppt/slides/_rels/slide2.xml.rels", "ppt/slides/slide2.xml"]
    assert b"slide2.xml" not in after.read("[Content_Types].xml")
    deck = pptx.Presentation(str(tmp_path / "quotes/a.pptx"))
    assert [slide.shapes.title.text for slide in deck.slides] == ["셋", "하나"]


@pytest.mark.proves("CODE-1", "RETRY-1", "RETRY-3")
def test_a_template_whose_code_fails_leaves_a_document_in_its_state(tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    templates.mkdir()
    data = a_document()
    main = b"wordprocessingml.document.main+xml"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        types = archive.read("[Content_Types].xml")
    template = Package.open(data).save(
        {"[Content_Types].xml": types.replace(main, b"wordprocessingml.template.main+xml")}
    )
    (templates / "form.dotx").write_bytes(template)
    forge = DocForge(tmp_path, language="en")
    asked = {"template": "templates/form.dotx", "path": "quotes/b.docx", "attach": False}
    with pytest.raises(Refusal) as caught:
        forge.call("edit_docx", **asked, code="doc.paragraphs[0].text = 'x'\ndoc.nothing()")
    told = caught.value.to_dict()
    assert told["problems"][0]["at"] == "code:2"
    assert "AttributeError" in told["problems"][0]["message"]
    document = docx.Document(stream((tmp_path / "quotes/b.docx").read_bytes()))
    assert document.paragraphs[0].text == "견적서"
    again = told["next"]["call"]["arguments"] | {"code": "doc.paragraphs[0].text = '계약서'"}
    assert forge.call("edit_docx", **again)["action"] == "edited"
    assert docx.Document(stream((tmp_path / "quotes/b.docx").read_bytes())).paragraphs[0].text == "계약서"
    assert (templates / "form.dotx").read_bytes() == template
