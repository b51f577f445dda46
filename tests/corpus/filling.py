"""Fills one free cell of a real workbook and looks at the result as strangers do. Knows the engine's three steps."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import python_calamine

from docforge.formats.base import Filled
from docforge.formats.xlsx import FORMAT
from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.refs import MAX_ROW, Cell
from docforge.formats.xlsx.workbook import SheetEntry, Workbook
from docforge.opc import Package, compare
from tests.corpus.placing import audit_errors

VALUE = "채움 & <확인>"
ALLOWED = {"template_to_document": "[Content_Types].xml", "manual_calculation": "xl/workbook.xml"}
BETA = "Open-XML-SDK__ProjectStatusReport_TP10094814.xltx"  # of a pre-release of Excel 2007, in no known namespace
MOST_BYTES, MOST_ROWS = 1_000_000, 1_000  # of sheets that the checker of Open XML rules gets through in some seconds
STRICT = "poi__sample.strict.xlsx"


@dataclass(frozen=True)
class Fill:
    """One filled workbook, before and after, and where the value went."""

    path: Path
    before: Package
    after: Package
    filled: Filled
    entry: SheetEntry
    cell: Cell

    @property
    def sheets(self) -> set[str]:
        return {entry.part for entry in Workbook(self.before).worksheets}


def readable_workbooks(corpus: Path) -> list[Path]:
    """The corpus' workbooks and templates, but those that are refused by a name of their own."""
    found = [*(corpus / "xlsx").iterdir(), *(corpus / "xltx").iterdir()]
    return sorted(path for path in found if path.name not in {BETA, STRICT})


def fill_one(path: Path) -> Fill:
    """The workbook with VALUE in a free cell below all others of its first visible sheet."""
    before = Package.open(path.read_bytes())
    workbook = Workbook(before)
    entry = next(one for one in workbook.worksheets if one.state == "visible")
    cell = _free_cell(workbook, entry)
    item: dict[str, Any] = {"sheet": entry.name, "cell": str(cell), "value": VALUE, "overwrite": True}
    told = {"origin": None, "sources": {}, "force_calculation": False}
    plan = FORMAT.engine.plan(before, XlsxItems.model_validate({"cells": [item]}), **told)
    filled = FORMAT.engine.apply(plan, as_document=before.main is not None and before.main.is_template)
    return Fill(path, before, Package.open(filled.data), filled, entry, cell)


def _free_cell(workbook: Workbook, entry: SheetEntry) -> Cell:
    """The first cell of column A, two rows below all others, that no rule, merge or table lays hands on."""
    structure, tables = workbook.structure(entry), [table.area for table in workbook.tables_of(entry)]
    last = max((span.cell.row for span in workbook.sheet(entry).cells()), default=0)
    below = (Cell(row, 1) for row in range(last + 2, MAX_ROW))
    taken = (structure.rules.first, structure.merge_at, structure.kept.first)
    return next(
        cell for cell in below if not any(held(cell) for held in taken) and not any(cell in one for one in tables)
    )


def unexpected_changes(fill: Fill) -> Iterator[str]:
    """Parts that changed, came or went though no rule allows it (XFILL-8)."""
    difference = compare(fill.before, fill.after)
    yield from (*difference.added, *difference.removed)
    for name in difference.changed:
        why = fill.filled.changed.get(name)
        if why is None or (name not in fill.sheets and ALLOWED.get(why) != name):
            yield name


def values_read_back(fill: Fill) -> dict[str, Any]:
    """What each stranger that opens the workbook as it was reads in the filled cell."""
    readers = {"openpyxl": read_by_openpyxl, "calamine": read_by_calamine, "pandas": read_by_pandas}
    return {name: read(fill.filled.data, fill) for name, read in readers.items() if opens(read, fill)}


def opens(read: Any, fill: Fill) -> bool:
    """Whether the reader gets through the workbook as it was before; some real files stop one or the other."""
    try:
        read(fill.before.data, fill)
    except Exception:  # noqa: BLE001  whatever stops a stranger
        return False
    return True


def read_by_openpyxl(data: bytes, fill: Fill) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=len(data) > 2**20)
        sheet = book[fill.entry.name]
        rows = sheet.iter_rows(min_row=fill.cell.row, max_row=fill.cell.row, max_col=1, values_only=True)
        return next((row[0] for row in rows if row), None)


def read_by_calamine(data: bytes, fill: Fill) -> Any:
    book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    return last_value(book.get_sheet_by_name(fill.entry.name).to_python(skip_empty_area=False), fill.cell)


def read_by_pandas(data: bytes, fill: Fill) -> Any:
    frame = pd.read_excel(io.BytesIO(data), sheet_name=fill.entry.name, header=None, engine="calamine")
    return last_value(frame.to_numpy().tolist(), Cell(len(frame), 1))


def last_value(rows: list[list[Any]], cell: Cell) -> Any:
    return rows[cell.row - 1][0] if len(rows) >= cell.row and rows[cell.row - 1] else None


def sheet_bytes(path: Path) -> int:
    """The bytes of a workbook's worksheets, inflated."""
    return sum(len(body) for body in _sheets(path))


def can_be_checked(path: Path) -> bool:
    """Whether the checker of Open XML rules gets through: its time grows with the square of rows and of cells."""
    return sheet_bytes(path) <= MOST_BYTES and all(body.count(b"row ") <= MOST_ROWS for body in _sheets(path))


def _sheets(path: Path) -> list[bytes]:
    with zipfile.ZipFile(path) as archive:
        return [archive.read(name) for name in archive.namelist() if "/worksheets/sheet" in name.lower()]


def new_errors(fill: Fill) -> set[tuple[str, str]]:
    """Errors of the Open XML rules that the result has and the workbook as it was has not."""
    return audit_errors(fill.filled.data, ".xlsx") - audit_errors(fill.before.data, fill.path.suffix)
