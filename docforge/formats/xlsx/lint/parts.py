"""Repair risks of what stands around the cells: sheets' frames, tables, the calculation chain, relationships, names.

Knows no cell but those that other parts point to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docforge.formats.xlsx.contents import read_content
from docforge.formats.xlsx.dialect import normalise
from docforge.formats.xlsx.lint.risk import Risk
from docforge.formats.xlsx.markup import children
from docforge.formats.xlsx.refs import Area, Cell, read_areas, read_cell
from docforge.formats.xlsx.scan import open_sheet
from docforge.formats.xlsx.workbook import SheetEntry, Workbook
from docforge.opc import Element, parse_xml

_LONGEST_NAME, _LONGEST_LIST = 31, 255
_FORBIDDEN = frozenset("[]:*?/\\")
# CT_Worksheet, ECMA-376-1 §18.3.1.99
_SEQUENCE = (
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios "
    "autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations "
    "hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches "
    "ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls "
    "webPublishItems tableParts extLst"
)
_ORDER = {name: place for place, name in enumerate(re.findall(r"\w+", _SEQUENCE))}


def find_part_risks(workbook: Workbook) -> Iterator[Risk]:
    """Risks of the workbook part, of relationships, of sheets' frames, tables and the calculation chain."""
    yield from _name_risks(workbook)
    yield from _relation_risks(workbook)
    yield from _chain_risks(workbook)
    for entry in workbook.worksheets:
        yield from _frame_risks(workbook, entry)
    yield from _table_risks(workbook)


def _name_risks(workbook: Workbook) -> Iterator[Risk]:
    seen = set[str]()
    for entry in workbook.sheets:
        name = entry.name
        if not 0 < len(name) <= _LONGEST_NAME or _FORBIDDEN & set(name) or "'" in {name[0], name[-1]}:
            yield Risk("sheet_name", workbook.part, name)
        if name.casefold() in seen:
            yield Risk("sheet_name_twice", workbook.part, name)
        seen.add(name.casefold())


def _relation_risks(workbook: Workbook) -> Iterator[Risk]:
    package = workbook.package
    for source in ("", *package.names):
        for one in package.relationships(source):
            target = one.target.partition("#")[0]
            # Excel itself writes NULL for a picture that it no longer has
            if target and not one.external and not target.endswith("/NULL") and not package.has(target):
                yield Risk("missing_part", source, one.target)


def _chain_risks(workbook: Workbook) -> Iterator[Risk]:
    """Entries of the chain (§18.6.1) for cells without a formula. `i` is the sheet's id, carried on when absent."""
    parts = {one.get("sheetId", ""): entry for one, entry in zip(_sheet_tags(workbook), workbook.sheets, strict=True)}
    for chain in workbook.related("calcChain"):
        sheet = ""
        for one in children(workbook.read_root(chain.target), "c"):
            sheet = one.get("i", sheet)
            entry, cell = parts.get(sheet), read_cell(one.get("r", ""))
            span = workbook.sheet(entry).find(cell) if entry is not None and entry.worksheet and cell else None
            if span is None or not span.formula:
                yield Risk("calculation_chain", chain.target, one.get("r", ""))


def _sheet_tags(workbook: Workbook) -> Iterator[Element]:
    return children(workbook.root, "sheets", "sheet")


def _frame_risks(workbook: Workbook, entry: SheetEntry) -> Iterator[Risk]:
    sheet = open_sheet(normalise(workbook.package.read_xml(entry.part)))
    frame = parse_xml(sheet.head + b"<" + sheet.prefix + b"sheetData/>" + sheet.tail, entry.part)
    names = [str(one.tag).rpartition("}")[2] for one in frame.iterchildren("{*}*")]
    known = [_ORDER[name] for name in names if name in _ORDER]
    if known != sorted(known):
        yield Risk("element_order", entry.part)
    merges = (one.get("ref", "") for one in children(frame, "mergeCells", "mergeCell"))
    for area in _overlapping([area for ref in merges for area in read_areas(ref)]):
        yield Risk("merge_overlap", entry.part, str(area))
    for one in children(frame, "dataValidations", "dataValidation"):
        source = "".join(formula.text or "" for formula in children(one, "formula1"))
        if source.startswith('"') and len(source) - 2 > _LONGEST_LIST:
            yield Risk("list_length", entry.part, one.get("sqref", ""))


def _overlapping(areas: list[Area]) -> Iterator[Area]:
    """Areas that overlap one that begins above them."""
    above: list[Area] = []
    for area in sorted(areas):
        above = [one for one in above if one.bottom >= area.top]
        if any(one.overlaps(area) for one in above):
            yield area
        above.append(area)


def _table_risks(workbook: Workbook) -> Iterator[Risk]:
    """Header cells that say otherwise than their columns (§18.5.1.3)."""
    for table in workbook.tables:
        if table.header:
            for column, name in enumerate(table.columns, table.area.left):
                cell = Cell(table.area.top, column)
                if read_content(workbook, table.sheet, cell).text.replace("\r", "") != name.replace("\r", ""):
                    yield Risk("table_header", table.sheet.part, str(cell))
