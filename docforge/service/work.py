"""Runs what is synchronous in a worker thread that no dropped connection stops (DOOR-11). Knows no tool by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

import anyio.to_thread

from docforge.call import Call
from docforge.tools import run_tool
from docforge.tools.tool import Json
from docforge.workspace import Workspace

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """The function's result; anyio finishes what was begun even where whoever waits is cancelled."""
    return await anyio.to_thread.run_sync(partial(function, *arguments, **named))


async def call_tool(name: str, call: Call, workspace: Workspace, arguments: dict[str, Any]) -> Json:
    """One call of a tool, in a worker thread; raises Refusal."""
    return await in_thread(run_tool, name, call, workspace, arguments)
