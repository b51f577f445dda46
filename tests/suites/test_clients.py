"""Clients that others wrote, of each era: each reads the form, enables, is refused, fills, and gets a card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.callers import LEGACY, MODERN, McpCaller, mcp_http, mcp_stdio
from tests.e2e.serving import COMMAND, Server, environment
from tests.suites import node
from tests.suites.quote import CELLS, PROBLEMS, TEMPLATE, WRONG_CELLS, check_quote

pytestmark = [pytest.mark.suites]
Json = dict[str, Any]
PROVES = pytest.mark.proves("SERVE-1", "DOOR-7", "GUIDE-1", "XREAD-1", "XFILL-1", "ATTACH-2")
OF_NODE = [("1", "2025-11-25"), ("2 legacy", "2025-11-25"), ("2 modern", "2026-07-28")]


def check_refusal(refusal: Json) -> None:
    assert refusal["code"] == "cells_refused"
    assert [(problem["at"], problem["code"]) for problem in refusal["problems"]] == PROBLEMS


def check_made(filled: Json, links: list[str], path: str, workspace: Path) -> None:
    assert filled["action"] == "copied_and_edited"
    assert filled["card"]["name"] == Path(path).name
    assert len(links) == 1
    if links[0].startswith("http"):
        check_quote(httpx.get(links[0]).raise_for_status().content)
    check_quote((workspace / path).read_bytes())


def story(path: str) -> str:
    return json.dumps({"template": TEMPLATE, "path": path, "cells": CELLS, "wrong": WRONG_CELLS})


def check_story(which: str, where: str, path: str, workspace: Path) -> str | None:
    """Run the story on a client of Node, check what came of it; the version of the protocol that it spoke."""
    ran = node.run("client.mjs", which, where, story(path))
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert "edit_xlsx" in told["tools"]
    assert "고객사명" in told["labels"]
    assert told["refused"]["isError"] is True
    assert json.loads(told["refusedText"])["code"] == told["refused"]["code"]
    check_refusal(told["refused"])
    check_made(told["filled"], told["links"], path, workspace)
    return told["version"]


@PROVES
@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize(("which", "version"), OF_NODE, ids=[which for which, _ in OF_NODE])
def test_a_client_of_node_makes_the_quote_over_http(which: str, version: str, product: Server, workspace: Path):
    path = f"quotes/node-{which.replace(' ', '-')}.xlsx"
    assert check_story(which, f"{product.url}/mcp", path, workspace) == version


@PROVES
@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("which", ["1", "2 modern"])
def test_a_client_of_node_makes_the_quote_over_stdio(which: str, workspace: Path):
    told = {name: value for name, value in environment(workspace).items() if name.startswith(("DOC", "PYTHON"))}
    command = json.dumps({"command": COMMAND[0], "args": [*COMMAND[1:], "mcp"], "env": told, "stderr": "ignore"})
    check_story(which, command, f"quotes/stdio-{which.replace(' ', '-')}.xlsx", workspace)


@PROVES
@pytest.mark.parametrize("era", [MODERN, LEGACY])
@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_the_client_of_python_makes_the_quote(transport: str, era: str, product: Server, workspace: Path):
    path = f"quotes/python-{transport}-{era}.xlsx"
    with mcp_http(product.url, era) if transport == "http" else mcp_stdio(workspace, era) as caller:
        labels = [place.get("label") for place in caller.call("read_xlsx", path=TEMPLATE).body["places"]]
        refused = fill(caller, path, WRONG_CELLS)
        filled = fill(caller, path, CELLS)
    assert "고객사명" in labels
    check_refusal(refused)
    check_made(filled, [link["uri"] for link in caller.links], path, workspace)


def fill(caller: McpCaller, path: str, cells: list[Json]) -> Json:
    return caller.call("edit_xlsx", template=TEMPLATE, path=path, attach=True, cells=cells).body
