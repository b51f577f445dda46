"""The values that a drop-down offers, wherever they come from. Knows no caller's value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from docforge.formats.xlsx.formula.evaluate import Evaluator
from docforge.formats.xlsx.formula.operands import FormulaError, Operand, Range, Scalar, to_text
from docforge.formats.xlsx.formula.parser import CannotEvaluateError
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.rules import Rule
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

Allowed = str | float | bool


@dataclass(frozen=True, slots=True)
class Listing:
    """Allowed values in their order, each once, as a caller gives them: a date as ISO 8601.

    `stored` are the same values as cells hold them. `exact_case`: the list is written into the rule itself, and Excel
    compares its case.
    """

    values: tuple[Allowed, ...]
    stored: tuple[Allowed, ...]
    exact_case: bool


_MOST_FIXED = 1_000
_FIXED: WeakKeyDictionary[Workbook, dict[Range, Listing]] = WeakKeyDictionary()


def read_listing(evaluator: Evaluator, entry: SheetEntry, rule: Rule, cell: Cell) -> Listing:
    """What a list rule offers in `cell` of a sheet. Raises CannotEvaluateError, naming what stands in the way."""
    return Listings(evaluator).read(entry, rule, cell)


class Listings:
    """Lists of one call: many cells share one range, which is read once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._ranges: dict[Range, Listing] = {}

    def read(self, entry: SheetEntry, rule: Rule, cell: Cell) -> Listing:
        """See `read_listing`."""
        inline = rule.inline
        if inline is not None:
            values = tuple(dict.fromkeys(inline))
            return Listing(values, values, exact_case=True)
        try:
            return self._offered_by(self._evaluator.formula(entry, cell, rule.formula_at(cell)))
        except FormulaError as fault:
            raise CannotEvaluateError(str(fault)) from fault

    def _offered_by(self, found: Operand) -> Listing:
        if not isinstance(found, Range):
            return _distinct([(_whole(found), _whole(found))])
        if found not in self._ranges:
            self._ranges[found] = self._read_range(found)
        return self._ranges[found]

    def _read_range(self, found: Range) -> Listing:
        """What the cells offer; where neither formula nor item has a say in them, it is read once for a workbook."""
        if not self._evaluator.is_fixed(found):
            return _distinct(_offered(self._evaluator, found))
        fixed = _FIXED.setdefault(self._evaluator.workbook, {})
        listing = fixed.get(found) or _distinct(_offered(self._evaluator, found))
        if len(listing.stored) <= _MOST_FIXED:
            fixed[found] = listing
        return listing


def _distinct(offered: Iterable[tuple[Allowed, Allowed]]) -> Listing:
    """The values, each once and none empty, in the order of their first appearance."""
    once: dict[tuple[type, Allowed], Allowed] = {}
    for shown, stored in offered:
        if stored != "":
            once.setdefault((type(stored), stored), shown)
    return Listing(tuple(once.values()), tuple(stored for _, stored in once), exact_case=False)


def _offered(evaluator: Evaluator, found: Range) -> Iterator[tuple[Allowed, Allowed]]:
    """Values of a range as a caller gives them and as they are stored."""
    workbook = evaluator.workbook
    for cell, value in evaluator.filled(found):
        stored, shown = _whole(value), None
        if isinstance(value, float):
            shown = workbook.moment(workbook.structure(found.sheet).style_at(cell), value)
        yield (stored if shown is None else shown), stored


def _whole(value: Scalar) -> Allowed:
    if value is None:
        return ""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_listed(listing: Listing, value: Allowed) -> bool:
    """Whether the list holds `value`, as Excel compares: numbers by value, texts by `exact_case`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return any(_equals(one, value) for one in listing.stored)
    text = to_text(value)
    if listing.exact_case:
        return any(text == to_text(one) for one in listing.stored)
    return any(text.casefold() == one.casefold() for one in listing.stored if isinstance(one, str)) or (
        isinstance(value, bool) and any(one is value for one in listing.stored)
    )


def _equals(one: Allowed, number: float) -> bool:
    if isinstance(one, str):
        try:
            return float(one) == number
        except ValueError:
            return False
    return not isinstance(one, bool) and one == number
