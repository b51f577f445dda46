"""Splits a formula as stored in a part (ECMA-376-1 §18.17) into tokens. Knows no workbook and no value."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, cast

Kind = Literal[
    "string", "error", "sheet", "area", "number", "function", "name", "table",
    "open", "close", "comma", "brace", "operator", "space", "other",
]  # fmt: skip

_CORNER = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_AREA = rf"(?:{_CORNER}:{_CORNER}|\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}|\$?[0-9]{{1,7}}:\$?[0-9]{{1,7}}|{_CORNER})"
_TOKEN = re.compile(
    rf"""
    (?P<string>"(?:[^"]|"")*")
    |(?P<error>\#(?:REF!|DIV/0!|N/A|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!))
    |(?P<sheet>(?:'(?:[^']|'')*'|(?:\[[0-9]+\])?[\w.\\?]+(?::[\w.\\?]+)?|\[[0-9]+\])!)
    |(?P<area>{_AREA})(?![\w.(\\?!\[])
    |(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![\w])
    |(?P<function>[^\W\d][\w.]*\()
    |(?P<table>(?:[^\W\d][\w.\\?]*|\\[\w.\\?]*)?\[)
    |(?P<name>(?:[^\W\d]|\\)[\w.\\?]*)
    |(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?P<brace>[{{}};])
    |(?P<operator><>|<=|>=|[-+*/^&=<>%:@\#])
    |(?P<space>\s+)
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """One token and its text as written: a `sheet` ends with "!", a `function` with "(", a `table` with "]"."""

    kind: Kind
    text: str


@lru_cache(2_048)
def read_tokens(formula: str) -> tuple[Token, ...]:
    """The tokens of `formula` (without a leading "="); joined, their texts give it back."""
    tokens: list[Token] = []
    position = 0
    while found := _TOKEN.match(formula, position):
        kind = cast("Kind", found.lastgroup)
        end = _end_of_brackets(formula, found.end() - 1) if kind == "table" else found.end()
        tokens.append(Token(kind, formula[position:end]))
        position = end
    return tuple(tokens)


def _end_of_brackets(formula: str, opened: int) -> int:
    """Index after the "]" that closes the "[" at `opened`; an apostrophe hides the character after it."""
    depth, position = 0, opened
    while position < len(formula):
        match formula[position]:
            case "'":
                position += 1
            case "[":
                depth += 1
            case "]":
                depth -= 1
                if not depth:
                    return position + 1
            case _:
                pass
        position += 1
    return len(formula)


def read_sheet_name(token: str) -> str:
    """The sheet name in a token such as `Sheet1!` or `'It''s'!`."""
    name = token[:-1]
    return name[1:-1].replace("''", "'") if name.startswith("'") else name
