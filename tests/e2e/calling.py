"""Processes that call tools in a workspace, and may be killed at a boundary of the publish. Knows no tool by name."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from docforge import Refusal
from docforge.call import Call
from docforge.config import Settings
from docforge.tools import load_tools, run_tool
from docforge.workspace import Workspace
from tests.e2e.callers import Answer

# The server of forks loads everything once; each process begins with nothing open.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])


class Process:
    """One such process, from the outside; it is killed at the boundary with the number `dies_at`, if that is not 0."""

    def __init__(self, settings: Settings, *, dies_at: int = 0) -> None:
        self._calls, theirs = _FORKS.Pipe()
        row = settings.model_dump()
        self._process = _FORKS.Process(target=_answer_calls, args=(theirs, row, dies_at), daemon=True)
        self._process.start()
        theirs.close()

    def wait_until_ready(self) -> None:
        """Return when the process has loaded and opened everything."""
        assert self._calls.recv() == "ready"

    def tell(self, tool: str, **arguments: Any) -> None:
        """Start a call without waiting for it."""
        self._calls.send((tool, arguments))

    def hear(self) -> Answer | None:
        """The answer to the call, None where the process died over it."""
        try:
            return self._calls.recv()
        except EOFError:
            return None

    def boundaries(self) -> list[str]:
        """The boundaries that the process has crossed, in order."""
        self._calls.send(None)
        return self._calls.recv()

    def end(self) -> int | None:
        """Let the process end, and return its exit code (negative: the signal that killed it)."""
        self._calls.close()
        self._process.join(60)
        code = self._process.exitcode
        self._process.close()
        return code


def _watch(dies_at: int, crossed: list[str]) -> Callable[[str], None]:
    """A step that notes each boundary, and ends the process as a power cut would at the one with that number."""

    def step(name: str) -> None:
        crossed.append(name)
        if len(crossed) == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    return step


def _answer_calls(calls: Connection, settings: dict[str, Any], dies_at: int) -> None:
    """Answer each call until the other end is closed."""
    crossed: list[str] = []
    workspace = Workspace.open(Settings(**settings), step=_watch(dies_at, crossed))
    load_tools()
    calls.send("ready")
    while True:
        try:
            told = calls.recv()
        except EOFError:
            return
        calls.send(crossed if told is None else _answer(workspace, *told))


def _answer(workspace: Workspace, tool: str, arguments: dict[str, Any]) -> Answer:
    try:
        return Answer(True, run_tool(tool, Call(caller=f"process {os.getpid()}"), workspace, arguments))
    except Refusal as refusal:
        return Answer(False, refusal.to_dict())
