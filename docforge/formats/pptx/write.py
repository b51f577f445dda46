"""Writes the fillings of one call into the trees of a presentation. Knows no address and checks nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docforge.errors import Notice
from docforge.formats.fields import Filling, Written, XmlPart
from docforge.formats.fields.addresses import fold
from docforge.formats.fields.media import Media
from docforge.formats.pptx.chart_write import plan_chart, write_chart
from docforge.formats.pptx.copies import Copier
from docforge.formats.pptx.deck import Deck
from docforge.formats.pptx.fit import measure_slide, tell_fit
from docforge.formats.pptx.pictures import write_picture
from docforge.formats.pptx.placeholders import fill_placeholders
from docforge.formats.pptx.removal import remove_slide
from docforge.formats.pptx.tables import write_rows
from docforge.formats.pptx.targets import (
    ChartTarget,
    CopiesTarget,
    PictureTarget,
    PlaceholderTarget,
    RowsTarget,
    TextTarget,
    slides_of,
)
from docforge.formats.pptx.text import write_text


class Writer:
    """Collects the parts that one call changes."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._media = Media(deck.package, "ppt/media")
        self._touched: dict[str, XmlPart] = {}
        self._books: dict[str, bytes] = {}
        self._notices: list[Notice] = []
        self._dropped: frozenset[str] = frozenset()

    def write(self, fillings: Sequence[Filling]) -> Written:
        """Placeholders come first: a value that looks like one is none. Copies of a slide come last, as it is then."""
        before = {slide: measure_slide(self._deck, slide.part.root) for slide in slides_of(fillings)}
        self._write_placeholders({one.place.target: one.text for one in fillings if _is_placeholder(one)})
        for filling in fillings:
            self._write(filling)
        copied = [one for one in fillings if isinstance(one.place.target, CopiesTarget)]
        made = {one.place.target.slide: self._write_copies(one, one.place.target) for one in copied}
        for part in (slide.part for slide, parts in made.items() if not parts):
            self._touched.pop(part.name, None)
        for slide, old in before.items():
            for step, part in enumerate(made.get(slide, [slide.part])):
                self._notices += tell_fit(self._deck, slide, old, part.root, f"S{slide.number + step}")
        parts = {name: part.to_bytes() for name, part in self._touched.items()}
        return Written(parts | self._books | dict(self._media.to_parts()), drop=self._dropped, notices=self._notices)

    def _write_placeholders(self, texts: Mapping[PlaceholderTarget, str]) -> None:
        values = {fold(target.name): text for target, text in texts.items()}
        parts = {one.part.name: one.part for target in texts for one in target.occurrences}
        for part in parts.values():
            fill_placeholders(part.root, values)
            self._touch(part)

    def _write(self, filling: Filling) -> None:
        target = filling.place.target
        match target:
            case TextTarget():
                for body in target.bodies:
                    write_text(body, filling.text)
                self._touch(target.part)
            case PictureTarget():
                write_picture(filling, target, self._media)
                self._touch(target.slide.part)
            case RowsTarget():
                drop = filling.item.drop_unused
                target.written[:] = write_rows(target.table, target.block, filling.rows, drop_unused=drop)
                self._touch(target.slide.part)
            case ChartTarget():
                fill = plan_chart(target.chart, filling.series, filling.item.categories)
                self._books[target.chart.book_name] = write_chart(fill)
                self._touch(target.chart.part)
            case _:
                return

    def _write_copies(self, filling: Filling, target: CopiesTarget) -> list[XmlPart]:
        if not filling.rows:
            self._dropped |= remove_slide(self._deck, target.slide, self._media)
            self._touch(self._deck.main)
            return []
        copier = Copier(self._deck, self._media, self._current)
        made = copier.fill(target.slide, target.values(filling.rows))
        target.written[:] = [part.name for part in made]
        self._touch(target.slide.part)
        if len(target.written) > 1:
            self._touch(self._deck.main)
        return made

    def _current(self, name: str) -> bytes:
        """A part as this call has written it until now."""
        if name in self._touched:
            return self._touched[name].to_bytes()
        return self._books.get(name) or self._deck.package.read(name)

    def _touch(self, part: XmlPart) -> None:
        self._touched[part.name] = part


def _is_placeholder(filling: Filling) -> bool:
    return isinstance(filling.place.target, PlaceholderTarget)
