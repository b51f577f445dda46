"""Hosts, origins and the key: what never reaches a tool."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import anyio
import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from docforge import Refusal
from docforge.config import Settings
from docforge.service.app import create_app
from docforge.service.listen import bind
from tests.toy.fixtures import ERAS, TEMPLATE, Served, fill, serve

KEY = "a-long-key-of-the-operator"
MCP_BODY = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
MCP_HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}


@pytest.fixture
def locked(home: Path) -> Iterator[Served]:
    """A service with a key."""
    settings = Settings(workspace=home, port=0, language="en", api_key=KEY, allowed_hosts=["forge.example:8443"])
    yield from serve(settings, {"authorization": f"Bearer {KEY}"})


@pytest.mark.proves("SERVE-1", "DOOR-9")
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:9", 200), ("localhost", 200), ("LOCALHOST:80", 200), ("[::1]:9", 200), ("forge.example", 200),
        ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("127.0.0.1@evil.example", 421),
        ("evil.example:127.0.0.1", 421), ("[::1", 421), ("", 421),
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/v1/tools", "/openapi.json"])
def test_a_host_that_is_not_ours_is_answered_nowhere(locked: Served, path: str, host: str, status: int) -> None:
    answer = httpx.get(f"{locked.url}{path}", headers=locked.headers | {"host": host})
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["code"] == "wrong_host"


@pytest.mark.proves("SERVE-1")
@pytest.mark.parametrize("header", [{"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_mcp_is_closed_to_other_hosts_and_pages(served: Served, header: dict[str, str]) -> None:
    def answer(**more: str) -> int:
        return httpx.post(f"{served.url}/mcp", json=MCP_BODY, headers=MCP_HEADERS | more).status_code

    assert answer() == 200
    assert answer(origin=served.url) == 200
    assert answer(**header) == (421 if "host" in header else 403)


@pytest.mark.proves("SERVE-1")
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", "file://", "http://[", ""]
)
def test_another_page_is_refused(served: Served, origin: str) -> None:
    answer = served.rest("edit_toy", fill(), origin=origin)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert not (served.folder / "quotes").exists()


@pytest.mark.proves("SERVE-2")
@pytest.mark.parametrize("given", [None, "", "Bearer", "Bearer wrong", f"Basic {KEY}", KEY, f"Bearer {KEY}x"])
def test_without_the_key_nothing_is_answered_and_every_fault_of_it_is_the_same(
    locked: Served, given: str | None
) -> None:
    headers = {} if given is None else {"authorization": given}
    told = []
    for path in ("/v1/tools", f"/v1/files/{TEMPLATE}", "/v1/cards", "/v1/nothing", "/mcp"):
        answer = httpx.get(f"{locked.url}{path}", headers=headers)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        told.append({name: value for name, value in answer.json().items() if name != "instance"})
    assert all(each == told[0] for each in told)
    assert httpx.get(f"{locked.url}/healthz", headers=headers).status_code == 200


@pytest.mark.proves("SERVE-2")
@pytest.mark.parametrize("era", ERAS)
def test_with_the_key_both_protocols_answer(locked: Served, era: str) -> None:
    assert locked.rest("list_files", {}).status_code == 200

    async def run() -> int:
        async with httpx2.AsyncClient(headers=locked.headers) as http:
            transport = streamable_http_client(f"{locked.url}/mcp", http_client=http)
            async with Client(transport, mode=era) as client:
                return len((await client.list_tools()).tools)

    assert anyio.run(run) > 5


@pytest.mark.proves("SERVE-4")
def test_a_download_link_is_its_own_key(locked: Served) -> None:
    card = locked.rest("edit_toy", fill(attach=True)).json()["card"]
    assert httpx.get(card["url"]).status_code == 200


@pytest.mark.proves("SERVE-1", "SERVE-2")
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "forge.example"])
def test_beyond_this_machine_nothing_starts_without_a_key(home: Path, host: str) -> None:
    settings = Settings(workspace=home, host=host, port=0)
    for start in (create_app, bind):
        with pytest.raises(Refusal) as caught:
            start(settings)
        assert caught.value.code == "key_needed"
    assert not (home / ".docforge").exists()


@pytest.mark.proves("SERVE-1", "SERVE-2")
def test_beyond_this_machine_it_starts_with_a_key(home: Path) -> None:
    taken, bound = bind(Settings(workspace=home, host="0.0.0.0", port=0, api_key=KEY))
    with taken:
        assert (bound.port > 0, taken.proto) == (True, socket.IPPROTO_TCP)
