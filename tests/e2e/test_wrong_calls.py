"""What must be refused is refused alike through MCP and REST, in Korean and English, and nothing is touched."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from mcp import MCPError

from tests.e2e.callers import Caller, McpCaller, RestCaller, without_ids
from tests.e2e.room import Room
from tests.e2e.shapes import assert_refusal, holds
from tests.e2e.wrong import GOOD_CALL, QUOTE, STARTING_FILES, Wrong
from tests.e2e.wrong_calls import WRONG


def arrange(room: Room, wrong: Wrong) -> None:
    """Lay out what the call finds."""
    for name, data in {**STARTING_FILES, **wrong.files}.items():
        room.put(name, data)
    for name, target in wrong.links.items():
        (room.folder / name).symlink_to(target)


def each_wrong_call(*, offering: bool = False) -> pytest.MarkDecorator:
    """Run a test on every row of the table, marked with the row's ids."""
    rows = [wrong for wrong in WRONG if wrong.offers or not offering]
    marked = [pytest.param(wrong, id=wrong.name, marks=pytest.mark.proves(*wrong.ids)) for wrong in rows]
    return pytest.mark.parametrize("wrong", marked)


@pytest.mark.proves("REJECT-6", "DOOR-6", "DOOR-7", "MATRIX-5")
@pytest.mark.parametrize(("doors", "language"), [("mcp", "ko"), ("rest", "en")], indirect=["doors"])
@each_wrong_call()
def test_a_wrong_call_is_refused_with_its_reason_and_touches_nothing(
    wrong: Wrong, language: str, room: Room, doors: Mapping[str, Caller]
):
    arrange(room, wrong)
    before = room.tree()

    ok, body = doors[language].call(wrong.tool, **wrong.arguments)

    assert not ok
    assert body["code"] == wrong.code, body
    assert_refusal(body, language)
    assert holds(body.get("problems", []), list(wrong.problems)), body
    assert tuple(body["next"].get("needs", ())) == wrong.needs or not wrong.needs, body
    assert room.tree() == before
    assert room.leftovers() == []


@pytest.mark.proves("DOOR-2", "DOOR-6", "DOOR-7")
@each_wrong_call()
def test_mcp_and_rest_give_the_same_refusal(
    wrong: Wrong, room: Room, mcp_callers: dict[str, McpCaller], rest_callers: dict[str, RestCaller]
):
    arrange(room, wrong)

    _, over_mcp = mcp_callers["en"].call(wrong.tool, **wrong.arguments)
    _, over_rest = rest_callers["en"].call(wrong.tool, **wrong.arguments)

    assert without_ids(over_mcp) == without_ids(over_rest)
    assert_refusal(over_mcp, "en")
    assert json.dumps(over_mcp["message"], ensure_ascii=False) in mcp_callers["en"].text


@pytest.mark.proves("DOOR-1", "DOOR-7")
def test_a_tool_that_is_not_there_is_an_error_of_the_protocol_over_mcp_and_404_over_rest(
    mcp_callers: dict[str, McpCaller], rest_callers: dict[str, RestCaller]
):
    with pytest.raises(MCPError, match="edit_xslx"):
        mcp_callers["ko"].call_as_is("edit_xslx", {})
    ok, body = rest_callers["ko"].call("edit_xslx")
    assert not ok
    assert (body["code"], body["status"]) == ("not_found", 404)


@pytest.mark.proves("DOOR-5", "REJECT-6")
def test_a_body_with_half_a_character_is_no_json(room: Room, rest_callers: dict[str, RestCaller]):
    room.put(QUOTE, STARTING_FILES[QUOTE])
    before = room.tree()
    ok, body = rest_callers["ko"].call("edit_xlsx", **{**GOOD_CALL, "path": "quotes/\ud83d.xlsx"})
    assert not ok
    assert (body["code"], body["status"]) == ("bad_request", 400)
    assert room.tree() == before
