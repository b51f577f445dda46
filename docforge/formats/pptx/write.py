"""Writes the fillings of one call into the trees of a presentation. Knows no address and checks nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docforge.formats.fields import Filling, Written, XmlPart
from docforge.formats.fields.addresses import fold
from docforge.formats.fields.media import Media
from docforge.formats.pptx.chart_write import plan_chart, write_chart
from docforge.formats.pptx.pictures import write_picture
from docforge.formats.pptx.placeholders import fill_placeholders
from docforge.formats.pptx.tables import write_rows
from docforge.formats.pptx.targets import ChartTarget, PictureTarget, PlaceholderTarget, RowsTarget, TextTarget
from docforge.formats.pptx.text import write_text
from docforge.opc import Package


class Writer:
    """Collects the parts that one call changes."""

    def __init__(self, package: Package) -> None:
        self._media = Media(package, "ppt/media")
        self._touched: dict[str, XmlPart] = {}
        self._books: dict[str, bytes] = {}

    def write(self, fillings: Sequence[Filling]) -> Written:
        """Placeholders come first: a value that looks like one is none."""
        self._write_placeholders({one.place.target: one.text for one in fillings if _is_placeholder(one)})
        for filling in fillings:
            self._write(filling)
        parts = {name: part.to_bytes() for name, part in self._touched.items()}
        return Written(parts | self._books | dict(self._media.to_parts()))

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

    def _touch(self, part: XmlPart) -> None:
        self._touched[part.name] = part


def _is_placeholder(filling: Filling) -> bool:
    return isinstance(filling.place.target, PlaceholderTarget)
