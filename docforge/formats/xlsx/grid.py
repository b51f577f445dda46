"""One sheet as a person sees it: merged ranges as one cell, labels apart from places to fill.

Knows what single cells hold and look like; which label belongs to which place is for `labels`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from docforge.formats.xlsx.areas import AreaIndex, size
from docforge.formats.xlsx.contents import BLANK, Content, span_content
from docforge.formats.xlsx.formula.resolve import read_areas_of
from docforge.formats.xlsx.looks import Look, Looks
from docforge.formats.xlsx.markup import children, is_true
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.sheet import CellSpan, Sheet
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

MOST_CELLS = 40_000
LONG_LABEL = 60
_MOST_RULED, _SHORT_AREA = 2_000, 200
_PLACEHOLDER = re.compile(r"\{\{.+?\}\}|\$[{[].+?[}\]]|<<.+?>>|^\[.+\]$|^\((예|예시|e\.g\.)|^예[:)]|○{2,}|_{3,}")
_SEAL = re.compile(r"[(（](인|印|서명|날인|서명 또는 인)[)）]")
_DATA = re.compile(r"\d{4,}|@|https?:")
_LETTER = re.compile(r"[^\W\d_]")
UNITS = frozenset(
    {
        "원",
        "천원",
        "만원",
        "백만원",
        "억원",
        "달러",
        "%",
        "％",
        "개",
        "명",
        "인",
        "건",
        "식",
        "대",
        "매",
        "부",
        "권",
        "회",
        "일",
    }
    | {
        "개월",
        "월",
        "년",
        "시간",
        "시",
        "분",
        "박",
        "kg",
        "g",
        "t",
        "m",
        "cm",
        "mm",
        "㎡",
        "m²",
        "㎥",
        "km",
        "ea",
        "EA",
    }
    | {"set", "SET", "KRW", "USD", "EUR", "JPY"}
)


class Grid:
    """The cells of one sheet, at most MOST_CELLS of them (`cut` says that there are more)."""

    def __init__(self, workbook: Workbook, entry: SheetEntry, area: Area | None = None) -> None:
        self.workbook, self.entry = workbook, entry
        self.structure = workbook.structure(entry)
        self._looks = Looks(workbook)
        self.contents: dict[Cell, Content] = {}
        self.styles: dict[Cell, int] = {}
        spans = workbook.sheet(entry).cells(area)
        for span in islice(spans, MOST_CELLS):
            self.styles[span.cell] = span.style or 0
            if not _is_bare(workbook.sheet(entry), span) and (content := span_content(workbook, entry, span)) != BLANK:
                self.contents[span.cell] = content
        self.cut = next(spans, None) is not None

    # ── single cells ──────────────────────────────────────────────────────────────────────────────────────────────

    def at(self, cell: Cell) -> Content:
        """What the cell holds."""
        return self.contents.get(cell, BLANK)

    def look(self, cell: Cell) -> Look:
        """How the cell looks: its own style, else its row's, else its column's."""
        style = self.styles.get(cell)
        return self._looks.at(self.structure.style_at(cell) if style is None else style)

    def area(self, cell: Cell) -> Area:
        """The merged range that the cell is part of, or the cell alone."""
        return self.structure.merge_at(cell) or Area(*cell, *cell)

    def anchor(self, cell: Cell) -> Cell:
        """The cell that a value would be written to: the top left of its merged range."""
        return self.area(cell).first

    def computed(self, cell: Cell) -> bool:
        """Whether a formula fills the cell."""
        return self.at(cell).formula or self.workbook.computed(self.entry).blocks.first(cell) is not None

    # ── areas ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def bounds(self) -> Area:
        """The rectangle around everything that holds or shows something; A1 on an empty sheet."""
        cells = self.styles or {Cell(1, 1): 0}
        rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
        return Area(min(rows), min(columns), max(rows), max(columns))

    @cached_property
    def columns(self) -> dict[int, list[Cell]]:
        """The cells that hold something, by column, from top to bottom."""
        found: defaultdict[int, list[Cell]] = defaultdict(list)
        for cell in sorted(self.contents):
            found[cell.column].append(cell)
        return found

    @cached_property
    def _sources(self) -> AreaIndex[None]:
        """Cells of this sheet that feed drop-downs: neither labels nor places."""
        lists = ((area, rule) for area, rule in self.structure.rules if rule.kind == "list" and rule.inline is None)
        reads = (
            read.area
            for area, rule in lists
            for read in read_areas_of(self.workbook, self.entry, area.first, rule.formula_at(area.first)).areas
            if read.sheet.index == self.entry.index
        )
        return AreaIndex((area, None) for area in reads)

    @cached_property
    def _locks_tell(self) -> bool:
        """Whether the author unlocked the cells to fill: some are, and texts mostly are not."""
        if self.structure.protected:
            return True
        texts = [self.look(cell).locked for cell, content in self.contents.items() if content.is_label]
        free = any(not self._looks.at(style).locked for style in set(self.styles.values()))
        return free and sum(texts) > len(texts) * 0.9

    @cached_property
    def cells(self) -> list[Cell]:
        """Cells that there is something to say of, in reading order: those with an element or under a rule."""
        areas = (self._in_use(area) for area, _ in self.structure.rules)
        ruled = (Cell(*at) for area in areas if size(area) <= _MOST_RULED for at in _walk(area))
        return sorted({self.anchor(cell) for cell in (*self.styles, *ruled)})

    def _in_use(self, area: Area) -> Area:
        """A long area down to the last row that holds something; a short one as it is."""
        short = size(area) <= _SHORT_AREA
        return area if short else area._replace(bottom=max(area.top, min(area.bottom, self.bounds.bottom)))

    # ── what a person would say of a cell ─────────────────────────────────────────────────────────────────────────

    def is_free(self, cell: Cell) -> bool:
        """Unlocked, on a sheet where that was done on purpose."""
        return self._locks_tell and not self.look(cell).locked

    def is_kept(self, cell: Cell) -> bool:
        """Locked, on a sheet where the cells to fill are not."""
        return self._locks_tell and self.look(cell).locked

    def is_ruled(self, cell: Cell) -> bool:
        """Under a data validation."""
        return self.structure.rules.first(cell) is not None

    def is_source(self, cell: Cell) -> bool:
        """One of the values that a drop-down of this sheet offers."""
        return self._sources.first(cell) is not None

    def is_placeholder(self, cell: Cell) -> bool:
        """A text that stands where a value is to come: `{{name}}`, `[name]`, `(예) 품목`."""
        content = self.at(cell)
        return content.is_label and _PLACEHOLDER.search(content.text.strip()) is not None

    def is_label(self, cell: Cell) -> bool:
        """A constant text that names something."""
        content = self.at(cell)
        return (
            content.is_label
            and _LETTER.search(content.text) is not None
            and _DATA.search(content.text) is None
            and not self.is_placeholder(cell)
            and not self.is_ruled(cell)
            and not self.is_source(cell)
            and not self.is_free(cell)
            and content.text.strip() not in UNITS
            and not _SEAL.fullmatch(content.text.strip())
        )

    def is_meant(self, cell: Cell) -> bool:
        """A place that the form itself marks as one: by a rule, an open lock or a placeholder."""
        return self.is_ruled(cell) or self.is_free(cell) or self.is_placeholder(cell)

    def is_box(self, cell: Cell) -> bool:
        """An empty cell drawn as a place: with a border or merged, and in sight."""
        return (
            self.at(cell).is_empty
            and cell.column not in self._hidden
            and (bool(self.sides(cell)) or self.structure.merge_at(cell) is not None)
        )

    def is_title(self, cell: Cell) -> bool:
        """Set in larger type than what the sheet mostly holds."""
        return self.look(cell).size > self._usual_size * 1.25

    def sides(self, cell: Cell) -> frozenset[str]:
        """The sides on which the cell's area has a border."""
        area = self.area(cell)
        return self.look(area.first).sides | self.look(Cell(area.bottom, area.right)).sides

    @cached_property
    def _usual_size(self) -> float:
        sizes = Counter(self.look(cell).size for cell, content in self.contents.items() if not content.is_empty)
        return sizes.most_common(1)[0][0] if sizes else 11

    @cached_property
    def _hidden(self) -> frozenset[int]:
        columns = children(self.workbook.frame(self.entry), "cols", "col")
        bands = (
            range(int(one.get("min", "1")), int(one.get("max", "0")) + 1) for one in columns if is_true(one, "hidden")
        )
        return frozenset(column for band in bands for column in band)

    def text(self, cell: Cell) -> str:
        """The cell's text on one line."""
        return " ".join(self.at(cell).text.split())

    # ── neighbours ────────────────────────────────────────────────────────────────────────────────────────────────

    def leftward(self, cell: Cell) -> Iterator[Cell]:
        """Anchors to the left of the cell's area, in its top row, nearest first."""
        area = self.area(cell)
        column = area.left - 1
        while column >= self.bounds.left:
            near = self.area(Cell(area.top, column))
            yield near.first
            column = near.left - 1

    def upward(self, cell: Cell) -> Iterator[Cell]:
        """Anchors above the cell's area, in its left column, nearest first."""
        area = self.area(cell)
        row = area.top - 1
        while row >= self.bounds.top:
            near = self.area(Cell(row, area.left))
            yield near.first
            row = near.top - 1

    def right_of(self, cell: Cell) -> Cell:
        """The anchor next to the cell's area on the right."""
        area = self.area(cell)
        return self.anchor(Cell(area.top, area.right + 1))

    def below(self, cell: Cell) -> Cell:
        """The anchor next to the cell's area below."""
        area = self.area(cell)
        return self.anchor(Cell(area.bottom + 1, area.left))


def _is_bare(sheet: Sheet, span: CellSpan) -> bool:
    """Whether the element has no content, so that nothing need be read."""
    return sheet.data[span.end - 2 : span.end] == b"/>" and sheet.data.find(b"<", span.start + 1, span.end) < 0


def _walk(area: Area) -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(area.top, area.bottom + 1) for column in range(area.left, area.right + 1))
