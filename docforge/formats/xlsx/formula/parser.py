"""Parses a formula into a tree (ECMA-376-1 §18.17.2, operator precedence of §18.17.2.2). Knows no value of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from docforge.formats.xlsx.formula.corners import read_span
from docforge.formats.xlsx.formula.lexer import Token, read_sheet_name, read_tokens
from docforge.formats.xlsx.formula.references import Reference, function_name

_BINARY = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5}
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Constant:
    """A text, number or boolean; None for an argument left out."""

    value: str | float | bool | None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator with one operand (sign, %) or two."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function by its name in upper case, without `_xlfn.`."""

    name: str
    arguments: tuple[Node, ...]


Node = Constant | Operation | FunctionCall | Reference


class CannotEvaluateError(Exception):
    """This formula, or what it needs, is beyond the evaluator; the message names what."""


@lru_cache(1_024)
def parse_formula(formula: str) -> Node:
    """The tree of `formula` (without a leading "="). Raises CannotEvaluateError at what this grammar lacks."""
    parser = _Parser([token for token in read_tokens(formula) if token.kind != "space"])
    node = parser.expression(0, 0)
    if parser.here is not None:
        raise CannotEvaluateError(parser.here.text)
    return node


class _Parser:
    """Precedence climbing over the tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens, self._at = tokens, 0

    @property
    def here(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def take(self) -> Token:
        token = self.here
        if token is None:
            raise CannotEvaluateError("…")
        self._at += 1
        return token

    def expression(self, lowest: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise CannotEvaluateError("…")
        left = self._postfix(self._operand(depth))
        while (token := self.here) is not None and _BINARY.get(token.text, 0) > lowest and token.kind == "operator":
            self.take()
            left = Operation(token.text, (left, self.expression(_BINARY[token.text], depth + 1)))
        return left

    def _postfix(self, node: Node) -> Node:
        while self.here == Token("operator", "%"):
            self.take()
            node = Operation("%", (node,))
        return node

    def _operand(self, depth: int) -> Node:
        token = self.take()
        match token.kind:
            case "string":
                return Constant(token.text[1:-1].replace('""', '"'))
            case "number":
                return Constant(float(token.text))
            case "operator" if token.text in {"-", "+"}:  # a sign binds tighter than ^
                return Operation("sign" + token.text, (self._postfix(self._deeper(depth)),))
            case "open":
                inside = self.expression(0, depth + 1)
                self._close()
                return inside
            case "function":
                return FunctionCall(function_name(token.text), self._arguments(depth))
            case _:
                sheet = read_sheet_name(token.text) if token.kind == "sheet" else ""
                return self._reference(self.take() if sheet else token, sheet)

    def _deeper(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise CannotEvaluateError("…")
        return self._operand(depth + 1)

    def _arguments(self, depth: int) -> tuple[Node, ...]:
        found: list[Node] = []
        if self.here is not None and self.here.kind == "close":
            self.take()
            return ()
        while True:
            empty = self.here is None or self.here.kind in {"comma", "close"}
            found.append(Constant(None) if empty else self.expression(0, depth + 1))
            if self.take().kind == "close":
                return tuple(found)

    def _close(self) -> None:
        token = self.take()
        if token.kind != "close":
            raise CannotEvaluateError(token.text)

    def _reference(self, token: Token, sheet: str) -> Node:
        if token.text.upper() in {"TRUE", "FALSE"}:
            return Constant(token.text.upper() == "TRUE")
        span = read_span(token.text) if token.kind == "area" else None
        if span is not None and span.area() is not None:
            return Reference("area", token.text, sheet, span)
        if token.kind in {"name", "area", "table"}:
            kind: Literal["name", "table"] = "table" if token.kind == "table" else "name"
            return Reference(kind, token.text, sheet)
        raise CannotEvaluateError(token.text)
