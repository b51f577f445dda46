"""Carries out a plan: splices the values in, clears results, saves, and reads every value back at its place.

Knows no rule: what it is handed has been checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docforge.formats.base import Filled
from docforge.formats.xlsx.lint import Risk, find_cell_risks
from docforge.formats.xlsx.planned import CellValue, Plan, Write
from docforge.formats.xlsx.scan import Worksheet, open_exactly, open_sheet
from docforge.formats.xlsx.splice import clear_results, count_results, write_cells, written_value
from docforge.opc import Package

_SMALL = (
    64 * 2**10
)  # a sheet up to here is read back by a parser, a larger one by the scanner that readers' speed needs


def apply(plan: Plan, *, as_document: bool) -> Filled:
    """The plan's package with its values written and every cached result cleared (XFILL-8, XFILL-9).

    `as_document` turns the content type of a template. `changed` names why each part changed: filled,
    results_cleared, template_to_document, and what the plan says. Raises RuntimeError when a value does not read back.
    """
    parts, why, cleared, blank = dict(plan.parts), dict(plan.why), 0, 0
    for name in plan.sheets:
        sheet = plan.opened.get(name) or open_sheet(plan.package.read_xml(name))
        after, count = _rewrite(sheet, plan.writes.get(name, ()))
        cleared += count
        blank += count_results(sheet)
        if after is not sheet.data and after != sheet.data:
            parts[name], why[name] = after, "filled" if plan.writes.get(name) else "results_cleared"
    if as_document:
        types = plan.package.as_document()
        parts |= types
        why |= dict.fromkeys(types, "template_to_document")
    data = plan.package.save(parts)
    changed = {name: why[name] for name in parts}
    del parts
    finished = Package.open(data)
    read_back(finished, plan.writes)
    check_risks(finished, plan, as_document=as_document)
    return Filled(
        data=data,
        places=plan.places,
        replaced=plan.replaced,
        changed=changed,
        identical=len(plan.package.names) - len(changed),
        cleared=cleared,
        blank=blank,
        notices=plan.notices,
    )


def _rewrite(sheet: Worksheet, writes: Sequence[Write]) -> tuple[bytes, int]:
    """The part filled and cleared; `sheet.data` itself where nothing is to do."""
    written = write_cells(sheet, writes) if writes else sheet.data
    return clear_results(written)


def read_back(package: Package, writes: Mapping[str, Sequence[Write]]) -> None:
    """Raises RuntimeError unless each value is found at its place, in the style that was set."""
    for name, expected in writes.items():
        for fault in _unlike(package.read_xml(name), expected):
            raise RuntimeError(f"{name}!{fault.cell} does not read back as it was written")


def _unlike(data: bytes, writes: Sequence[Write]) -> Iterator[Write]:
    sheet = open_exactly(data) if len(data) <= _SMALL else open_sheet(data)
    for write in writes:
        span = sheet.find(write.cell)
        held = written_value(sheet, write.cell)
        restyled = span is not None and write.style is not None and span.style != write.style
        if held is None or restyled or not _same(held, write.value):
            yield write


def check_risks(package: Package, plan: Plan, *, as_document: bool) -> None:
    """Raises RuntimeError when a fill brought in what Excel would mend: rules of `lint`, on the rows written.

    The bytes of all other rows are the template's own.
    """
    risks = set[Risk]()
    for name, writes in plan.writes.items():
        rows = {write.cell.row for write in writes}
        found = set(find_cell_risks(package.read_xml(name), name, rows=rows))
        risks |= found and found - set(find_cell_risks(plan.package.read_xml(name), name, rows=rows))
    if as_document and package.main is not None and package.main.is_template:
        risks.add(Risk("template_type", package.main_part))
    if risks:
        raise RuntimeError(f"the fill would need a repair: {sorted(risks)}")


def _same(held: CellValue, wanted: CellValue) -> bool:
    return (held.kind, held.text, held.number) == (wanted.kind, wanted.text, wanted.number)
