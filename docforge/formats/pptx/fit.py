"""Tells which texts of slides came to be too high for their frames, and tables for their slides (SLIDE-3).

Compares a slide before and after the writing. Knows no value and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docforge.errors import Notice
from docforge.formats.fields import XmlPart
from docforge.formats.pptx.addresses import shape_addresses
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.markup import EMU_A_POINT, A, P, number
from docforge.formats.pptx.overflow import Overflow, find_overflow
from docforge.formats.pptx.shapes import Shape, read_shapes
from docforge.formats.pptx.text import read_text
from docforge.opc import Element


@dataclass(frozen=True, slots=True)
class Measure:
    """One shape as it is: its text, and how far its frame reaches below the slide in points."""

    shape: Shape
    text: str
    below: float


def measure_slide(deck: Deck, root: Element) -> list[Measure]:
    """Every shape of a slide, of which `root` is the tree (its own, or that of a copy)."""
    height = number(deck.main.root.find(f"{P}sldSz"), "cy")
    return [Measure(shape, read_text(shape.body), _below(shape, height)) for shape in read_shapes(root)]


def _below(shape: Shape, height: int) -> float:
    """How far a graphic frame reaches below the slide; 0 where it does not."""
    frame = shape.element.find(f"{P}xfrm")
    if frame is None or not height or shape.groups:
        return 0
    end = number(frame.find(f"{A}off"), "y") + number(frame.find(f"{A}ext"), "cy")
    return max(0, end - height) / EMU_A_POINT


def tell_fit(deck: Deck, slide: Slide, before: Sequence[Measure], root: Element, at: str) -> Iterator[Notice]:
    """What a person would see to be too large now and was not before; `at` is the slide's address afterwards."""
    after = measure_slide(deck, root)
    addresses = shape_addresses(slide, [one.shape for one in after])
    for place, (address, old, new) in enumerate(zip(addresses, before, after, strict=True)):
        told = address.replace(slide.at, at, 1)
        overflow = _overflow(deck, slide, new.shape) if new.text != old.text else None
        if overflow is not None and _is_worse(deck, slide, place, overflow):
            yield Notice("overflow", {"at": told, "needed": round(overflow.needed), "room": round(overflow.room)})
        if new.below > old.below:
            yield Notice("off_slide", {"at": told, "below": round(new.below)})


def _overflow(deck: Deck, slide: Slide, shape: Shape) -> Overflow | None:
    inherited = deck.inherited(slide).of(shape)
    size = next((one.size for one in (shape, *inherited) if one.size), None)
    master = deck.part(slide.master).root if slide.master else None
    return None if shape.body is None else find_overflow(shape.body, inherited, size, master)


def _is_worse(deck: Deck, slide: Slide, place: int, new: Overflow) -> bool:
    """Whether the text did not need as much height in the slide as the package has it."""
    shapes = list(read_shapes(XmlPart(deck.package, slide.part.name).root))
    old = _overflow(deck, slide, shapes[place])
    return old is None or new.needed > old.needed
