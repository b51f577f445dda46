"""Finds what is wrong with a workbook as a form (SERVE-7). Knows no fill and never writes."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.errors import Fault, Phrase
from docforge.formats.faults import find_missing_fonts, find_text_faults
from docforge.formats.xlsx.areas import size
from docforge.formats.xlsx.grid import MOST_CELLS, Grid
from docforge.formats.xlsx.labels import Labels
from docforge.formats.xlsx.markup import children
from docforge.formats.xlsx.places import Json, Places
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.shelf import SHELF
from docforge.formats.xlsx.workbook import SheetEntry, Workbook
from docforge.opc import Package

_BROKEN = "#REF!"
_LONGEST = 80


def find_faults(package: Package) -> Iterator[Fault]:
    """Faults of the book, then of each sheet in sight. Raises Refusal not_a_document."""
    workbook = SHELF.take(package)
    yield from _book_faults(workbook)
    for entry in workbook.worksheets:
        if entry.state == "visible":
            yield from _sheet_faults(workbook, entry)
    SHELF.keep(workbook)


# ── the book ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _book_faults(workbook: Workbook) -> Iterator[Fault]:
    for entry in workbook.sheets:
        if entry.state != "visible":
            yield Fault("hidden_part", at=entry.name, facts={"name": entry.name})
    if workbook.manual:
        yield Fault("by_hand")
    for name in workbook.names:
        if _BROKEN in name.formula and not name.hidden:
            yield Fault("broken_formula", at=name.name, facts={"formula": name.formula[:_LONGEST]})
    yield from find_missing_fonts(_fonts(workbook))


def _fonts(workbook: Workbook) -> Iterator[str]:
    """Names of the fonts that cell formats use (ECMA-376-1 §18.8.22)."""
    for part in workbook.related("styles"):
        root = workbook.read_root(part.target)
        names = [
            next((one.get("val", "") for one in children(font, "name")), "") for font in children(root, "fonts", "font")
        ]
        used = {xf.get("fontId", "0") for xf in children(root, "cellXfs", "xf")}
        yield from (name for number, name in enumerate(names) if str(number) in used)


# ── a sheet ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sheet_faults(workbook: Workbook, entry: SheetEntry) -> Iterator[Fault]:
    labels = Labels(Grid(workbook, entry))
    grid = labels.grid
    if grid.structure.protected:
        yield Fault("is_protected", at=entry.name, facts={"name": entry.name, "how": Phrase("sheet_protection")})
    if grid.cut:
        yield Fault("cells_skipped", at=entry.name, facts={"name": entry.name, "count": MOST_CELLS})
    yield from _formula_faults(workbook, grid)
    yield from _text_faults(labels)
    for tell in Places(workbook, entry, labels).tellers():
        yield from _place_faults(tell())


def _formula_faults(workbook: Workbook, grid: Grid) -> Iterator[Fault]:
    for formula, area in workbook.computed(grid.entry).groups():
        if _BROKEN in formula.text:
            at = str(area) if size(area) > 1 else str(formula.cell)
            yield Fault(
                "broken_formula", at=f"{grid.entry.name}!{at}", facts={"formula": f"={formula.text[:_LONGEST]}"}
            )
    for cell in grid.contents:
        if grid.computed(cell) and (grid.is_ruled(cell) or _is_opened(grid, cell)):
            yield Fault("formula_in_input", at=_at(grid, cell))


def _is_opened(grid: Grid, cell: Cell) -> bool:
    return grid.structure.protected and grid.is_free(cell)


def _text_faults(labels: Labels) -> Iterator[Fault]:
    grid, used = labels.grid, set(labels.of.values())
    for cell, content in grid.contents.items():
        text = grid.text(cell)
        if content.kind != "text" or content.formula or not text:
            continue
        yield from find_text_faults(_at(grid, cell), text)
        if "{{" in text and "}}" in text and not (text.startswith("{{") and text.endswith("}}")):
            yield Fault("tag_among_text", at=_at(grid, cell), facts={"text": text[:_LONGEST]})
        if text.endswith((":", "：")) and grid.is_label(cell) and cell not in used and _is_single(labels, cell):
            yield Fault("label_alone", at=_at(grid, cell), facts={"label": text.rstrip(":： ")})


def _is_single(labels: Labels, cell: Cell) -> bool:
    """Whether a text stands outside the blocks of rows, whose headers name columns."""
    return not any(cell in block.whole for block in labels.blocks)


def _at(grid: Grid, cell: Cell) -> str:
    return f"{grid.entry.name}!{cell}"


def _place_faults(place: Json) -> Iterator[Fault]:
    at = f"{place['sheet']}!{place.get('cell') or place.get('rows') or place.get('range')}"
    if place.get("why_not") == "locked":
        yield Fault("locked_place", at=at, facts={"label": place.get("label") or at})
    if place["kind"] == "list" and "allowed" not in place:
        yield Fault("no_choices", at=at, facts={"rule": place.get("rule", "")})
