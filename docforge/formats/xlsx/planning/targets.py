"""Which cell of which sheet an item means. Knows neither structure nor values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docforge.errors import Problem
from docforge.formats.xlsx.items import CellItem
from docforge.formats.xlsx.refs import Cell, read_cell
from docforge.formats.xlsx.validation.nearest import find_nearest
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

_LIKE_AN_ADDRESS = re.compile(r"\$?[A-Za-z]+\$?[0-9]+")


@dataclass(frozen=True, slots=True)
class Target:
    """An item at its cell; `order` is its place in the list, `at` the address as results show it."""

    order: int
    item: CellItem
    sheet: SheetEntry
    cell: Cell

    @property
    def at(self) -> str:
        return place(self.sheet, self.cell)


def place(sheet: SheetEntry, cell: Cell) -> str:
    """`견적서!B3`, as wire objects carry it."""
    return f"{sheet.name}!{cell}"


def find_targets(workbook: Workbook, items: Iterable[CellItem]) -> tuple[list[Target], list[tuple[int, Problem]]]:
    """The items' cells; of the others their order and what is wrong with their addresses.

    A cell named twice alike counts once.
    """
    targets: dict[tuple[int, Cell], Target] = {}
    problems: list[tuple[int, Problem]] = []
    twice: set[tuple[int, Cell]] = set()
    for order, item in enumerate(items):
        found, faults = _find(workbook, order, item)
        problems += ((order, fault) for fault in faults)
        if found is None:
            continue
        key = (found.sheet.index, found.cell)
        known = targets.setdefault(key, found)
        if not _are_alike(known.item, item) and key not in twice:
            twice.add(key)
            problems.append((order, Problem("same_place_twice", known.at)))
        elif item.overwrite:
            targets[key] = found
    return list(targets.values()), problems


def _are_alike(one: CellItem, other: CellItem) -> bool:
    """Whether two items write the same: 1 and "1", or 1 and true, are not the same."""
    return (type(one.value), one.value, one.format) == (type(other.value), other.value, other.format)


def _find(workbook: Workbook, order: int, item: CellItem) -> tuple[Target | None, list[Problem]]:
    at = f"{item.sheet}!{item.cell}"
    cell = read_cell(item.cell.strip())
    problems = [] if cell else [_address_problem(item.cell.strip(), at)]
    found = workbook.find_sheet(item.sheet)
    if found is None:
        return None, [*_missing_sheet(workbook, item.sheet, at), *problems]
    entry, spelled = found
    if not entry.worksheet:
        return None, [Problem("not_a_worksheet", at, {"sheet": entry.name}), *problems]
    if entry.state != "visible" and not spelled:
        problems.insert(0, Problem("hidden_sheet", at, use=f"{entry.name}!{cell or item.cell}"))
    return (Target(order, item, entry, cell) if cell and not problems else None), problems


def _missing_sheet(workbook: Workbook, name: str, at: str) -> Iterator[Problem]:
    names = [entry.name for entry in workbook.worksheets if entry.state == "visible"]
    yield Problem("no_sheet", at, {"sheet": name}, allowed=tuple(names), nearest=find_nearest(name, names))


def _address_problem(text: str, at: str) -> Problem:
    code = "out_of_sheet" if _LIKE_AN_ADDRESS.fullmatch(text) else "bad_address"
    return Problem(code, at, {"cell": text})
