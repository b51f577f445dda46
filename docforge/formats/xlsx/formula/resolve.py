"""Turns what a formula refers to into areas of worksheets: names, tables, other sheets. Knows no value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from docforge.formats.xlsx.formula.references import DYNAMIC, Reference, read_functions, read_references
from docforge.formats.xlsx.formula.shared import move_formula
from docforge.formats.xlsx.formula.structured import Frame, find_areas, read_specifier
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.workbook import SheetEntry, Table, Workbook

_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class Read:
    """An area that a formula reads, and the reference in that formula which leads there (a name's, say)."""

    sheet: SheetEntry
    area: Area
    by: Reference


@dataclass(slots=True)
class Reads:
    """All that one formula reads; `dynamic` names the functions that choose cells at calculation."""

    areas: list[Read] = field(default_factory=list[Read])
    dynamic: list[str] = field(default_factory=list[str])


def read_areas_of(workbook: Workbook, entry: SheetEntry, cell: Cell, formula: str) -> Reads:
    """What `formula`, standing in `cell` of a sheet, reads there and elsewhere in the workbook."""
    reads = Reads()
    _collect(workbook, entry, cell, formula, reads, None, 0)
    return reads


def _collect(  # noqa: PLR0917  one recursion, nothing optional
    workbook: Workbook, entry: SheetEntry, cell: Cell, formula: str, reads: Reads, by: Reference | None, depth: int
) -> None:
    reads.dynamic += [name for name in read_functions(formula) if name in DYNAMIC and name not in reads.dynamic]
    for reference in read_references(formula):
        if reference.external:
            continue
        leading = by or reference
        if reference.kind == "name":
            found = name_formula(workbook, entry, cell, reference)
            if found is not None and depth < _DEEPEST:
                _collect(workbook, *found, reads, leading, depth + 1)
            continue
        reads.areas += [Read(sheet, area, leading) for sheet, area in reference_areas(workbook, entry, cell, reference)]


def name_formula(
    workbook: Workbook, entry: SheetEntry, cell: Cell, reference: Reference
) -> tuple[SheetEntry, Cell, str] | None:
    """The formula of a defined name as it reads in `cell` (relative references are stored as seen from A1)."""
    found = workbook.find_sheet(reference.sheet) if reference.sheet else None
    name = workbook.find_name(reference.text, found[0] if found else entry)
    return None if name is None else (entry, cell, move_formula(name.formula, cell.row - 1, cell.column - 1))


def reference_areas(
    workbook: Workbook, entry: SheetEntry, cell: Cell, reference: Reference
) -> Iterator[tuple[SheetEntry, Area]]:
    """The areas of an `area` or `table` reference, several for sheets from one to another (`Jan:Dec!B2`)."""
    if reference.kind == "table":
        yield from _table_areas(workbook, entry, cell, reference.text)
    elif reference.span is not None and (area := reference.span.area()):
        for sheet in _sheets(workbook, entry, reference.sheet):
            yield sheet, area


def _sheets(workbook: Workbook, entry: SheetEntry, name: str) -> list[SheetEntry]:
    if not name:
        return [entry]
    if found := workbook.find_sheet(name):
        return [found[0]] if found[0].worksheet else []
    first, _, last = name.partition(":")
    ends = [workbook.find_sheet(one) for one in (first, last)]
    places = sorted(found[0].index for found in ends if found)
    between = workbook.sheets[places[0] : places[1] + 1] if len(places) == len(ends) else ()
    return [sheet for sheet in between if sheet.worksheet]


def _table_areas(workbook: Workbook, entry: SheetEntry, cell: Cell, text: str) -> Iterator[tuple[SheetEntry, Area]]:
    name, items, columns = read_specifier(text)
    table = find_table(workbook, entry, cell, name)
    if table is not None:
        frame = Frame(table.area, table.columns, table.header, table.totals)
        for area in find_areas(frame, items, columns, cell):
            yield table.sheet, area


def find_table(workbook: Workbook, entry: SheetEntry, cell: Cell, name: str) -> Table | None:
    """The table of that name; the one that holds the cell when the name is empty."""
    if name:
        return next((table for table in workbook.tables if table.name.casefold() == name.casefold()), None)
    return next((table for table in workbook.tables_of(entry) if cell in table.area), None)
