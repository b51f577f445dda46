"""The data validations of a sheet (ECMA-376-1 §18.3.1.32; MS-XLSX 2.6.19 for the newer ones). Knows no value."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Literal, cast, get_args

from docforge.formats.xlsx.areas import AreaIndex
from docforge.formats.xlsx.formula.lexer import read_tokens
from docforge.formats.xlsx.formula.shared import move_formula
from docforge.formats.xlsx.refs import Area, Cell, read_areas
from docforge.opc import Element

RuleKind = Literal["list", "whole", "decimal", "date", "time", "textLength", "custom"]
ErrorStyle = Literal["stop", "warning", "information"]
Operator = Literal[
    "between", "notBetween", "equal", "notEqual", "greaterThan", "lessThan", "greaterThanOrEqual", "lessThanOrEqual"
]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `first` and `second` are its formulas as stored, relative to the top left of `areas`.

    `items` are the values of an inline list whose own commas the older spelling cannot show.
    """

    kind: RuleKind
    operator: Operator
    first: str
    second: str
    areas: tuple[Area, ...]
    style: ErrorStyle
    items: tuple[str, ...] = ()

    @property
    def corner(self) -> Cell:
        return Cell(min(area.top for area in self.areas), min(area.left for area in self.areas))

    def formula_at(self, cell: Cell, which: Literal["first", "second"] = "first") -> str:
        """A formula of the rule as it reads for `cell`."""
        text = self.first if which == "first" else self.second
        return move_formula(text, cell.row - self.corner.row, cell.column - self.corner.column)

    @property
    def inline(self) -> tuple[str, ...] | None:
        """The values of a list written into the rule itself; None for any other rule."""
        tokens = read_tokens(self.first.strip()) if self.kind == "list" else ()
        if len(tokens) != 1 or tokens[0].kind != "string":
            return None
        return self.items or split_items(tokens[0].text[1:-1].replace('""', '"'))


def read_rules(frame: Element) -> AreaIndex[Rule]:
    """The rules of a worksheet by the cells they hold for; `frame` is the worksheet without its rows."""
    found = (_read_rule(element) for element in frame.iter("{*}dataValidation"))
    return AreaIndex((area, rule) for rule in found if rule is not None for area in rule.areas)


def _read_rule(element: Element) -> Rule | None:
    kind, areas = element.get("type", "none"), read_areas(element.get("sqref") or _below(element, "sqref"))
    if kind not in get_args(RuleKind) or not areas:
        return None
    quoted = next(element.iter("{*}list"), None)  # x12ac:list (MS-XLSX 2.4.62)
    operator, style = element.get("operator", "between"), element.get("errorStyle", "stop")
    return Rule(
        kind=cast("RuleKind", kind),
        operator=cast("Operator", operator if operator in get_args(Operator) else "between"),
        first=_below(element, "formula1"),
        second=_below(element, "formula2"),
        areas=areas,
        style=cast("ErrorStyle", style if style in get_args(ErrorStyle) else "stop"),
        items=_quoted_items(quoted.text or "") if quoted is not None else (),
    )


def split_items(text: str) -> tuple[str, ...]:
    """The values of an inline list, which a comma parts in every language."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _quoted_items(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for row in csv.reader([text]) for part in row if part.strip())


def _below(element: Element, name: str) -> str:
    """All text under an element, which in newer rules stands deeper (`<x14:formula1><xm:f>`, `<mc:Fallback>`)."""
    found = next(element.iter(f"{{*}}{name}"), None)
    return "" if found is None else "".join(str(text) for text in found.itertext()).strip().removeprefix("=")
