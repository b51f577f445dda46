"""Tells which texts of slides came to be too high for their frames, and tables for their slides (SLIDE-3).

Compares a slide before and after the writing. Knows no value and never writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docforge.errors import Notice
from docforge.formats.pptx.addresses import shape_addresses
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.markup import EMU_A_POINT, A, P, number
from docforge.formats.pptx.overflow import Overflow, find_overflow
from docforge.formats.pptx.shapes import Inherited, Shape, read_shapes
from docforge.formats.pptx.text import read_text
from docforge.opc import Element


@dataclass(frozen=True, slots=True)
class Measure:
    """One shape as it is: its text, by how much that overflows, and how far its frame reaches below the slide."""

    shape: Shape
    text: str
    overflow: Overflow | None
    below: float


def measure_slide(deck: Deck, slide: Slide, root: Element) -> list[Measure]:
    """Every shape of a slide, of which `root` is the tree (its own, or that of a copy)."""
    layout, master = (deck.part(name).root if name else None for name in (slide.layout, slide.master))
    inherited = Inherited(layout, master)
    height = number(deck.main.root.find(f"{P}sldSz"), "cy")
    return [_measure(shape, inherited.of(shape), master, height) for shape in read_shapes(root)]


def _measure(shape: Shape, inherited: Sequence[Shape], master: Element | None, height: int) -> Measure:
    size = next((one.size for one in (shape, *inherited) if one.size), None)
    body = shape.body
    overflow = None if body is None else find_overflow(body, inherited, size, master)
    return Measure(shape, read_text(body), overflow, _below(shape, height))


def _below(shape: Shape, height: int) -> float:
    """How far a graphic frame reaches below the slide, in points; 0 where it does not."""
    frame = shape.element.find(f"{P}xfrm")
    if frame is None or not height or shape.groups:
        return 0
    end = number(frame.find(f"{A}off"), "y") + number(frame.find(f"{A}ext"), "cy")
    return max(0, end - height) / EMU_A_POINT


def tell_fit(slide: Slide, before: Sequence[Measure], after: Sequence[Measure], at: str) -> Iterator[Notice]:
    """What a person would see to be too large now and was not before; `at` is the slide's address afterwards."""
    addresses = shape_addresses(slide, [one.shape for one in after])
    for address, old, new in zip(addresses, before, after, strict=True):
        told = address.replace(slide.at, at, 1)
        if new.overflow is not None and new.text != old.text and _is_worse(old.overflow, new.overflow):
            facts = {"at": told, "needed": round(new.overflow.needed), "room": round(new.overflow.room)}
            yield Notice("overflow", facts)
        if new.below > old.below:
            yield Notice("off_slide", {"at": told, "below": round(new.below)})


def _is_worse(old: Overflow | None, new: Overflow) -> bool:
    return old is None or new.needed > old.needed
