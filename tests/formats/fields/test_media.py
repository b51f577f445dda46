"""New pictures of a package: parts, relationships, content types."""

from __future__ import annotations

import io
import zipfile

import pytest

from docforge.formats.fields.media import Media
from docforge.formats.fields.pictures import Picture
from docforge.opc import Package

SEAL, LOGO, PHOTO = Picture(b"seal", "png", 4, 3), Picture(b"logo", "png", 4, 3), Picture(b"photo", "jpeg", 4, 3)
RELS = "application/vnd.openxmlformats-package.relationships+xml"
DOCUMENT = "word/_rels/document.xml.rels"


def package(types: str = "", **parts: str) -> Package:
    """A package with a document, a header without relationships, and one picture."""
    declared = f'<Default Extension="rels" ContentType="{RELS}"/>{types}'
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        names = {"[Content_Types].xml": f'<Types xmlns="{CT}">{declared}</Types>'}
        names |= {
            DOCUMENT: f'<Relationships xmlns="{REL}"><Relationship Id="rId5" Type="x" Target="y"/></Relationships>'
        }
        names |= {"word/document.xml": "<d/>", "word/header1.xml": "<h/>", "word/media/Image1.PNG": "old"} | parts
        for name, content in names.items():
            archive.writestr(name, content)
    return Package.open(held.getvalue())


CT = "http://schemas.openxmlformats.org/package/2006/content-types"
REL = "http://schemas.openxmlformats.org/package/2006/relationships"


@pytest.mark.proves("SLIDE-2")
def test_a_picture_becomes_a_part_of_its_own_that_the_holder_is_related_to() -> None:
    before = package()
    media = Media(before, "word/media")
    assert media.attach("word/document.xml", SEAL) == "rId6"
    after = Package.open(before.save(media.to_parts()))
    assert after.read("word/media/image2.png") == b"seal"
    assert after.read("word/media/Image1.PNG") == b"old"
    assert after.content_type("word/media/image2.png") == "image/png"
    assert [(one.id, one.target) for one in after.relationships("word/document.xml")] == [
        ("rId5", "word/y"),
        ("rId6", "word/media/image2.png"),
    ]


@pytest.mark.proves("SLIDE-2")
def test_a_part_without_relationships_gets_them() -> None:
    before = package()
    media = Media(before, "word/media")
    assert media.attach("word/header1.xml", PHOTO) == "rId1"
    after = Package.open(before.save(media.to_parts()))
    (one,) = after.relationships("word/header1.xml")
    assert (one.kind, one.target) == ("image", "word/media/image1.jpeg")
    assert after.content_type(one.target) == "image/jpeg"


@pytest.mark.proves("SLIDE-2")
def test_the_same_picture_is_stored_once_and_related_once_from_each_holder() -> None:
    media = Media(package(), "word/media")
    ids = [media.attach(holder, SEAL) for holder in ("word/document.xml", "word/document.xml", "word/header1.xml")]
    assert ids == ["rId6", "rId6", "rId1"]
    assert media.attach("word/document.xml", LOGO) == "rId7"
    assert [name for name in media.to_parts() if "/media/" in name] == [
        "word/media/image2.png",
        "word/media/image3.png",
    ]


@pytest.mark.proves("SLIDE-2")
def test_a_type_that_is_there_is_left_and_a_wrong_one_is_not_changed_for_others() -> None:
    right = Media(package('<Default Extension="PNG" ContentType="image/png"/>'), "word/media")
    right.attach("word/document.xml", SEAL)
    assert "[Content_Types].xml" not in right.to_parts()
    before = package('<Default Extension="png" ContentType="image/x-other"/>')
    wrong = Media(before, "word/media")
    wrong.attach("word/document.xml", SEAL)
    after = Package.open(before.save(wrong.to_parts()))
    assert after.content_type("word/media/image2.png") == "image/png"
    assert after.content_type("word/media/Image1.PNG") == "image/x-other"


def test_without_a_picture_nothing_is_saved() -> None:
    assert Media(package(), "word/media").to_parts() == {}
