"""The command line itself: help that needs no other page, completion, streams, servers that cannot start."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from docforge.cli import app
from docforge.formats import load_formats
from tests.cli.conftest import Shell
from tests.e2e.serving import COMMAND, environment

COMMANDS = typer.main.get_command(app).commands
DESIGNED = {"serve", "mcp", "tools", "call", "demo", "doctor"}


@pytest.mark.proves("SERVE-1")
def test_every_command_that_there_is_is_listed_with_what_it_does(shell: Shell) -> None:
    assert COMMANDS.keys() >= DESIGNED
    for asked in ([], ["--help"], ["-h"]):
        code, out, err = shell(*asked)
        assert (code, err) == (0, "")
        assert all(re.search(rf"│ {name} ", out) for name in COMMANDS)


@pytest.mark.proves("SERVE-1")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_tells_every_option_and_an_example(
    shell: Shell, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    code, out, err = shell(name, "--help")
    assert (code, err) == (0, "")
    [example, *_] = re.findall(r"Example: docforge (.+?) *\n", out)
    words = shlex.split(example)
    options = {option for parameter in COMMANDS[name].params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert words[0] == name
    assert {word for word in words if word.startswith("--")} <= options
    assert all(option in out for option in options if option.startswith("-"))
    assert all(parameter.help for parameter in COMMANDS[name].params)


def test_a_shell_completes_commands_and_tools(home: Path) -> None:
    asked = {"_DOCFORGE_COMPLETE": "complete_bash", "COMP_WORDS": "docforge call edit", "COMP_CWORD": "2"}
    program = "import sys; sys.argv[0] = 'docforge'; from docforge.cli import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment(home) | asked, capture_output=True, text=True, check=False
    )
    assert told.stdout.split() == [f"edit_{name}" for name in load_formats() if name != "toy"]


@pytest.mark.proves("DOOR-7")
def test_a_reader_that_goes_away_is_no_fault_of_ours(home: Path) -> None:
    command = [*COMMAND, "tools"]
    with subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def start(home: Path, *arguments: str, **settings: str) -> dict[str, Any]:
    """The refusal of a process that cannot start."""
    told = subprocess.run(
        [*COMMAND, *arguments], env=environment(home, settings), capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout) == (2, "")
    return json.loads(told.stderr)


def test_a_port_that_is_taken_is_told(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = start(home, "serve", "--port", str(port), language="en")
    assert told["code"] == "cannot_start"
    assert f"port {port}" in told["message"]


@pytest.mark.proves("SERVE-2")
@pytest.mark.parametrize("settings", [{}, {"api_key": ""}], ids=["no key", "an empty key"])
def test_nothing_listens_beyond_this_machine_without_a_key(home: Path, settings: dict[str, str]) -> None:
    assert start(home, "serve", "--host", "0.0.0.0", **settings)["code"] == "key_needed"


def test_an_mcp_address_that_is_none_is_told(home: Path) -> None:
    assert start(home, "mcp", "--address", "/mcp/none")["code"] == "not_found"
