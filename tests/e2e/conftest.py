"""A running server and its callers, once for the folder; each test finds the workspace empty but for its own files."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

import pytest

from tests.e2e import callers
from tests.e2e.callers import LEGACY, MODERN, Caller, CliCaller, McpCaller, PythonCaller, RestCaller
from tests.e2e.room import Room
from tests.e2e.serving import Server, serve


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a workspace of its own."""
    with serve(tmp_path_factory.mktemp("workspace")) as server:
        yield server


_NUMBERS = itertools.count(1)


@pytest.fixture
def fresh() -> str:
    """A path that no test of this run has used, so that nothing is known of it."""
    return f"quotes/한빛-{next(_NUMBERS)}.xlsx"


@pytest.fixture
def room(server: Server) -> Iterator[Room]:
    """The server's workspace, emptied of the user's files at the end."""
    room = Room(server.workspace)
    yield room
    room.clear()


@pytest.fixture(scope="session")
def rest_callers(server: Server) -> Iterator[dict[str, RestCaller]]:
    """A caller over REST by language."""
    with callers.rest(server.url, "ko") as korean, callers.rest(server.url, "en") as english:
        yield {"ko": korean, "en": english}


@pytest.fixture(scope="session")
def mcp_callers(server: Server) -> Iterator[dict[str, McpCaller]]:
    """A caller over MCP by language: Korean in the modern era, English in the legacy one."""
    with (
        callers.mcp_http(server.url, MODERN, "ko") as korean,
        callers.mcp_http(server.url, LEGACY, "en") as english,
    ):
        yield {"ko": korean, "en": english}


@pytest.fixture(params=["mcp", "rest"])
def doors(
    request: pytest.FixtureRequest, mcp_callers: dict[str, McpCaller], rest_callers: dict[str, RestCaller]
) -> Mapping[str, Caller]:
    """The callers of one door by language; a test with this runs through both doors, if it names none."""
    return mcp_callers if request.param == "mcp" else rest_callers


@pytest.fixture
def caller(doors: Mapping[str, Caller]) -> Caller:
    """A Korean caller; a test with this runs through both doors."""
    return doors["ko"]


@pytest.fixture(scope="module")
def every_caller(server: Server) -> Iterator[list[Caller]]:
    """A Korean caller through each door there is, over one workspace."""
    with (
        callers.rest(server.url) as rest,
        callers.mcp_http(server.url, MODERN) as modern,
        callers.mcp_http(server.url, LEGACY) as legacy,
        callers.mcp_stdio(server.workspace, MODERN) as stdio,
        callers.mcp_stdio(server.workspace, LEGACY) as old_stdio,
    ):
        own: list[Caller] = [PythonCaller(server.workspace), CliCaller(server.workspace)]
        yield [*own, rest, modern, legacy, stdio, old_stdio]
