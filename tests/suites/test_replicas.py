"""Two servers with one secret and one workspace: what one gave, the other takes, whatever the protocol's era."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.e2e.callers import LEGACY, MODERN, McpCaller, mcp_http
from tests.e2e.serving import Server, serve
from tests.suites.quote import CELLS, FORM, SHEET, TEMPLATE, check_quote

pytestmark = pytest.mark.suites
SECRET = "one secret for all replicas, 0123456789"
Json = dict[str, Any]


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two processes on one workspace."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / TEMPLATE).parent.mkdir()
    (folder / TEMPLATE).write_bytes(FORM)
    with serve(folder, {"secret": SECRET}) as one, serve(folder, {"secret": SECRET}) as other:
        yield one, other


@pytest.fixture(params=[(MODERN, LEGACY), (LEGACY, MODERN)], ids=["modern then legacy", "legacy then modern"])
def callers(request: pytest.FixtureRequest, replicas: tuple[Server, Server]) -> Iterator[tuple[McpCaller, McpCaller]]:
    """One conversation that goes on at the other replica, in the other era."""
    meta = {"docforge/conversation": request.node.name}
    (one, other), (before, after) = replicas, request.param
    with mcp_http(one.url, before, meta=meta) as first, mcp_http(other.url, after, meta=meta) as second:
        yield first, second


@pytest.fixture
def path(request: pytest.FixtureRequest) -> str:
    return f"quotes/{request.node.name}.xlsx"


def fill(caller: McpCaller, path: str, handle: str) -> tuple[bool, Json]:
    return caller.call("edit_xlsx", template=TEMPLATE, path=path, attach=True, cells=CELLS, guide=handle)


def rename(caller: McpCaller, path: str, customer: str, version: str, handle: str) -> tuple[bool, Json]:
    cells = [{"sheet": SHEET, "cell": "B4", "value": customer}]
    return caller.call("edit_xlsx", path=path, attach=False, cells=cells, version=version, guide=handle)


def at(server: Server, url: str) -> httpx.URL:
    """The same address at another server."""
    return httpx.URL(url).copy_with(port=httpx.URL(server.url).port)


@pytest.mark.proves("GUIDE-3", "SERVE-4", "ATTACH-3")
def test_a_handle_and_a_link_of_one_replica_hold_at_the_other(
    replicas: tuple[Server, Server], callers: tuple[McpCaller, McpCaller], path: str
):
    first, second = callers
    ok, made = fill(second, path, first.handle("edit_xlsx"))
    assert ok, made
    check_quote(httpx.get(at(replicas[0], made["card"]["url"])).raise_for_status().content)
    check_quote(httpx.get(at(replicas[1], made["card"]["url"])).raise_for_status().content)


@pytest.mark.proves("DOOR-11", "MATRIX-8")
def test_a_replica_knows_what_the_other_has_done(callers: tuple[McpCaller, McpCaller], path: str):
    first, second = callers
    handle = first.handle("edit_xlsx")
    _, made = fill(first, path, handle)

    again, told = fill(second, path, handle)
    edited, _ = rename(second, path, "다른 고객", made["version"], handle)
    late, refusal = rename(first, path, "늦은 고객", made["version"], handle)

    assert (again, edited, late) == (False, True, False)
    assert told["next"]["choices"][0]["result"] == made
    assert refusal["code"] == "version_changed"


@pytest.mark.proves("GUIDE-3", "SERVE-4")
def test_a_server_with_another_secret_takes_neither(
    replicas: tuple[Server, Server], callers: tuple[McpCaller, McpCaller], path: str
):
    first, _ = callers
    handle = first.handle("edit_xlsx")
    _, made = fill(first, path, handle)
    with serve(replicas[0].workspace, {"secret": "a secret that is another, 0123456789"}) as stranger:
        with mcp_http(stranger.url) as caller:
            _, refusal = rename(caller, path, "낯선 고객", made["version"], handle)
        answer = httpx.get(at(stranger, made["card"]["url"]))
    assert refusal["code"] == "guide_needed"
    assert answer.status_code == 404
