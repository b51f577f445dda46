"""One way to call a tool through each door: Python, REST, MCP over HTTP (both eras) and stdio. Knows no tool's work."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.dispatcher import ProgressFnT
from mcp.types import CallToolResult

from docforge import DocForge, Refusal
from tests.e2e.serving import COMMAND, environment

Json = dict[str, Any]
MODERN, LEGACY = "2026-07-28", "legacy"
RFC_9457 = frozenset({"type", "title", "detail", "instance"})
SECONDS = 60


class Answer(NamedTuple):
    """What a call came to: the result, or the refusal where not `ok`; the same keys through each door."""

    ok: bool
    body: Json


class Caller(Protocol):
    """Someone who calls tools through one door."""

    door: str

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        """Carry out one call."""
        ...


class PythonCaller:
    """A program that has DocForge in process."""

    door = "python"

    def __init__(self, workspace: Path, language: str = "ko") -> None:
        self._forge = DocForge(workspace=workspace, language=language)

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        try:
            return Answer(True, self._forge.call(tool, **arguments))
        except Refusal as refusal:
            return Answer(False, refusal.to_dict())


class CliCaller:
    """A person at a shell, or a script: each call is a process of its own."""

    door = "cli"

    def __init__(self, workspace: Path, language: str = "ko") -> None:
        self._environment = environment(workspace, {"language": language})

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        command = [*COMMAND, "call", tool, "-"]
        pipes: Json = {"capture_output": True, "text": True, "timeout": SECONDS}
        told = subprocess.run(command, input=json.dumps(arguments), env=self._environment, check=False, **pipes)
        assert told.returncode in (0, 2), told.stderr
        return Answer(told.returncode == 0, json.loads(told.stderr if told.returncode else told.stdout))


class RestCaller:
    """A program that posts JSON. `raw` holds the last response."""

    door = "rest"

    def __init__(self, url: str, language: str = "ko", **headers: str) -> None:
        self.http = httpx.Client(
            base_url=url,
            headers={"Accept-Language": language, "Content-Type": "application/json", **headers},
            timeout=SECONDS,
        )

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        sent = json.dumps(arguments).encode()  # escaped, so that half a character passes too
        self.raw = self.http.post(f"/v1/tools/{tool}", content=sent)
        body = self.raw.json()
        if self.raw.is_success:
            return Answer(True, body)
        assert self.raw.headers["content-type"].startswith("application/problem+json")
        assert self.raw.status_code == body["status"]
        return Answer(False, {key: value for key, value in body.items() if key not in RFC_9457})

    def close(self) -> None:
        self.http.close()


class McpCaller:
    """A chat agent's client. It asks for the guide when a tool takes one; `raw` holds the last result."""

    def __init__(self, door: str, client: Client, portal: BlockingPortal, meta: Json | None = None) -> None:
        self.door, self._client, self._portal, self._meta = door, client, portal, meta
        self._handles: dict[str, str] = {}

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        if tool.startswith(("edit_", "create_")) and "guide" not in arguments:
            arguments = {**arguments, "guide": self.handle(tool)}
        return self.call_as_is(tool, arguments)

    def call_as_is(self, tool: str, arguments: Json) -> Answer:
        """The call exactly as given, without a guide of ours."""
        self.raw = self._portal.call(self._send, tool, arguments)
        body = self.raw.structured_content
        assert body is not None
        return Answer(not self.raw.is_error, body)

    def begin(self, tool: str, hear: Callable[[float], None], **arguments: Any) -> Future[CallToolResult]:
        """The call under way; `hear` is given each share of it that the server tells meanwhile."""

        async def heard(share: float, total: float | None, _: str | None) -> None:
            assert total == 1
            hear(share)

        guide = {"guide": self.handle(tool)} if tool.startswith(("edit_", "create_")) else {}
        return self._portal.start_task_soon(self._send, tool, {**arguments, **guide}, heard)

    def handle(self, tool: str) -> str:
        """The guide handle for a tool, asked for once."""
        if tool not in self._handles:
            self._handles[tool] = self.call_as_is("enable_tools", {"names": [tool]}).body["guide"]
        return self._handles[tool]

    def tools(self) -> list[Json]:
        """The tools as they are listed."""
        listed = self._portal.call(self._client.list_tools)
        return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools]

    async def _send(self, tool: str, arguments: Json, heard: ProgressFnT | None = None) -> CallToolResult:
        told: Json = {"meta": self._meta, "read_timeout_seconds": SECONDS, "progress_callback": heard}
        return await self._client.call_tool(tool, arguments, **told)

    @property
    def text(self) -> str:
        """The text of the last result."""
        return "\n".join(block.text for block in self.raw.content if block.type == "text")

    @property
    def links(self) -> list[Json]:
        """The resource links of the last result."""
        dumped = [block.model_dump(mode="json", by_alias=True) for block in self.raw.content]
        return [block for block in dumped if block["type"] == "resource_link"]


@contextmanager
def rest(url: str, language: str = "ko", **headers: str) -> Iterator[RestCaller]:
    """A caller over REST."""
    caller = RestCaller(url, language, **headers)
    try:
        yield caller
    finally:
        caller.close()


@contextmanager
def mcp_http(url: str, era: str = MODERN, language: str = "ko", meta: Json | None = None) -> Iterator[McpCaller]:
    """A caller over MCP's Streamable HTTP, in one of the protocol's eras."""
    with start_blocking_portal() as portal:
        http = create_mcp_http_client(headers={"Accept-Language": language})
        with portal.wrap_async_context_manager(http):
            client = Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=era)
            with portal.wrap_async_context_manager(client):
                yield McpCaller(f"mcp {era}", client, portal, meta)


@contextmanager
def mcp_stdio(workspace: Path, era: str = MODERN, language: str = "ko") -> Iterator[McpCaller]:
    """A caller over MCP's stdio, with a server process of its own."""
    told = environment(workspace, {"language": language})
    with mcp_command(StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp"], env=told), era) as caller:
        yield caller


@contextmanager
def mcp_command(command: StdioServerParameters, era: str = MODERN) -> Iterator[McpCaller]:
    """A caller over MCP's stdio, whose server is started by a command."""
    with Path(os.devnull).open("w", encoding="utf-8") as log, start_blocking_portal() as portal:
        client = Client(stdio_client(command, errlog=log), mode=era)
        with portal.wrap_async_context_manager(client):
            yield McpCaller(f"stdio {era}", client, portal)


def without_ids(body: Json) -> Json:
    """The body with its ids and times made equal, and without the guide handles that MCP adds (DOOR-1, DOOR-2)."""
    return _plain(json.loads(json.dumps(body)))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _plain(item) for key, item in value.items() if key != "guide"}
        return {key: "…" if key in ("url", "location", "expires") else item for key, item in kept.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return re.sub(r"\b\d\d:\d\d\b", "…", value) if isinstance(value, str) else value
