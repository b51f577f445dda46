"""Tells which texts of slides came to be too high for their frames, and tables for their slides (SLIDE-3).

Compares a slide before and after the writing. Knows no value and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    found = {
        place: overflow
        for place, (old, new) in enumerate(zip(before, after, strict=True))
        if new.text != old.text and (overflow := _overflow(deck, slide, new.shape))
    }
    worse = _find_worse(deck, slide, found)
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if place in worse:
            facts = {"needed": round(worse[place].needed), "room": round(worse[place].room)}
            yield Notice("overflow", {"at": _address(slide, after, place, at), **facts})
        if new.below > old.below:
            yield Notice("off_slide", {"at": _address(slide, after, place, at), "below": round(new.below)})


def _address(slide: Slide, shapes: Sequence[Measure], place: int, at: str) -> str:
    return shape_addresses(slide, [one.shape for one in shapes])[place].replace(slide.at, at, 1)


def _overflow(deck: Deck, slide: Slide, shape: Shape) -> Overflow | None:
    inherited = deck.inherited(slide).of(shape)
    size = next((one.size for one in (shape, *inherited) if one.size), None)
    master = deck.part(slide.master).root if slide.master else None
    return None if shape.body is None else find_overflow(shape.body, inherited, size, master)


def _find_worse(deck: Deck, slide: Slide, found: Mapping[int, Overflow]) -> dict[int, Overflow]:
    """Those of the overflows whose text needed less height in the slide as the package has it."""
    if not found:
        return {}
    shapes = list(read_shapes(XmlPart(deck.package, slide.part.name).root))
    old = {place: _overflow(deck, slide, shapes[place]) for place in found}
    return {place: new for place, new in found.items() if (was := old[place]) is None or new.needed > was.needed}
