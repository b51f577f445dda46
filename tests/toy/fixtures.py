"""Fixtures of the rooms that are tested with the toy format: a workspace with a template, in process or served."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client
from mcp_types import CallToolResult

from docforge import DocForge, Refusal
from docforge.config import Settings
from docforge.service.listen import bind, make_server
from tests.toy import registered, toy_bytes

TEMPLATE = "templates/quote.toyt"
ERAS = ("legacy", "auto")
Json = dict[str, Any]


@pytest.fixture(scope="package", autouse=True)
def toy_format() -> Iterator[None]:
    """The toy format is known while the tests of this folder run."""
    with registered():
        yield


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A workspace folder with one template."""
    folder = tmp_path / "home"
    put(folder, TEMPLATE, toy_bytes(title="견적서 양식"))
    return folder


@pytest.fixture
def forge(home: Path) -> DocForge:
    """The Python door over it, in English."""
    return DocForge(home, language="en")


def put(folder: Path, path: str, data: bytes) -> None:
    """A file as a person would lay it there."""
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file and folder that the user sees, with its bytes and time of change."""
    seen = (path for path in sorted(folder.rglob("*")) if ".docforge" not in path.relative_to(folder).parts)
    return {str(p.relative_to(folder)): (p.read_bytes() if p.is_file() else b"", p.stat().st_mtime_ns) for p in seen}


def fill(**changed: Any) -> Json:
    """Arguments of a right edit_toy with a template; None leaves one out."""
    whole: Json = {
        "template": TEMPLATE,
        "path": "quotes/hanbit.toyx",
        "attach": False,
        "fields": [{"at": "customer", "value": "한빛스틸"}, {"at": "item", "value": "서버 임대"}],
    } | changed
    return {name: value for name, value in whole.items() if value is not None}


def refused(forge: DocForge, tool: str, **arguments: Any) -> Json:
    """The refusal that the call gives."""
    with pytest.raises(Refusal) as caught:
        forge.call(tool, **arguments)
    return caught.value.to_dict()


@dataclass
class Served:
    """A running service over `folder`, and both protocols to call it by."""

    url: str
    folder: Path
    settings: Settings
    headers: dict[str, str]

    def rest(self, tool: str, arguments: Any, **headers: str) -> httpx.Response:
        """One call over REST."""
        given = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.post(f"{self.url}/v1/tools/{tool}", json=arguments, headers=given)

    def mcp(
        self, tool: str, arguments: Json, *, era: str = "auto", address: str = "/mcp", meta: Json | None = None
    ) -> CallToolResult:
        """One call over MCP by the official client, in either era."""

        async def run() -> CallToolResult:
            async with Client(f"{self.url}{address}", mode=era) as client:
                return await client.call_tool(tool, arguments, meta=meta)

        return anyio.run(run)

    def guide(self, era: str = "auto") -> str:
        """A handle for the toy format."""
        return self.mcp("enable_tools", {"names": ["edit_toy"]}, era=era).structured_content["guide"]

    def edit(self, *, era: str = "auto", meta: Json | None = None, **arguments: Any) -> CallToolResult:
        """edit_toy over MCP with a fresh handle."""
        return self.mcp("edit_toy", arguments | {"guide": self.guide(era)}, era=era, meta=meta)


def serve(settings: Settings, headers: dict[str, str] | None = None) -> Iterator[Served]:
    """A real server on a free port, stopped at the end."""
    taken, bound = bind(settings)
    server = make_server(bound)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{bound.port}", bound.workspace, bound, headers or {})
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    """The service over the home folder, in English."""
    yield from serve(Settings(workspace=home, port=0, language="en"))
