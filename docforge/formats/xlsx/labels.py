"""Which text of a form names which place. One finder for reading a form and for keeping its labels unharmed.

`read_labels(workbook, sheet)` gives the places with their labels' cells; `find_place(workbook, sheet, cell)` gives the
place that a text of the form labels, which a fill must not write over. Knows no caller's item.

A label stands left of its place, or above it, or right of a box to tick. Every pair that is thinkable has a price:
next to each other is cheap, across empty cells or other places is dear, and what the form marks as a place (by a rule,
an open lock, a placeholder) may pay more than a drawn box. The cheapest pairs are taken first; a label that names what
stands right of it does not name what stands below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from typing import Literal

from docforge.formats.xlsx.areas import AreaIndex
from docforge.formats.xlsx.blocks import TOTAL, Block, find_blocks
from docforge.formats.xlsx.grid import LONG_LABEL, UNITS, Grid
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

Side = Literal["left", "above", "right"]
_MOST = {"meant": 5.0, "value": 3.0, "formula": 3.5, "blank": 2.4, "box": 1.2}
_STEP = {"left": 0.5, "above": 1.5}  # for each empty cell between
_APART, _SHARED, _TAKEN, _OTHER_GROUP, _WIDE, _TALL, _SENTENCE, _TITLE = 1.5, 0.2, 1.0, 3.0, 4.0, 1.0, 2.0, 2.0
_MARKED = 1.2
_SENTENCE_FORM = re.compile(r"[:：]\s*\S|[다요오][.。]$|(\S+\s+){3,}\S+[.!?。]$")
_CODE = re.compile(r"^[^a-zA-Z가-힣]*\d[^a-zA-Z가-힣]*$")
_DASHES = frozenset({"~", "～", "-", "–", "—", "/"})
_SHORT = 20
_FARTHEST = 8
_BOX = 3  # sides of a border that make one
_WINDOW = 60


@dataclass(frozen=True, slots=True, order=True)
class _Offer:
    """A label that could name a place, and what that would cost."""

    price: float
    place: Cell
    label: Cell
    side: Side


class Labels:
    """The places of one sheet outside its item blocks, and the labels of those that have one."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.blocks: list[Block] = find_blocks(grid)
        self._taken = AreaIndex((block.whole, None) for block in self.blocks)
        self.of: dict[Cell, Cell] = {}
        self._sides: dict[Cell, Side] = {}
        for offer in sorted(self._offers()):
            if offer.place not in self.of and self._sides.get(offer.label, offer.side) == offer.side:
                self._take(offer.place, offer.label, offer.side)
        self._pair_plain_cells()
        self._pair_texts_in_line()
        self._pair_far_ends()

    def _take(self, place: Cell, label: Cell, side: Side) -> None:
        self.of[place] = label
        self._sides[label] = side

    @cached_property
    def places(self) -> dict[Cell, str]:
        """Cells that could be filled, or are computed, by what marks them: meant, value, formula, blank or box."""
        found = ((cell, self._kind(cell)) for cell in self.grid.cells if not self._taken.first(cell))
        return {cell: kind for cell, kind in found if kind}

    def _kind(self, cell: Cell) -> str:
        grid = self.grid
        if self._is_reserved(cell) or grid.is_source(cell):
            return ""
        if grid.computed(cell):
            return "formula"
        return "meant" if grid.is_meant(cell) else self._kind_by_content(cell)

    def _is_reserved(self, cell: Cell) -> bool:
        """Whether a table, filter or pivot table keeps the cell for itself, so that no fill may write there."""
        return self.grid.structure.kept.first(cell) is not None

    def _kind_by_content(self, cell: Cell) -> str:
        grid, content = self.grid, self.grid.at(cell)
        if grid.is_label(cell):
            return "value" if self._is_answer(cell) or self._is_in_box(cell) else ""
        if cell in grid.contents and content.is_empty:
            return "blank"
        if not content.is_empty:
            return "value" if self._is_written_in(cell) else ""
        return "box" if grid.is_box(cell) else ""

    def _is_written_in(self, cell: Cell) -> bool:
        """Whether what is no label is a value that someone wrote: a number, a tick, a code, or a text in a box."""
        grid, content = self.grid, self.grid.at(cell)
        if grid.is_kept(cell) or content.text.strip() in UNITS:
            return False
        bare = content.kind != "text" or _CODE.search(content.text) is not None
        return bare or self._is_answer(cell) or self._is_in_box(cell)

    def _is_answer(self, cell: Cell) -> bool:
        """Whether a text is what was put beside or below a label that ends in a colon."""
        grid = self.grid
        left, above = (next(way(cell), None) for way in (grid.leftward, grid.upward))
        asking = [one for one in (left, above) if one is not None and self._asks(one)]
        return not self._asks(cell) and any(
            grid.look(one) != grid.look(cell) and (one == left or grid.area(one).right == grid.area(cell).right)
            for one in asking
        )

    def _is_in_box(self, cell: Cell) -> bool:
        """Whether a text stands in a plain box right of a label on a coloured ground."""
        grid = self.grid
        left = next(grid.leftward(cell), None)
        if left is None or not grid.is_label(left) or not grid.look(left).filled:
            return False
        return not grid.look(cell).filled and len(grid.sides(cell)) >= _BOX

    def _asks(self, cell: Cell) -> bool:
        return self.grid.is_label(cell) and self.grid.text(cell).endswith((":", "："))

    # ── what a label would cost ───────────────────────────────────────────────────────────────────────────────────

    def _offers(self) -> Iterator[_Offer]:
        for place, kind in self.places.items():
            for offer in (*self._to_left(place), *self._above(place), *self._to_right(place)):
                if offer.price <= _MOST[kind] and (kind != "box" or self._is_drawn_apart(offer)):
                    yield replace(offer, price=offer.price - _MARKED) if kind == "meant" else offer

    def _to_left(self, place: Cell) -> Iterator[_Offer]:
        for label, price in self._along(place, "left"):
            other = _OTHER_GROUP if self._lies_in_other_group(label, place) else 0.0
            yield _Offer(price + other, place, label, "left")

    def _above(self, place: Cell) -> Iterator[_Offer]:
        for label, price in islice(self._along(place, "above"), 1):
            headed = self.grid.is_label(self.grid.right_of(label))
            yield _Offer(price + self._misfit(label, place) + (0.6 if headed else 1.0), place, label, "above")

    def _misfit(self, label: Cell, place: Cell) -> float:
        """What it costs that a label above is wider than its place, or so tall that it names rows."""
        own, under = self.grid.area(label), self.grid.area(place)
        return (_WIDE if own.right > under.right else 0.0) + (_TALL if own.bottom > own.top else 0.0)

    def _to_right(self, place: Cell) -> Iterator[_Offer]:
        label = self.grid.right_of(place)
        if self.grid.at(place).kind == "boolean" and self._names(label):
            yield _Offer(_APART, place, label, "right")

    def _along(self, place: Cell, side: Side) -> Iterator[tuple[Cell, float]]:
        """Labels on one side, nearest first, with the price of the way to each."""
        empty = others = 0
        for cell in self.grid.leftward(place) if side == "left" else self.grid.upward(place):
            if self._names(cell):
                away = _APART if empty or others else 0.0
                away += _TAKEN if others and self._next_to(cell, side) in self.places else 0.0
                yield cell, away + self._doubt(cell) + empty * _STEP[side] + others * _SHARED
                others += 1
            elif cell in self.places:
                others += 1
            else:
                empty += 1
            if empty > _FARTHEST or self._taken.first(cell):
                return

    def _next_to(self, label: Cell, side: Side) -> Cell:
        return self.grid.right_of(label) if side == "left" else self.grid.below(label)

    def _doubt(self, label: Cell) -> float:
        """What it costs that a text reads like a sentence or stands there as a title."""
        text = self.grid.text(label)
        sentence = len(text) > LONG_LABEL or _SENTENCE_FORM.search(text) is not None
        return (_SENTENCE if sentence else 0.0) + (_TITLE if self.grid.is_title(label) else 0.0)

    def _is_drawn_apart(self, offer: _Offer) -> bool:
        """Whether an empty cell is a box of its own, not the rest of its label's line, bar or sum."""
        grid, place, label = self.grid, offer.place, offer.label
        if (offer.side == "above" or self._is_total(label)) and self._has_formula_after(label):
            return False
        own, other = grid.sides(place), grid.sides(label)
        same = grid.look(place).filled and grid.look(label).filled and grid.look(place) == grid.look(label)
        return not same and (len(own) >= _BOX or own != other)

    def _is_total(self, label: Cell) -> bool:
        return TOTAL.fullmatch(self.grid.text(label).rstrip(": ")) is not None

    def _has_formula_after(self, label: Cell) -> bool:
        columns = range(label.column + 1, self.grid.bounds.right + 1)
        return any(self.grid.at(Cell(label.row, column)).formula for column in columns)

    def _names(self, cell: Cell) -> bool:
        return self.grid.is_label(cell) and cell not in self.places and not self._taken.first(cell)

    def _lies_in_other_group(self, label: Cell, place: Cell) -> bool:
        """Whether wide headers above, side by side, stand over the one and over the other."""
        for above in islice(self.grid.upward(label), _FARTHEST):
            over = self.grid.area(above)
            if over.left < over.right < place.column:
                beside = self.grid.area(Cell(over.top, over.right + 1))
                held = self.grid.at(over.first).kind != "blank" and self.grid.at(beside.first).kind != "blank"
                return held and beside.left < beside.right
        return False

    # ── places that nothing marks ─────────────────────────────────────────────────────────────────────────────────

    def _pair_plain_cells(self) -> None:
        """Gives a label its undrawn empty cell on the right, if it ends in a colon, or is in line with other pairs.

        On a sheet where nothing is drawn, a column of short labels will do.
        """
        lines = Counter((label.column, place.column) for place, label in self.of.items())
        free = [label for label in sorted(self.grid.contents) if self._is_plain_place(label, self.grid.right_of(label))]
        listed = Counter(label.column for label in free) if self._is_undrawn else Counter[int]()
        for label in free:
            place = self.grid.right_of(label)
            in_line = lines[label.column, place.column] > (0 if self._is_undrawn else 1)
            in_list = listed[label.column] > 1 or (place in self.grid.styles and self._is_first_in_row(label))
            listing = self._is_undrawn and in_list and not self._is_heading(label)
            if self._asks(label) or in_line or (listing and self._stands_alone(label)):
                self.places[place] = "box"
                self._take(place, label, "left")

    def _pair_texts_in_line(self) -> None:
        """Takes a text for a value where other labels of its column have places in its own."""
        lines = Counter((label.column, place.column) for place, label in self.of.items())
        for label in sorted(self.grid.contents):
            place = self.grid.right_of(label)
            if lines[label.column, place.column] > 1 and self._is_written_beside(label, place):
                self.places[place] = "value"
                self._take(place, label, "left")

    def _is_written_beside(self, label: Cell, place: Cell) -> bool:
        """Whether two texts side by side can be a label and what was written for it."""
        free = label not in self._sides and place not in self._sides and self._names(label) and self._names(place)
        kept = self.grid.is_kept(place) or self._is_reserved(place)
        return free and not (kept or self._doubt(label) or self._asks(place))

    def _pair_far_ends(self) -> None:
        """Gives the box after a dash the label of the place before it: a period, the halves of a number."""
        for place in [cell for cell, kind in self.places.items() if kind == "box" and cell not in self.of]:
            dash, first = [*islice(self.grid.leftward(place), 2), place, place][:2]
            if self.grid.text(dash) in _DASHES and first in self.of:
                self.of[place] = self.of[first]

    @cached_property
    def _is_undrawn(self) -> bool:
        return all(self.places[place] in {"value", "formula"} for place in self.of) and all(
            self.grid.at(cell).is_empty or self.grid.computed(cell) for cell in self._in_blocks()
        )

    def _in_blocks(self) -> Iterator[Cell]:
        """Cells that hold something in the item rows of blocks."""
        return (cell for cell in self.grid.contents if any(cell in block.rows for block in self.blocks))

    def _stands_alone(self, label: Cell) -> bool:
        """Whether a label is short, and what stands left of it are labels with an empty cell of their own."""
        before = filter(self.grid.is_label, self.grid.leftward(label))
        return len(self.grid.text(label)) <= _SHORT and all(
            self.grid.at(self.grid.right_of(other)).is_empty for other in before
        )

    def _is_heading(self, label: Cell) -> bool:
        """Whether a text stands at the top with an empty row below it, where texts further down are not parted so."""
        column = self.grid.columns[label.column]
        rows = [cell.row for cell in column if cell.row > label.row]
        parted = label.row == min(cell.row for cell in self.grid.contents) and bool(rows) and rows[0] > label.row + 1
        return parted and any(after == row + 1 for row, after in pairwise(rows))

    def _is_first_in_row(self, label: Cell) -> bool:
        return not any(map(self.grid.is_label, self.grid.leftward(label)))

    def _is_plain_place(self, label: Cell, place: Cell) -> bool:
        grid = self.grid
        return (
            label not in self._sides
            and self._names(label)
            and place not in self.places
            and not self._taken.first(place)
            and not self._is_reserved(place)
            and grid.at(place).is_empty
            and not grid.is_kept(place)
            and not self._doubt(label)
            and not self._has_formula_after(label)
        )

    # ── what is told of them ──────────────────────────────────────────────────────────────────────────────────────

    def label(self, place: Cell) -> str:
        """The label's text on one line, "" where there is none."""
        return self.grid.text(self.of[place]) if place in self.of else ""

    def group(self, place: Cell) -> str:
        """What tells a place from others of the same label: the tall label left of its own, or a header further up."""
        if self._uses[self.label(place)] < 2:  # noqa: PLR2004  one alone is clear
            return ""
        grid, label = self.grid, self.of[place]
        beside = (cell for cell in grid.leftward(label) if grid.area(cell).bottom > grid.area(cell).top)
        above = (cell for cell in grid.upward(place) if self._sides.get(cell) != "left" and not grid.is_title(cell))
        return next((grid.text(cell) for cell in (*beside, *above) if cell != label and grid.is_label(cell)), "")

    @cached_property
    def _uses(self) -> Counter[str]:
        """How many places each text labels."""
        return Counter(map(self.grid.text, self.of.values()))

    def unit(self, place: Cell) -> str:
        """The unit written right of a place, such as 원 or kg."""
        text = self.grid.text(self.grid.right_of(place))
        return text if text in UNITS else ""

    def place_of(self, label: Cell) -> Cell | None:
        """The first empty place that this cell labels, in a block too; else the first that holds a default."""
        single = [place for place, by in sorted(self.of.items()) if by == label]
        columns = [(block, one) for block in self.blocks for one in block.columns if one.header == label]
        items = (
            Cell(row, one.number) for block, one in columns for row in range(block.rows.top, block.rows.bottom + 1)
        )
        empty = next((place for place in (*single, *items) if self.grid.at(place).is_empty), None)
        return empty or next((place for place in single if self._holds_default(place, label)), None)

    def _holds_default(self, place: Cell, label: Cell) -> bool:
        """Whether the form marks a place as one to fill though it holds a value; a list of facts is no form."""
        kind = self.places[place]
        return kind == "meant" or (kind == "value" and self._asks(label))


def read_labels(workbook: Workbook, entry: SheetEntry, around: Cell | None = None) -> Labels:
    """The labels of a sheet, of sixty rows above and below `around` where it is given."""
    if around is None:
        return Labels(Grid(workbook, entry))
    window = Area(max(around.row - _WINDOW, 1), 1, around.row + _WINDOW, 16_384)
    return Labels(Grid(workbook, entry, window))


def find_place(workbook: Workbook, entry: SheetEntry, cell: Cell) -> Cell | None:
    """The place that the text in `cell` labels, see `place_of`; None where it is no label or labels nothing to fill."""
    alone = Grid(workbook, entry, Area(*cell, *cell))
    in_table = any(cell in table.area for table in workbook.tables_of(entry))
    return None if in_table or not alone.is_label(cell) else read_labels(workbook, entry, around=cell).place_of(cell)
