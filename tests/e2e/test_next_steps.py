"""The step that a refusal offers is taken without thinking, and leads on (DOOR-8). Knows only what the refusal says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.callers import Answer, Caller, McpCaller
from tests.e2e.room import Room
from tests.e2e.test_wrong_calls import arrange, each_wrong_call
from tests.e2e.wrong import Step, Wrong

Json = dict[str, Any]


def offered(body: Json) -> list[Json]:
    """Every step that the refusal spells out, in order."""
    step = body["next"]
    steps = [step, *step.get("choices", [])]
    return [choice for choice in steps if "call" in choice or "same_but" in choice]


def spelled(wrong: Wrong, step: Json) -> tuple[str, Json]:
    """Tool and arguments that the step comes to: the call as it is written, or the first call with the difference."""
    if "call" in step:
        return step["call"]["tool"], step["call"]["arguments"]
    changed = {**wrong.arguments, **step["same_but"]}
    return wrong.tool, {key: value for key, value in changed.items() if value is not None}


def refused(caller: Caller, wrong: Wrong, room: Room) -> Json:
    """The refusal of the wrong call, made from its start."""
    room.clear()
    arrange(room, wrong)
    ok, body = caller.call(wrong.tool, **wrong.arguments)
    assert not ok
    return body


def taken(caller: Caller, wrong: Wrong, room: Room) -> Iterator[tuple[Json, set[str], Answer]]:
    """Each offered step, what of `needs` it leaves to the caller, and what it came to right after the refusal."""
    for number in range(len(offered(refused(caller, wrong, room)))):
        body = refused(caller, wrong, room)
        step = offered(body)[number]
        tool, arguments = spelled(wrong, step)
        left_open = body["next"].get("needs", ()) if tool == wrong.tool else ()
        unset = {name for name in (*left_open, *step.get("needs", ())) if name not in arguments}
        yield step, unset, caller.call(tool, **arguments)


@pytest.mark.proves("DOOR-8")
@each_wrong_call()
def test_an_offered_step_leads_on(wrong: Wrong, room: Room, mcp_callers: dict[str, McpCaller]):
    expected = iter(wrong.offers)
    for step, unset, (ok, body) in taken(mcp_callers["ko"], wrong, room):
        told = next(expected, None)
        if told is not None:
            check_spelled(wrong, step, told)
            assert end_of(ok, body) == told.end, body
        elif unset:
            assert {problem["at"] for problem in body["problems"]} >= unset, body
        else:
            assert ok or body["code"] != wrong.code, body
    assert list(expected) == []


def end_of(ok: bool, body: Json) -> str:
    """What a call came to, in a word: an action, "read", or the code of a refusal."""
    return body.get("action", "read") if ok else body["code"]


def check_spelled(wrong: Wrong, step: Json, expected: Step) -> None:
    """The step is the call that the table says."""
    tool, arguments = spelled(wrong, step)
    assert tool == expected.tool
    assert {key: arguments.get(key, ...) for key in expected.arguments} == expected.arguments
