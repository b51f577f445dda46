"""Moves the relative references of a formula: children of shared formulas, names, rules. Knows no workbook."""

from __future__ import annotations

from docforge.formats.xlsx.formula.corners import read_span
from docforge.formats.xlsx.formula.lexer import read_tokens


def move_formula(formula: str, rows: int, columns: int) -> str:
    """`formula` as it reads `rows` further down and `columns` further right (ECMA-376-1 §18.3.1.40, shared formulas).

    A child of a shared formula moves by its distance from the master's cell, not from the corner of `ref`.
    """
    if not (rows or columns):
        return formula
    return "".join(
        _move(token.text, rows, columns) if token.kind == "area" else token.text for token in read_tokens(formula)
    )


def _move(text: str, rows: int, columns: int) -> str:
    span = read_span(text)
    return text if span.area() is None else str(span.moved(rows, columns))  # beyond XFD it is a name
