"""What a tool is: one typed function, registered once, whose models every door shows. Knows no door and no format."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from docforge.call import Call, Language
from docforge.errors import Notice
from docforge.workspace import Workspace

Json = dict[str, Any]
EVERY_TOOL = ("bad_arguments", "internal")
KEY_REUSED = "key_reused"  # what a door's idempotency key may meet, at tools that write (DOOR-11)
GUIDE, LIMIT = "guide", "limit"  # the two arguments that doors differ in (DOOR-1)


class Arguments(BaseModel):
    """Base of every tool's arguments: nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Result(BaseModel):
    """Base of every tool's result. `notices` become `warnings`; `before` is the version that was edited."""

    model_config = ConfigDict(extra="forbid")

    notices: list[Notice] = Field(default_factory=list[Notice], exclude=True)
    before: str | None = Field(default=None, exclude=True)

    def to_dict(self, language: Language) -> Json:
        """The wire object: what is absent is left out, not null or empty."""
        body = self.model_dump(mode="json", exclude_none=True)
        body = {key: value for key, value in body.items() if value not in ([], {}, "")}
        warnings = [notice.text(language) for notice in self.notices]
        return {**body, "warnings": warnings} if warnings else body


Function = Callable[[Call, Workspace, Any], Result]
Check = Callable[[Call, Workspace, Any], None]
Claim = Callable[[Any], bool]


def never(_: Any) -> bool:
    """No arguments of this tool make its repeat harmless."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What a caller sees of a tool: name, what it is for, its arguments, the format that its guide is of."""

    name: str
    description: str
    arguments: type[BaseModel]
    format: str | None = None

    @property
    def needs_guide(self) -> bool:
        """True for the tools that ask for the handle over MCP (GUIDE-2)."""
        return self.name.startswith(("edit_", "create_"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Signature):
    """One tool. `refuses` are the codes it may give besides EVERY_TOOL.

    `slow` tools may take long, and then go on as a job (DOOR-12). `check` runs everything that could refuse and writes
    nothing. `repeats` tells from the arguments whether doing the call twice would go unnoticed, so that a repeat is
    answered from the first (DOOR-11). `example` are arguments for whoever reads the description.
    """

    result: type[Result]
    function: Function
    refuses: tuple[str, ...]
    example: Json | None = None
    writes: bool = False
    slow: bool = False
    check: Check | None = None
    repeats: Claim = never

    @property
    def codes(self) -> tuple[str, ...]:
        """Every refusal that the tool itself can give."""
        writing = (KEY_REUSED,) if self.writes else ()
        return tuple(dict.fromkeys((*EVERY_TOOL, *self.refuses, *writing)))


def tool(
    name: str,
    *,
    refuses: tuple[str, ...] = (),
    format: str | None = None,  # noqa: A002  the product's own word
    example: Json | None = None,
    writes: bool = False,
    slow: bool = False,
    check: Check | None = None,
    repeats: Claim = never,
    arguments: type[BaseModel] | None = None,
    description: str | None = None,
) -> Callable[[Callable[..., Result]], Tool]:
    """Make a Tool of a function `(call, workspace, arguments) -> result`; its docstring is what a model reads.

    `arguments` and `description` are given where they are made per format and no annotation can name them.
    """

    def register(function: Callable[..., Result]) -> Tool:
        hints = get_type_hints(function)
        return Tool(
            name=name,
            description=description or inspect.cleandoc(function.__doc__ or ""),
            arguments=arguments or hints["arguments"],
            result=hints["return"],
            function=function,
            refuses=refuses,
            format=format,
            example=example,
            writes=writes,
            slow=slow,
            check=check,
            repeats=repeats,
        )

    return register
