"""A whole conversation of a chat agent over MCP: read, fill, correct, hand over, correct again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e import callers
from tests.e2e.callers import LEGACY, MODERN, McpCaller
from tests.e2e.reading import cell_values
from tests.e2e.room import Room
from tests.e2e.serving import Server
from tests.e2e.wrong_books import FIXTURES, fixture

QUOTE = json.loads((FIXTURES / "quote.expected.json").read_text(encoding="utf-8"))
TEMPLATE = "templates/quote.xltx"


class Agent:
    """An MCP client that keeps all it said and heard."""

    def __init__(self, caller: McpCaller) -> None:
        self.caller = caller
        self.said: list[dict[str, Any]] = []

    def does(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """A call that must be carried out; its result."""
        self.said.append(arguments)
        ok, body = self.caller.call(tool, **arguments)
        assert ok, body
        return body


@pytest.fixture(params=[MODERN, LEGACY])
def agent(request: pytest.FixtureRequest, server: Server) -> Iterator[Agent]:
    meta = {"docforge/conversation": f"golden {request.param}"}
    with callers.mcp_http(server.url, request.param, meta=meta) as caller:
        yield Agent(caller)


@pytest.mark.proves("XREAD-1", "XREAD-3", "XFILL-1", "MATRIX-1", "MATRIX-3", "XFILL-9", "ATTACH-2", "ATTACH-3")
def test_a_quote_is_read_filled_corrected_handed_over_and_corrected_again(agent: Agent, room: Room, fresh: str):
    room.put(TEMPLATE, fixture("quote.xltx"))

    form = agent.does("read_xlsx", path=TEMPLATE)
    at = {
        place["label"]: (place["sheet"], place["cell"]) for place in form["places"] if place.keys() >= {"cell", "label"}
    }
    assert {"견적번호", "고객사명", "견적일자", "통화"} <= at.keys()

    def customer(name: str) -> list[dict[str, Any]]:
        sheet, cell = at["고객사명"]
        return [{"sheet": sheet, "cell": cell, "value": name}]

    filled = agent.does("edit_xlsx", template=TEMPLATE, path=fresh, attach=False, cells=QUOTE["call"]["cells"])
    assert filled["action"] == "copied_and_edited"
    assert "card" not in filled
    assert agent.caller.links == []

    corrected = agent.does("edit_xlsx", path=fresh, attach=False, cells=customer("한빛스틸 주식회사"))
    assert corrected["action"] == "edited"
    assert corrected["replaced"] == [{"at": "견적서!B4", "before": "(주)한빛스틸"}]
    assert not corrected.get("warnings")

    handed = agent.does("edit_xlsx", path=fresh, attach=True, cells=customer("(주)한빛스틸"))
    assert handed["card"]["name"] == fresh.split("/")[1]
    assert any("32개" in warning and "계산 후" in warning for warning in handed["warnings"])
    assert [link["uri"] for link in agent.caller.links] == [handed["card"]["url"]]

    last = agent.does("edit_xlsx", path=fresh, attach=False, cells=customer("(주)한빛스틸 귀중"))
    assert "card" not in last
    assert any(handed["version"] in warning and "이전 판" in warning for warning in last["warnings"])

    assert not any("overwrite" in json.dumps(arguments) for arguments in agent.said)
    assert cell_values(room.read(fresh), "견적서", ["B3", "B4", "C10"]) == ["Q-2026-118", "(주)한빛스틸 귀중", 3]
    assert room.read(TEMPLATE) == fixture("quote.xltx")
