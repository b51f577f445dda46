"""Finds in a finished workbook what makes Excel offer a repair, or refuse, though readers and schemas let it pass.

Knows no plan: it looks at bytes alone. Each rule is a state that Excel is known to mend on opening.
"""

from __future__ import annotations

from collections.abc import Iterator

from docforge.formats.xlsx.lint.cells import Bounds, find_cell_risks, find_row_risks
from docforge.formats.xlsx.lint.parts import find_part_risks
from docforge.formats.xlsx.lint.risk import Risk
from docforge.formats.xlsx.styles import Styles
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package

__all__ = ["Bounds", "Risk", "find_risks", "find_row_risks"]


def find_risks(package: Package, *, document: bool = False) -> list[Risk]:
    """Every risk of a workbook, part by part. `document`: it is meant as one, so a template's type is a risk."""
    return [*_find(Workbook(package)), *_type_risk(package, document=document)]


def _find(workbook: Workbook) -> Iterator[Risk]:
    yield from find_part_risks(workbook)
    styles = workbook.related("styles")
    count = len(Styles(workbook.package.read_xml(styles[0].target))) if styles else None
    bounds = Bounds(styles=count, strings=len(workbook.strings))
    for entry in workbook.worksheets:
        yield from find_cell_risks(workbook.package.read_xml(entry.part), entry.part, bounds)


def _type_risk(package: Package, *, document: bool) -> Iterator[Risk]:
    if document and package.main is not None and package.main.is_template:
        yield Risk("template_type", "[Content_Types].xml", package.main_part)
