"""What a formula refers to, each with the place in the formula where it stands. Knows no workbook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from docforge.formats.xlsx.formula.corners import Span, read_span
from docforge.formats.xlsx.formula.lexer import Token, read_sheet_name, read_tokens

DYNAMIC = frozenset({"INDIRECT", "OFFSET"})
_POSITION_ONLY = frozenset({"ROW", "ROWS", "COLUMN", "COLUMNS", "AREAS", "SHEET", "SHEETS", "ISREF"})
_CONSTANTS = frozenset({"TRUE", "FALSE"})
_PREFIX = re.compile(r"^(?:_xlfn\.|_xlws\.|_xludf\.)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: `span` for an area; `text` the name, or the structured reference with its brackets.

    `sheet` is the qualifier as written ("" when absent), `function` the innermost call around it in upper case,
    `argument` its place there from 0, `before` and `after` the tokens beside it ("" at an end).
    """

    kind: Literal["area", "name", "table"]
    text: str
    sheet: str = ""
    span: Span | None = None
    function: str = ""
    argument: int = 0
    before: str = ""
    after: str = ""

    @property
    def external(self) -> bool:
        """True where it points into another workbook."""
        return "[" in self.sheet


@dataclass(frozen=True, slots=True)
class Call:
    """One function call, by its name in upper case without `_xlfn.`; "" is a bare parenthesis."""

    name: str
    argument: int = 0


def function_name(token: str) -> str:
    """`SUM` for a token such as `_xlfn.sum(`."""
    return _PREFIX.sub("", token.rstrip("(")).upper()


def read_functions(formula: str) -> list[str]:
    """Names of all functions called, in order."""
    return [function_name(token.text) for token in read_tokens(formula) if token.kind == "function"]


def read_references(formula: str) -> list[Reference]:
    """References whose values the formula reads, in order; those asking for a position alone, ROW(A1), are left out."""
    return list(_walk([token for token in read_tokens(formula) if token.kind != "space"]))


def _walk(tokens: list[Token]) -> Iterator[Reference]:
    calls: list[Call] = []
    sheet = ""
    for index, token in enumerate(tokens):
        match token.kind:
            case "function":
                calls.append(Call(function_name(token.text)))
            case "open":
                calls.append(Call("", 0))
            case "close":
                del calls[-1:]
            case "comma" if calls:
                calls[-1] = Call(calls[-1].name, calls[-1].argument + 1)
            case "area" | "name" | "table":
                around = _innermost(calls)
                if around.name not in _POSITION_ONLY and token.text.upper() not in _CONSTANTS:
                    yield _reference(tokens, index, sheet, around)
            case _:
                pass
        sheet = read_sheet_name(token.text) if token.kind == "sheet" else ""


def _innermost(calls: list[Call]) -> Call:
    return next((call for call in reversed(calls) if call.name), Call(""))


def _reference(tokens: list[Token], index: int, sheet: str, around: Call) -> Reference:
    token = tokens[index]
    start = index - 1 if sheet else index
    before = tokens[start - 1].text if start > 0 else ""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    span = read_span(token.text) if token.kind == "area" else None
    is_cell = span is not None and span.area() is not None
    kind: Literal["area", "name", "table"] = "table" if token.kind == "table" else "area" if is_cell else "name"
    return Reference(kind, token.text, sheet, span if is_cell else None, around.name, around.argument, before, after)
