"""Reads a workbook for a caller who means to fill it: sheets, places, tables, names. Knows no paging and no door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from docforge.errors import Notice, Problem, Refusal
from docforge.formats.base import Reading
from docforge.formats.xlsx.grid import MOST_CELLS, Grid
from docforge.formats.xlsx.labels import Labels
from docforge.formats.xlsx.markup import child
from docforge.formats.xlsx.notices import MOST_ALIKE, few_of_each
from docforge.formats.xlsx.places import Json, Places
from docforge.formats.xlsx.refs import read_area
from docforge.formats.xlsx.shelf import SHELF
from docforge.formats.xlsx.workbook import SheetEntry, Workbook
from docforge.opc import Package


class ToldPlaces(Sequence[Json]):
    """Places that are worked out when they are looked at, so that a page costs what is on it."""

    def __init__(self, tellers: Sequence[Callable[[], Json]]) -> None:
        self._tellers = tellers

    def __len__(self) -> int:
        return len(self._tellers)

    @overload
    def __getitem__(self, index: int) -> Json: ...
    @overload
    def __getitem__(self, index: slice) -> list[Json]: ...
    def __getitem__(self, index: int | slice) -> Json | list[Json]:
        if isinstance(index, slice):
            return [tell() for tell in self._tellers[index]]
        return self._tellers[index]()


def read(package: Package, *, part: str | None = None, origin: Package | None = None) -> Reading:
    """The places of all visible sheets, or of the sheet named by `part`, hidden or not.

    `origin` is the template that the document was made from: its labels hold, whatever was filled in since. `extra`
    has `sheets` [{name, state, used, protected?}], `tables` [{name, sheet, ref}] and `names`. Raises Refusal
    bad_arguments (no_sheet, not_a_worksheet) and not_a_document.
    """
    workbook = SHELF.take(package)
    template = SHELF.take(origin) if origin is not None else None
    sheets = [_named(workbook, part)] if part is not None else [one for one in workbook.worksheets if _in_sight(one)]
    tellers: list[Callable[[], Json]] = []
    notices = list(_book_notices(workbook, part))
    for entry in sheets:
        labels = _labels(workbook, entry, template)
        tellers += Places(workbook, entry, labels).tellers()
        notices += _sheet_notices(entry, labels.grid)
    SHELF.keep(workbook)  # who reads a form fills it next
    return Reading(ToldPlaces(tellers), _extra(workbook), list(few_of_each(notices)))


def _in_sight(entry: SheetEntry) -> bool:
    return entry.state == "visible"


def _named(workbook: Workbook, name: str) -> SheetEntry:
    found = workbook.find_sheet(name)
    if found is not None and found[0].worksheet:
        return found[0]
    code = "no_sheet" if found is None else "not_a_worksheet"
    sheets = tuple(entry.name for entry in workbook.worksheets)
    raise Refusal("bad_arguments", problems=[Problem(code, at="part", facts={"sheet": name}, allowed=sheets)])


def _labels(workbook: Workbook, entry: SheetEntry, template: Workbook | None) -> Labels:
    """The labels of the sheet as its template has it, where the two are of one shape."""
    if template is not None:
        found = template.find_sheet(entry.name)
        if found is not None and found[0].worksheet and _shape(template, found[0]) == _shape(workbook, entry):
            return Labels(Grid(template, found[0]))
    return Labels(Grid(workbook, entry))


def _shape(workbook: Workbook, entry: SheetEntry) -> tuple[list[object], list[object]]:
    merges = sorted(area for area, _ in workbook.structure(entry).merges)
    return [*merges], [(table.name, table.area) for table in workbook.tables_of(entry)]


# ── beside the places ─────────────────────────────────────────────────────────────────────────────────────────────


def _extra(workbook: Workbook) -> dict[str, Any]:
    tables = [{"name": table.name, "sheet": table.sheet.name, "ref": str(table.area)} for table in workbook.tables]
    names = [one.name for one in workbook.names if not one.hidden and not one.name.startswith("_xlnm.")]
    extra: dict[str, Any] = {"sheets": [_tell_sheet(workbook, entry) for entry in workbook.sheets]}
    return extra | ({"tables": tables} if tables else {}) | ({"names": names} if names else {})


def _tell_sheet(workbook: Workbook, entry: SheetEntry) -> Json:
    told: Json = {"name": entry.name, "state": entry.state}
    if not entry.worksheet:
        return told
    told["used"] = _used(workbook, entry)
    return told | ({"protected": True} if workbook.structure(entry).protected else {})


def _used(workbook: Workbook, entry: SheetEntry) -> str:
    """The used range as the sheet states it (ECMA-376-1 §18.3.1.35), else as its cells lie."""
    stated = child(workbook.frame(entry), "dimension")
    area = read_area(stated.get("ref", "")) if stated is not None else None
    return str(area or Grid(workbook, entry).bounds)


def _book_notices(workbook: Workbook, part: str | None) -> Iterator[Notice]:
    hidden = [entry.name for entry in workbook.worksheets if not _in_sight(entry)]
    if hidden and part is None:
        more = ["…"] if len(hidden) > MOST_ALIKE else []
        yield Notice("sheets_hidden", {"sheets": ", ".join([*hidden[:MOST_ALIKE], *more])})
    if workbook.signed:
        yield Notice("signed")


def _sheet_notices(entry: SheetEntry, grid: Grid) -> Iterator[Notice]:
    if grid.structure.protected:
        yield Notice("sheet_protected", {"sheet": entry.name})
    if grid.cut:
        yield Notice("sheet_cut", {"sheet": entry.name, "count": MOST_CELLS})
