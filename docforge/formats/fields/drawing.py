"""The picture of a DrawingML frame (ECMA-376-1, 20.1.8.14 blipFill): its image, crop, twins and alternative text.

What Word and PowerPoint pictures share. Knows neither.
"""

from __future__ import annotations

from lxml import etree

from docforge.formats.fields.frames import Crop
from docforge.opc import Element

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_WHOLE = 100_000
_SIDES = {"left": "l", "top": "t", "right": "r", "bottom": "b"}
# Copies of the picture in another form, which programs show before the picture itself.
_TWINS = ("{*}svgBlip", "{*}imgLayer")


def read_image(blip_fill: Element) -> str:
    """The relationship by which a frame shows its image, embedded before linked; "" without one."""
    blip = blip_fill.find(f"{_A}blip")
    return "" if blip is None else blip.get(f"{_R}embed") or blip.get(f"{_R}link") or ""


def read_crop(blip_fill: Element) -> Crop:
    """What the frame cuts off of its picture (20.1.8.55 srcRect); a number that cannot be read is none."""
    rect = blip_fill.find(f"{_A}srcRect")
    return Crop() if rect is None else Crop(**{side: _share(rect.get(name)) for side, name in _SIDES.items()})


def put_image(blip_fill: Element, relationship: str, crop: Crop) -> None:
    """Show another embedded image by this crop: link, twins and the old crop go, effects stay."""
    blip = blip_fill.find(f"{_A}blip")
    if blip is None:
        blip = etree.Element(f"{_A}blip")
        blip_fill.insert(0, blip)
    blip.attrib.pop(f"{_R}link", "")
    blip.set(f"{_R}embed", relationship)
    _drop_twins(blip)
    if crop != read_crop(blip_fill):
        _put_crop(blip_fill, blip, crop)


def put_alternative_text(properties: Element, text: str | None) -> None:
    """Say of a frame's properties (docPr, cNvPr) what the picture shows; None leaves what they say."""
    if text is not None:
        properties.set("descr", text)


def _share(told: str | None) -> float:
    """A percentage as thousandths (ST_Percentage) or with a percent sign, as a part of 1."""
    text = (told or "0").strip()
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else int(text) / _WHOLE
    except ValueError:
        return 0


def _put_crop(blip_fill: Element, blip: Element, crop: Crop) -> None:
    rect = blip_fill.find(f"{_A}srcRect")
    if rect is None:
        rect = etree.Element(f"{_A}srcRect")
        blip.addnext(rect)
    for side, name in _SIDES.items():
        rect.attrib.pop(name, "")
        if share := round(getattr(crop, side) * _WHOLE):
            rect.set(name, str(share))
    if not rect.attrib:
        blip_fill.remove(rect)


def _drop_twins(blip: Element) -> None:
    for listed in blip.findall(f"{_A}extLst"):
        for extension in listed.findall(f"{_A}ext"):
            if any(extension.find(f".//{twin}") is not None for twin in _TWINS):
                listed.remove(extension)
        if not len(listed):
            blip.remove(listed)
