"""Pictures of Word documents: put into frames that stay as they are, in the part that holds them, others untouched."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from docx import Document
from PIL import Image

from tests.formats.docx.word import HEADER, Desk, R, cell, control, document, para, part, rels, row, table

DOT = b"\x89PNG\r\n\x1a\n-the picture of the form-"
SVG = (
    '<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip '
    'xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="rId9"/></a:ext></a:extLst>'
)
CROP = '<a:srcRect l="10000" r="10000"/>'


def image(kind: str = "PNG", width: int = 40, height: int = 20) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(held, kind)
    return held.getvalue()


def picture(name: str, *, number: int = 1, inside: str = "", crop: str = "", told: str = "", size: int = 914400) -> str:
    """A run with a picture in a square frame."""
    return (
        f'<w:r><w:drawing><wp:inline><wp:extent cx="{size}" cy="{size}"/><wp:docPr id="{number}" name="{name}"{told}/>'
        f'<a:graphic><a:graphicData uri="p"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="file.png"/></pic:nvPicPr>'
        f'<pic:blipFill><a:blip r:embed="rId5">{inside}</a:blip>{crop}<a:stretch><a:fillRect/></a:stretch>'
        f"</pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


def form(body: str, header: str = "") -> bytes:
    """A document whose body shows a picture by rId5; so does its header."""
    both = f'<Relationship Id="rId5" Type="{R}/image" Target="media/image1.png"/>'
    first = rels("header", "header1.xml").replace("</Relationships>", f"{both}</Relationships>")
    second = rels("image", "media/image1.png", 5)
    entries = {"word/_rels/document.xml.rels": first, "word/_rels/header1.xml.rels": second}
    return document(body, header, extra={**{n: t.encode() for n, t in entries.items()}, "word/media/image1.png": DOT})


def fill(desk: Desk, data: bytes, at: str, content: bytes | None = None, **how: Any) -> bytes:
    """The document with a picture of the workspace in it."""
    (desk.folder / "seal.bin").write_bytes(content or image())
    return desk.fill(data, {"at": at, "image": {"source": "seal.bin", **how}})


def media(data: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if "/media/" in name}


def shown(data: bytes) -> list[bytes]:
    """The pictures of the body, as python-docx finds them."""
    opened = Document(io.BytesIO(data))
    blips = opened.element.body.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}blip")
    key = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
    return [opened.part.related_parts[blip.get(key)].blob for blip in blips]


@pytest.mark.proves("WORD-1", "PLACE-1")
def test_pictures_are_read_by_name_and_found_by_title(desk: Desk) -> None:
    told = ' title="법인 인감" descr="인감 도장"'
    data = form(para(picture("그림 1", told=told) + picture("로고", number=2)))
    assert desk.read(data) == {
        "picture:그림 1": {"at": "picture:그림 1", "kind": "picture", "label": "법인 인감"},
        "picture:로고": {"at": "picture:로고", "kind": "picture"},
    }
    made = fill(desk, data, "picture:법인 인감")
    assert shown(made) == [image(), DOT]


@pytest.mark.proves("WORD-1", "PLACE-3")
def test_a_picture_changes_alone_and_the_old_one_stays_for_who_else_shows_it(desk: Desk) -> None:
    data = form(para(picture("인감", crop=CROP, inside=SVG)), header=para(picture("인감 머리", number=2)))
    made = fill(desk, data, "picture:인감")
    assert media(made) == {"word/media/image1.png": DOT, "word/media/image2.png": image()}
    assert part(made, HEADER) == part(data, HEADER)
    assert part(made) == part(data).replace(SVG, "").replace('r:embed="rId5"></a:blip>', 'r:embed="rId6"/>')


@pytest.mark.proves("WORD-1")
def test_a_picture_of_a_header_is_related_to_the_header(desk: Desk) -> None:
    data = form(para(picture("본문")), header=para(picture("로고", number=2)))
    made = fill(desk, data, "picture:로고", image("JPEG"))
    header = Document(io.BytesIO(made)).sections[0].header
    related = {one.target_part.blob for one in header.part.rels.values()}
    assert image("JPEG") in related
    assert shown(made) == [DOT]
    assert part(made, "word/_rels/document.xml.rels") == part(data, "word/_rels/document.xml.rels")
    assert '<Default Extension="jpeg" ContentType="image/jpeg"/>' in part(made, "[Content_Types].xml")


@pytest.mark.proves("WORD-1")
@pytest.mark.parametrize(
    ("how", "crop"),
    [
        ({}, CROP),
        ({"fit": "keep"}, CROP),
        ({"fit": "cover"}, '<a:srcRect l="25000" r="25000"/>'),
        ({"fit": "contain"}, '<a:srcRect t="-50000" b="-50000"/>'),
    ],
)
def test_the_frame_stays_and_the_picture_is_fitted_as_asked(desk: Desk, how: dict[str, str], crop: str) -> None:
    made = part(fill(desk, form(para(picture("인감", crop=CROP))), "picture:인감", **how))
    assert f"{crop}<a:stretch>" in made
    assert '<wp:extent cx="914400" cy="914400"/>' in made
    stretched = [one for one in desk.result.get("warnings", []) if "picture:인감" in str(one)]
    assert bool(stretched) == ("fit" not in how or how["fit"] == "keep")


@pytest.mark.proves("WORD-1")
def test_the_alternative_text_is_that_of_the_new_picture(desk: Desk) -> None:
    data = form(para(picture("인감", told=' descr="옛 인감"')))
    assert 'descr="새 인감"' in part(fill(desk, data, "picture:인감", alt="새 인감"))
    assert 'descr="옛 인감"' in part(fill(desk, data, "picture:인감"))


@pytest.mark.proves("WORD-1")
def test_a_picture_control_is_found_by_tag_and_loses_its_prompt(desk: Desk) -> None:
    told = '<w:tag w:val="Seal"/><w:alias w:val="인감"/><w:showingPlcHdr/><w:picture/>'
    data = form(para(control(told, picture("그림 1"), 31)))
    assert list(desk.read(data)) == ["control:Seal"]
    for at in ("control:Seal", "control:인감", "#31", "picture:그림 1"):
        made = fill(desk, data, at)
        assert shown(made) == [image()]
        assert "showingPlcHdr" not in part(made)
        assert '<w:tag w:val="Seal"/>' in part(made)


@pytest.mark.proves("WORD-1")
def test_a_picture_in_a_cell_is_found_by_the_label_and_the_address_of_the_cell(desk: Desk) -> None:
    framed = cell().replace("<w:p/>", para(picture("그림 1")))
    data = form(table(row("사진", framed)))
    assert desk.read(data)["picture:그림 1"]["label"] == "사진"
    assert shown(fill(desk, data, "label:사진")) == [image()]
    assert shown(fill(desk, data, "T1R1C2")) == [image()]


@pytest.mark.proves("WORD-1")
def test_one_picture_in_two_frames_is_stored_once(desk: Desk) -> None:
    (desk.folder / "seal.png").write_bytes(image())
    data = form(para(picture("가") + picture("나", number=2)))
    source = {"source": "seal.png", "fit": "cover"}
    made = desk.fill(data, {"at": "picture:가", "image": source}, {"at": "picture:나", "image": source})
    assert shown(made) == [image(), image()]
    assert len(media(made)) == 2


@pytest.mark.proves("PLACE-4")
def test_what_is_no_picture_or_no_image_is_refused(desk: Desk) -> None:
    data = form(para(picture("인감")))
    (desk.folder / "note.png").write_bytes(b"GIF89a")
    at = "picture:인감"
    assert desk.refused(data, {"at": at, "value": "글"})[at]["code"] == "wrong_kind"
    assert desk.refused(data, {"at": at, "image": {"source": "note.png"}})[at]["code"] == "bad_picture"
    assert desk.refused(data, {"at": at, "image": {"source": "none.png"}})[at]["code"] == "no_picture"


@pytest.mark.proves("WORD-1")
def test_the_form_of_a_drawing_for_older_programs_shows_the_same_picture(desk: Desk) -> None:
    old = '<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="rId5"/></v:shape></w:pict>'
    inner = picture("인감").removeprefix("<w:r>").removesuffix("</w:r>")
    both = f'<mc:Choice Requires="wpg">{inner}</mc:Choice><mc:Fallback>{old}</mc:Fallback>'
    made = part(fill(desk, form(para(f"<w:r><mc:AlternateContent>{both}</mc:AlternateContent></w:r>")), "picture:인감"))
    assert 'v:imagedata r:id="rId6"' in made
    assert 'a:blip r:embed="rId6"' in made
