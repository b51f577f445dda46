"""Line items: rows of values by position or by column name, typed for a block of a table. Knows no format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches

from docforge.errors import Phrase, Problem
from docforge.formats.fields.addresses import fold
from docforge.formats.fields.items import FieldItem, Scalar
from docforge.formats.fields.place import Filling, Place
from docforge.formats.typed import ValueProblem
from docforge.formats.values import show_value


def type_rows(item: FieldItem, place: Place) -> list[Filling | Problem]:
    """The filling of a rows item, each row column index → text; else every problem, without address.

    The format of the item is that of its numbers. Problems: no_column, row_too_wide, row_refused.
    """
    rows = _Rows(item, place)
    return [*rows.problems] or [Filling(item, place, rows=tuple(rows.typed))]


class _Rows:
    def __init__(self, item: FieldItem, place: Place) -> None:
        self._format, self._columns = item.format, place.columns
        self._known = {fold(name): index for index, name in enumerate(place.columns) if name}
        self.problems: list[Problem] = []
        self.typed = [dict(self._type(number, row)) for number, row in enumerate(item.rows or (), 1)]

    def _type(self, number: int, row: list[Scalar] | dict[str, Scalar]) -> Iterator[tuple[int, str]]:
        if isinstance(row, list) and len(row) > len(self._columns):
            facts = {"row": number, "given": len(row), "room": len(self._columns)}
            self.problems.append(Problem("row_too_wide", facts=facts))
            return
        for column, value in enumerate(row) if isinstance(row, list) else self._by_name(row):
            try:
                yield column, self._show(value)
            except ValueProblem as fault:
                self._refuse(number, column, fault.problem)

    def _by_name(self, row: Mapping[str, Scalar]) -> Iterator[tuple[int, Scalar]]:
        for name, value in row.items():
            index = self._known.get(fold(name))
            if index is not None:
                yield index, value
            else:
                self._refuse_column(name)

    def _show(self, value: Scalar) -> str:
        return "" if value is None else show_value(value, None if isinstance(value, str) else self._format)

    def _refuse(self, number: int, column: int, problem: Problem) -> None:
        name = self._columns[column] or str(column + 1)
        facts = {"row": number, "column": name, "why": Phrase(problem.code, problem.facts)}
        self.problems.append(replace(problem, code="row_refused", facts=facts))

    def _refuse_column(self, name: str) -> None:
        near = get_close_matches(fold(name), self._known, n=1)
        nearest = self._columns[self._known[near[0]]] if near else None
        allowed = tuple(filter(None, self._columns))
        if all(one.facts.get("column") != name for one in self.problems):
            self.problems.append(Problem("no_column", facts={"column": name}, allowed=allowed, nearest=nearest))
