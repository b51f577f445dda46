"""How the shapes of a slide are spoken of: `S2/ph:title`, `S2/Group 1/NAME`, `S2/#5`. Knows no place, never writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from docforge.formats.fields.addresses import fold, number_equals
from docforge.formats.pptx.deck import Slide
from docforge.formats.pptx.shapes import Shape, title_kind


def shape_addresses(slide: Slide, shapes: Sequence[Shape]) -> list[str]:
    """One address a shape: its kind or index of placeholder, else its name, else its id."""
    told = [_ways(shape) for shape in shapes]
    counts = Counter(fold(way) for ways in told for way in dict.fromkeys(ways))
    chosen = [next((way for way in ways if counts[fold(way)] == 1), ways[-1]) for ways in told]
    return number_equals([f"{slide.at}/{way}" for way in chosen])


def _ways(shape: Shape) -> list[str]:
    """How one may speak of a shape on its slide, best first."""
    kind = title_kind(shape.placeholder)
    ways = [f"ph:{kind}"] if kind in {"title", "subtitle"} else []
    ways += [f"ph:{shape.index}"] if shape.placeholder else []
    return [*ways, shape.path, f"#{shape.id}"]


def other_addresses(slide: Slide, shapes: Sequence[Shape]) -> Iterator[list[str]]:
    """Whatever else a shape may be called by."""
    for shape in shapes:
        kinds = [f"ph:{shape.placeholder}", f"ph:{title_kind(shape.placeholder)}"] if shape.placeholder else []
        yield [f"{slide.at}/{way}" for way in (*_ways(shape), shape.name, *kinds)]
