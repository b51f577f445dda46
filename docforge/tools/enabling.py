"""`enable_tools`, and the refusal that brings the guide to a call that came without it. Knows no door."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from docforge.call import Call
from docforge.errors import Change, Choice, Phrase, Problem, Refusal
from docforge.tools.guides import check_handle, make_handle, read_guide
from docforge.tools.tool import GUIDE, Arguments, Json, Result, Tool, tool
from docforge.workspace import Workspace


class EnableArguments(Arguments):
    names: Annotated[list[str], Field(min_length=1, description="tools, such as edit_xlsx")]


class Guides(Result):
    """`guide` is the handle; `guides` the text by format."""

    guide: str | None = None
    guides: dict[str, str] = Field(default_factory=dict[str, str])


def make_enable_tools(others: Mapping[str, Tool]) -> Tool:
    """The tool that gives guides of these tools' formats."""

    @tool("enable_tools", description="Get the guides of tools and the handle that edit and create tools need.")
    def enable_tools(call: Call, workspace: Workspace, arguments: EnableArguments) -> Guides:
        _check_names(arguments.names, others)
        formats = sorted({other.format for name in arguments.names if (other := others[name]).format is not None})
        return deliver(call, workspace, formats)

    return enable_tools


def _check_names(names: list[str], others: Mapping[str, Tool]) -> None:
    problems = [
        Problem(
            "bad_value",
            at=f"names[{place}]",
            facts={"why": Phrase("no_such_tool")},
            nearest=next(iter(difflib.get_close_matches(name, others, n=1)), None),
            allowed=tuple(others),
        )
        for place, name in enumerate(names)
        if name not in others
    ]
    if problems:
        raise Refusal("bad_arguments", tool="enable_tools", problems=problems, needs=["names"])


def deliver(call: Call, workspace: Workspace, formats: list[str]) -> Guides:
    """The guides of these formats and a fresh handle for them."""
    if not formats:
        return Guides()
    handle = make_handle(workspace.key_for("guide"), call, formats)
    return Guides(guide=handle, guides={name: read_guide(name, call.language) for name in formats})


def holds_guide(tool: Tool, call: Call, workspace: Workspace, handle: Any) -> bool:
    """True where the caller may run the tool: it asks for no guide, or the handle is valid."""
    if tool.format is None or not tool.needs_guide or call.door != "mcp":
        return True
    seconds = workspace.settings.guide_seconds
    return isinstance(handle, str) and check_handle(
        workspace.key_for("guide"), call, tool.format, handle, seconds=seconds
    )


def guide_needed(tool: Tool, call: Call, workspace: Workspace, other: Refusal | None) -> Refusal:
    """The refusal that delivers guide and handle, with every other fault that the call would have met (GUIDE-2)."""
    guides = deliver(call, workspace, [tool.format] if tool.format else [])
    fresh: Json = {GUIDE: guides.guide}
    extra = guides.to_dict(call.language)
    if other is None:
        return Refusal("guide_needed", change=Change(fresh), extra=extra)
    choices = [_with_guide(choice, fresh) for choice in other.choices]
    change = None if choices else _join(other.change, fresh)
    told: Json = {"problems": other.as_problems(), "needs": other.needs, "choices": choices, "change": change}
    return Refusal("guide_needed", extra=extra, **told)


def _with_guide(choice: Choice, fresh: Json) -> Choice:
    change = _join(choice.change, fresh) if choice.change is not None else None
    return Choice(choice.means, change, choice.facts, choice.result, choice.needs)


def _join(change: Change | None, fresh: Json) -> Change:
    """The next call with the fresh handle; a call of another tool stays as it is."""
    if change is None:
        return Change(fresh)
    return change if change.arguments is not None else Change({**change.same_but, **fresh})
