"""What the structure of a sheet says about its cells: merges, headers of tables and filters, pivots, protection.

Knows no caller's item and no value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from docforge.errors import Phrase
from docforge.formats.xlsx.areas import AreaIndex
from docforge.formats.xlsx.markup import child, children, is_true
from docforge.formats.xlsx.refs import Area, Cell, read_area, read_areas
from docforge.formats.xlsx.rules import Rule, read_rules
from docforge.opc import Element

if TYPE_CHECKING:  # a workbook hands out its structures
    from docforge.formats.xlsx.workbook import SheetEntry, Workbook


@dataclass(frozen=True, slots=True)
class Kept:
    """Cells that something other than the caller keeps: a header, or what a pivot table shows. `of` names it."""

    kind: Literal["header", "output"]
    of: Phrase


class Structure:
    """Facts of one worksheet, each read when asked for."""

    def __init__(self, workbook: Workbook, entry: SheetEntry) -> None:
        self._workbook, self._entry = workbook, entry
        self._frame = workbook.frame(entry)
        self._styles: dict[Cell, int] = {}

    @cached_property
    def merges(self) -> AreaIndex[None]:
        """Merged ranges (ECMA-376-1 §18.3.1.55)."""
        found = (read_area(one.get("ref", "")) for one in children(self._frame, "mergeCells", "mergeCell"))
        return AreaIndex((area, None) for area in found if area is not None)

    def merge_at(self, cell: Cell) -> Area | None:
        """The merged range that the cell is part of."""
        found = self.merges.first(cell)
        return found[0] if found else None

    @cached_property
    def kept(self) -> AreaIndex[Kept]:
        """Header and totals rows of ListObjects, header rows of filters and pivot sources, and pivot tables."""
        return AreaIndex((*self._table_rows(), *self._filter_row(), *self._pivot_sources(), *self._pivot_tables()))

    def _table_rows(self) -> Iterator[tuple[Area, Kept]]:
        for table in self._workbook.tables_of(self._entry):
            area = table.area
            if table.header:
                yield area._replace(bottom=area.top), Kept("header", Phrase("table", {"name": table.name}))
            if table.totals:
                yield area._replace(top=area.bottom), Kept("header", Phrase("totals", {"name": table.name}))

    def _filter_row(self) -> Iterator[tuple[Area, Kept]]:
        element = child(self._frame, "autoFilter")
        area = read_area(element.get("ref", "")) if element is not None else None
        if area is not None:
            yield area._replace(bottom=area.top), Kept("header", Phrase("filter", {"range": str(area)}))

    def _pivot_tables(self) -> Iterator[tuple[Area, Kept]]:
        for one in self._workbook.related("pivotTable", self._entry):
            root = self._workbook.read_root(one.target)
            location = child(root, "location")
            area = read_area(location.get("ref", "")) if location is not None else None
            if location is not None and area is not None:
                yield from _pivot_areas(root, location, area)

    def _pivot_sources(self) -> Iterator[tuple[Area, Kept]]:
        for one in self._workbook.related("pivotCacheDefinition"):
            source = child(self._workbook.read_root(one.target), "cacheSource", "worksheetSource")
            area = self._source_area(source) if source is not None else None
            if area is not None:
                yield area._replace(bottom=area.top), Kept("header", Phrase("pivot_source", {"range": str(area)}))

    def _source_area(self, source: Element) -> Area | None:
        """The range that feeds a pivot table, where it lies on this sheet. A ListObject's header is kept as it is."""
        found = self._workbook.find_sheet(source.get("sheet", ""))
        return read_area(source.get("ref", "")) if found and found[0].index == self._entry.index else None

    @cached_property
    def rules(self) -> AreaIndex[Rule]:
        """Data validations by the cells they hold for."""
        return read_rules(self._frame)

    @cached_property
    def protected(self) -> bool:
        """Whether the sheet's protection is on (§18.3.1.85)."""
        return is_true(child(self._frame, "sheetProtection"), "sheet")

    @cached_property
    def open_ranges(self) -> tuple[Area, ...]:
        """Ranges that a protected sheet leaves to everyone (§18.3.1.69): those without a password."""
        ranges = children(self._frame, "protectedRanges", "protectedRange")
        free = (one for one in ranges if not (one.get("password") or one.get("hashValue")))
        return tuple(area for one in free for area in read_areas(one.get("sqref", "")))

    @cached_property
    def columns(self) -> AreaIndex[int]:
        """Styles of whole columns (§18.3.1.13), which a cell without an element of its own takes."""
        return AreaIndex(
            (area, int(one.get("style", "0")))
            for one in children(self._frame, "cols", "col")
            if (area := _column_band(one)) is not None and one.get("style", "0").isdigit()
        )

    def style_at(self, cell: Cell) -> int:
        """Index in cellXfs that the cell is shown by: its own, else its row's, else its column's, else 0."""
        if cell not in self._styles:
            self._styles[cell] = self._find_style(cell)
        return self._styles[cell]

    def _find_style(self, cell: Cell) -> int:
        span = self._workbook.find(self._entry, cell)
        if span is not None:
            return span.style or 0
        row = self._workbook.sheet(self._entry).row_style(cell.row)
        if row is not None:
            return row
        column = self.columns.first(cell)
        return column[1] if column else 0


def _column_band(element: Element) -> Area | None:
    first, last = element.get("min", ""), element.get("max", "")
    if not (first.isdigit() and last.isdigit()):
        return None
    return Area(1, int(first), 1_048_576, int(last))


def _pivot_areas(root: Element, location: Element, area: Area) -> Iterator[tuple[Area, Kept]]:
    """Header rows of a pivot table, and the rest of what it shows, its page fields above included."""
    of = Phrase("pivot", {"name": root.get("name", "")})
    given = location.get("firstDataRow", "1")
    headers = int(given) if given.isdigit() else 1
    top = min(area.top + headers, area.bottom + 1)
    if top > area.top:
        yield area._replace(bottom=top - 1), Kept("header", of)
    if top <= area.bottom:
        yield area._replace(top=top), Kept("output", of)
    pages = location.get("rowPageCount", "0")
    if pages.isdigit() and int(pages):
        above = Area(max(area.top - int(pages) - 1, 1), area.left, area.top - 1, area.left + 1)
        yield above, Kept("output", of)
