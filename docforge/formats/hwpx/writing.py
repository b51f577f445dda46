"""Writes a whole call into an opened document: text, rows, objects, pictures, and what follows from them.

Knows no address; what does not belong to the touched paragraphs stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from docforge.formats.fields import Filling, Written
from docforge.formats.hwpx.clickhere import CONTENTS, FORMULA
from docforge.formats.hwpx.contents import PREVIEW, Contents
from docforge.formats.hwpx.objects import FormObject
from docforge.formats.hwpx.pictures import PictureFrame
from docforge.formats.hwpx.placeholders import Occurrences, fill_occurrences
from docforge.formats.hwpx.preview import is_preview_of, make_preview
from docforge.formats.hwpx.targets import Target, note_spots
from docforge.opc import Element


@dataclass(slots=True)
class _Pictures:
    """Parts of new pictures, and the ids of the items that they took the place of."""

    parts: dict[str, bytes] = field(default_factory=dict[str, bytes])
    replaced: list[str] = field(default_factory=list[str])


def write_all(contents: Contents, fillings: Sequence[Filling]) -> Written:
    """Write every filling. The preview is made anew where the one of the form showed the form."""
    targets: list[Target] = [filling.place.target for filling in fillings]
    renews = _shows_form(contents)
    pictures = _write_pictures(contents, fillings)
    fill_occurrences(
        [(t.what, f.text) for t, f in zip(targets, fillings, strict=True) if isinstance(t.what, Occurrences)]
    )
    for target, filling in zip(targets, fillings, strict=True):
        target.write(filling)
    note_spots(targets)
    touched = {part.name: part for target in targets for part in target.parts}
    if any(not isinstance(target.what, (FormObject, PictureFrame)) for target in targets):
        touched |= {part.name: part for part in contents.parts if _mark_contents(part.root)}
    parts = {name: part.to_bytes() for name, part in touched.items()}
    drop = _drop_pictures(contents, pictures, parts)
    if pictures.parts:
        parts |= {contents.manifest.name: contents.manifest.to_bytes(), **pictures.parts}
    if renews:
        parts[PREVIEW] = make_preview(_roots(contents)).encode()
    return Written(parts, drop)


def has_formula(table: Element) -> bool:
    """Whether Hangul computes in a table; it does so anew when asked, and its ranges do not grow with rows."""
    return any(each.get("type") == FORMULA for each in table.iter("{*}fieldBegin"))


def _roots(contents: Contents) -> list[Element]:
    return [part.root for part in contents.sections]


def _shows_form(contents: Contents) -> bool:
    if not contents.package.has(PREVIEW):
        return False
    return is_preview_of(contents.package.read(PREVIEW).decode("utf-8", "replace"), _roots(contents))


def _mark_contents(root: Element) -> bool:
    """Have Hangul make tables of contents anew when the document is opened: pages have moved."""
    stale = [each for each in root.iter("{*}fieldBegin") if each.get("type") == CONTENTS and each.get("dirty") != "1"]
    for each in stale:
        each.set("dirty", "1")
    return bool(stale)


# ── pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _write_pictures(contents: Contents, fillings: Sequence[Filling]) -> _Pictures:
    pictures = _Pictures()
    for filling in fillings:
        frame, image = filling.place.target.what, filling.item.image
        if isinstance(frame, PictureFrame) and image is not None and filling.picture is not None:
            pictures.replaced.append(frame.item)
            item, part = contents.add_picture(filling.picture, frame.item)
            frame.show(item, filling.picture, image.fit, image.alt)
            pictures.parts[part] = filling.picture.data
    return pictures


def _drop_pictures(contents: Contents, pictures: _Pictures, written: Mapping[str, bytes]) -> frozenset[str]:
    """The parts of pictures that nothing shows any more; what was replaced is not handed out with the document."""
    replaced = dict.fromkeys(pictures.replaced)
    return frozenset(contents.remove_item(one) for one in replaced if not contents.refers_to(one, written))
