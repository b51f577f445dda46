"""Pictures of slides: the picture of a frame replaced, a placeholder for one filled. Knows no address.

The picture is a new part of that slide alone; other slides go on showing the old one.
"""

from __future__ import annotations

from copy import deepcopy

from lxml import etree

from docforge.errors import Notice
from docforge.formats.fields import Filling
from docforge.formats.fields.drawing import put_alternative_text, put_image, read_crop, read_image
from docforge.formats.fields.frames import Fit, fit_picture, tell_stretch
from docforge.formats.fields.media import Media
from docforge.formats.pptx.markup import A, P
from docforge.formats.pptx.shapes import Shape
from docforge.formats.pptx.targets import PictureTarget
from docforge.opc import Element


def write_picture(filling: Filling, target: PictureTarget, media: Media) -> None:
    """Show the picture of a filling; the frame stays. An empty placeholder becomes a p:pic, as in PowerPoint.

    Without a wish for its fit a placeholder is filled to its edges, as PowerPoint does.
    """
    picture, wish = filling.picture, filling.item.image
    if picture is None or wish is None:
        return
    empty = is_empty(target.shape)
    fill = _blip_fill(target.shape) if not empty else _become_picture(target.shape)
    fit: Fit | None = wish.fit or ("cover" if empty else None)
    size = target.size or (picture.width, picture.height)
    relationship = media.attach(target.slide.part.name, picture)
    put_image(fill, relationship, fit_picture((picture.width, picture.height), size, fit, read_crop(fill)))
    properties = target.shape.properties
    if properties is not None:
        put_alternative_text(properties, wish.alt)


def is_empty(shape: Shape) -> bool:
    """Whether a shape is a placeholder that holds no picture yet."""
    return shape.kind == "sp" and bool(shape.placeholder)


def tell_picture(filling: Filling, target: PictureTarget) -> Notice | None:
    """The notice that the frame stretches the picture, where it does."""
    picture, wish = filling.picture, filling.item.image
    if picture is None or wish is None or target.size is None or is_empty(target.shape):
        return None
    size = (picture.width, picture.height)
    crop = fit_picture(size, target.size, wish.fit, read_crop(_blip_fill(target.shape)))
    return tell_stretch(filling.item.at, size, target.size, crop)


def shows(element: Element) -> str:
    """The relationship by which a picture of a slide is shown; "" without one."""
    fill = next(element.iter(f"{P}blipFill", f"{A}blipFill"), None)
    return "" if fill is None else read_image(fill)


def _blip_fill(shape: Shape) -> Element:
    fill = next(shape.element.iter(f"{P}blipFill", f"{A}blipFill"), None)
    if fill is None:
        fill = etree.Element(f"{P}blipFill")
        shape.element.insert(1, fill)
    return fill


def _become_picture(shape: Shape) -> Element:
    """Turn the p:sp of an empty placeholder into a p:pic in place (19.3.1.37), and give its fill.

    The element itself stays: others may hold it.
    """
    element = shape.element
    names, looks = element[0], element.find(f"{P}spPr")
    element.tag, names.tag = f"{P}pic", f"{P}nvPicPr"
    locks = names.find(f"{P}cNvSpPr")
    if locks is not None:
        made = etree.Element(f"{P}cNvPicPr")
        etree.SubElement(made, f"{A}picLocks", noGrp="1", noChangeAspect="1")
        names.replace(locks, made)
    for child in list(element)[1:]:
        element.remove(child)
    fill = etree.SubElement(element, f"{P}blipFill")
    etree.SubElement(etree.SubElement(fill, f"{A}stretch"), f"{A}fillRect")
    element.append(etree.Element(f"{P}spPr") if looks is None else deepcopy(looks))
    return fill
