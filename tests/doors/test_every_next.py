"""Every step that a refusal offers is taken without thinking, over MCP, and leads where it says (DOOR-8)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from docforge.errors import MEANINGS
from docforge.tools import load_tools
from tests.doors.next_steps import CASES, CHANGE, LINKED, LONG, READ, Case
from tests.house.tree import nodes
from tests.toy.fixtures import TEMPLATE, Json, Served, put

SHORT = 2_000
OFFERS = {"change": CHANGE, "choices": "choice"}
STEPS = [
    pytest.param(case, number, id=f"{case.name}: {end[0]}") for case in CASES for number, end in enumerate(case.ends)
]
LONGER = [
    pytest.param(case, number, id=f"{case.name}: {end[0]}")
    for case in CASES
    for number, end in enumerate(case.ends)
    if case.tool == "edit_toy" and case.arguments.get("fields") and not case.calls
]
NOT_YET = {"create_new": "create_"}  # a step that waits for tools of that kind


# ── one call after another ────────────────────────────────────────────────────────────────────────────────────────────


class Follower:
    """A caller that knows what it wants, and otherwise does what it is told."""

    def __init__(self, served: Served, *, lean: bool = False) -> None:
        self._served, self._lean = served, lean

    def call(self, tool: str, arguments: Json) -> Json:
        if not self._lean:
            return self._served.mcp(tool, arguments).structured_content
        asked = {"tool": tool, "arguments": arguments}
        return self._served.mcp("use_tool", asked, address="/mcp/lean").structured_content


def arrange(case: Case, served: Served) -> tuple[Follower, Json]:
    """What the call finds, and the arguments that it is made with."""
    if case.empty:
        (served.folder / TEMPLATE).unlink()
    for path, make in case.files.items():
        put(served.folder, path, make())
    guide = {"guide": served.guide()}
    for tool, arguments in case.calls:
        assert "code" not in served.mcp(tool, arguments | (guide if tool == "edit_toy" else {})).structured_content
    asks = case.guided and case.tool == "edit_toy"
    return Follower(served, lean=case.lean), case.arguments | (guide if asks else {})


def offered(body: Json) -> list[Json]:
    """The steps of a refusal: its one change, or its choices."""
    step = body["next"]
    assert not (("call" in step or "same_but" in step) and "choices" in step)
    return step.get("choices") or [step]


def taken(case: Case, arguments: Json, step: Json) -> tuple[str, Json]:
    """Tool and arguments that a step comes to."""
    if "call" in step:
        return step["call"]["tool"], step["call"]["arguments"]
    changed = {**arguments, **step["same_but"]}
    return case.tool, {name: value for name, value in changed.items() if value is not None}


def end_of(body: Json) -> str:
    """What was done, or the code of the refusal."""
    if "code" in body:
        return body["code"]
    return body.get("action") or (READ if "places" in body else LINKED if "url" in body else "?")


def means_of(step: Json) -> str:
    """The row of MEANINGS that says what the step means; CHANGE where it is the only one."""
    fitting = [code for code, text in MEANINGS.items() if re.fullmatch(pattern_of(text["en"]), step.get("means", ""))]
    return max(fitting, key=lambda code: len(MEANINGS[code]["en"]), default=CHANGE)


def pattern_of(text: str) -> str:
    return "".join(
        re.escape(words) + (".+" if name is not None else "") for words, name, _, _ in Formatter().parse(text)
    )


def check_step(case: Case, number: int, served: Served) -> Json:
    """Provoke the refusal, take its step of that number, and see where it leads; the step."""
    follower, arguments = arrange(case, served)
    body = follower.call(case.tool, arguments)
    assert body["code"] == case.code, body
    steps = offered(body)
    assert [means_of(step) for step in steps] == [means for means, _ in case.ends], body["next"]
    step, end = steps[number], case.ends[number][1]
    if "result" in step:
        assert end_of(step["result"]) == end
        return step
    after = follower.call(*taken(case, arguments, step))
    assert end_of(after) == end, after
    check_needs(step, after)
    return step


def check_needs(step: Json, after: Json) -> None:
    """What the step left open is all that the next refusal still asks for."""
    open_still = set(step.get("needs", ()))
    if open_still and "code" in after:
        assert set(after["next"].get("needs", ())) >= open_still


@pytest.mark.proves("DOOR-8")
@pytest.mark.parametrize(("case", "number"), STEPS)
def test_an_offered_step_leads_where_it_says(served: Served, case: Case, number: int) -> None:
    check_step(case, number, served)


@pytest.mark.proves("DOOR-8")
@pytest.mark.parametrize(("case", "number"), LONGER)
def test_a_step_of_a_long_call_is_told_by_what_differs(served: Served, case: Case, number: int) -> None:
    name = "feilds" if "feilds" in case.arguments else "fields"
    longer = Case(**{**vars(case), "arguments": case.arguments | {name: LONG}})
    step = check_step(longer, number, served)
    if "call" in step:
        assert "fields" not in step["call"]["arguments"]
    else:
        assert len(str(longer.arguments)) > SHORT
        assert "fields" not in step["same_but"] or "feilds" in case.arguments


# ── no offer without a test ───────────────────────────────────────────────────────────────────────────────────────────


def offering_codes() -> Iterator[tuple[str, str]]:
    """(code, kind of offer) of each refusal in the source that offers something."""
    for _, node in nodes("docforge", ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "Refusal" and isinstance(node.args[0], ast.Constant):
            given = {keyword.arg for keyword in node.keywords}
            yield from ((node.args[0].value, kind) for keyword, kind in OFFERS.items() if keyword in given)


def chosen_means() -> Iterator[str]:
    """The row of MEANINGS of each choice in the source, where it is written there."""
    for _, node in nodes("docforge", ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "Choice" and isinstance(node.args[0], ast.Constant):
            yield node.args[0].value


def unborn() -> set[str]:
    """Steps to tools that do not exist yet."""
    return {means for means, prefix in NOT_YET.items() if not any(name.startswith(prefix) for name in load_tools())}


@pytest.mark.proves("DOOR-8")
def test_every_refusal_that_offers_something_is_tried() -> None:
    tried = {(case.code, CHANGE if means == CHANGE else "choice") for case in CASES for means, _ in case.ends}
    assert set(offering_codes()) - tried == set()


@pytest.mark.proves("DOOR-8")
def test_every_choice_that_there_is_is_tried() -> None:
    tried = {means for case in CASES for means, _ in case.ends} - {CHANGE}
    assert tried == MEANINGS.keys() - unborn()
    assert set(chosen_means()) <= MEANINGS.keys()


def test_a_new_offer_in_the_source_would_be_seen() -> None:
    assert {("macro_template", CHANGE), ("target_exists", "choice"), ("wrong_format", CHANGE)} <= set(offering_codes())
    assert {"go_on", "copy_this", "take_result"} <= set(chosen_means())
