"""Carries out a plan: splices the values in, clears results, saves, and reads every value back at its place.

Knows no rule: what it is handed has been checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from docforge.formats.base import Filled
from docforge.formats.xlsx.clearing import clear_results, count_results
from docforge.formats.xlsx.lint import find_row_risks
from docforge.formats.xlsx.planned import CellValue, Plan, Write
from docforge.formats.xlsx.results import Results
from docforge.formats.xlsx.scan import Content, Worksheet, check_well_formed, open_sheet
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.splice import held_value, write_cells
from docforge.opc import Package, Packed

_BLANK = CellValue("blank")
_SMALL = 256 * 2**10  # a sheet up to here is parsed as a whole after it is written, a larger one only the rows written


def apply(plan: Plan, *, as_document: bool) -> Filled:
    """The plan's package with its values written and every cached result cleared (XFILL-8, XFILL-9).

    `as_document` turns the content type of a template. `changed` names why each part changed: filled,
    results_cleared, template_to_document, and what the plan says. Raises RuntimeError when a value does not read back.
    """
    sheets = _rewrite_sheets(plan)
    parts: dict[str, bytes | Packed] = {**plan.parts, **sheets.parts}
    why = dict(plan.why) | {name: "filled" if plan.writes.get(name) else "results_cleared" for name in sheets.parts}
    if as_document:
        types = plan.package.as_document()
        parts |= types
        why |= dict.fromkeys(types, "template_to_document")
    data = plan.package.save(parts)
    changed = {name: why[name] for name in parts}
    parts.clear()
    sheets.parts.clear()  # a large sheet need not lie in memory twice while it is read back
    read_back(Package.open(data), plan)
    return Filled(
        data=data,
        places=plan.places,
        replaced=plan.replaced,
        changed=changed,
        identical=len(plan.package.names) - len(changed),
        cleared=sheets.cleared,
        blank=sheets.blank,
        notices=plan.notices,
    )


@dataclass
class _Sheets:
    """Sheet parts that change, results taken out, and results that are now blank."""

    parts: dict[str, bytes | Packed] = field(default_factory=dict[str, bytes | Packed])
    cleared: int = 0
    blank: int = 0

    def take(self, name: str, content: bytes | Packed | None, cleared: int, blank: int) -> None:
        """Take down what became of one part; `content` None: it stays as it is."""
        self.cleared += cleared
        self.blank += blank
        if content is not None:
            self.parts[name] = content


def _rewrite_sheets(plan: Plan) -> _Sheets:
    done, results = _Sheets(), plan.results or Results(plan.package, plan.opened)
    for name in plan.sheets:
        writes = plan.writes.get(name)
        if writes:
            sheet = plan.opened.get(name) or open_sheet(plan.package.read_xml(name))
            after, cleared = _rewrite(sheet, writes)
            done.take(name, after if after != sheet.data else None, cleared, count_results(sheet))
        else:
            found = results.cleared(name)
            done.take(name, found.packed, found.taken, found.blank)
    return done


def _rewrite(sheet: Worksheet, writes: Sequence[Write]) -> tuple[bytes, int]:
    """The part filled and cleared; `sheet.data` itself where nothing is to do."""
    written = write_cells(sheet, writes)
    return clear_results(sheet if written is sheet.data else open_sheet(written))


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
    for row, group in _by_row(writes):
        cells = _parsed(sheet, row)
        held = {span.cell: (span.style, held_value(span, content)) for span, content in cells.items()}
        for write in group:
            style, value = held.get(write.cell, (write.style, _BLANK))
            if not _same(value, write.value) or (write.style is not None and style != write.style):
                yield "value", str(write.cell)
        yield from find_row_risks(sheet, cells)


def _risks(sheet: Worksheet, writes: Sequence[Write]) -> Iterator[tuple[str, str]]:
    """What the rows needed before they were written to."""
    for row, _ in _by_row(writes):
        yield from find_row_risks(sheet, _parsed(sheet, row))


def _by_row(writes: Sequence[Write]) -> Iterator[tuple[int, Iterator[Write]]]:
    ordered = sorted(writes, key=lambda write: write.cell)
    return groupby(ordered, key=lambda write: write.cell.row)


def _parsed(sheet: Worksheet, number: int) -> Mapping[CellSpan, Content]:
    row = sheet.row(number)
    return {} if row is None else sheet.parse_row(row)


def _same(held: CellValue | None, wanted: CellValue) -> bool:
    return held is not None and (held.kind, held.text, held.number) == (wanted.kind, wanted.text, wanted.number)
