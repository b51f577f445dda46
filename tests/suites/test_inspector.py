"""The protocol's Inspector, from its command line, over stdio and HTTP and in both eras."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.serving import COMMAND, Server, environment
from tests.suites import node
from tests.suites.quote import CELLS, PROBLEMS, TEMPLATE, WRONG_CELLS, check_quote

pytestmark = [pytest.mark.suites, pytest.mark.usefixtures("packages")]
INSPECTOR = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
README = Path(__file__).resolve().parents[2] / "README.md"
REFUSED = 5  # the Inspector's exit code for a result that says it is an error
Json = dict[str, Any]
Inspect = Callable[..., tuple[int, Json]]


@pytest.fixture(params=["http legacy", "http modern", "stdio legacy", "stdio modern"])
def inspect(request: pytest.FixtureRequest, product: Server, workspace: Path, tmp_path: Path) -> Inspect:
    """The Inspector on one transport in one era; a call gives its exit code and what it printed."""
    transport, era = request.param.split()
    if transport == "http":
        entry: Json = {"type": "http", "url": f"{product.url}/mcp"}
    else:
        told = {name: value for name, value in environment(workspace).items() if name.startswith(("DOC", "PYTHON"))}
        entry = {"command": COMMAND[0], "args": [*COMMAND[1:], "mcp"], "env": told}
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"docforge": entry}}), encoding="utf-8")

    def run(*arguments: str) -> tuple[int, Json]:
        return look(config, tmp_path, "--protocol-era", era, *arguments)

    return run


def look(config: Path, home: Path, *arguments: str) -> tuple[int, Json]:
    """The Inspector's exit code and JSON for the server `docforge` of a client's configuration."""
    told = node.run(
        INSPECTOR, "--cli", "--config", str(config), "--server", "docforge", "--format", "json", *arguments,
        HOME=str(home),
    )  # fmt: skip
    assert told.stdout, told.stderr
    return told.returncode, json.loads(told.stdout)


def call(tool: str, **arguments: Any) -> tuple[str, ...]:
    return "--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments)


def body(told: Json) -> Json:
    """The structured content of a result."""
    return told.get("result", told)["structuredContent"]


@pytest.mark.proves("SERVE-1", "GUIDE-5")
def test_the_inspector_finds_no_fault_in_the_tools(inspect: Inspect):
    code, told = inspect("--method", "tools/list", "--strict")
    assert code == 0
    names = {tool["name"] for tool in told.get("result", told)["tools"]}
    assert {"enable_tools", "read_xlsx", "edit_xlsx"} <= names


@pytest.mark.parametrize("inspect", ["http modern", "stdio legacy"], indirect=True)
@pytest.mark.proves("SERVE-1", "GUIDE-2", "DOOR-7", "DOOR-8", "ATTACH-2")
def test_the_inspector_is_refused_takes_the_handle_that_came_with_it_and_fills(
    inspect: Inspect, workspace: Path, request: pytest.FixtureRequest
):
    path = f"quotes/{request.node.callspec.id.replace(' ', '-')}.xlsx"
    code, told = inspect(*call("edit_xlsx", path=path, template=TEMPLATE, attach=True, cells=WRONG_CELLS))
    refusal = body(told)
    assert (code, refusal["code"]) == (REFUSED, "guide_needed")
    assert [(problem["at"], problem["code"]) for problem in refusal["problems"]][-len(PROBLEMS) :] == PROBLEMS
    assert not (workspace / path).exists()

    handle = re.search(r'"guide": ?"([a-z0-9]{1,12})"', json.dumps(refusal))
    assert handle is not None, refusal
    code, told = inspect(
        *call("edit_xlsx", path=path, template=TEMPLATE, attach=True, cells=CELLS, guide=handle.group(1))
    )
    assert code == 0, told
    assert body(told)["card"]["name"] == Path(path).name
    check_quote((workspace / path).read_bytes())


@pytest.mark.proves("SERVE-1")
def test_the_inspector_starts_what_the_readme_gives_claude_desktop(workspace: Path, tmp_path: Path):
    command = Path(sys.executable).with_name("docforge")
    if not command.exists():
        pytest.skip("the command docforge is not installed beside this Python")
    (block,) = re.findall(r"```json\n(\{\s*\"mcpServers\".*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    config = tmp_path / "claude_desktop_config.json"
    told = block.replace("DOCFORGE/.venv/bin/docforge", str(command)).replace("DOCFORGE/workspace", str(workspace))
    config.write_text(told, encoding="utf-8")
    code, answer = look(config, tmp_path, *call("read_xlsx", path=TEMPLATE))
    assert code == 0
    assert body(answer)["role"] == "template"
