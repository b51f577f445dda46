"""What a lost connection and a repeated call come to (DOOR-11)."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from docforge.config import Settings
from docforge.workspace import Workspace
from tests.e2e import callers
from tests.e2e.callers import Caller, McpCaller, RestCaller
from tests.e2e.reading import cell_values
from tests.e2e.room import Room
from tests.e2e.serving import Server
from tests.e2e.wrong_books import fixture

Json = dict[str, Any]
TEMPLATE = "templates/quote.xltx"
MCP_HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": callers.MODERN}


def edit(path: str, customer: str, **more: Any) -> Json:
    cells = [{"sheet": "견적서", "cell": "B4", "value": customer}]
    return {"path": path, "attach": False, "cells": cells, **more}


def as_rest(_: McpCaller, arguments: Json) -> tuple[str, Json, dict[str, str]]:
    """The call as a REST request: path, body, headers."""
    return "/v1/tools/edit_xlsx", arguments, {}


def as_mcp(caller: McpCaller, arguments: Json) -> tuple[str, Json, dict[str, str]]:
    """The call as a request of MCP 2026-07-28: each carries its own version and capabilities."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": callers.MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "dropped", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    told = {"name": "edit_xlsx", "arguments": {**arguments, "guide": caller.handle("edit_xlsx")}, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": told}
    return "/mcp", body, {**MCP_HEADERS, "Mcp-Method": "tools/call", "Mcp-Name": "edit_xlsx"}


def send_and_hang_up(url: str, request: tuple[str, Json, dict[str, str]]) -> None:
    """Send a whole request and close the connection without waiting for a byte of the answer."""
    path, told, headers = request
    body = json.dumps(told).encode()
    address = urlsplit(url)
    lines = [f"POST {path} HTTP/1.1", f"Host: {address.netloc}", "Content-Type: application/json"]
    lines += [f"{name}: {value}" for name, value in headers.items()] + [f"Content-Length: {len(body)}"]
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def until(seen: Callable[[], Any]) -> Any:
    """What `seen` returns as soon as it is something; each look is a call of its own to the server."""
    for _ in range(5_000):
        if (found := seen()) is not None:
            return found
    raise AssertionError("it never came")


@pytest.fixture
def document(room: Room, rest_callers: dict[str, RestCaller], fresh: str) -> str:
    """A filled quote, as the server's first caller made it."""
    room.put(TEMPLATE, fixture("quote.xltx"))
    ok, body = rest_callers["ko"].call("edit_xlsx", **edit(fresh, "처음", template=TEMPLATE))
    assert ok, body
    return fresh


@pytest.mark.proves("DOOR-11", "MATRIX-8")
@pytest.mark.parametrize("request_of", [as_rest, as_mcp])
def test_a_call_is_finished_though_its_connection_drops_in_the_middle(
    request_of: Callable[[McpCaller, Json], tuple[str, Json, dict[str, str]]],
    document: str,
    room: Room,
    server: Server,
    mcp_callers: dict[str, McpCaller],
):
    request = request_of(mcp_callers["ko"], edit(document, "끊긴 뒤"))
    before = room.read(document)
    workspace = Workspace.open(Settings(workspace=server.workspace))
    with workspace.lock(document):  # the edit has begun, and waits for the document
        send_and_hang_up(server.url, request)
        assert httpx.get(f"{server.url}/healthz").is_success
        assert room.read(document) == before

    until(lambda: None if room.read(document) == before else True)

    assert cell_values(room.read(document), "견적서", ["B4"]) == ["끊긴 뒤"]


@pytest.mark.proves("DOOR-11", "MATRIX-4", "DOOR-8")
def test_the_same_call_again_is_told_that_it_is_done_and_given_the_first_result(caller: Caller, room: Room, fresh: str):
    room.put(TEMPLATE, fixture("quote.xltx"))
    call = edit(fresh, "한빛", template=TEMPLATE)
    first = caller.call("edit_xlsx", **call)
    assert first.ok, first
    before = room.tree()

    ok, body = caller.call("edit_xlsx", **call)

    assert not ok
    assert body["code"] == "target_exists"
    take, go_on, start_again = body["next"]["choices"]
    assert take["result"] == first.body
    assert room.tree() == before
    for choice, action in [(go_on, "edited"), (start_again, "copied_and_edited")]:
        step = choice.get("call", {}).get("arguments") or {**call, **choice["same_but"]}
        ok, body = caller.call("edit_xlsx", **{key: value for key, value in step.items() if value is not None})
        assert ok, body
        assert body["action"] == action


@pytest.mark.proves("DOOR-11")
def test_an_edit_sent_twice_is_done_once(caller: Caller, document: str, room: Room):
    call = edit(document, f"두 번 {caller.door}")
    first = caller.call("edit_xlsx", **call)
    after = room.read(document)

    second = caller.call("edit_xlsx", **call)

    assert first.ok
    assert second.ok
    assert second.body["version"] == first.body["version"]
    assert room.read(document) == after


@pytest.mark.proves("DOOR-11", "MATRIX-4")
def test_over_each_door_the_same_call_again_is_told_that_it_is_done(every_caller: list[Caller], room: Room):
    room.put(TEMPLATE, fixture("quote.xltx"))
    for number, caller in enumerate(every_caller):
        made = edit(f"again/{number}.xlsx", "한빛", template=TEMPLATE)
        changed = edit(f"again/{number}.xlsx", "금강")
        first, second = caller.call("edit_xlsx", **made), caller.call("edit_xlsx", **made)
        assert (first.ok, second.ok, second.body["code"]) == (True, False, "target_exists"), caller.door
        assert second.body["next"]["choices"][0]["result"] == first.body, caller.door
        first, second = caller.call("edit_xlsx", **changed), caller.call("edit_xlsx", **changed)
        assert (first.ok, second.ok) == (True, True), caller.door
        told = {key: value for key, value in second.body.items() if key != "warnings"}
        assert told == {key: value for key, value in first.body.items() if key != "warnings"}, caller.door
        assert len(second.body["warnings"]) == len(first.body.get("warnings", [])) + 1, caller.door


@pytest.mark.proves("DOOR-11")
def test_a_call_that_timed_out_is_told_what_it_came_to(
    room: Room, server: Server, rest_callers: dict[str, RestCaller], fresh: str
):
    room.put(TEMPLATE, fixture("quote.xltx"))
    call = edit(fresh, "한빛", template=TEMPLATE)
    send_and_hang_up(server.url, as_rest(..., call))

    def told_of_it() -> Json | None:
        ok, body = rest_callers["ko"].call("edit_xlsx", **call)
        return None if ok or "result" not in body["next"]["choices"][0] else body

    result = until(told_of_it)["next"]["choices"][0]["result"]

    assert result["action"] == "copied_and_edited"
    assert result["path"] == fresh
    assert cell_values(room.read(fresh), "견적서", ["B4"]) == ["한빛"]
