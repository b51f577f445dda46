"""The same names, arguments, results and refusals through every door."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult

from docforge import DocForge, Refusal
from docforge.config import Settings
from docforge.tools import load_tools
from docforge.tools.schema import arguments_schema
from tests.toy import toy_bytes
from tests.toy.fixtures import ERAS, TEMPLATE, Served, fill, put, serve

ROOT = Path(__file__).resolve().parents[2]
RUN = [sys.executable, "-m", "tests.toy.run"]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("list_files", {}),
    ("check_template", {"path": TEMPLATE}),
    ("check_template", {"path": "templates/none.toyt"}),
    ("read_toy", {"path": TEMPLATE}),
    ("read_toy", {"path": "templates/none.toyt"}),
    ("edit_toy", fill()),
    ("edit_toy", fill(fields=[{"at": "total", "value": 1}, {"at": "currency", "value": "JPY"}])),
    ("edit_toy", fill(attach=None, colour="red")),
    ("edit_toy", fill(template="templates/qoute.toyt", path="x.txt")),
    ("copy_file", {"source": TEMPLATE, "path": "copy.toyx", "attach": False}),
]


def by_python(folder: Path) -> list[dict[str, Any]]:
    def call(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return forge.call(tool, **arguments)
        except Refusal as refusal:
            return refusal.to_dict()

    forge = DocForge(folder, language="en")
    return [call(tool, arguments) for tool, arguments in CALLS]


def by_shell(folder: Path) -> list[dict[str, Any]]:
    return [shell(folder, tool, json.dumps(arguments)) for tool, arguments in CALLS]


def shell(folder: Path, tool: str, arguments: str, stdin: str = "") -> dict[str, Any]:
    """One call from a shell: the result is on stdout, a refusal on stderr with exit code 2."""
    command = [*RUN, "call", tool, arguments, "-w", str(folder), "--language", "en"]
    ran = subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=ROOT, check=False)
    told = json.loads(ran.stdout or ran.stderr)
    assert (ran.returncode, bool(ran.stdout), bool(ran.stderr)) == (
        (2, False, True) if "code" in told else (0, True, False)
    )
    return told


def by_stdio(folder: Path, era: str) -> list[dict[str, Any]]:
    server = StdioServerParameters(
        command=RUN[0], args=[*RUN[1:], "mcp", "-w", str(folder)], cwd=str(ROOT), env={"DOCFORGE_LANGUAGE": "en"}
    )
    return over_mcp(server, era)


def over_mcp(server: Any, era: str) -> list[dict[str, Any]]:
    async def run() -> list[dict[str, Any]]:
        async with Client(server, mode=era) as client:
            enabled = await client.call_tool("enable_tools", {"names": ["edit_toy"]})
            guide = {"guide": enabled.structured_content["guide"]}
            calls = [(tool, arguments | (guide if tool.startswith("edit_") else {})) for tool, arguments in CALLS]
            return [body_of(await client.call_tool(tool, arguments)) for tool, arguments in calls]

    return anyio.run(run)


def body_of(result: CallToolResult) -> dict[str, Any]:
    """The one object of an MCP result, which text and structured content both hold."""
    assert json.loads(result.content[0].text) == result.structured_content
    assert result.is_error == ("code" in result.structured_content)
    return result.structured_content


def by_rest(folder: Path) -> list[dict[str, Any]]:
    [told] = [
        [rest_body(served, tool, arguments) for tool, arguments in CALLS]
        for served in serve(Settings(workspace=folder, port=0, language="en"))
    ]
    return told


def rest_body(served: Served, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    answer = served.rest(tool, arguments)
    told = answer.json()
    if answer.status_code != 200:
        assert answer.headers["content-type"] == "application/problem+json"
        assert told["status"] == answer.status_code
        for added in ("type", "title", "detail", "instance"):
            assert told.pop(added)
    return told


def by_mcp(folder: Path, era: str) -> list[dict[str, Any]]:
    [told] = [over_mcp(f"{served.url}/mcp", era) for served in serve(Settings(workspace=folder, port=0, language="en"))]
    return told


def plain(told: Any) -> Any:
    """The object without ids and times: the handle of a spelled call, the limit that MCP does not know."""
    if isinstance(told, dict):
        return {key: plain(value) for key, value in told.items() if key != "guide"}
    if isinstance(told, list):
        return [plain(value) for value in told]
    return re.sub(r"\b\d\d:\d\d\b", "…", told) if isinstance(told, str) else told


DOORS: dict[str, Callable[[Path], list[dict[str, Any]]]] = {
    "shell": by_shell,
    "rest": by_rest,
    "mcp, 2025-11-25": partial(by_mcp, era="legacy"),
    "mcp, 2026-07-28": partial(by_mcp, era="auto"),
    "stdio, 2025-11-25": partial(by_stdio, era="legacy"),
    "stdio, 2026-07-28": partial(by_stdio, era="auto"),
}


@pytest.mark.proves("DOOR-2", "DOOR-7")
@pytest.mark.parametrize(
    "door", [pytest.param(name, marks=pytest.mark.slow if name == "shell" else []) for name in DOORS]
)
def test_the_same_calls_give_the_same_objects_through_every_door(home: Path, tmp_path: Path, door: str) -> None:
    other = shutil.copytree(home, tmp_path / "other")
    told, wanted = DOORS[door](other), by_python(home)
    for one, another, (tool, arguments) in zip(told, wanted, CALLS, strict=True):
        assert plain(one) == plain(another), (tool, arguments)


@pytest.mark.proves("DOOR-1")
@pytest.mark.parametrize("era", ERAS)
def test_every_door_lists_the_same_tools_with_the_same_arguments(served: Served, era: str) -> None:
    async def run() -> dict[str, Any]:
        async with Client(f"{served.url}/mcp", mode=era) as client:
            return {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}

    listed = anyio.run(run)
    rest = httpx.get(f"{served.url}/v1/tools").json()["tools"]
    shell = json.loads(subprocess.run([*RUN, "tools"], capture_output=True, text=True, cwd=ROOT, check=True).stdout)
    routes = [path for path in httpx.get(f"{served.url}/openapi.json").json()["paths"] if path.startswith("/v1/tools/")]
    names = list(load_tools())
    assert list(listed) == [tool["name"] for tool in rest] == [tool["name"] for tool in shell] == names
    assert DocForge(served.folder).tools == names
    assert routes == [f"/v1/tools/{name}" for name in names]
    assert shell == rest
    for name, tool in load_tools().items():
        assert listed[name] == arguments_schema(tool, over_mcp=True)


@pytest.mark.proves("GUIDE-5")
def test_the_list_is_the_same_whatever_was_called_before(served: Served) -> None:
    async def run(first: bool) -> list[Any]:
        async with Client(f"{served.url}/mcp") as client:
            if first:
                await client.call_tool("enable_tools", {"names": ["edit_toy"]})
            return [tool.model_dump() for tool in (await client.list_tools()).tools]

    assert anyio.run(run, True) == anyio.run(run, False)
    for tool in anyio.run(run, False):
        assert tool["output_schema"] is None


@pytest.mark.proves("GUIDE-5")
@pytest.mark.parametrize("era", ERAS)
def test_the_list_can_be_narrowed_to_one_format(served: Served, era: str) -> None:
    async def run() -> list[str]:
        async with Client(f"{served.url}/mcp/toy", mode=era) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert anyio.run(run) == [
        "enable_tools",
        "read_toy",
        "edit_toy",
        "copy_file",
        "list_files",
        "upload_link",
        "check_template",
        "get_job",
    ]


@pytest.mark.proves("GUIDE-1", "GUIDE-5")
@pytest.mark.parametrize("era", ERAS)
def test_the_lean_list_gives_definitions_with_activation_and_runs_them_under_the_same_checks(
    served: Served, era: str
) -> None:
    async def run() -> tuple[list[str], list[CallToolResult]]:
        async with Client(f"{served.url}/mcp/lean", mode=era) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            enabled = await client.call_tool("enable_tools", {"names": ["edit_toy", "read_toy"]})
            guide = {"guide": enabled.structured_content["guide"]}
            calls = [
                {"tool": "edit_toy", "arguments": fill()},
                {"tool": "edit_toy", "arguments": fill() | guide},
                {"tool": "edit_toy", "arguments": json.dumps(fill(path="b.toyx") | guide)},
                {"tool": "edit_toy", "arguments": fill(attach=None) | guide},
                {"tool": "read_toi", "arguments": {}},
                {},
            ]
            return names, [enabled, *[await client.call_tool("use_tool", each) for each in calls]]

    names, (enabled, *told) = anyio.run(run)
    assert names == ["enable_tools", "list_files", "use_tool"]
    defined = {tool["name"]: tool["inputSchema"] for tool in enabled.structured_content["tools"]}
    assert defined["edit_toy"] == arguments_schema(load_tools()["edit_toy"], over_mcp=True)
    codes = [body_of(each).get("code") or body_of(each)["action"] for each in told]
    wanted = ["guide_needed", "copied_and_edited", "copied_and_edited", "bad_arguments", "not_found", "bad_arguments"]
    assert codes == wanted


@pytest.mark.proves("DOOR-10")
@pytest.mark.parametrize("era", ERAS)
def test_a_conversation_comes_in_by_header_and_by_meta_and_holds_its_own_cards(served: Served, era: str) -> None:
    served.rest("edit_toy", fill(path="a.toyx", attach=True), docforge_conversation="c1")
    served.edit(
        era=era, meta={"docforge/conversation": "c2", "docforge/turn": "t1"}, **fill(path="b.toyx", attach=True)
    )
    cards = {
        name: [
            card["path"]
            for card in httpx.get(f"{served.url}/v1/cards", headers={"Docforge-Conversation": name}).json()["cards"]
        ]
        for name in ("c1", "c2", "c3")
    }
    assert cards == {"c1": ["a.toyx"], "c2": ["b.toyx"], "c3": []}


@pytest.mark.proves("DOOR-6")
def test_the_language_of_a_reply_follows_accept_language(served: Served) -> None:
    for header, word in (
        ("ko-KR,ko;q=0.9,en;q=0.5", "없습니다"),
        ("en-GB;q=0.4, ko;q=0.8", "없습니다"),
        ("en", "does not exist"),
        ("fr, en;q=0.1", "does not exist"),
        ("ko;q=0, en;q=0.1", "does not exist"),
        ("*", "does not exist"),
        ("ko;q=x", "does not exist"),
    ):
        told = served.rest("edit_toy", fill(template=None), accept_language=header).json()
        assert word in told["message"], header


@pytest.mark.proves("DOOR-9")
def test_over_http_no_reply_shows_a_path_of_the_server(served: Served, tmp_path: Path) -> None:
    put(served.folder, "templates/broken.toyt", toy_bytes()[:200])
    calls = [
        *CALLS,
        ("edit_toy", fill(attach=True, path="z.toyx")),
        ("edit_toy", fill(template="templates/broken.toyt")),
    ]
    calls += [("upload_link", {"path": "new.toyx"}), ("edit_toy", fill(path="/etc/passwd"))]
    guided = {"guide": served.guide()}
    for tool, arguments in calls:
        assert str(tmp_path) not in served.rest(tool, arguments).text
        guide = guided if tool == "edit_toy" else {}
        assert str(tmp_path) not in served.mcp(tool, arguments | guide).model_dump_json()


@pytest.mark.proves("SERVE-1")
def test_the_command_line_reads_arguments_from_a_file_and_from_stdin(home: Path, tmp_path: Path) -> None:
    held = tmp_path / "call.json"
    held.write_text(json.dumps(fill()), encoding="utf-8")
    assert shell(home, "edit_toy", f"@{held}")["action"] == "copied_and_edited"
    assert shell(home, "edit_toy", "-", json.dumps(fill(path="b.toyx")))["path"] == "b.toyx"
    assert shell(home, "edit_toy", "{")["code"] == "bad_request"
    assert shell(home, "edit_toy", "@nowhere.json")["code"] == "not_found"
