"""Reads every value of a fill back at its place, from the finished file. Knows no rule, and nothing of the writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docforge.formats.xlsx.lint import find_row_risks
from docforge.formats.xlsx.planned import CellValue, Plan, Write
from docforge.formats.xlsx.scan import Worksheet, check_well_formed, open_sheet
from docforge.formats.xlsx.splice import held_value
from docforge.opc import Package

_BLANK = CellValue("blank")
_SMALL = 256 * 2**10  # a sheet up to here is parsed as a whole after it is written, a larger one only the rows written


def read_back(package: Package, plan: Plan) -> None:
    """Raises RuntimeError unless each value is found at its place, in its style, and nothing needs a repair.

    The rules of `lint` are held against the rows written; the bytes of all others are those that were there.
    """
    for name, writes in plan.writes.items():
        data = package.read_xml(name)
        if len(data) <= _SMALL:
            check_well_formed(data)
        faults = sorted(set(_faults(open_sheet(data), writes)))
        if faults and set(faults) - set(_risks(open_sheet(plan.package.read_xml(name)), writes)):
            raise RuntimeError(f"{name} does not read back as it was written: {faults}")


def _faults(sheet: Worksheet, writes: Sequence[Write]) -> Iterator[tuple[str, str]]:
    """What is wrong in the rows written, and where."""
    rows = sheet.parse_rows(sorted({write.cell.row for write in writes}))
    held = {
        span.cell: (span.style, held_value(span, content)) for cells in rows.values() for span, content in cells.items()
    }
    for write in writes:
        style, value = held.get(write.cell, (write.style, _BLANK))
        if not _same(value, write.value) or (write.style is not None and style != write.style):
            yield "value", str(write.cell)
    for cells in rows.values():
        yield from find_row_risks(sheet, cells)


def _risks(sheet: Worksheet, writes: Sequence[Write]) -> Iterator[tuple[str, str]]:
    """What the rows needed before they were written to."""
    for cells in sheet.parse_rows(sorted({write.cell.row for write in writes})).values():
        yield from find_row_risks(sheet, cells)


def _same(held: CellValue | None, wanted: CellValue) -> bool:
    return held is not None and (held.kind, held.text, held.number) == (wanted.kind, wanted.text, wanted.number)
