"""Pictures of a Word document as places: those of drawings by name (ECMA-376-1 §20.4), the frame kept.

Knows no other kind of place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from docforge.errors import Notice, Problem
from docforge.formats.docx.control_places import address_of, names_of
from docforge.formats.docx.controls import Control
from docforge.formats.docx.document import Document, Story
from docforge.formats.docx.markup import MC, WP, W, in_fallback, is_gone
from docforge.formats.docx.runs import remove
from docforge.formats.fields import Filling, Picture, Place
from docforge.formats.fields.drawing import put_alternative_text, put_image, read_crop, read_image
from docforge.formats.fields.frames import Crop, Size, fit_picture, tell_stretch
from docforge.opc import Element

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_OLD_IMAGE = "{urn:schemas-microsoft-com:vml}imagedata"


@dataclass(slots=True)
class PictureProof:
    """Frames that were written, and the picture that each must show when the document is opened anew."""

    frames: list[tuple[str, Element, bytes]] = field(default_factory=list[tuple[str, Element, bytes]])

    def stand_in(self, document: Document) -> bool:
        return bool(self.frames) and all(self._shows(document, *one) for one in self.frames)

    def _shows(self, document: Document, part: str, frame: Element, data: bytes) -> bool:
        found = document.part(part).root.find(frame.getroottree().getelementpath(frame))
        image = read_image(found) if found is not None else ""
        related = {one.id: one.target for one in document.package.relationships(part)}
        return image in related and document.package.read(related[image]) == data


@dataclass(slots=True)
class PictureTarget:
    """A picture of a drawing (pic:pic), and what carries its name and alternative text. See `Target`."""

    story: Story
    picture: Element
    properties: Element
    control: Control | None = None
    witnesses: PictureProof = field(default_factory=PictureProof)

    @property
    def fill(self) -> Element:
        return self.picture.find(f"{_PIC}blipFill")  # pyright: ignore[reportReturnType]  a picture without has no place

    @property
    def frame(self) -> Size:
        """Width and height, in EMU; (0, 0) where nothing says."""
        extents = self.picture.find(f"{_PIC}spPr/{_A}xfrm/{_A}ext")
        if extents is None:
            around = next(self.picture.iterancestors(f"{WP}inline", f"{WP}anchor"), None)
            extents = around.find(f"{WP}extent") if around is not None else None
        told = (extents.get("cx", ""), extents.get("cy", "")) if extents is not None else ("", "")
        return (int(told[0]), int(told[1])) if all(one.isdecimal() for one in told) else (0, 0)

    def crop(self, filling: Filling) -> Crop:
        """What is cut off of the new picture."""
        fit = filling.item.image.fit if filling.item.image else None
        return fit_picture(_size(filling.picture), self.frame, fit, read_crop(self.fill))

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        if filling.picture is None or filling.item.image is None:
            return ()
        before, crop = read_image(self.fill), self.crop(filling)
        relationship = document.media.attach(self.story.name, filling.picture)
        put_image(self.fill, relationship, crop)
        put_alternative_text(self.properties, filling.item.image.alt)
        self._put_twin(before, relationship)
        prompt = self.control.properties.find(f"{W}showingPlcHdr") if self.control is not None else None
        if prompt is not None:
            remove(prompt)
        document.touch(self.story.part)
        self.witnesses.frames.append((self.story.name, self.fill, filling.picture.data))
        return ()

    def _put_twin(self, before: str, relationship: str) -> None:
        """Let the form of the drawing that older programs show have the picture too."""
        both = next(self.picture.iterancestors(f"{MC}AlternateContent"), None)
        for image in both.iterfind(f"{MC}Fallback//{_OLD_IMAGE}") if both is not None else ():
            if image.get(f"{_R}id") == before:
                image.set(f"{_R}id", relationship)


def find_pictures(document: Document) -> Iterator[Place]:
    """One place for each picture of a drawing, by the control that holds it, else by name."""
    for story in document.stories:
        for picture in story.root.iter(f"{_PIC}pic"):
            is_shown = picture.find(f"{_PIC}blipFill") is not None
            if is_shown and not is_gone(picture) and not in_fallback(picture):
                yield _place(document, story, picture)


def check_pictures(_: Document, fillings: Sequence[Filling]) -> Iterator[Problem | Notice]:
    """Tell of pictures that their frames put out of proportion."""
    for filling in fillings:
        target = filling.place.target
        if isinstance(target, PictureTarget):
            told = tell_stretch(filling.item.at, _size(filling.picture), target.frame, target.crop(filling))
            yield from [told] if told is not None else []


def _place(document: Document, story: Story, picture: Element) -> Place:
    properties = _properties(picture)
    name, title = properties.get("name", "").strip(), properties.get("title", "").strip()
    control = _control(story, picture)
    ids = (
        [address_of(control), *names_of(control)]
        if control is not None and (control.tag or control.alias or control.id)
        else []
    )
    named = [f"picture:{one}" for one in dict.fromkeys((name, title)) if one]
    addresses = [*ids, *named] or ["picture:?"]
    return Place(
        at=addresses[0],
        kind="picture",
        target=PictureTarget(story, picture, properties, control),
        label=title or properties.get("descr", "").strip()[:80],
        also=addresses[1:],
        takes="image",
        spans=[document.span(story, control.element if control is not None else picture)],
    )


def _properties(picture: Element) -> Element:
    """What names a picture: the drawing where that holds this picture alone, else the picture itself."""
    around = next(picture.iterancestors(f"{WP}inline", f"{WP}anchor"), None)
    drawn = around.find(f"{WP}docPr") if around is not None else None
    own = picture.find(f"{_PIC}nvPicPr/{_PIC}cNvPr")
    alone = around is not None and sum(1 for _ in around.iter(f"{_PIC}pic")) == 1
    found = drawn if drawn is not None and (alone or own is None) else own
    return found if found is not None else picture


def _control(story: Story, picture: Element) -> Control | None:
    """The picture control (§17.5.2.24) around a picture."""
    around = next(picture.iterancestors(f"{W}sdt"), None)
    told = (around.find(f"{W}sdtPr"), around.find(f"{W}sdtContent")) if around is not None else (None, None)
    if around is None or told[0] is None or told[1] is None:
        return None
    control = Control(story, around, told[0], told[1])
    return control if control.kind == "picture" else None


def _size(picture: Picture | None) -> Size:
    return (picture.width, picture.height) if picture is not None else (0, 0)
