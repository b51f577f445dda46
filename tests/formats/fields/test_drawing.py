"""The picture of a DrawingML frame: image, crop, twins, alternative text."""

from __future__ import annotations

import pytest
from lxml import etree

from docforge.formats.fields.drawing import put_alternative_text, put_image, read_crop, read_image
from docforge.formats.fields.frames import Crop

NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main"'
)
DPI = '<a:ext uri="{28A0092B}"><a14:useLocalDpi xmlns:a14="urn:a14" val="0"/></a:ext>'
SVG = '<a:ext uri="{96DAC541}"><asvg:svgBlip r:embed="rId9"/></a:ext>'


def fill(inside: str) -> etree._Element:
    return etree.fromstring(f"<a:blipFill {NAMES}>{inside}</a:blipFill>")


def shown(element: etree._Element) -> str:
    """What is inside, without the declarations of namespaces."""
    inside = "".join(etree.tostring(child, encoding="unicode") for child in element)
    for name in NAMES.split():
        inside = inside.replace(f" {name}", "")
    return inside


@pytest.mark.proves("SLIDE-2")
def test_another_image_keeps_effects_and_the_crop() -> None:
    before = '<a:blip r:embed="rId2"><a:lum bright="10000"/></a:blip><a:srcRect l="10000" b="5%"/><a:stretch/>'
    element = fill(before)
    assert (read_image(element), read_crop(element)) == ("rId2", Crop(left=0.1, bottom=0.05))
    put_image(element, "rId7", read_crop(element))
    assert shown(element) == before.replace("rId2", "rId7")


@pytest.mark.proves("SLIDE-2")
def test_a_new_crop_stands_behind_the_image_and_none_goes_away() -> None:
    element = fill('<a:blip r:embed="rId2"/><a:stretch/>')
    put_image(element, "rId7", Crop(left=0.25, top=-0.125))
    assert shown(element) == '<a:blip r:embed="rId7"/><a:srcRect l="25000" t="-12500"/><a:stretch/>'
    put_image(element, "rId8", Crop())
    assert shown(element) == '<a:blip r:embed="rId8"/><a:stretch/>'


@pytest.mark.proves("SLIDE-2")
@pytest.mark.parametrize(("before", "after"), [(DPI + SVG, f"<a:extLst>{DPI}</a:extLst>"), (SVG, "")])
def test_the_drawn_twin_of_the_old_picture_goes_and_other_extensions_stay(before: str, after: str) -> None:
    element = fill(f'<a:blip r:embed="rId2"><a:extLst>{before}</a:extLst></a:blip>')
    put_image(element, "rId7", Crop())
    want = f'<a:blip r:embed="rId7">{after}</a:blip>' if after else '<a:blip r:embed="rId7"/>'
    assert shown(element) == want


def test_a_linked_or_empty_frame_gets_an_embedded_image() -> None:
    element = fill('<a:blip r:link="rId2"/>')
    assert read_image(element) == "rId2"
    put_image(element, "rId7", Crop())
    assert shown(element) == '<a:blip r:embed="rId7"/>'
    element = fill("<a:stretch/>")
    put_image(element, "rId7", Crop())
    assert shown(element) == '<a:blip r:embed="rId7"/><a:stretch/>'


def test_a_crop_that_is_no_number_is_none() -> None:
    assert read_crop(fill('<a:srcRect l="x" r="5"/>')) == Crop(right=0.00005)


def test_the_alternative_text_is_set_only_where_it_is_given() -> None:
    frame = etree.fromstring('<docPr descr="옛 그림"/>')
    put_alternative_text(frame, None)
    assert frame.get("descr") == "옛 그림"
    put_alternative_text(frame, "법인 인감")
    assert frame.get("descr") == "법인 인감"
