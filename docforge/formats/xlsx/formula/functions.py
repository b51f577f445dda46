"""Worksheet functions that rules and lists are made of (ECMA-376-1 §18.17.7). Knows no cell but by its evaluator.

None of them looks at a clock or at chance.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from docforge.formats.xlsx.formula.evaluate import Evaluator, Function, Place, Scope
from docforge.formats.xlsx.formula.operands import (
    FormulaError,
    Operand,
    Range,
    Scalar,
    compare,
    to_boolean,
    to_number,
    to_text,
)
from docforge.formats.xlsx.formula.parser import CannotEvaluateError, Node, parse_formula
from docforge.formats.xlsx.formula.references import Reference
from docforge.formats.xlsx.refs import MAX_COLUMN, MAX_ROW, Area, Cell
from docforge.formats.xlsx.serials import from_serial, to_serial
from docforge.formats.xlsx.workbook import Workbook

Arguments = tuple[Node, ...]


def new_evaluator(workbook: Workbook, planned: Mapping[Place, Scalar]) -> Evaluator:
    """An evaluator with all functions of this module, on the workbook with `planned` values in it."""
    return Evaluator(workbook, planned, FUNCTIONS)


def _if(scope: Scope, arguments: Arguments) -> Operand:
    ways = arguments[1:]
    if to_boolean(scope.get(arguments[0])):
        return scope.value(ways[0]) if ways else True
    return scope.value(ways[1]) if len(ways) > 1 else False


def _if_error(scope: Scope, arguments: Arguments) -> Operand:
    try:
        return scope.get(arguments[0])
    except FormulaError:
        return scope.value(arguments[1])


def _is_error(scope: Scope, arguments: Arguments) -> Operand:
    try:
        scope.get(arguments[0])
    except FormulaError:
        return True
    return False


def _truths(scope: Scope, arguments: Arguments) -> list[bool]:
    return [to_boolean(scope.get(argument)) for argument in arguments]


def _values(scope: Scope, arguments: Arguments) -> Iterator[tuple[Scalar, bool]]:
    """All values of ranges and single arguments, each with whether it came from a range."""
    for argument in arguments:
        value = scope.value(argument)
        if isinstance(value, Range):
            yield from ((one, True) for _, one in scope.evaluator.filled(value))
        else:
            yield value, False


def _numbers(scope: Scope, arguments: Arguments) -> list[float]:
    """Numbers as SUM sees them: of a range the numeric cells alone, of a single argument whatever can be one."""
    found = list(_values(scope, arguments))
    return [to_number(value) for value, ranged in found if not ranged or _is_number(value)]


def _is_number(value: Scalar) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _round(scope: Scope, arguments: Arguments) -> Operand:
    value = Decimal(repr(scope.number(arguments[0])))
    digits = int(scope.number(arguments[1])) if len(arguments) > 1 else 0
    return float(value.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP))


def _mod(scope: Scope, arguments: Arguments) -> Operand:
    number, divisor = scope.number(arguments[0]), scope.number(arguments[1])
    if not divisor:
        raise FormulaError("#DIV/0!")
    return number - divisor * math.floor(number / divisor)


def _date(scope: Scope, arguments: Arguments) -> Operand:
    year, month, day = (int(scope.number(argument)) for argument in arguments)
    first = date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
    return float(to_serial(first + timedelta(days=day - 1), date1904=scope.evaluator.workbook.date1904))


def _day_part(part: Callable[[date], int]) -> Function:
    def apply(scope: Scope, arguments: Arguments) -> Operand:
        number = math.floor(scope.number(arguments[0]))
        text = from_serial(number, "date", date1904=scope.evaluator.workbook.date1904)
        if text is None:
            raise FormulaError("#NUM!")
        return float(part(date.fromisoformat(text)))

    return apply


def _left(scope: Scope, arguments: Arguments) -> Operand:
    return scope.text(arguments[0])[: _count(scope, arguments, 1)]


def _right(scope: Scope, arguments: Arguments) -> Operand:
    text, count = scope.text(arguments[0]), _count(scope, arguments, 1)
    return text[-count:] if count else ""


def _mid(scope: Scope, arguments: Arguments) -> Operand:
    start = _count(scope, arguments, 1) - 1
    if start < 0:
        raise FormulaError("#VALUE!")
    return scope.text(arguments[0])[start : start + _count(scope, arguments, 2)]


def _count(scope: Scope, arguments: Arguments, place: int) -> int:
    """A whole number of characters, rows or columns; 1 when the argument is left out."""
    count = int(scope.number(arguments[place])) if len(arguments) > place else 1
    if count < 0:
        raise FormulaError("#VALUE!")
    return count


def _substitute(scope: Scope, arguments: Arguments) -> Operand:
    text, old, new = (scope.text(argument) for argument in arguments[:3])
    if len(arguments) < 4:  # noqa: PLR2004  the fourth argument picks one occurrence
        return text.replace(old, new) if old else text
    pieces, which = text.split(old) if old else [text], _count(scope, arguments, 3)
    if not 0 < which < len(pieces):
        return text
    return old.join(pieces[:which]) + new + old.join(pieces[which:])


def _find(fold: Callable[[str], str], wild: str = "") -> Function:
    def find(scope: Scope, arguments: Arguments) -> Operand:
        wanted, text = fold(scope.text(arguments[0])), fold(scope.text(arguments[1]))
        if set(wanted) & set(wild):
            raise CannotEvaluateError(f"SEARCH({wild})")
        at = text.find(wanted, _count(scope, arguments, 2) - 1)
        if at < 0:
            raise FormulaError("#VALUE!")
        return float(at + 1)

    return find


def _count_if(scope: Scope, arguments: Arguments) -> Operand:
    where, wanted = scope.range(arguments[0]), scope.get(arguments[1])
    fits = read_criterion(wanted)
    return float(sum(fits(value) for _, value in scope.evaluator.filled(where)))


def read_criterion(wanted: Scalar) -> Callable[[Scalar], bool]:
    """The test that COUNTIF makes: an operator before the value, else equality. Wildcards are not evaluated."""
    if not isinstance(wanted, str):
        return lambda value: value is not None and compare(value, wanted) == 0
    found = re.fullmatch(r"(<>|<=|>=|<|>|=)?(.*)", wanted, re.DOTALL)
    sign, text = (found[1] or "=", found[2]) if found else ("=", wanted)
    if re.search(r"[?*~]", text):
        raise CannotEvaluateError(f'"{wanted}"')
    number = _try_number(text)
    target: Scalar = text if number is None else number
    tests: dict[str, Callable[[int], bool]] = {
        "=": lambda order: order == 0,
        "<>": lambda order: order != 0,
        "<": lambda order: order < 0,
        ">": lambda order: order > 0,
        "<=": lambda order: order <= 0,
        ">=": lambda order: order >= 0,
    }
    same_kind = sign in {"=", "<>"}
    return lambda value: (same_kind or _is_number(value) == _is_number(target)) and tests[sign](compare(value, target))


def _try_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _match(scope: Scope, arguments: Arguments) -> Operand:
    if len(arguments) < 3 or scope.number(arguments[2]):  # noqa: PLR2004  the third argument asks for equality
        raise CannotEvaluateError("MATCH(1)")
    where = scope.range(arguments[1])
    return float(_position(scope, scope.get(arguments[0]), where))


def _position(scope: Scope, wanted: Scalar, where: Range) -> int:
    """Place from 1 of the first equal value down a column or along a row. Raises FormulaError #N/A."""
    for cell, value in scope.evaluator.filled(where):
        if isinstance(value, str) == isinstance(wanted, str) and compare(value, wanted) == 0:
            return cell.row - where.area.top + cell.column - where.area.left + 1
    raise FormulaError("#N/A")


def _vlookup(scope: Scope, arguments: Arguments) -> Operand:
    if len(arguments) < 4 or to_boolean(scope.get(arguments[3])):  # noqa: PLR2004  without it the search is sorted
        raise CannotEvaluateError("VLOOKUP(TRUE)")
    table, column = scope.range(arguments[1]), _count(scope, arguments, 2)
    keys = Range(table.sheet, table.area._replace(right=table.area.left))
    row = table.area.top + _position(scope, scope.get(arguments[0]), keys) - 1
    return scope.evaluator.cell(table.sheet, Cell(row, table.area.left + column - 1))


def _index(scope: Scope, arguments: Arguments) -> Operand:
    where = scope.range(arguments[0])
    area, row = where.area, int(scope.number(arguments[1]))
    column = int(scope.number(arguments[2])) if len(arguments) > 2 else 0  # noqa: PLR2004  the third is optional
    if area.top == area.bottom and len(arguments) < 3:  # noqa: PLR2004  along a row the one index is the column
        row, column = 1, row
    top, bottom = (area.top, area.bottom) if not row else (area.top + row - 1,) * 2
    left, right = (area.left, area.right) if not column else (area.left + column - 1,) * 2
    found = Area(top, left, bottom, right)
    if found.bottom > area.bottom or found.right > area.right:
        raise FormulaError("#REF!")
    return Range(where.sheet, found)


def _indirect(scope: Scope, arguments: Arguments) -> Operand:
    text = scope.text(arguments[0])
    if len(arguments) > 1 and not to_boolean(scope.get(arguments[1])):
        raise CannotEvaluateError("INDIRECT(R1C1)")
    try:
        node = parse_formula(text)
    except CannotEvaluateError as fault:
        raise FormulaError("#REF!") from fault
    if not isinstance(node, Reference):
        raise FormulaError("#REF!")
    if node.kind == "name" and scope.evaluator.workbook.find_name(node.text, scope.sheet) is None:
        raise FormulaError("#REF!")
    return scope.value(node)


def _offset(scope: Scope, arguments: Arguments) -> Operand:
    start = scope.range(arguments[0])
    down, right = int(scope.number(arguments[1])), int(scope.number(arguments[2]))
    area = start.area
    height = _extent(scope, arguments, 3, area.bottom - area.top)
    width = _extent(scope, arguments, 4, area.right - area.left)
    found = Area(area.top + down, area.left + right, area.top + down + height - 1, area.left + right + width - 1)
    if found.top < 1 or found.left < 1 or height < 1 or width < 1:
        raise FormulaError("#REF!")
    if found.bottom > MAX_ROW or found.right > MAX_COLUMN:
        raise FormulaError("#REF!")
    return Range(start.sheet, found)


def _extent(scope: Scope, arguments: Arguments, place: int, own: int) -> int:
    value = scope.get(arguments[place]) if len(arguments) > place else None
    return own + 1 if value is None else int(to_number(value))


def _test(check: Callable[[Scalar], bool]) -> Function:
    def test(scope: Scope, arguments: Arguments) -> Operand:
        return check(scope.get(arguments[0]))

    return test


def _text(change: Callable[[str], Operand]) -> Function:
    def apply(scope: Scope, arguments: Arguments) -> Operand:
        return change(scope.text(arguments[0]))

    return apply


def _number(change: Callable[[float], float]) -> Function:
    def apply(scope: Scope, arguments: Arguments) -> Operand:
        return change(scope.number(arguments[0]))

    return apply


def _over(combine: Callable[[list[float]], float]) -> Function:
    def apply(scope: Scope, arguments: Arguments) -> Operand:
        return combine(_numbers(scope, arguments))

    return apply


def _extent_of(measure: Callable[[Area], int]) -> Function:
    def apply(scope: Scope, arguments: Arguments) -> Operand:
        area = scope.range(arguments[0]).area if arguments else Area(*scope.at, *scope.at)
        return float(measure(area))

    return apply


def _join(scope: Scope, arguments: Arguments) -> Operand:
    return "".join(to_text(value) for value, _ in _values(scope, arguments))


def _exact(scope: Scope, arguments: Arguments) -> Operand:
    return scope.text(arguments[0]) == scope.text(arguments[1])


FUNCTIONS: Mapping[str, Function] = {
    "IF": _if,
    "IFERROR": _if_error,
    "ISERROR": _is_error,
    "AND": lambda scope, arguments: all(_truths(scope, arguments)),
    "OR": lambda scope, arguments: any(_truths(scope, arguments)),
    "NOT": _test(lambda value: not to_boolean(value)),
    "TRUE": lambda scope, arguments: True,  # noqa: ARG005  the signature of all functions
    "FALSE": lambda scope, arguments: False,  # noqa: ARG005  the signature of all functions
    "ISNUMBER": _test(_is_number),
    "ISTEXT": _test(lambda value: isinstance(value, str)),
    "ISNONTEXT": _test(lambda value: not isinstance(value, str)),
    "ISLOGICAL": _test(lambda value: isinstance(value, bool)),
    "ISBLANK": _test(lambda value: value is None),
    "LEN": _text(lambda text: float(len(text.encode("utf-16-le")) // 2)),
    "UPPER": _text(str.upper),
    "LOWER": _text(str.lower),
    "TRIM": _text(lambda text: re.sub(" +", " ", text.strip(" "))),
    "VALUE": _text(to_number),
    "LEFT": _left,
    "RIGHT": _right,
    "MID": _mid,
    "SUBSTITUTE": _substitute,
    "FIND": _find(str),
    "SEARCH": _find(str.casefold, "?*~"),
    "EXACT": _exact,
    "CONCATENATE": _join,
    "CONCAT": _join,
    "INT": _number(math.floor),
    "ABS": _number(abs),
    "DATE": _date,
    "YEAR": _day_part(lambda day: day.year),
    "MONTH": _day_part(lambda day: day.month),
    "DAY": _day_part(lambda day: day.day),
    "ROUND": _round,
    "MOD": _mod,
    "SUM": _over(math.fsum),
    "MIN": _over(lambda numbers: min(numbers, default=0.0)),
    "MAX": _over(lambda numbers: max(numbers, default=0.0)),
    "COUNT": lambda scope, arguments: float(sum(_is_number(value) for value, _ in _values(scope, arguments))),
    "COUNTA": lambda scope, arguments: float(sum(1 for _ in _values(scope, arguments))),
    "COUNTIF": _count_if,
    "MATCH": _match,
    "VLOOKUP": _vlookup,
    "INDEX": _index,
    "INDIRECT": _indirect,
    "OFFSET": _offset,
    "ROW": _extent_of(lambda area: area.top),
    "COLUMN": _extent_of(lambda area: area.left),
    "ROWS": _extent_of(lambda area: area.bottom - area.top + 1),
    "COLUMNS": _extent_of(lambda area: area.right - area.left + 1),
}
