"""The guide cannot be skipped over MCP, and a call without it is told everything at once."""

from __future__ import annotations

import time

import pytest

from docforge.call import Call
from docforge.config import Settings
from docforge.tools.guides import make_handle, read_guide
from docforge.workspace import Workspace
from tests.toy.fixtures import ERAS, TEMPLATE, Served, fill, serve, snapshot


@pytest.mark.proves("GUIDE-2", "DOOR-8")
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("handle", [None, "", "x1k7q2m9", "000000000000", 7])
def test_without_a_valid_handle_nothing_runs_and_the_refusal_brings_guide_and_handle(
    served: Served, era: str, handle: object
) -> None:
    before = snapshot(served.folder)
    told = served.mcp("edit_toy", fill() | ({} if handle is None else {"guide": handle}), era=era)
    body = told.structured_content
    assert (told.is_error, body["code"], body["status"]) == (True, "guide_needed", 428)
    assert body["guides"] == {"toy": read_guide("toy", "en")}
    assert "problems" not in body
    assert snapshot(served.folder) == before
    following = body["next"]["call"]
    assert following["arguments"]["guide"] == body["guide"]
    assert served.mcp(following["tool"], following["arguments"], era=era).structured_content["written"] == 2


@pytest.mark.proves("GUIDE-2")
@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({"attach": None, "colour": 1}, {"missing_argument", "unknown_argument"}),
        ({"template": "templates/qoute.toyt", "path": "a.txt"}, {"template_not_found", "wrong_format"}),
        ({"fields": [{"at": "total", "value": 1}, {"at": "currency", "value": "JPY"}]}, {"calculated", "not_in_list"}),
        ({"template": None}, {"no_target"}),
        ({"fields": []}, {"nothing_to_do"}),
    ],
)
def test_the_refusal_also_tells_every_other_problem(served: Served, changed: dict, codes: set[str]) -> None:
    before = snapshot(served.folder)
    body = served.mcp("edit_toy", fill(**changed)).structured_content
    assert body["code"] == "guide_needed"
    assert {problem["code"] for problem in body["problems"]} == codes
    assert snapshot(served.folder) == before


@pytest.mark.proves("GUIDE-2", "DOOR-8")
def test_the_next_call_of_the_refusal_mends_both_at_once(served: Served) -> None:
    for changed in ({"template": "templates/qoute.toyt"}, {"path": "a.txt"}, {"attach": None}):
        following = served.mcp("edit_toy", fill(**changed) | {"path": changed.get("path", f"{len(str(changed))}.toyx")})
        told = following.structured_content["next"]
        call = told["call"] if "call" in told else told["choices"][0]["call"]
        assert served.mcp(call["tool"], call["arguments"]).structured_content["template"] == TEMPLATE


@pytest.mark.proves("GUIDE-3")
def test_an_old_handle_and_one_of_another_caller_are_not_taken(served: Served) -> None:
    key = Workspace.open(served.settings).key_for("guide")
    call = Call(caller="local", door="mcp")
    now = time.time()
    for handle, valid in (
        (make_handle(key, call, ["toy"], now=now), True),
        (make_handle(key, call, ["toy"], now=now - 7_300), False),
        (make_handle(key, Call(caller="other"), ["toy"], now=now), False),
    ):
        told = served.mcp("edit_toy", fill(path=f"{handle}.toyx") | {"guide": handle})
        assert (told.structured_content.get("code") != "guide_needed") is valid


@pytest.mark.proves("GUIDE-3")
def test_a_replica_that_shares_the_secret_takes_the_handle(served: Served) -> None:
    shared = {"secret": "s" * 40, "port": 0, "language": "en"}
    for one in serve(Settings(workspace=served.folder, **shared)):
        for two in serve(Settings(workspace=served.folder, **shared)):
            handle = one.guide()
            assert two.mcp("edit_toy", fill() | {"guide": handle}).structured_content["written"] == 2
            alone = served.mcp("edit_toy", fill(path="b.toyx") | {"guide": handle})
            assert alone.structured_content["code"] == "guide_needed"


@pytest.mark.proves("GUIDE-2", "DOOR-1")
def test_reading_copying_and_rest_ask_for_no_handle(served: Served) -> None:
    assert not served.mcp("read_toy", {"path": TEMPLATE}).is_error
    assert not served.mcp("copy_file", {"source": TEMPLATE, "path": "c.toyx", "attach": False}).is_error
    assert served.rest("edit_toy", fill()).status_code == 200
