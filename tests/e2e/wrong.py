"""What a row of the tables of wrong calls says: what lies in the workspace, the call, the refusal. Knows no row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.e2e import wrong_books
from tests.e2e.wrong_books import fixture

Json = dict[str, Any]
QUOTE, FORM, FORMULAS = "templates/quote.xltx", "templates/rules.xlsx", "templates/formulas.xlsx"
NEW = "quotes/new.xlsx"
STARTING_FILES: Mapping[str, bytes] = {
    QUOTE: fixture("quote.xltx"),
    FORM: wrong_books.rules(),
    FORMULAS: fixture("formulas.xlsx"),
    "templates/book1904.xlsx": fixture("book1904.xlsx"),
    "templates/leave.xlsx": fixture("leave.xlsx"),
    "quotes/old.xlsx": fixture("invoice.xlsx"),
}
GOOD_CELL = {"sheet": "견적서", "cell": "B3", "value": "Q-2026-118"}
GOOD_CALL: Json = {"template": QUOTE, "path": NEW, "attach": True, "cells": [GOOD_CELL]}


@dataclass(frozen=True)
class Step:
    """A next call that the refusal must spell out, and what it comes to: an action, or the code of a refusal.

    Of its arguments those that matter are named; `...` stands for one that must not be there.
    """

    end: str
    tool: str = "edit_xlsx"
    arguments: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Wrong:
    """One call that must be refused.

    `changes` are laid over GOOD_CALL (`...` takes an argument out), or are all the arguments of another `tool`.
    What `problems` name must be in the refusal's, equal; `offers` are all the steps that it spells out, in order;
    `needs` is what it leaves to the caller.
    """

    name: str
    code: str
    changes: Json = field(default_factory=dict)
    problems: tuple[Json, ...] = ()
    offers: tuple[Step, ...] = ()
    needs: tuple[str, ...] = ()
    tool: str = "edit_xlsx"
    files: Mapping[str, bytes] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    ids: tuple[str, ...] = ()

    @property
    def arguments(self) -> Json:
        """The arguments of the call."""
        if self.tool != "edit_xlsx":
            return self.changes
        return {key: value for key, value in (GOOD_CALL | self.changes).items() if value is not ...}
