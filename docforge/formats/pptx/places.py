"""The places of the shapes of one slide, with their addresses. Knows no value and never writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docforge.errors import Phrase
from docforge.formats.fields import Place
from docforge.formats.fields.place import Kind, Takes
from docforge.formats.pptx.addresses import other_addresses, shape_addresses
from docforge.formats.pptx.charts import Chart, ChartSeries, find_chart
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.markup import A, P, local
from docforge.formats.pptx.placeholders import find_placeholders
from docforge.formats.pptx.shapes import Shape, Size, read_shapes
from docforge.formats.pptx.spans import span_of
from docforge.formats.pptx.table_places import table_places
from docforge.formats.pptx.tables import read_table
from docforge.formats.pptx.targets import ChartTarget, PictureTarget, TextTarget
from docforge.formats.pptx.text import holds_field, holds_formula, read_text
from docforge.opc import Element

_LONGEST_GUIDE = 80
_LONGEST_CHART = 600
_MEDIA = ("videoFile", "audioFile", "audioCd", "wavAudioFile", "quickTimeFile")
# Empty placeholders that take neither text nor a picture, and graphic frames that another program fills.
_OBJECTS = {"chart": "chart", "tbl": "table", "dgm": "smart_art", "media": "media"}
_FRAMES = {"diagram": "smart_art", "ole": "ole", "chartex": "chartex"}


def slide_places(deck: Deck, slide: Slide) -> Iterator[Place]:
    """Every place of a slide's own shapes and its notes, in document order."""
    shapes = list(read_shapes(slide.part.root))
    inherited = deck.inherited(slide)
    for shape, at, also in zip(shapes, shape_addresses(slide, shapes), other_addresses(slide, shapes), strict=True):
        places = list(_Reader(deck, slide, shape, inherited.of(shape)).places(at))
        for place in places:
            place.also = (*place.also, *(f"{other}{place.at.removeprefix(at)}" for other in also))
            yield place
    yield from _notes(deck, slide)


# ── what a shape is ───────────────────────────────────────────────────────────────────────────────────────────────────


class _Reader:
    """Tells the places of one shape; `inherited` are the placeholders that it takes after, nearest first."""

    def __init__(self, deck: Deck, slide: Slide, shape: Shape, inherited: Sequence[Shape]) -> None:
        self._deck, self._slide, self._shape, self._inherited = deck, slide, shape, inherited

    def places(self, at: str) -> Iterator[Place]:
        match self._shape.kind:
            case "sp":
                yield self._text_or_picture(at)
            case "pic":
                yield self._picture(at)
            case _:
                yield from self._frame(at)

    @property
    def _size(self) -> Size | None:
        found = (one.size for one in (self._shape, *self._inherited))
        return next((size for size in found if size), None)

    @property
    def _label(self) -> str:
        """The name of a shape whose address is that of a placeholder."""
        return self._shape.name if self._shape.placeholder else ""

    def _text_or_picture(self, at: str) -> Place:
        kind, body = self._shape.placeholder, self._shape.body
        if kind in {"pic", "clipArt"}:
            return self._picture(at)
        if kind in _OBJECTS:
            return self._refused(at, Phrase(f"pptx_empty_{_OBJECTS[kind]}"))
        if not kind and not read_text(body).strip() and self._shape.element.find(f"{P}spPr/{A}blipFill") is not None:
            return self._picture(at)
        return self._text(at)

    def _text(self, at: str) -> Place:
        body, spans = self._shape.body, [span_of(self._slide.part, one) for one in self._shape.bodies]
        now = read_text(body)
        target = TextTarget(self._slide, self._slide.part, self._shape.bodies, self._inherited, self._size)
        place = Place(at, "text" if self._shape.placeholder else "shape", target, now=now, label=self._label)
        place.spans, place.soft_breaks = spans, True
        if body is None:
            return self._refused(at, Phrase("pptx_no_text"), listed=False)
        if holds_field(body) or holds_formula(body):
            why = Phrase("pptx_field" if holds_field(body) else "pptx_formula")
            return self._refused(at, why, now=now)
        place.guide = "" if now.strip() else self._guide
        held = "{{" in now and any(find_placeholders(body))
        place.listed = not held and bool(now.strip() or self._shape.placeholder)
        return place

    @property
    def _guide(self) -> str:
        """What PowerPoint shows in an empty placeholder: the text of the layout's."""
        told = read_text(self._inherited[0].body) if self._inherited else ""
        return told.replace("\v", " ").replace("\n", " ")[:_LONGEST_GUIDE].strip()

    def _refused(self, at: str, why: Phrase, *, now: str = "", listed: bool = True, takes: Takes = "value") -> Place:
        label = self._label or ("" if self._shape.name in at else self._shape.name)
        return Place(
            at, "calculated", now=now, label=label, fault="calculated", why_not=why, listed=listed, takes=takes
        )

    def _picture(self, at: str) -> Place:
        if self._shape.element.find(f"*/{P}nvPr") is not None and self._plays():
            return self._refused(at, Phrase("pptx_plays"), takes="image")
        target = PictureTarget(self._slide, self._shape, self._size)
        now = "" if self._shape.kind == "sp" and self._shape.placeholder else self._described
        guide = self._guide if self._shape.kind == "sp" else ""
        spans = [span_of(self._slide.part, self._shape.element)]
        return Place(at, "picture", target, now=now, label=self._label, guide=guide, takes="image", spans=spans)

    def _plays(self) -> bool:
        held = self._shape.element.find(f"*/{P}nvPr")
        return held is not None and any(local(one) in _MEDIA for one in held)

    @property
    def _described(self) -> str:
        """What the alternative text says of a picture."""
        properties = self._shape.properties
        return "" if properties is None else (properties.get("descr") or "").strip()

    def _frame(self, at: str) -> Iterator[Place]:
        content = self._shape.content
        kind = "" if content is None else content.get("uri", "").rpartition("/")[2].lower()
        table = read_table(self._shape)
        if table is not None:
            yield from table_places(self._slide, table, at)
        elif kind == "chart" and content is not None:
            yield self._chart(at, content)
        else:
            yield self._refused(at, Phrase(f"pptx_{_FRAMES.get(kind, 'object')}"))

    def _chart(self, at: str, content: Element) -> Place:
        chart = find_chart(self._deck, self._slide.part.name, content)
        why = Phrase("pptx_chart_missing") if chart is None else chart.why_not
        if chart is None or why is not None:
            return self._refused(
                at, why or Phrase("pptx_object"), now=_tell_chart(chart) if chart else "", takes="series"
            )
        target = ChartTarget(self._slide, chart)
        spans = [span_of(self._slide.part, self._shape.element)]
        label = chart.title or ("" if self._shape.name in at else self._shape.name)
        return Place(
            at, "chart", target, now=_tell_chart(chart), label=label, columns=chart.names, takes="series", spans=spans
        )


def _tell_chart(chart: Chart) -> str:
    """What a chart shows: its categories, then each series with its values."""
    lines = [", ".join(chart.categories), *map(_tell_series, chart.names, chart.series)]
    told = "\n".join(filter(None, lines))
    return told if len(told) <= _LONGEST_CHART else f"{told[:_LONGEST_CHART]}…"


def _tell_series(name: str, series: ChartSeries) -> str:
    return f"{name}: {', '.join(series.values.texts if series.values else ())}"


# ── notes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _notes(deck: Deck, slide: Slide) -> Iterator[Place]:
    part = deck.part(slide.notes) if slide.notes else None
    for shape in read_shapes(part.root) if part else ():
        if part and shape.placeholder == "body" and shape.bodies:
            kind: Kind = "notes"
            target = TextTarget(slide, part, shape.bodies)
            spans = [span_of(part, one) for one in shape.bodies]
            now = read_text(shape.body)
            listed = "{{" not in now or not any(find_placeholders(shape.bodies[0]))
            place = Place(f"{slide.at}/notes", kind, target, now=now, spans=spans, listed=listed, soft_breaks=True)
            if any(map(holds_field, shape.bodies)):
                place.fault, place.why_not = "calculated", Phrase("pptx_field")
            yield place
            return
