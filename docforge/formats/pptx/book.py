"""The workbook inside a chart: single cells looked at and written in place (ECMA-376-1, 18.3.1). Knows no chart.

All else of the workbook stays as it is, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from lxml import etree

from docforge.errors import Refusal
from docforge.formats.fields import XmlPart
from docforge.formats.pptx.areas import Square, column_number, square_name
from docforge.formats.pptx.markup import R, number
from docforge.opc import Element, Package

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
Content = str | int | float | None


class Sheet:
    """One worksheet: its cells by square, where a row or cell without a number follows the one before it."""

    def __init__(self, part: XmlPart) -> None:
        self.part = part
        data = part.root.find(f"{_S}sheetData")
        self._data = etree.SubElement(part.root, f"{_S}sheetData") if data is None else data

    @cached_property
    def _rows(self) -> dict[int, Element]:
        rows, last = dict[int, Element](), 0
        for row in self._data.iterchildren(f"{_S}row"):
            last = number(row, "r", last + 1)
            rows[last] = row
        return rows

    @cached_property
    def _cells(self) -> dict[Square, Element]:
        return {(row, column): cell for row, element in self._rows.items() for column, cell in _read_row(element)}

    def is_empty(self, square: Square) -> bool:
        cell = self._cells.get(square)
        return cell is None or not len(cell)

    def has_formula(self, square: Square) -> bool:
        cell = self._cells.get(square)
        return cell is not None and cell.find(f"{_S}f") is not None

    def put(self, square: Square, content: Content, *, like: Square) -> None:
        """Write a cell, keeping its style; a new cell takes that of `like`. None empties it."""
        cell = self._cells.get(square)
        if cell is None and content is None:
            return
        cell = self._add(square, like) if cell is None else cell
        for child in list(cell):
            cell.remove(child)
        cell.attrib.pop("t", "")
        _fill(cell, content)

    def _add(self, square: Square, like: Square) -> Element:
        cell = etree.Element(f"{_S}c", r=square_name(square))
        style = self._cells.get(like)
        if style is not None and style.get("s"):
            cell.set("s", style.get("s", ""))
        row = self._row(square[0])
        row.attrib.pop("spans", "")
        behind = [one for (at, column), one in self._cells.items() if at == square[0] and column > square[1]]
        if behind:
            behind[0].addprevious(cell)
        else:
            row.append(cell)
        self._cells[square] = cell
        self._cells = dict(sorted(self._cells.items()))
        return cell

    def _row(self, at: int) -> Element:
        if at not in self._rows:
            row = etree.Element(f"{_S}row", r=str(at))
            behind = [number for number in sorted(self._rows) if number > at]
            if behind:
                self._rows[behind[0]].addprevious(row)
            else:
                self._data.append(row)
            self._rows[at] = row
        return self._rows[at]


def _read_row(row: Element) -> Iterator[tuple[int, Element]]:
    last = 0
    for cell in row.iterchildren(f"{_S}c"):
        found = _CELL.fullmatch(cell.get("r", ""))
        last = column_number(found[1]) if found else last + 1
        yield last, cell


def _fill(cell: Element, content: Content) -> None:
    if isinstance(content, str):
        cell.set("t", "inlineStr")
        text = etree.SubElement(etree.SubElement(cell, f"{_S}is"), f"{_S}t")
        text.text = content
        if content != content.strip():
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    elif content is not None:
        etree.SubElement(cell, f"{_S}v").text = str(content)


class Book:
    """The workbook, its sheets parsed when asked for."""

    def __init__(self, package: Package, sheets: Mapping[str, str]) -> None:
        self._package, self._names = package, sheets
        self._sheets: dict[str, Sheet] = {}
        self._tables: dict[str, list[XmlPart]] = {}

    def has_sheet(self, name: str) -> bool:
        """Whether there is a worksheet of that name."""
        return name.casefold() in self._names

    def sheet(self, name: str) -> Sheet | None:
        """A worksheet by name; None where there is none."""
        part = self._names.get(name.casefold())
        if part is None:
            return None
        if name not in self._sheets:
            self._sheets[name] = Sheet(XmlPart(self._package, part))
        return self._sheets[name]

    def tables(self, name: str) -> list[XmlPart]:
        """The tables of a worksheet (18.5.1.2), as parts."""
        if name not in self._tables:
            part = self._names[name.casefold()]
            found = [one.target for one in self._package.relationships(part) if one.kind == "table"]
            self._tables[name] = [XmlPart(self._package, one) for one in found if self._package.has(one)]
        return self._tables[name]

    def save(self) -> bytes:
        """The workbook with its sheets and tables as they are now."""
        parts = [sheet.part for sheet in self._sheets.values()] + [one for two in self._tables.values() for one in two]
        return self._package.save({part.name: part.to_bytes() for part in parts})


def open_book(data: bytes) -> Book | None:
    """The workbook that these bytes are; None for anything else (a binary workbook, a strict or damaged one)."""
    try:
        package = Package.open(data)
        root = XmlPart(package, package.main_part).root
        if root.tag != f"{_S}workbook":
            return None
        by_id = {one.id: one.target for one in package.relationships(package.main_part) if one.kind == "worksheet"}
        sheets = {
            (one.get("name") or "").casefold(): by_id.get(one.get(f"{R}id", "")) for one in root.iter(f"{_S}sheet")
        }
        return Book(package, {name: part for name, part in sheets.items() if part and package.has(part)})
    except Refusal:
        return None
