"""The demonstration: one call fills a Korean quote over MCP, a wrong one is refused. Knows one tool: edit_xlsx."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
from mcp import Client
from mcp_types import CallToolResult

from docforge.config import Settings
from docforge.service.listen import bind, make_server
from docforge.tools.tool import Json

_HERE = Path(__file__).resolve()
_FOLDERS = (_HERE.parents[1] / "fixtures/xlsx", _HERE.parents[2] / "fixtures/xlsx")  # in the wheel; beside the source
Say = Callable[[str], None]


async def run_demo(folder: Path, say: Say) -> None:
    """Make the workspace in `folder`, an absolute path, start a server on a free port, and play the conversation."""
    expected: Json = json.loads(_fixture("quote.expected.json").read_text(encoding="utf-8"))
    prepare(folder)
    taken, settings = bind(Settings(workspace=folder, host="127.0.0.1", port=0, api_key=None))
    server = make_server(settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
    thread.start()
    try:
        say(f"A server listens on http://127.0.0.1:{settings.port}, workspace {folder}\n")
        async with Client(f"http://127.0.0.1:{settings.port}/mcp") as client:
            await _converse(client, expected, folder, say)
    finally:
        server.should_exit = True
        await anyio.to_thread.run_sync(thread.join)


def prepare(folder: Path) -> None:
    """Put the template where the demonstration looks for it."""
    target = folder / "templates" / "quote.xltx"
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        shutil.copyfile(_fixture("quote.xltx"), target)


def _fixture(name: str) -> Path:
    return next(folder / name for folder in _FOLDERS if (folder / name).is_file())


async def _converse(client: Client, expected: Json, folder: Path, say: Say) -> None:
    enabled = await client.call_tool("enable_tools", {"names": ["edit_xlsx"]})
    handle = _body(enabled)["guide"]
    arguments = {**expected["call"], "path": _free(folder, expected["call"]["path"]), "guide": handle}
    result = await _show(client, "One call fills the form:", arguments, say)
    wrong = {"path": arguments["path"], "attach": False, "guide": handle, "cells": expected["refused"]["cells"]}
    await _show(client, "A wrong second call is refused, all its faults at once:", wrong, say)
    say(f"The file lies at {folder / result['path']}")


async def _show(client: Client, title: str, arguments: Json, say: Say) -> Json:
    result = await client.call_tool("edit_xlsx", arguments)
    outcome = "refused" if result.is_error else "done"
    say(f"{title}\nedit_xlsx {_pretty(arguments)}\n{outcome}: {_pretty(_body(result))}\n")
    return _body(result)


def _body(result: CallToolResult) -> Json:
    return result.structured_content or {}


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _free(folder: Path, path: str) -> str:
    """A path that is not taken yet, so that the demonstration can be run again."""
    wanted, number = Path(path), 1
    while (folder / wanted).exists():
        number += 1
        wanted = Path(path).with_stem(f"{Path(path).stem}-{number}")
    return wanted.as_posix()
