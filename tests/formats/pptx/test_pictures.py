"""Pictures: replaced on one slide only, put into placeholders, PNG and JPEG by content."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from pptx.util import Inches

from tests.formats.pptx.office import ALL_TAGS, PROPOSAL, Office, audit, changed_parts, part, shape, with_text

pytestmark = pytest.mark.proves("SLIDE-2")
SLIDE = "ppt/slides/slide1.xml"


def drawn(width: int, height: int, kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height), (200, 30, 30)).save(stream, kind)
    return stream.getvalue()


@pytest.fixture
def pictures(office: Office) -> Office:
    office.put("wide.png", drawn(400, 100))
    office.put("photo.jpg", drawn(100, 400, "JPEG"))
    office.put("lie.png", b"GIF89a" + bytes(50))
    return office


def test_a_picture_changes_on_its_slide_alone(pictures: Office) -> None:
    """python-pptx #116, #1142, ShapeCrawler #135: slides share one image part."""
    deck = pictures.fill({"at": "S1/로고", "image": {"source": "wide.png"}})
    new, old = shape(deck, 1, "로고"), shape(deck, 4, "로고")
    assert new.image.blob == drawn(400, 100)
    assert old.image.blob == part(PROPOSAL, "ppt/media/image1.png")
    assert (new.width, new.height, new.crop_left) == (Inches(1.4), Inches(0.7), 0.1)
    assert changed_parts(PROPOSAL, pictures.bytes()) == {
        *("[Content_Types].xml", SLIDE, "ppt/slides/_rels/slide1.xml.rels", "ppt/media/image2.png")
    }


def test_a_picture_out_of_proportion_is_told(pictures: Office) -> None:
    pictures.fill({"at": "S1/로고", "image": {"source": "wide.png"}})
    assert any("stretches the picture" in warning for warning in pictures.warnings)
    pictures.fill({"at": "S1/로고", "image": {"source": "wide.png", "fit": "cover"}}, path="out/b.pptx")
    assert pictures.warnings == [ALL_TAGS]


@pytest.mark.parametrize(
    ("fit", "crop"),
    [
        ("keep", (0.1, 0, 0, 0)),
        ("cover", (0.25, 0.25, 0, 0)),
        ("contain", (0, 0, -0.5, -0.5)),
    ],
)
def test_how_a_picture_goes_into_its_frame(pictures: Office, fit: str, crop: tuple[float, ...]) -> None:
    new = shape(pictures.fill({"at": "S1/로고", "image": {"source": "wide.png", "fit": fit}}), 1, "로고")
    assert (new.crop_left, new.crop_right, new.crop_top, new.crop_bottom) == pytest.approx(crop, abs=1e-4)


def test_a_jpeg_gets_a_type_of_its_own(pictures: Office, tmp_path: Path) -> None:
    image = {"source": "photo.jpg", "fit": "cover", "alt": "현장"}
    new = shape(pictures.fill({"at": "S1/로고", "image": image}), 1, "로고")
    assert (new.image.content_type, new._element.nvPicPr.cNvPr.get("descr")) == ("image/jpeg", "현장")
    assert audit(pictures.bytes(), tmp_path) <= audit(PROPOSAL, tmp_path)


def test_an_empty_placeholder_is_filled_to_its_edges(pictures: Office, tmp_path: Path) -> None:
    deck = pictures.fill({"at": "S6/ph:1", "image": {"source": "wide.png"}})
    new = deck.slides[5].placeholders[1]
    assert (new.image.blob, new.name) == (drawn(400, 100), "현장 사진")
    assert new.crop_left > 0.2
    assert new.crop_left == pytest.approx(new.crop_right)
    assert audit(pictures.bytes(), tmp_path) <= audit(PROPOSAL, tmp_path)
    again = pictures.fill({"at": "S6/ph:1", "image": {"source": "photo.jpg", "fit": "keep"}}, template=None)
    assert again.slides[5].placeholders[1].image.content_type == "image/jpeg"


def test_the_vector_twin_of_a_picture_goes(pictures: Office) -> None:
    twin = (
        '<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip '
        'xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="rId2"/></a:ext></a:extLst>'
    )
    text = part(PROPOSAL, SLIDE).decode()
    blip = text[text.index("<a:blip ") : text.index("/>", text.index("<a:blip "))]
    pictures.put("templates/twin.potx", with_text(PROPOSAL, SLIDE, f"{blip}/>", f"{blip}>{twin}</a:blip>"))
    pictures.fill({"at": "S1/로고", "image": {"source": "wide.png"}}, template="templates/twin.potx")
    assert b"svgBlip" not in part(pictures.bytes(), SLIDE)


@pytest.mark.proves("PLACE-2")
def test_what_is_no_picture_is_refused(pictures: Office) -> None:
    problems = pictures.refuse(
        {"at": "S1/로고", "image": {"source": "lie.png"}}, {"at": "S4/로고", "image": {"source": "none.png"}}
    )
    assert [one["code"] for one in problems] == ["bad_picture", "no_picture"]


def test_one_picture_for_two_slides_is_stored_once(pictures: Office) -> None:
    image = {"source": "wide.png", "fit": "cover"}
    pictures.fill({"at": "S1/로고", "image": image}, {"at": "S4/로고", "image": image})
    added = changed_parts(PROPOSAL, pictures.bytes())
    assert {name for name in added if "media" in name} == {"ppt/media/image2.png"}
