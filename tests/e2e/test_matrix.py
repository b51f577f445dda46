"""The four cases of a call with and without template and file, through MCP and REST. Knows no room below."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.callers import Caller
from tests.e2e.reading import cell_values
from tests.e2e.room import Room
from tests.e2e.wrong_books import fixture

QUOTE = "templates/quote.xltx"


def name(customer: str) -> list[dict[str, Any]]:
    return [{"sheet": "견적서", "cell": "B4", "value": customer}]


def edit(caller: Caller, path: str, customer: str, **more: Any) -> dict[str, Any]:
    """An edit that must be carried out; its result."""
    ok, body = caller.call("edit_xlsx", **{"path": path, "attach": False, "cells": name(customer), **more})
    assert ok, body
    return body


def refused(caller: Caller, path: str, **more: Any) -> dict[str, Any]:
    """An edit that must be refused; the refusal."""
    ok, body = caller.call("edit_xlsx", **{"path": path, "attach": False, "cells": name("한빛"), **more})
    assert not ok, body
    return body


@pytest.fixture(autouse=True)
def template(room: Room) -> None:
    room.put(QUOTE, fixture("quote.xltx"))


@pytest.mark.proves("MATRIX-3", "MATRIX-5", "POTX-1")
def test_a_template_and_no_file_makes_a_filled_document(caller: Caller, room: Room, fresh: str):
    result = edit(caller, fresh, "한빛", template=QUOTE)
    assert (result["action"], result["template"], result["path"]) == ("copied_and_edited", QUOTE, fresh)
    assert cell_values(room.read(fresh), "견적서", ["B4"]) == ["한빛"]
    assert room.read(QUOTE) == fixture("quote.xltx")


@pytest.mark.proves("MATRIX-1")
def test_no_template_and_a_file_edits_the_file(caller: Caller, room: Room, fresh: str):
    edit(caller, fresh, "한빛", template=QUOTE)
    result = edit(caller, fresh, "두리")
    assert (result["action"], result.get("template")) == ("edited", None)
    assert result["replaced"] == [{"at": "견적서!B4", "before": "한빛"}]
    assert cell_values(room.read(fresh), "견적서", ["B4"]) == ["두리"]


@pytest.mark.proves("MATRIX-2", "DOOR-8")
def test_no_template_and_no_file_offers_near_documents_and_templates(caller: Caller, room: Room):
    for number in range(5):
        room.put(f"templates/form-{number}.xlsx", fixture("leave.xlsx"))
    room.put("quotes/hanbit.xlsx", fixture("invoice.xlsx"))
    before = room.tree()
    body = refused(caller, "quotes/hambit.xlsx")
    assert body["code"] == "no_target"
    calls = [choice["call"]["arguments"] for choice in body["next"]["choices"] if "call" in choice]
    assert "quotes/hanbit.xlsx" in [call["path"] for call in calls if "template" not in call]
    offered = [call["template"] for call in calls if "template" in call]
    assert 1 <= len(offered) <= 3
    assert set(offered) <= {name for name in before if name.startswith("templates/")}
    assert room.tree() == before


@pytest.mark.proves("MATRIX-4", "MATRIX-9", "DOOR-8")
def test_a_template_and_a_file_asks_which_is_meant_and_says_what_lies_there(caller: Caller, room: Room, fresh: str):
    edit(caller, fresh, "한빛", template=QUOTE, attach=True)
    before = room.read(fresh)
    body = refused(caller, fresh, template=QUOTE)
    assert body["code"] == "target_exists"
    for told in (fresh, QUOTE, "오늘", "자리 1개 채움", "사용자에게 건넴"):
        assert told in body["message"]
    go_on, start_again = (choice["call"]["arguments"] for choice in body["next"]["choices"])
    assert "template" not in go_on
    assert go_on["path"] == fresh
    assert start_again["template"] == QUOTE
    assert start_again["path"] == fresh.replace(".xlsx", "-2.xlsx")
    assert room.read(fresh) == before


@pytest.mark.proves("MATRIX-4", "MATRIX-9", "COPY-1")
def test_a_copy_that_nobody_filled_is_said_to_be_as_the_template_was(caller: Caller, fresh: str):
    assert caller.call("copy_file", source=QUOTE, path=fresh, attach=False).ok
    message = refused(caller, fresh, template=QUOTE)["message"]
    assert QUOTE in message
    assert "아직 양식 그대로" in message
    assert "아직 건네지 않음" in message


@pytest.mark.proves("MATRIX-4", "MATRIX-7")
def test_a_file_that_came_from_outside_is_said_to_be_unknown(caller: Caller, room: Room, fresh: str):
    room.put(fresh, fixture("invoice.xlsx"))
    assert "기록이 없는" in refused(caller, fresh, template=QUOTE)["message"]


@pytest.mark.proves("MATRIX-4")
def test_the_free_name_that_is_offered_is_free(caller: Caller, room: Room, fresh: str):
    edit(caller, fresh, "한빛", template=QUOTE)
    room.put(fresh.replace(".xlsx", "-2.xlsx"), fixture("invoice.xlsx"))
    body = refused(caller, fresh, template=QUOTE)
    start_again = body["next"]["choices"][-1]["call"]["arguments"]
    assert start_again["path"] == fresh.replace(".xlsx", "-3.xlsx")


@pytest.mark.proves("MATRIX-8", "DOOR-8")
def test_an_edit_of_what_was_read_is_refused_when_it_has_changed_since(caller: Caller, room: Room, fresh: str):
    edit(caller, fresh, "한빛", template=QUOTE)
    read = caller.call("read_xlsx", path=fresh).body["version"]
    changed = edit(caller, fresh, "두리")["version"]
    assert read != changed

    body = refused(caller, fresh, version=read)

    assert body["code"] == "version_changed"
    assert changed in body["message"]
    assert cell_values(room.read(fresh), "견적서", ["B4"]) == ["두리"]
    assert edit(caller, fresh, "세찬", version=changed)["action"] == "edited"


@pytest.mark.proves("MATRIX-7", "MATRIX-8")
def test_a_file_changed_from_outside_is_noticed(caller: Caller, room: Room, fresh: str):
    version = edit(caller, fresh, "한빛", template=QUOTE)["version"]
    room.put(fresh, fixture("invoice.xlsx"))
    body = refused(caller, fresh, version=version)
    assert body["code"] == "version_changed"
    assert caller.call("read_xlsx", path=fresh).body["version"] in body["message"]
