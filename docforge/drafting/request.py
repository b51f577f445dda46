"""What a caller asked of a document, and how several faults of one call become one reply. Knows no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from docforge.errors import Change, Choice, Refusal
from docforge.formats.base import Format, Items


@dataclass(frozen=True, slots=True)
class Script:
    """Code as a caller gave it; `assets` name → workspace path, `params` JSON for the code."""

    code: str
    assets: Mapping[str, str]
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One call of an edit tool, its arguments checked for type. `known` names the tools that exist."""

    tool: str
    format: Format[Any, Any]
    path: str
    template: str | None
    items: Items
    attach: bool
    version: str | None = None
    known: frozenset[str] = frozenset()
    script: Script | None = None

    @property
    def accepts(self) -> tuple[str, ...]:
        """Extensions that `path` takes in this call (REJECT-2)."""
        return (self.format.document,) if self.template is not None else self.format.documents

    @property
    def item_names(self) -> tuple[str, ...]:
        """The arguments that say what to write."""
        return (*self.format.items.model_fields, *(("code",) if self.format.code else ()))


def refuse_all(faults: Sequence[Refusal]) -> None:
    """Raise the faults of a call as one refusal; nothing where there is none (DOOR-4)."""
    if len(faults) > 1:
        raise _merged(faults)
    if faults:
        raise faults[0]


def _merged(faults: Sequence[Refusal]) -> Refusal:
    first = faults[0]
    problems = [problem for fault in faults for problem in fault.as_problems()]
    whole = next((f.change for f in faults if f.change is not None and f.change.arguments is not None), None)
    difference = {k: v for fault in faults if fault.change is not None for k, v in fault.change.same_but.items()}
    choices = _offered(faults, difference)
    needs = [need for fault in faults for need in fault.needs]
    if not choices:  # what a choice of the fault alone would settle is open again
        needs += [fault.facts["argument"] for fault in faults if fault.choices and "argument" in fault.facts]
    told: dict[str, Any] = {"problems": problems, "needs": tuple(dict.fromkeys(needs))}
    if whole is not None:
        return Refusal(first.code, change=whole, **told, **first.facts)
    change = Change(difference) if difference and not choices else None
    return Refusal(first.code, change=change, choices=choices, **told, **first.facts)


def _offered(faults: Sequence[Refusal], difference: dict[str, Any]) -> list[Choice]:
    offering = next((fault for fault in faults if fault.choices), None)
    if offering is None:
        return []
    return [
        Choice(c.means, Change({**c.change.same_but, **difference}), c.facts, c.result, c.needs)
        for c in offering.choices
        if c.change is not None and c.change.arguments is None
    ]
