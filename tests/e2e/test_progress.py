"""A client that asks how far its call is hears it while the call goes on, over every way of MCP (DOOR-12)."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Queue
from typing import Any

import httpx
import pytest

from docforge.config import Settings
from docforge.workspace import Workspace
from tests.e2e import callers
from tests.e2e.callers import LEGACY, MODERN, McpCaller
from tests.e2e.reading import cell_values
from tests.e2e.room import Room
from tests.e2e.serving import Server
from tests.e2e.test_connections import as_mcp, until
from tests.e2e.wrong_books import fixture

TEMPLATE = "templates/quote.xltx"
SECONDS = 60
Json = dict[str, Any]


@pytest.fixture(params=[f"{way} {era}" for way in ("http", "stdio") for era in (LEGACY, MODERN)])
def agent(request: pytest.FixtureRequest, server: Server, room: Room) -> Iterator[McpCaller]:
    """A chat agent's client, each way in that MCP has; its workspace holds a form."""
    way, era = request.param.split()
    room.put(TEMPLATE, fixture("quote.xltx"))
    with callers.mcp_http(server.url, era) if way == "http" else callers.mcp_stdio(room.folder, era) as caller:
        yield caller


def edit(path: str) -> Json:
    cells = [{"sheet": "견적서", "cell": "B4", "value": "한빛"}]
    return {"template": TEMPLATE, "path": path, "attach": False, "cells": cells}


@pytest.mark.proves("DOOR-12", "SERVE-1")
def test_a_client_hears_of_its_call_while_the_call_waits_and_until_it_ends(agent: McpCaller, room: Room, fresh: str):
    shares: Queue[float] = Queue()
    with Workspace.open(Settings(workspace=room.folder)).lock(fresh):
        answer = agent.begin("edit_xlsx", shares.put, **edit(fresh))
        before = [shares.get(timeout=SECONDS), shares.get(timeout=SECONDS)]
        assert not answer.done()

    result = answer.result(timeout=SECONDS)

    assert result.structured_content["action"] == "copied_and_edited"
    after = [shares.get(timeout=SECONDS) for _ in range(2)]
    told = before + after
    assert told == sorted(set(told))
    assert 0 <= told[0] < told[-1] <= 1
    assert shares.empty()


@pytest.mark.proves("DOOR-11", "DOOR-12")
def test_a_client_that_gives_up_is_told_afterwards_what_its_call_came_to(agent: McpCaller, room: Room, fresh: str):
    shares: Queue[float] = Queue()
    with Workspace.open(Settings(workspace=room.folder)).lock(fresh):
        answer = agent.begin("edit_xlsx", shares.put, **edit(fresh))
        shares.get(timeout=SECONDS)
        assert answer.cancel()

    def told_of_it() -> Json | None:
        ok, body = agent.call("edit_xlsx", **edit(fresh))
        return None if ok else body["next"]["choices"][0].get("result")

    assert until(told_of_it)["action"] == "copied_and_edited"
    assert cell_values(room.read(fresh), "견적서", ["B4"]) == ["한빛"]


@pytest.mark.proves("DOOR-12")
def test_a_refused_call_that_was_asked_about_is_refused_as_any(agent: McpCaller, fresh: str):
    shares: Queue[float] = Queue()

    refused = agent.begin("edit_xlsx", shares.put, **{**edit(fresh), "cells": []}).result(timeout=SECONDS)

    assert refused.is_error
    assert refused.structured_content["code"] == agent.call("edit_xlsx", **{**edit(fresh), "cells": []}).body["code"]


@pytest.mark.proves("DOOR-12")
@pytest.mark.parametrize("token", [{}, {"progressToken": "p1"}])
def test_only_whoever_asks_hears(token: Json, server: Server, room: Room, mcp_callers: dict[str, McpCaller]):
    room.put(TEMPLATE, fixture("quote.xltx"))
    path, body, headers = as_mcp(mcp_callers["ko"], edit(f"heard-{len(token)}.xlsx"))
    body["params"]["_meta"] |= token

    answer = httpx.post(f"{server.url}{path}", json=body, headers=headers, timeout=SECONDS)

    kind = "text/event-stream" if token else "application/json"
    assert answer.headers["content-type"].startswith(kind)
    assert ("notifications/progress" in answer.text) is bool(token)
    assert '"p1"' in answer.text if token else "p1" not in answer.text
    assert "copied_and_edited" in answer.text
