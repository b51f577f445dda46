"""Checks a call's arguments against the tool's model, all faults at once (DOOR-3 to DOOR-5). Knows no door."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from docforge.call import Call
from docforge.errors import PHRASES, Change, Choice, Phrase, Problem, Refusal
from docforge.tools.jsontext import read_fields
from docforge.tools.tool import LIMIT, Json, Signature, Tool

_WANTED = {
    "bool_type": "a_boolean",
    "string_type": "a_string",
    "int_type": "an_integer",
    "int_from_float": "an_integer",
    "float_type": "a_number",
    "list_type": "a_list",
    "tuple_type": "a_list",
    "dict_type": "an_object",
    "model_type": "an_object",
    "model_attributes_type": "an_object",
}
_LIMITS = {
    "greater_than_equal": ("at_least", "ge"),
    "less_than_equal": ("at_most", "le"),
    "too_short": ("longer", "min_length"),
    "too_long": ("shorter", "max_length"),
    "string_too_short": ("longer", "min_length"),
    "string_too_long": ("shorter", "max_length"),
}


def read_arguments(tool: Signature, call: Call, raw: Mapping[str, Any], tools: Mapping[str, Tool]) -> BaseModel:
    """The arguments as the tool's model; Refusal bad_arguments with every fault of the call.

    `tools` are all tools, so that an unknown argument can name the one that takes it.
    """
    given = {key: value for key, value in raw.items() if value is not None or key not in tool.arguments.model_fields}
    unknown = [LIMIT] if LIMIT in given and call.door == "mcp" else []
    try:
        read = tool.arguments.model_validate(
            read_fields({k: v for k, v in given.items() if k not in unknown}, tool.arguments)
        )
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        raise _refusal(tool, given, tools, details, unknown) from None
    if unknown:
        raise _refusal(tool, given, tools, [], unknown)
    return read


def _refusal(
    tool: Signature, given: Json, tools: Mapping[str, Tool], details: Iterable[ErrorDetails], unknown: Iterable[str]
) -> Refusal:
    by_place: dict[tuple[Any, ...], list[ErrorDetails]] = {}
    for detail in details:
        by_place.setdefault(_place(detail, given), []).append(detail)
    problems = [_problem(tool, given, tools, place, found) for place, found in by_place.items()]
    problems += [_unknown(tool, given, tools, (name,)) for name in unknown]
    return _with_next(tool, given, tools, problems)


# ── one problem ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _place(detail: ErrorDetails, given: Json) -> tuple[Any, ...]:
    """Where the fault lies in what the caller sent; pydantic also names the branches of a union."""
    place: list[Any] = []
    here: Any = given
    for step in detail["loc"]:
        inside, here = _step_into(here, step)
        if not inside:
            break
        place.append(step)
    return (*place, detail["loc"][-1]) if detail["type"] == "missing" else tuple(place)


def _step_into(here: Any, step: int | str) -> tuple[bool, Any]:
    if isinstance(here, dict):
        members = cast("Json", here)
        return step in members, members.get(str(step))
    if isinstance(here, list) and isinstance(step, int):
        items = cast("list[Any]", here)
        return step < len(items), items[step] if step < len(items) else None
    return False, None


def _spell(place: tuple[Any, ...]) -> str:
    """`cells[2].value` for ("cells", 2, "value")."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


def _problem(
    tool: Signature, given: Json, tools: Mapping[str, Tool], place: tuple[Any, ...], found: list[ErrorDetails]
) -> Problem:
    at, kind = _spell(place), found[0]["type"]
    if kind == "missing":
        return Problem("missing_argument", at=at, facts={"decides": _decides(str(place[-1]))})
    if kind == "extra_forbidden":
        return _unknown(tool, given, tools, place)
    if kind == "literal_error":
        allowed = tuple(re.findall(r"'([^']*)'", str(found[0].get("ctx", {}).get("expected", ""))))
        wanted = Phrase("one_of", {"allowed": ", ".join(allowed)})
        return Problem("wrong_type", at=at, facts={"wanted": wanted}, allowed=allowed)
    if all(detail["type"] in _WANTED for detail in found):
        return Problem("wrong_type", at=at, facts={"wanted": _wanted(found)})
    return Problem("bad_value", at=at, facts={"why": _why(found)})


def _decides(name: str) -> Phrase | str:
    row = f"decides_{name}"
    return Phrase(row) if row in PHRASES else ""


def _wanted(found: list[ErrorDetails]) -> Phrase:
    rows = list(dict.fromkeys(_WANTED[detail["type"]] for detail in found))
    if len(rows) > 2:  # noqa: PLR2004  a union of all the scalars
        return Phrase("scalar")
    return Phrase("either", {"first": Phrase(rows[0]), "second": Phrase(rows[1])}) if len(rows) > 1 else Phrase(rows[0])


def _why(found: list[ErrorDetails]) -> Phrase:
    detail = next((d for d in found if d["type"] not in _WANTED), found[0])
    row, limit = _LIMITS.get(detail["type"], ("not_so", ""))
    return Phrase(row, {"limit": detail.get("ctx", {}).get(limit), "told": detail["msg"]})


def _unknown(tool: Signature, given: Json, tools: Mapping[str, Tool], place: tuple[Any, ...]) -> Problem:
    name = str(place[-1])
    if len(place) > 1:
        return Problem("unknown_argument", at=_spell(place), facts={"hint": ""})
    own = [field for field in tool.arguments.model_fields if field not in given]
    nearest = difflib.get_close_matches(name, own, n=1)
    takers = takers_of(tool, name, tools)
    if takers and not nearest:
        hint = Phrase("taken_by", {"tools": ", ".join(takers)})
    else:
        hint = Phrase("takes", {"arguments": ", ".join(tool.arguments.model_fields)})
    return Problem("unknown_argument", at=name, facts={"hint": hint}, nearest=nearest[0] if nearest else None)


def takers_of(tool: Signature, argument: str, tools: Mapping[str, Tool]) -> list[str]:
    """Other tools that take the argument: those of the same format, else the first few."""
    takers = [other for other in tools.values() if argument in other.arguments.model_fields and other is not tool]
    same = [other.name for other in takers if tool.format and other.format == tool.format]
    return same or [other.name for other in takers[:3]]


# ── the next call ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _with_next(tool: Signature, given: Json, tools: Mapping[str, Tool], problems: list[Problem]) -> Refusal:
    unknown = [p for p in problems if p.code == "unknown_argument" and p.at in given]
    difference: Json = {problem.at: None for problem in unknown}
    difference |= {str(problem.nearest): given[problem.at] for problem in unknown if problem.nearest}
    rest = [problem for problem in problems if problem not in unknown and problem.at not in difference]
    needs = list(dict.fromkeys(re.split(r"[.\[]", problem.at)[0] for problem in rest))
    told: Json = {"tool": tool.name, "problems": problems, "needs": needs}
    if any(problem.at == "attach" for problem in rest):
        return Refusal("bad_arguments", choices=_attach_choices(difference, needs), **told)
    elsewhere = [c for problem in unknown if not problem.nearest for c in _other_tool(tool, given, tools, problem.at)]
    if elsewhere:
        here = [] if needs else [Choice("leave_out", Change(difference), {"tool": tool.name})]
        return Refusal("bad_arguments", choices=[*here, *elsewhere], **told)
    return Refusal("bad_arguments", change=Change(difference) if difference and not needs else None, **told)


def _attach_choices(difference: Json, needs: list[str]) -> list[Choice]:
    """Both values with what each means (ATTACH-1); what else is open stays in `needs` of the choice."""
    open_still = tuple(need for need in needs if need != "attach")
    return [
        Choice("attach_true", Change({**difference, "attach": True}), needs=open_still),
        Choice("attach_false", Change({**difference, "attach": False}), needs=open_still),
    ]


def _other_tool(tool: Signature, given: Json, tools: Mapping[str, Tool], argument: str) -> list[Choice]:
    """The same call of the tool that takes the argument, with what that tool still wants (DOOR-3)."""
    if tool.format is None:
        return []
    found: list[Choice] = []
    for name in takers_of(tool, argument, tools)[:1]:
        fields = tools[name].arguments.model_fields
        arguments = {key: value for key, value in given.items() if key in fields}
        open_still = tuple(key for key, field in fields.items() if field.is_required() and key not in given)
        found.append(Choice("other_tool", Change(tool=name, arguments=arguments), {"tool": name}, needs=open_still))
    return found


def join_faults(fault: Refusal, other: Refusal) -> Refusal:
    """A call without `attach` that would also have met `other`: both told, each choice with what mends the other."""
    mended = other.change.same_but if other.change is not None else {}
    fault.problems = (*fault.problems, *other.as_problems())
    fault.needs = tuple(dict.fromkeys((*fault.needs, *other.needs)))
    fault.choices = tuple(
        Choice(c.means, Change({**(c.change.same_but if c.change else {}), **mended}), c.facts, needs=other.needs)
        for c in fault.choices
    )
    return fault
