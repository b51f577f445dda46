"""Shows DocForge once: a server starts, and an MCP client fills a Korean quote. Knows no tool but by name."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import anyio
from mcp import Client
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from docforge.config import Settings
from docforge.service.listen import bind, make_server

Json = dict[str, Any]
FOLDER = Path("demo-workspace")
TEMPLATE = "templates/quote.xltx"
ERA = "2026-07-28"
_HERE = Path(__file__).resolve()
_SAMPLES = (_HERE.parent / "samples", _HERE.parents[1] / "fixtures" / "xlsx")  # in the wheel; beside the source
_WIDTH = 96


def run_demo(folder: Path = FOLDER, console: Console | None = None) -> Path:
    """Fill a quote in `folder` through MCP on a server started for it, be refused once, and say what happened.

    Returns the path of the finished workbook; each run makes another.
    """
    shown = console or Console(soft_wrap=True, highlight=False)
    sample = json.loads(_read_sample("quote.expected.json"))
    document = _prepare(folder)
    call: Json = {**sample["call"], "template": TEMPLATE, "path": document}
    wrong: Json = {"path": document, "attach": False, "cells": sample["refused"]["cells"]}
    with _serving(folder) as address:
        _title(shown, "서버를 시작했습니다", "The server is running", f"{address}/mcp · MCP {ERA}")
        anyio.run(_converse, shown, address, call, wrong)
    finished = folder / document
    _title(shown, "완성된 파일", "The finished file", str(finished))
    return finished


# ── what the demo stands on ───────────────────────────────────────────────────────────────────────────────────────────


def _read_sample(name: str) -> bytes:
    return next(folder / name for folder in _SAMPLES if (folder / name).is_file()).read_bytes()


def _prepare(folder: Path) -> str:
    """Lay the template into the folder, and find a free path for the document."""
    template = folder / TEMPLATE
    template.parent.mkdir(parents=True, exist_ok=True)
    template.write_bytes(_read_sample("quote.xltx"))
    number = 1
    while (folder / (document := f"quotes/hanbit{f'-{number}' if number > 1 else ''}.xlsx")).exists():
        number += 1
    return document


@contextmanager
def _serving(folder: Path) -> Generator[str]:
    """A server on a free port of loopback; its address."""
    chosen = Settings(workspace=folder, host="127.0.0.1", port=0, storage="local", database_url=None, public_url=None)
    taken, settings = bind(chosen)
    server = make_server(settings)
    running = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
    running.start()
    try:
        yield f"http://{settings.host}:{settings.port}"
    finally:
        server.should_exit = True
        running.join()


# ── the conversation ──────────────────────────────────────────────────────────────────────────────────────────────────


async def _converse(shown: Console, address: str, call: Json, wrong: Json) -> None:
    async with Client(f"{address}/mcp", mode=ERA) as client:
        form = await _call(client, "read_xlsx", path=TEMPLATE)
        _title(shown, "양식을 읽습니다", "Read the form", f"read_xlsx {TEMPLATE}")
        _show_places(shown, form["places"])

        enabled = await _call(client, "enable_tools", names=["edit_xlsx"])
        _title(shown, "안내를 받습니다", "Ask for the guide", f"enable_tools → guide {enabled['guide']}")

        _title(shown, "한 번의 호출로 채웁니다", "Fill it in one call", "edit_xlsx")
        result = await _show_call(shown, client, {**call, "guide": enabled["guide"]})
        _show_proof(shown, result)

        _title(shown, "일부러 틀린 호출을 합니다", "Make a wrong call on purpose", "edit_xlsx")
        await _show_call(shown, client, {**wrong, "guide": enabled["guide"]})


async def _call(client: Client, tool: str, **arguments: Any) -> Json:
    answered = await client.call_tool(tool, arguments)
    body: Json = answered.structured_content or {}
    return body


async def _show_call(shown: Console, client: Client, arguments: Json) -> Json:
    """Make the call; show what was sent and what came back."""
    _show(shown, "호출 · the call", arguments)
    body = await _call(client, "edit_xlsx", **arguments)
    _show(shown, "거절 · refused" if "code" in body else "결과 · the result", body)
    return body


# ── what a person sees ────────────────────────────────────────────────────────────────────────────────────────────────


def _title(shown: Console, korean: str, english: str, about: str) -> None:
    shown.print(f"\n[bold]■ {korean}[/bold] [dim]{english}[/dim]")
    shown.print(f"  [cyan]{about}[/cyan]")


def _show_places(shown: Console, places: list[Json]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for place in places:
        table.add_row(place.get("cell") or place["rows"], _name_of(place), place["kind"], _rule_of(place))
    shown.print(Padding(table, (0, 0, 0, 2)))


def _name_of(place: Json) -> str:
    return place.get("label") or " · ".join(column.get("label", "") for column in place.get("columns", ()))


def _rule_of(place: Json) -> str:
    """What may be filled in, or why nothing may."""
    allowed = " | ".join(str(value) for value in place.get("allowed", ()))
    return allowed or place.get("rule") or place.get("why_not") or ""


def _show(shown: Console, name: str, body: Json) -> None:
    shown.print(f"  [dim]{name}[/dim]")
    for line in lay_out(body).splitlines():
        shown.print(f"  {line}", markup=False)


def _show_proof(shown: Console, result: Json) -> None:
    changed, identical = result["parts"]["changed"], result["parts"]["identical"]
    shown.print(f"  바뀐 부분 {len(changed)}개, 바이트까지 그대로인 부분 {identical}개", style="green")
    shown.print(f"  {len(changed)} parts changed, {identical} are identical to the byte", style="dim")


def lay_out(value: Any, indent: int = 0) -> str:
    """JSON for people: what fits on a line stays on it."""
    line = json.dumps(value, ensure_ascii=False)
    if (indent and len(line) + indent <= _WIDTH) or not isinstance(value, dict | list):
        return line
    pad = " " * (indent + 2)
    told = [pad + item for item in _laid_out_items(value, indent + 2)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([opening, ",\n".join(told), " " * indent + closing])


def _laid_out_items(value: Any, indent: int) -> list[str]:
    if isinstance(value, dict):
        items = cast("Json", value).items()
        return [f"{json.dumps(key)}: {lay_out(item, indent)}" for key, item in items]
    return [lay_out(item, indent) for item in value]
