"""What the README tells a newcomer to type is typed here, word for word but for the port and the folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import StdioServerParameters

from docforge import DocForge
from docforge.tools import load_tools
from tests.e2e.callers import LEGACY, MODERN, mcp_command, mcp_http
from tests.e2e.serving import Server, serve
from tests.house.tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
FORM = "templates/quote.xltx"


def blocks(heading: str, language: str) -> list[str]:
    """The code blocks of one section, in their order."""
    section = re.split(rf"^##+ {re.escape(heading)}$", README, flags=re.MULTILINE)[1]
    section = re.split(r"^##+ ", section, flags=re.MULTILINE)[0]
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder that holds `workspace/templates/quote.xltx`, as the README asks."""
    form = tmp_path / "workspace" / FORM
    form.parent.mkdir(parents=True)
    form.write_bytes((ROOT / "fixtures/xlsx/quote.xltx").read_bytes())
    return tmp_path / "workspace"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("workspace")
    DocForge(workspace=folder).put(ROOT / "fixtures/xlsx/quote.xltx")
    with serve(folder) as server:
        yield server


def install(folder: Path) -> None:
    """`.venv/bin/docforge` in a folder, as `make venv` makes it, over the environment that the tests run in."""
    command = folder / ".venv/bin/docforge"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -m docforge.cli \"$@\"\n")
    command.chmod(0o755)


def run(command: list[str], workspace: Path) -> subprocess.CompletedProcess[str]:
    """A command run beside the folder `workspace`, without any setting."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("DOCFORGE_")}
    own = plain | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=workspace.parent, env=own, capture_output=True, text=True, check=False)


@pytest.mark.proves("XFILL-1", "SERVE-1")
def test_the_first_call_fills_the_quote(workspace: Path) -> None:
    (call,) = blocks("One call that fills a quote", "json")
    made = DocForge(workspace=workspace).call("edit_xlsx", **json.loads(call))
    assert made["action"] == "copied_and_edited"
    assert made["written"] == len(json.loads(call)["cells"])


@pytest.mark.proves("DOOR-1")
def test_the_python_lines_fill_the_quote_and_the_second_time_offer_what_to_do(workspace: Path) -> None:
    (program,) = blocks("Python", "python")
    first, second = (run([sys.executable, "-c", program], workspace) for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert Path(first.stdout.strip()) == workspace / "quotes/python.xlsx"
    assert "choices" in second.stdout


@pytest.mark.proves("DOOR-1")
def test_the_shell_lines_work_as_they_stand(workspace: Path) -> None:
    (lines,) = blocks("Shell", "sh")
    install(workspace.parent)
    ran = run(["bash", "-euc", lines], workspace)
    assert ran.returncode == 0, ran.stderr
    assert "견적서" in ran.stdout
    assert (workspace / "quotes/shell.xlsx").is_file()


@pytest.mark.proves("SERVE-10")
def test_each_line_brings_a_form_of_ones_own_in(tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    (lines,) = blocks("A form of your own", "sh")
    install(tmp_path)
    for number, line in enumerate(lines.splitlines()):
        mine = tmp_path / f"내 양식 {number}.xltx"
        mine.write_bytes((ROOT / "fixtures/xlsx/quote.xltx").read_bytes())
        with serve(tmp_path / "workspace") as own:
            told = line.replace("~/Downloads/quote.xltx", f"'{mine}'").replace("http://127.0.0.1:8765", own.url)
            ran = run(["bash", "-euc", told], tmp_path / "workspace")
        assert json.loads(ran.stdout)["path"] == f"templates/{mine.name}", ran.stdout + ran.stderr


@pytest.mark.proves("SERVE-10")
def test_in_python_a_form_keeps_its_name_and_comes_to_lie_among_the_forms(tmp_path: Path) -> None:
    assert 'forge.put("quote.xltx")' in README
    forge = DocForge(workspace=tmp_path)
    assert forge.put(str(ROOT / "fixtures/xlsx/quote.xltx"))["path"] == FORM
    assert forge.put(ROOT / "README.md")["path"] == "README.md"
    with pytest.raises(ValueError, match="path"):
        forge.put(b"bytes")


@pytest.mark.proves("SERVE-1")
def test_a_service_that_starts_says_where_it_listens_and_nothing_of_its_libraries(tmp_path: Path) -> None:
    with serve(tmp_path) as own:
        assert own.lines[0].startswith("DocForge listens on ")
    assert [line for line in own.lines[2:] if not line.startswith("{")] == []


@pytest.mark.proves("SERVE-1")
def test_the_rest_lines_read_and_fill(server: Server) -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    (lines,) = blocks("REST", "sh")
    told = lines.replace("http://127.0.0.1:8765", server.url).replace("curl -sS", "curl -sS --fail-with-body")
    ran = subprocess.run(["bash", "-euc", told], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert '"copied_and_edited"' in ran.stdout


@pytest.mark.proves("SERVE-1")
@pytest.mark.parametrize("client", ["Claude Code", "VS Code"])
def test_an_mcp_client_connects_to_the_address_that_is_given(client: str, server: Server) -> None:
    (lines,) = blocks(client, "sh" if client == "Claude Code" else "json")
    (address,) = re.findall(r"http://127\.0\.0\.1:8765(/\S+?)(?=[\"\s])", lines)
    assert address == "/mcp"
    with mcp_http(server.url) as caller:
        assert caller.call("list_files").ok


@pytest.mark.proves("SERVE-1", "GUIDE-5")
@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_what_claude_desktop_is_told_starts_a_server_that_lists_its_tools_and_fills(workspace: Path, era: str) -> None:
    (lines,) = blocks("Claude Desktop", "json")
    install(workspace.parent)
    told = json.loads(lines.replace("DOCFORGE/", f"{workspace.parent}/"))["mcpServers"]["docforge"]
    assert told.keys() == {"command", "args", "env"}
    with mcp_command(StdioServerParameters(**told), era) as caller:
        assert {tool["name"] for tool in caller.tools()} == set(load_tools())
        (call,) = blocks("One call that fills a quote", "json")
        made = caller.call("edit_xlsx", **json.loads(call))
    assert made.body["card"]["location"] == str(workspace / "quotes/hanbit.xlsx")


@pytest.mark.proves("SERVE-1")
def test_what_vs_code_is_told_is_a_server_over_http() -> None:
    (lines,) = blocks("VS Code", "json")
    assert json.loads(lines) == {"servers": {"docforge": {"type": "http", "url": "http://127.0.0.1:8765/mcp"}}}
