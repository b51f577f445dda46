"""Carries out a plan: splices the values in, clears results, saves, and reads every value back at its place.

Knows no rule: what it is handed has been checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from docforge.formats.base import Filled
from docforge.formats.xlsx.clearing import clear_results, count_results
from docforge.formats.xlsx.planned import Plan, Write
from docforge.formats.xlsx.readback import read_back
from docforge.formats.xlsx.results import Results
from docforge.formats.xlsx.scan import Worksheet, open_sheet
from docforge.formats.xlsx.splice import write_cells
from docforge.opc import Package, Packed


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
