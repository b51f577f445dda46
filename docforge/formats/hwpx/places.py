"""Every place of a Hangul document with its addresses, in document order. Knows no value and never writes.

`field:NAME` is a click-here field or a named cell, which share one namespace in Hangul; `guide:"text"` a field without
a name; `label:고객사명` the cell that a label names; `T3R4C2` any cell, `T3R4` line items; `picture:NAME`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from docforge.errors import Phrase
from docforge.formats.fields import Place, Span, XmlPart
from docforge.formats.fields.addresses import number_equals
from docforge.formats.fields.place import Kind
from docforge.formats.fields.tables import GridCell
from docforge.formats.hwpx.clickhere import CLICK_HERE, COMPUTED, CONTENTS, Field, pair_ends
from docforge.formats.hwpx.contents import Contents
from docforge.formats.hwpx.markup import above, is_tracked, name_of
from docforge.formats.hwpx.objects import TAGS, FormObject
from docforge.formats.hwpx.pictures import PictureFrame
from docforge.formats.hwpx.placeholders import Occurrences, Placeholder, find_placeholders
from docforge.formats.hwpx.rows import Block
from docforge.formats.hwpx.tables import Table, read_table
from docforge.formats.hwpx.targets import Target
from docforge.opc import Element


@dataclass(slots=True)
class _Found:
    """A place before its address has its number: where it stands, and the place."""

    order: tuple[int, int]
    place: Place


def find_places(contents: Contents) -> list[Place]:
    """Every place of the document, those that are not listed too."""
    found = sorted(_Finder(contents).find(), key=lambda one: one.order)
    places = [one.place for one in found]
    for place, at in zip(places, number_equals([place.at for place in places]), strict=True):
        place.at = at
    return places


@dataclass(slots=True)
class _Finder:
    contents: Contents
    tables: list[Table] = field(default_factory=list[Table])
    cells: dict[Element, Table] = field(default_factory=dict[Element, Table])
    taken: set[Element] = field(default_factory=set[Element])
    fields: list[tuple[int, Field]] = field(default_factory=list[tuple[int, Field]])

    def find(self) -> Iterator[_Found]:
        for number, part in enumerate(self.contents.parts):
            self._read_tables(part)
            inner = [*self._fields(number, part), *self._objects(number, part), *self._pictures(number, part)]
            yield from inner
            yield from self._table_places(number, part)
        yield from self._placeholders()

    def _read_tables(self, part: XmlPart) -> None:
        for element in part.root.iter("{*}tbl"):
            table = read_table(part, element, len(self.tables) + 1)
            self.tables.append(table)
            self.cells |= dict.fromkeys(table.cells, table)

    # ── fields and objects ────────────────────────────────────────────────────────────────────────────────────────

    def _fields(self, number: int, part: XmlPart) -> Iterator[_Found]:
        ends = pair_ends(part.root)
        for begin in part.root.iter("{*}fieldBegin"):
            one = Field(begin, ends.get(begin.get("id", "")))
            if one.type == CLICK_HERE:
                self.fields.append((number, one))
                yield self._found(number, part, begin, self._click_here(part, one), one.end)
            elif one.type in COMPUTED:
                self.fields.append((number, one))
                yield self._found(number, part, begin, _computed(part, one), one.end)

    def _click_here(self, part: XmlPart, one: Field) -> Place:
        guide = f'guide:"{one.guide}"'
        at = f"field:{one.name}" if one.name else guide if one.guide else "field:?"
        why = Phrase(f"hwpx_{one.hindrance}") if one.hindrance else None
        fault = "locked" if why else ""
        now = "" if one.hindrance else one.value
        return Place(at, "field", Target([part], one), now=now, guide=one.guide, also=[guide], fault=fault, why_not=why)

    def _objects(self, number: int, part: XmlPart) -> Iterator[_Found]:
        for element in part.root.iter(*(f"{{*}}{tag}" for tag in TAGS)):
            yield self._found(number, part, element, _form_object(part, FormObject(element)))

    def _pictures(self, number: int, part: XmlPart) -> Iterator[_Found]:
        for element in part.root.iter("{*}pic"):
            frame = PictureFrame(element)
            item = self.contents.item(frame.item)
            if item is not None:
                place = _picture(part, frame, item.part.rpartition("/")[2])
                yield self._found(number, part, element, place)

    def _found(self, number: int, part: XmlPart, element: Element, place: Place, end: Element | None = None) -> _Found:
        """The place with its span, and with the label and address of the cell that it stands in."""
        start, stop = part.order[element], part.order[end] if end is not None else _behind(part, element)
        spans = [Span(part.name, (start, 0), (max(stop, start + 1), 0))]
        label, also = self._cell_names(element)
        place.spans, place.label, place.also = spans, place.label or label, [*place.also, *also]
        return _Found((number, start), place)

    def _cell_names(self, element: Element) -> tuple[str, list[str]]:
        tc = above(element, "tc")
        table = self.cells.get(tc) if tc is not None else None
        if tc is None or table is None:
            return "", []
        self.taken.add(tc)
        cell = table.cells[tc]
        label = table.grid.name_beside(cell)
        named = [f"field:{tc.get('name')}"] if tc.get("name") else []
        return label, [table.address(cell), *named, *([f"label:{label}"] if label else [])]

    # ── running text ──────────────────────────────────────────────────────────────────────────────────────────────

    def _placeholders(self) -> Iterator[_Found]:
        """`{{x}}` wherever it stands, all of a name as one place; what a field computes or asks with is none."""
        by_name: dict[str, list[tuple[int, XmlPart, Placeholder]]] = {}
        for number, part in enumerate(self.contents.parts):
            if b"{" not in part.data:
                continue
            hidden = [self._extent(part, one) for at, one in self.fields if at == number and self._hides(one)]
            for paragraph in part.root.iter("{*}p"):
                for one in find_placeholders(paragraph):
                    start = (part.order[one.edges[0][0]], 0)
                    if not any(begin <= start < end for begin, end in hidden):
                        by_name.setdefault(one.name, []).append((number, part, one))
        for name, found in by_name.items():
            yield self._placeholder(name, found)

    def _hides(self, one: Field) -> bool:
        return one.end is not None and (one.type != CLICK_HERE or not one.is_filled)

    def _extent(self, part: XmlPart, one: Field) -> tuple[tuple[int, int], tuple[int, int]]:
        return (part.order[one.begin], 0), (part.order[one.end if one.end is not None else one.begin], 0)

    def _placeholder(self, name: str, found: list[tuple[int, XmlPart, Placeholder]]) -> _Found:
        number, part, first = found[0]
        spans = [_text_span(part, one) for _, part, one in found]
        why = Phrase("hwpx_tracked") if any(is_tracked(one.paragraph) for _, _, one in found) else None
        label, also = self._cell_names(first.paragraph) if len(found) == 1 else ("", [])
        place = Place(
            f"placeholder:{name}",
            "placeholder",
            Target(list({part.name: part for _, part, _ in found}.values()), Occurrences([one for _, _, one in found])),
            label=label,
            also=also,
            count=len(found),
            spans=spans,
            fault="locked" if why else "",
            why_not=why,
        )
        return _Found((number, part.order[first.edges[0][0]]), place)

    # ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _table_places(self, number: int, part: XmlPart) -> Iterator[_Found]:
        for table in (table for table in self.tables if table.part is part):
            yield from self._row_places(number, table)
            for cell in table.grid.cells:
                yield from self._cell_places(number, table, cell)

    def _row_places(self, number: int, table: Table) -> Iterator[_Found]:
        rows = {block.first: Block(table, block) for block in table.grid.blocks}
        for row in range(table.grid.height):
            cells = table.grid.row(row)
            if not cells:
                continue
            block = rows.get(row)
            held = block.rows if block else [cells[0].target.getparent()]
            start = table.part.order[held[0]]
            spans = [Span(table.part.name, (start, 0), (_behind(table.part, held[-1]), 0))]
            place = _rows(table, row, block)
            place.spans = spans
            yield _Found((number, start), place)

    def _cell_places(self, number: int, table: Table, cell: GridCell) -> Iterator[_Found]:
        tc: Element = cell.target
        if tc not in self.taken:
            start = table.part.order[tc]
            spans = [Span(table.part.name, (start, 0), (_behind(table.part, tc), 0))]
            place = _cell(table, cell)
            place.spans = spans
            yield _Found((number, start), place)
        address = table.address(cell)
        for row, column in table.grid.covered(cell):
            cover = f"T{table.number}R{row + 1}C{column + 1}"
            place = Place(cover, "cell", fault="merged_cell", use=address, listed=False)
            yield _Found((number, table.part.order[tc]), place)


def _cell(table: Table, cell: GridCell) -> Place:
    """A cell by its name, its label or its address. A named cell is a place whatever stands beside it."""
    tc: Element = cell.target
    grid, address, name = table.grid, table.address(cell), tc.get("name", "")
    label = grid.name_of(cell)
    shown = label or grid.name_beside(cell)
    at = f"field:{name}" if name else f"label:{label}" if label else address
    also = [address, *([f"label:{shown}"] if shown else [])]
    now = cell.text if cell.text.strip() else ""
    place = Place(at, "cell", Target([table.part], tc), now=now, label=shown, also=[one for one in also if one != at])
    place.listed = bool(name or label)
    place.fault = "" if name else grid.fault_of(cell)
    place.use = _meant(table, cell) if place.fault else ""
    place.why_not = _why_locked(table, cell)
    if place.why_not is not None:
        place.fault = "locked"
    return place


def _meant(table: Table, cell: GridCell) -> str:
    """The place that a label or header names: the line items below it, else the first cell of its values."""
    block, value = table.grid.block_of(cell), table.grid.value_of(cell)
    if block is not None:
        return f"T{table.number}R{block.first + 1}"
    return table.address(value) if value is not None else ""


def _why_locked(table: Table, cell: GridCell) -> Phrase | None:
    tc: Element = cell.target
    if tc.get("protect") == "1":
        return Phrase("hwpx_protected")
    if cell.sealed:
        return Phrase("hwpx_holds_object")
    return Phrase("hwpx_tracked") if table.is_tracked and is_tracked(tc) else None


def _rows(table: Table, row: int, block: Block | None) -> Place:
    at = f"T{table.number}R{row + 1}"
    if block is None:
        why = Phrase("hwpx_crossed") if row in table.crossed else Phrase("hwpx_no_items")
        columns = [""] * len(table.grid.row(row))
        return Place(at, "rows", columns=columns, takes="rows", fault="locked", why_not=why, listed=False)
    rows = block.block
    place = Place(
        at,
        "rows",
        Target([table.part], block),
        columns=rows.columns,
        blank=rows.blank,
        footer=rows.footer,
        takes="rows",
    )
    if block.is_crossed:
        place.fault, place.why_not = "locked", Phrase("hwpx_crossed")
    elif any(cell.get("protect") == "1" for one in block.rows for cell in one):
        place.fault, place.why_not = "locked", Phrase("hwpx_protected")
    return place


def _computed(part: XmlPart, one: Field) -> Place:
    at = f"field:{one.name}" if one.name else f"calculated:{one.type}"
    why = Phrase("hwpx_computed", {"type": one.type})
    return Place(
        at,
        "calculated",
        Target([part], one),
        now="" if one.type == CONTENTS else one.text,
        fault="calculated",
        why_not=why,
    )


def _form_object(part: XmlPart, one: FormObject) -> Place:
    why = one.why_not
    return Place(
        f"form:{one.name}" if one.name else f"form:{name_of(one.element)}",
        one.kind,
        Target([part], one),
        now=one.value,
        label=one.caption,
        also=[f"form:{one.caption}"] if one.caption else (),
        allowed=one.allowed if one.kind in {"list", "combo"} else (),
        limit=one.limit,
        one_line=one.is_one_line,
        fault="locked" if why else "",
        why_not=why,
    )


def _picture(part: XmlPart, frame: PictureFrame, file: str) -> Place:
    kind: Kind = "picture"
    also = [f"picture:{name}" for name in dict.fromkeys((frame.item, frame.original)) if name and name != frame.name]
    return Place(f"picture:{frame.name}", kind, Target([part], frame), now=file, also=also, takes="image")


def _text_span(part: XmlPart, one: Placeholder) -> Span:
    (first, start), (last, stop) = one.edges
    return Span(part.name, (part.order[first], start + 1), (part.order[last], stop + 1))


def _behind(part: XmlPart, element: Element) -> int:
    """The number of the first node behind an element and all that it holds."""
    last = element
    while len(last):
        last = last[-1]
    return part.order[last] + 1
