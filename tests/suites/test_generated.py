"""Clients generated from the description, in Python and TypeScript, compile and make the demonstration's quote."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.serving import Server, serve
from tests.suites import node
from tests.suites.quote import CELLS, FIXTURES, PROBLEMS, TEMPLATE, WRONG_CELLS, check_quote

pytestmark = [pytest.mark.suites, pytest.mark.proves("DOOR-7", "SERVE-1", "SERVE-10", "XFILL-1")]
PYTHON = Path(__file__).parent / "python"
REQUIREMENTS = PYTHON / "requirements.txt"
UNREACHED = ("No matching distribution", "connection", "Temporary failure", "timed out")
KEY = "a key of the operator"
Json = dict[str, Any]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A product whose workspace is empty, and that asks for a key."""
    with serve(tmp_path / "workspace", {"api_key": KEY}) as server:
        yield server


@pytest.fixture
def description(server: Server, tmp_path: Path) -> Path:
    """The product's description in a file."""
    file = tmp_path / "openapi.json"
    file.write_bytes(httpx.get(f"{server.url}/openapi.json").raise_for_status().content)
    return file


@pytest.fixture
def story(tmp_path: Path) -> Json:
    """What a client is told to do; the workbook that it fetches lies at `out`."""
    paths = {"template": TEMPLATE, "path": "quotes/generated.xlsx"}
    files = {"form": str(FIXTURES / "quote.xltx"), "out": str(tmp_path / "fetched.xlsx")}
    return {**paths, **files, "key": KEY, "cells": CELLS, "wrong": WRONG_CELLS}


@pytest.fixture(scope="session")
def python() -> Path:
    """The Python of an environment with the generator and with what its clients need, made once for each lock."""
    folder = PYTHON / ".venv"
    found = folder / "bin" / "python"
    stamp = folder / f"made-from-{hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:16]}"
    if not stamp.exists():
        run(sys.executable, "-m", "venv", "--clear", folder)
        told = run(found, "-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS, check=False)
        if told.returncode and any(word in told.stderr for word in UNREACHED):
            pytest.skip("the registry of Python packages cannot be reached, and the generator is not there yet")
        assert told.returncode == 0, told.stderr
        stamp.touch()
    return found


def run(*command: str | Path, check: bool = True, **options: Any) -> subprocess.CompletedProcess[str]:
    told = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **options)
    assert not check or told.returncode == 0, told.stdout + told.stderr
    return told


def check_told(printed: str, story: Json) -> None:
    """Assert that the client saw the places, the refusal and the result, and fetched what was written."""
    told = json.loads(printed)
    assert told["places"] > 0
    assert [(problem["at"], problem["code"]) for problem in told["refused"]["problems"]] == PROBLEMS
    assert told["refused"]["message"].isascii()
    assert told["filled"]["action"] == "copied_and_edited"
    check_quote(Path(story["out"]).read_bytes())


@pytest.mark.timeout(180)
def test_a_python_client_compiles_and_makes_the_quote(
    server: Server, description: Path, story: Json, python: Path, tmp_path: Path
):
    client = tmp_path / "quote_client"
    options = ["--path", description, "--output-path", client, "--meta", "none"]
    run(python.with_name("openapi-python-client"), "generate", *options, cwd=tmp_path)
    run(python, "-W", "error", "-m", "compileall", "-q", client)
    program = shutil.copy(PYTHON / "quote.py", tmp_path)
    run(Path(sys.executable).with_name("pyright"), "--pythonpath", python, program, cwd=tmp_path)

    with (FIXTURES / "quote.xltx").open("rb") as form:
        made = run(python, program, server.url, json.dumps(story), stdin=form)
    check_told(made.stdout, story)


@pytest.mark.usefixtures("packages")
def test_a_typescript_client_compiles_and_makes_the_quote(server: Server, description: Path, story: Json):
    types = node.FOLDER / "generated" / "docforge.d.ts"
    generated = node.run("node_modules/openapi-typescript/bin/cli.js", description, "--output", types)
    assert generated.returncode == 0, generated.stdout + generated.stderr
    compiled = node.run("node_modules/typescript/bin/tsc", "--project", "tsconfig.json")
    assert compiled.returncode == 0, compiled.stdout

    made = node.run("quote.ts", server.url, json.dumps(story))
    assert made.returncode == 0, made.stderr
    check_told(made.stdout, story)
