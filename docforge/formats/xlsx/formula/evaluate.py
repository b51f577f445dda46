"""Evaluates the small formulas that rules and lists are made of, on the workbook as it will be. Knows no rule.

What it cannot do it says (CannotEvaluateError), and never guesses: no clock, no volatile value, no unknown function.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Protocol

from docforge.formats.xlsx.contents import BLANK, span_content
from docforge.formats.xlsx.formula.operands import (
    FormulaError,
    Operand,
    Range,
    Scalar,
    compare,
    to_number,
    to_text,
)
from docforge.formats.xlsx.formula.parser import (
    CannotEvaluateError,
    Constant,
    FunctionCall,
    Node,
    Operation,
    parse_formula,
)
from docforge.formats.xlsx.formula.references import Reference
from docforge.formats.xlsx.formula.resolve import name_formula, reference_areas
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.sheet import CellSpan
from docforge.formats.xlsx.workbook import SheetEntry, Workbook

_MOST_CELLS, _MOST_READ = 50_000, 2_000_000
_DEEPEST = 24
Place = tuple[int, Cell]
_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": float.__add__,
    "-": float.__sub__,
    "*": float.__mul__,
    "/": float.__truediv__,
    "^": math.pow,
}
_SIGNS: Mapping[str, Callable[[float], float]] = {
    "sign-": float.__neg__,
    "sign+": float.__pos__,
    "%": lambda number: number / 100,
}
_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Function(Protocol):
    """A worksheet function: it evaluates those of its arguments that it needs."""

    def __call__(self, scope: Scope, arguments: tuple[Node, ...], /) -> Operand: ...


class Evaluator:
    """Values of cells and formulas, with `planned` values (by sheet index and cell) in place of those in the file."""

    def __init__(self, workbook: Workbook, planned: Mapping[Place, Scalar], functions: Mapping[str, Function]) -> None:
        self.workbook, self.planned, self.functions = workbook, planned, functions
        self._results: dict[Place, Scalar] = {}
        self._filled: dict[Range, tuple[tuple[Cell, Scalar], ...]] = {}
        self._depth = self._spent = 0

    def formula(self, sheet: SheetEntry, cell: Cell, text: str) -> Operand:
        """What `text` yields as a formula in that cell. Raises CannotEvaluateError, FormulaError."""
        if self._depth >= _DEEPEST:
            raise CannotEvaluateError("…")
        self._depth += 1
        try:
            return Scope(self, sheet, cell).value(parse_formula(text))
        except RecursionError as fault:  # a sum of thousands of terms, or formulas that lead on and on
            raise CannotEvaluateError("…") from fault
        finally:
            self._depth -= 1

    def cell(self, sheet: SheetEntry, cell: Cell) -> Scalar:
        """The value of a cell; a formula is computed, since its stored result may be stale."""
        return self._known(sheet, cell, self.workbook.find(sheet, cell))

    def _known(self, sheet: SheetEntry, cell: Cell, span: CellSpan | None) -> Scalar:
        place = (sheet.index, cell)
        if place in self.planned:
            return self.planned[place]
        if place not in self._results:
            self._results[place] = self._value(sheet, cell, span)
        return self._results[place]

    def _value(self, sheet: SheetEntry, cell: Cell, span: CellSpan | None) -> Scalar:
        index = self.workbook.computed(sheet)
        computed = index.at(cell) if (span is not None and span.formula) or index.blocks else None
        if computed is not None and (computed.kind in {"array", "dataTable"} or not computed.text):
            raise CannotEvaluateError(f"{sheet.name}!{cell}")
        if computed is not None:
            return Scope(self, sheet, cell).scalar(self.formula(sheet, cell, computed.text))
        content = span_content(self.workbook, sheet, span) if span is not None else BLANK
        match content.kind:
            case "number":
                return content.number
            case "boolean":
                return content.text == "TRUE"
            case "error":
                raise FormulaError(content.text)
            case _:
                return content.text or None

    def is_fixed(self, where: Range) -> bool:
        """Whether the values of a range are those in the file: no formula on its sheet, and none planned in it."""
        planned = (cell for index, cell in self.planned if index == where.sheet.index)
        return not self.workbook.may_compute(where.sheet) and not any(cell in where.area for cell in planned)

    def filled(self, where: Range) -> tuple[tuple[Cell, Scalar], ...]:
        """Cells of a range that hold something, row by row, with their values; kept, since many rules ask for one."""
        if where not in self._filled:
            self._filled[where] = tuple(self._read_filled(where))
        self._spent += len(self._filled[where])
        if self._spent > _MOST_READ:
            raise CannotEvaluateError(f"{where.sheet.name}!{where.area}")
        return self._filled[where]

    def _read_filled(self, where: Range) -> Iterator[tuple[Cell, Scalar]]:
        spans = islice(self.workbook.sheet(where.sheet).cells(where.area), _MOST_CELLS + 1)
        found: dict[Cell, CellSpan | None] = {span.cell: span for span in spans}
        if len(found) > _MOST_CELLS:
            raise CannotEvaluateError(f"{where.sheet.name}!{where.area}")
        new = [cell for index, cell in self.planned if index == where.sheet.index and cell in where.area]
        for cell in sorted({*found, *new}):
            value = self._known(where.sheet, cell, found.get(cell))
            if value is not None:
                yield cell, value


class Scope:
    """One formula at its cell: relative references and implicit intersection need to know where it stands."""

    def __init__(self, evaluator: Evaluator, sheet: SheetEntry, cell: Cell) -> None:
        self.evaluator, self.sheet, self.at = evaluator, sheet, cell

    def value(self, node: Node) -> Operand:
        """What a node yields; references yield ranges."""
        match node:
            case Constant():
                return node.value
            case Operation():
                return self._operation(node)
            case FunctionCall():
                function = self.evaluator.functions.get(node.name)
                if function is None:
                    raise CannotEvaluateError(f"{node.name}()")
                return _call(function, self, node)
            case Reference():
                return self._reference(node)

    def scalar(self, value: Operand) -> Scalar:
        """One value: of a range its only cell, or the one in this formula's own row or column."""
        if not isinstance(value, Range):
            return value
        area = value.area
        row = area.top if area.top == area.bottom else self.at.row
        column = area.left if area.left == area.right else self.at.column
        if area.top != area.bottom and area.left != area.right:
            raise CannotEvaluateError(str(area))
        if Cell(row, column) not in area:
            raise FormulaError("#VALUE!")
        return self.evaluator.cell(value.sheet, Cell(row, column))

    def get(self, node: Node) -> Scalar:
        return self.scalar(self.value(node))

    def number(self, node: Node) -> float:
        return to_number(self.get(node))

    def text(self, node: Node) -> str:
        return to_text(self.get(node))

    def range(self, node: Node) -> Range:
        """A node that must yield cells."""
        value = self.value(node)
        if not isinstance(value, Range):
            raise CannotEvaluateError(to_text(value))
        return value

    def _operation(self, node: Operation) -> Scalar:
        values = [self.get(operand) for operand in node.operands]
        if node.operator in _COMPARISONS:
            return _COMPARISONS[node.operator](compare(values[0], values[1]), 0)
        if node.operator == "&":
            return to_text(values[0]) + to_text(values[1])
        return calculate(node.operator, [to_number(value) for value in values])

    def _reference(self, node: Reference) -> Operand:
        if node.external:
            raise CannotEvaluateError(f"{node.sheet}!{node.text}")
        if node.kind == "name":
            found = name_formula(self.evaluator.workbook, self.sheet, self.at, node)
            if found is None:
                raise CannotEvaluateError(node.text)
            return self.evaluator.formula(*found)
        areas = list(reference_areas(self.evaluator.workbook, self.sheet, self.at, node))
        if len(areas) != 1:
            raise CannotEvaluateError(node.text)
        return Range(*areas[0])


def _call(function: Function, scope: Scope, node: FunctionCall) -> Operand:
    try:
        return function(scope, node.arguments)
    except (IndexError, ValueError, ArithmeticError) as fault:  # too few arguments, or beyond what numbers hold
        raise CannotEvaluateError(f"{node.name}()") from fault


def calculate(sign: str, numbers: list[float]) -> float:
    """An arithmetic operator. Raises FormulaError #DIV/0! and #NUM!."""
    try:
        result = _SIGNS[sign](numbers[0]) if len(numbers) == 1 else _ARITHMETIC[sign](*numbers)
    except ZeroDivisionError as fault:
        raise FormulaError("#DIV/0!") from fault
    except (OverflowError, ValueError) as fault:
        raise FormulaError("#NUM!") from fault
    if not math.isfinite(result):
        raise FormulaError("#NUM!")
    return result
