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

from docforge import DocForge
from tests.e2e.callers import mcp_http
from tests.e2e.serving import Server, environment, serve
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
    with serve(tmp_path_factory.mktemp("workspace")) as server:
        yield server


def run(command: list[str], workspace: Path) -> subprocess.CompletedProcess[str]:
    """A command run beside the folder `workspace`, without any setting."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("DOCFORGE_")}
    paths = f"{Path(sys.executable).parent}{os.pathsep}{plain.get('PATH', '')}"
    own = plain | {"PATH": paths, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=workspace.parent, env=own, capture_output=True, text=True, check=False)


@pytest.mark.proves("XFILL-1", "SERVE-1")
def test_the_first_call_fills_the_quote(workspace: Path) -> None:
    (call,) = blocks("One call that fills a quote", "json")
    made = DocForge(workspace=workspace).call("edit_xlsx", **json.loads(call))
    assert made["action"] == "copied_and_edited"
    assert made["written"] == len(json.loads(call)["cells"])


@pytest.mark.proves("DOOR-1")
def test_the_python_lines_end_in_the_refusal_that_they_wait_for(workspace: Path) -> None:
    (program,) = blocks("Python", "python")
    ran = run([sys.executable, "-c", program], workspace)
    assert ran.returncode == 0, ran.stderr
    assert "say" in ran.stdout


@pytest.mark.proves("DOOR-1")
def test_the_shell_lines_work_as_they_stand(workspace: Path) -> None:
    if shutil.which("docforge", path=Path(sys.executable).parent) is None:
        pytest.skip("the command docforge is not installed beside this Python")
    (lines,) = blocks("Shell", "sh")
    ran = run(["bash", "-euc", lines], workspace)
    assert ran.returncode == 0, ran.stderr
    assert "견적서" in ran.stdout


@pytest.mark.proves("SERVE-1")
def test_a_service_that_starts_says_where_it_listens_and_nothing_of_its_libraries(tmp_path: Path) -> None:
    with serve(tmp_path) as own:
        assert own.lines[0].startswith("DocForge listens on ")
    assert [line for line in own.lines[2:] if not line.startswith("{")] == []


@pytest.mark.proves("SERVE-1", "SERVE-10")
def test_the_rest_lines_upload_read_and_fill(server: Server) -> None:
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


@pytest.mark.proves("SERVE-1")
def test_the_line_for_claude_desktop_starts_a_server(workspace: Path) -> None:
    (lines,) = blocks("Claude Desktop", "json")
    told = json.loads(lines)["mcpServers"]["docforge"]
    assert told["command"].endswith("/.venv/bin/docforge")
    assert set(told["env"]) == {"DOCFORGE_WORKSPACE"}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    hello["params"] = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    answered = subprocess.run(
        [sys.executable, "-c", "from docforge.cli import main; main()", *told["args"]],
        input=json.dumps(hello) + "\n",
        env=environment(workspace),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert json.loads(answered.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "docforge"
