"""Checks every item of a call against a workbook and gives a plan to write, or all that is wrong. Knows no bytes.

A pure function of its arguments. What it learns of the package alone is kept by Workbook, apart from the items.
Knows no XML and no path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from docforge.errors import Notice, Problem, Refusal
from docforge.formats.xlsx.calculation import with_full_calculation
from docforge.formats.xlsx.contents import Content, read_content
from docforge.formats.xlsx.dialect import normalise
from docforge.formats.xlsx.formula.operands import number_text
from docforge.formats.xlsx.items import XlsxItems
from docforge.formats.xlsx.notices import few_of_each
from docforge.formats.xlsx.planned import Plan, Write
from docforge.formats.xlsx.planning.guards import ELSEWHERE, Guards
from docforge.formats.xlsx.planning.targets import Target, find_targets
from docforge.formats.xlsx.planning.values import Typed, Typist, check_values
from docforge.formats.xlsx.shelf import SHELF
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package


def plan(package: Package, items: XlsxItems, *, origin: Package | None, force_calculation: bool) -> Plan:
    """The writes that `items` ask for. `origin` is the template that the document was made from, None if unknown.

    Raises Refusal cells_refused with every problem of every item.
    """
    workbook = SHELF.take(package)
    form = workbook if origin is package else SHELF.take(origin) if origin is not None else None
    try:
        return plan_cells(workbook, items, form, force_calculation=force_calculation)
    finally:
        for book in {workbook, form or workbook}:
            SHELF.keep(book)


def plan_cells(workbook: Workbook, items: XlsxItems, origin: Workbook | None, *, force_calculation: bool) -> Plan:
    """The same on workbooks whose facts are kept between calls."""
    targets, problems = find_targets(workbook, items.cells)
    checked = _Checked(problems)
    guards, typist = Guards(workbook, origin), Typist(workbook)
    typed = [one for target in targets if (one := _type(target, guards, typist, checked)) is not None]
    for one, found in check_values(workbook, typed):
        checked.take(one.target, found)
    drawing = _Drawing(workbook, checked.notices, force_calculation=force_calculation)
    for one, found in drawing.check_styles(typed):
        checked.take(one.target, found)
    if checked.problems:
        raise checked.refusal(total=items.count())
    return drawing.plan(typed)


@dataclass
class _Checked:
    """What was found, problems with the order of their items."""

    problems: list[tuple[int, Problem]]
    notices: list[Notice] = field(default_factory=list[Notice])

    def take(self, target: Target, found: Problem | Notice) -> None:
        if isinstance(found, Problem):
            self.problems.append((target.order, found))
        else:
            self.notices.append(found)

    def refusal(self, total: int) -> Refusal:
        """All problems in the order of the items, each once."""
        ordered = sorted(self.problems, key=itemgetter(0))
        once = {(problem.code, problem.at): problem for _, problem in ordered}
        wrong = len({order for order, _ in ordered})
        return Refusal("cells_refused", problems=once.values(), total=total, wrong=wrong)


def _type(target: Target, guards: Guards, typist: Typist, checked: _Checked) -> Typed | None:
    """The target's value at the cell that holds it; whatever is wrong with place or value is taken down.

    Where another cell must be filled instead, the value is looked at for itself alone.
    """
    found = list(guards.check(target))
    elsewhere = any(isinstance(one, Problem) and one.code in ELSEWHERE for one in found)
    typed = typist.type(target, guards.anchor(target), alone=elsewhere)
    for one in (*found, typed):
        if not isinstance(one, Typed):
            checked.take(target, one)
    return typed if isinstance(typed, Typed) and not elsewhere else None


class _Drawing:
    """Draws up the plan from values that have passed."""

    def __init__(self, workbook: Workbook, notices: Sequence[Notice], *, force_calculation: bool) -> None:
        self._workbook, self._notices, self._force = workbook, notices, force_calculation
        self._styles = workbook.styles
        self._showing: dict[tuple[int, str], int | None] = {}

    def check_styles(self, typed: list[Typed]) -> Iterator[tuple[Typed, Problem]]:
        """The values whose format no style of the workbook can show: it has no cell formats, or no room for one."""
        for one in typed:
            code = one.value.format_code
            if code is not None and self._style(self._own(one), code) is None:
                yield one, Problem("no_style", at=one.at, facts={"format": one.target.item.format or code})

    def _own(self, one: Typed) -> int:
        return self._workbook.structure(one.target.sheet).style_at(one.cell)

    def _style(self, own: int, code: str) -> int | None:
        """A style like `own` that shows `code`. The workbook's own styles stay as they were read."""
        if (own, code) not in self._showing:
            if self._styles is self._workbook.styles:
                self._styles = self._workbook.read_styles()
            self._showing[own, code] = self._styles.showing(own, code)
        return self._showing[own, code]

    def plan(self, typed: list[Typed]) -> Plan:
        writes: defaultdict[str, list[Write]] = defaultdict(list)
        for one in typed:
            writes[one.target.sheet.part].append(self._write(one))
        replaced = list(self._replaced(typed))
        parts = dict(self._parts())
        return Plan(
            package=self._workbook.package,
            writes=writes,
            sheets=[entry.part for entry in self._workbook.worksheets],
            places=[one.at for one in typed],
            replaced=replaced,
            parts={name: data for name, (data, _) in parts.items()},
            why={name: why for name, (_, why) in parts.items()},
            notices=list(few_of_each([*self._notices, *self._told(typed, parts)])),
            opened=dict(self._workbook.opened),
            results=self._workbook.results,
        )

    def _write(self, one: Typed) -> Write:
        """The write with the style to set: one that shows the asked format, or what a new cell would inherit."""
        own, code = self._own(one), one.value.format_code
        if code is not None:
            return Write(one.cell, one.value, self._style(own, code))
        is_new = self._workbook.sheet(one.target.sheet).find(one.cell) is None
        return Write(one.cell, one.value, own if is_new and own else None)

    def _replaced(self, typed: list[Typed]) -> Iterator[tuple[str, str]]:
        for one in typed:
            before = read_content(self._workbook, one.target.sheet, one.cell)
            if before.kind != "blank" and not _is_same(before, one):
                yield one.at, self._shown(before, one)

    def _shown(self, before: Content, one: Typed) -> str:
        """What the cell held, dates as ISO 8601."""
        if before.kind != "number":
            return before.text
        return self._workbook.moment(self._own(one), before.number) or number_text(before.number)

    def _parts(self) -> Iterator[tuple[str, tuple[bytes, str]]]:
        """Whole parts that change, with their bytes and why."""
        if self._styles.added:
            yield self._workbook.related("styles")[0].target, (self._styles.data, "style_added")
        if self._workbook.manual or self._force:
            before = normalise(self._workbook.package.read_xml(self._workbook.part))
            after = with_full_calculation(before)
            if after != before:
                yield self._workbook.part, (after, "manual_calculation" if self._workbook.manual else "calculation")

    def _told(self, typed: list[Typed], parts: Mapping[str, tuple[bytes, str]]) -> Iterator[Notice]:
        """What the caller should know of a fill that goes through; of `parts` why they change."""
        for entry in dict.fromkeys(one.target.sheet for one in typed):
            if entry.state != "visible":
                yield Notice("hidden_filled", {"sheet": entry.name})
        yield from (Notice("no_wrap", {"at": one.at}) for one in typed if self._hides_lines(one))
        yield from (Notice("picture_replaced", {"at": one.at}) for one in typed if self._holds_picture(one))
        yield from (Notice("style_added", {"format": code}) for code in dict.fromkeys(self._added_codes()))
        if self._workbook.part in parts:
            yield Notice(parts[self._workbook.part][1])
        if self._workbook.signed:
            yield Notice("signature_void")

    def _hides_lines(self, one: Typed) -> bool:
        return "\n" in one.value.text and not self._styles.wraps(self._own(one))

    def _holds_picture(self, one: Typed) -> bool:
        """Whether the cell holds a rich value (a picture, a linked type), which `vm` points to (§18.3.1.4)."""
        span, data = self._workbook.find(one.target.sheet, one.cell), self._workbook.sheet(one.target.sheet).data
        return span is not None and b" vm=" in data[span.start : data.find(b">", span.start)]

    def _added_codes(self) -> Mapping[str, None]:
        return dict.fromkeys(code for _, code in self._styles.added)


def _is_same(before: Content, one: Typed) -> bool:
    value = one.value
    match value.kind:
        case "text":
            return before.kind == "text" and before.text == value.text
        case "number":
            return before.kind == "number" and before.number == value.number
        case "boolean":
            return before.kind == "boolean" and (before.text == "TRUE") == bool(value.number)
        case "blank":
            return False
