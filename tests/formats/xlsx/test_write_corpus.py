"""One cell filled in every real workbook: what else changes, and who can read it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
import python_calamine

from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.plan import plan
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.scan import open_sheet
from docforge.formats.xlsx.workbook import SheetEntry, Workbook
from docforge.formats.xlsx.write import apply
from docforge.opc import Package
from tests.conftest import find_corpus
from tests.formats.xlsx.planned import put
from tests.formats.xlsx.test_write import errors_of, records_of

VALUE = "채움 _x0041_"
CONTAINERS = {"poi__sample.strict.xlsx", "Open-XML-SDK__ProjectStatusReport_TP10094814.xltx"}
AUDITED, LOADED = 60_000, 300_000  # bytes of a package up to which the slower judges are asked
NOT_FOR_OPENPYXL = {"poi__style-alternate-content.xlsx"}
MAY_CHANGE = {"[Content_Types].xml": "template_to_document", "xl/workbook.xml": "manual_calculation"}


def visible(package: Package) -> SheetEntry:
    return next(entry for entry in Workbook(package).worksheets if entry.state == "visible")


def empty_cell(package: Package, entry: SheetEntry) -> str:
    """A cell away from what a form holds, in the first row that is not there yet where one is near."""
    sheet = open_sheet(package.read_xml(entry.part))
    there = {row.number for row in sheet.rows(1, 500)}
    near = (Cell(row, 78) for row in range(2, 500) if row not in there)
    return str(next(near, Cell(2, 78)))


def books() -> list[Path]:
    corpus = find_corpus()
    found = [] if corpus is None else [path for folder in ("xlsx", "xltx") for path in (corpus / folder).iterdir()]
    return sorted(path for path in found if path.name not in CONTAINERS and zipfile.is_zipfile(path))


@pytest.mark.proves("XFILL-8", "XFILL-9", "XFILL-10", "XFILL-11", "XFILL-12")
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("book", books(), ids=lambda book: book.name)
def test_one_cell_filled_in_a_real_workbook_changes_nothing_else_and_is_read(book: Path, tmp_path: Path) -> None:
    data = book.read_bytes()
    package = Package.open(data)
    entry = visible(package)
    cell = empty_cell(package, entry)
    items = XlsxItems.model_validate({"cells": [put(cell, VALUE, entry.name, overwrite=True)]})
    filled = apply(plan(package, items, origin=None, force_calculation=False), as_document=book.suffix == ".xltx")
    check_parts(data, filled.data, filled.changed)
    check_readers(book, filled.data, entry.name, cell)
    if len(data) < AUDITED:
        assert errors_of(filled.data, tmp_path) <= errors_of(data, tmp_path)


def check_parts(before: bytes, after: bytes, changed: Mapping[str, str]) -> None:
    was, now = records_of(before), records_of(after)
    assert list(was) == list(now)
    differ = {part for part in was if was[part] != now[part]}
    assert differ == set(changed)
    for part in differ:
        assert MAY_CHANGE.get(part) == changed[part] or "worksheets/" in part.lower(), part


def check_readers(book: Path, data: bytes, sheet: str, cell: str) -> None:
    if book.name not in NOT_FOR_OPENPYXL and len(data) < LOADED:
        held = openpyxl.load_workbook(io.BytesIO(data))[sheet][cell].value
        assert held == VALUE.replace("_x0041_", "_x005F_x0041_")  # openpyxl leaves escapes as they are
    table = python_calamine.CalamineWorkbook.from_object(io.BytesIO(data)).get_sheet_by_name(sheet)
    assert VALUE in {value for row in table.to_python() for value in row}
    frame = pd.read_excel(io.BytesIO(data), sheet_name=sheet, engine="calamine", header=None)
    assert (frame == VALUE).any().any()
