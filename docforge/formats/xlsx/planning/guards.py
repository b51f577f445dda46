"""Whether a cell may be filled at all: formulas, merges, headers, labels, locks. Knows no value."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.xlsx.contents import read_content
from docforge.formats.xlsx.formula.precedents import MOST_INPUTS, Inputs, find_inputs
from docforge.formats.xlsx.labels import find_place
from docforge.formats.xlsx.planning.names import name_of
from docforge.formats.xlsx.planning.targets import Target, place
from docforge.formats.xlsx.refs import Area, Cell
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

_Key = tuple[bool, bool, int, Cell]
# Cells of a workbook that nothing stands against, by what the answer hangs on: is it a form, overwrite, sheet, cell.
_FREE: WeakKeyDictionary[Workbook, set[_Key]] = WeakKeyDictionary()
_MOST_FREE = 10_000
ELSEWHERE = frozenset({"formula_cell", "header_cell", "calculated", "label_cell"})


class Guards:
    """Asks the workbook, and the template it was made from, about each cell. `origin` None: no template is known."""

    def __init__(self, workbook: Workbook, origin: Workbook | None) -> None:
        self._workbook, self._origin = workbook, origin
        self._free = _FREE.setdefault(workbook, set[_Key]()) if origin in {None, workbook} else set[_Key]()

    def anchor(self, target: Target) -> Cell:
        """The cell that holds the value of the target's merged range; the target's own where it is in none."""
        merge = self._workbook.structure(target.sheet).merge_at(target.cell)
        return merge.first if merge else target.cell

    def check(self, target: Target) -> Iterator[Problem | Notice]:
        """What stands against filling the cell: the first reason found, and that of the cell it would lead to."""
        key = (self._origin is not None, target.item.overwrite, target.sheet.index, target.cell)
        if key in self._free:
            return
        found = tuple(self._check(target))
        if not found and len(self._free) < _MOST_FREE:
            self._free.add(key)
        yield from found

    def _check(self, target: Target) -> Iterator[Problem | Notice]:
        merge = self._workbook.structure(target.sheet).merge_at(target.cell)
        if merge is None or merge.first == target.cell:
            yield from self._check_cell(target, target.cell)
            return
        yield _covered(target, merge)
        yield from (found for found in self._check_cell(target, merge.first) if isinstance(found, Problem))

    def _check_cell(self, target: Target, cell: Cell) -> Iterator[Problem | Notice]:
        checks = (self._check_formula, self._check_kept, self._check_label, self._check_lock)
        found = (each for check in checks for each in check(target, cell))
        for each in found:
            yield each
            if isinstance(each, Problem):
                return

    def _check_formula(self, target: Target, cell: Cell) -> Iterator[Problem]:
        computed = self._workbook.computed(target.sheet).at(cell)
        if computed is not None:
            inputs = find_inputs(self._workbook, target.sheet, computed)
            at = place(target.sheet, cell)
            facts = {"label": name_of(self._workbook, target.sheet, cell) or at, "then": _advice(inputs)}
            yield Problem("formula_cell", at, facts, inputs=inputs.places)

    def _check_kept(self, target: Target, cell: Cell) -> Iterator[Problem]:
        found = self._workbook.structure(target.sheet).kept.first(cell)
        if found is not None:
            kept = found[1]
            at = place(target.sheet, cell)
            if kept.kind == "header":
                yield Problem("header_cell", at, {"of": kept.of})
            else:
                yield Problem("calculated", at, {"why": Phrase("shows", {"of": kept.of})})

    def _check_label(self, target: Target, cell: Cell) -> Iterator[Problem | Notice]:
        """XFILL-4: decided on the template; where none is known, what was there is only told."""
        book, sheet = self._form(target)
        if book is None or sheet is None or not read_content(book, sheet, cell).is_label:
            return
        at, named = place(target.sheet, cell), find_place(book, sheet, cell)
        if named is None:
            return
        text = _quoted(read_content(book, sheet, cell).text)
        if self._origin is None:
            yield Notice("maybe_label", {"at": at, "before": text})
        elif not target.item.overwrite:
            yield Problem("label_cell", at, {"label": text}, use=place(target.sheet, named))

    def _form(self, target: Target) -> tuple[Workbook | None, SheetEntry | None]:
        """The form as it was before any fill, and the target's sheet there."""
        if self._origin is None or self._origin is self._workbook:
            return self._workbook, target.sheet
        found = self._origin.find_sheet(target.sheet.name)
        return self._origin, found[0] if found and found[0].worksheet else None

    def _check_lock(self, target: Target, cell: Cell) -> Iterator[Problem | Notice]:
        structure = self._workbook.structure(target.sheet)
        if not structure.protected or not self._workbook.styles.is_locked(structure.style_at(cell)):
            return
        if any(cell in area for area in structure.open_ranges):
            return
        at = place(target.sheet, cell)
        yield Notice("locked_filled", {"at": at}) if target.item.overwrite else Problem("locked_cell", at)


def _covered(target: Target, merge: Area) -> Problem:
    return Problem("merged_cell", target.at, {"range": str(merge)}, use=place(target.sheet, merge.first))


def _quoted(text: str) -> str:
    return f'"{" ".join(text.split())}"'


def _advice(inputs: Inputs) -> Phrase:
    """What the message says of the inputs."""
    if inputs.dynamic:
        return Phrase("dynamic_inputs", {"functions": ", ".join(inputs.dynamic)})
    if inputs.more:
        return Phrase("first_inputs", {"count": MOST_INPUTS})
    return Phrase("fill_inputs" if inputs.places else "no_inputs")
