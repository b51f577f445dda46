"""A whole edit call, in process and over HTTP, with the shares of fsync and of the database named."""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from docforge import DocForge
from tests.bench.books import ROOT
from tests.e2e import callers
from tests.e2e.serving import serve

Row = tuple[str, ...]
TEMPLATE, PATH = "templates/quote.xltx", "quotes/bench.xlsx"


class Shares:
    """Seconds spent in fsync and in statements of the database since the last reset."""

    def __init__(self) -> None:
        self.fsync = self.database = 0.0

    def reset(self) -> None:
        self.fsync = self.database = 0.0

    def timed(self, work: Callable[[int], None]) -> Callable[[int], None]:
        def measured(descriptor: int) -> None:
            began = time.perf_counter()
            work(descriptor)
            self.fsync += time.perf_counter() - began

        return measured


@contextmanager
def watched() -> Iterator[Shares]:
    """Watches os.fsync and every statement of SQLAlchemy while it is open."""
    shares, plain, began = Shares(), os.fsync, [0.0]

    def before(*_: Any) -> None:
        began[0] = time.perf_counter()

    def after(*_: Any) -> None:
        shares.database += time.perf_counter() - began[0]

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    os.fsync = shares.timed(plain)
    try:
        yield shares
    finally:
        os.fsync = plain
        event.remove(Engine, "before_cursor_execute", before)
        event.remove(Engine, "after_cursor_execute", after)


def fresh_workspace(folder: Path) -> dict[str, Any]:
    """A workspace with the quote's template; the call that fills it."""
    (folder / "templates").mkdir()
    (folder / TEMPLATE).write_bytes((ROOT / "fixtures/xlsx/quote.xltx").read_bytes())
    told = json.loads((ROOT / "fixtures/xlsx/quote.expected.json").read_text(encoding="utf-8"))
    return {"path": PATH, "attach": True, "cells": told["call"]["cells"]}


def edits(call: dict[str, Any], rounds: int) -> Iterator[dict[str, Any]]:
    """Edits in place that differ from one another, so that none is a repeat."""
    for number in range(rounds):
        first = {**call["cells"][0], "value": f"Q-{number}-{time.monotonic_ns()}"}
        yield {**call, "cells": [first, *call["cells"][1:]]}


def in_process(forge: DocForge, shares: Shares, edit: dict[str, Any]) -> tuple[float, float, float]:
    """Seconds of one edit in process, and of it fsync and database."""
    shares.reset()
    began = time.perf_counter()
    forge.call("edit_xlsx", **edit)
    return time.perf_counter() - began, shares.fsync, shares.database


def over_http(caller: callers.RestCaller, edit: dict[str, Any]) -> float:
    """Seconds of the same edit over REST."""
    began = time.perf_counter()
    answer = caller.call("edit_xlsx", **edit)
    assert answer.ok, answer.body
    return time.perf_counter() - began


def measured(rounds: int) -> tuple[float, float, float, float]:
    """Median milliseconds in process, of it fsync and database, and over HTTP; one after the other, round by round."""
    with ExitStack() as stack:
        here, there = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        call, _ = fresh_workspace(here), fresh_workspace(there)
        forge, shares = DocForge(workspace=here), stack.enter_context(watched())
        caller = stack.enter_context(callers.rest(stack.enter_context(serve(there)).url))
        forge.call("edit_xlsx", template=TEMPLATE, **call)
        caller.call("edit_xlsx", template=TEMPLATE, **call)
        seen = [(*in_process(forge, shares, edit), over_http(caller, edit)) for edit in edits(call, rounds)]
    whole, fsync, database, http = (statistics.median(column) * 1000 for column in zip(*seen, strict=True))
    return whole, fsync, database, http


def rows(rounds: int) -> Iterator[Row]:
    whole, fsync, database, http = measured(rounds)
    yield ("whole call (warm edit_xlsx)", "time", "of it fsync", "of it database", "goal")
    yield ("in process", f"{whole:.1f} ms", f"{fsync / whole:.0%}", f"{database / whole:.0%}", "")
    yield ("over HTTP", f"{http:.1f} ms", "", "", "")
    yield ("HTTP costs", f"{http - whole:.1f} ms", "", "", "≤ 15 ms")
