"""The same call gives the same result through each door (DOOR-2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.callers import Caller, without_ids
from tests.e2e.room import Room
from tests.e2e.wrong_books import FIXTURES, fixture

CALL = json.loads((FIXTURES / "quote.expected.json").read_text(encoding="utf-8"))["call"]
TEMPLATE, PATH = CALL["template"], CALL["path"]
NAME = [{"sheet": "견적서", "cell": "B4", "value": "한빛스틸"}]


def spoken(every_caller: list[Caller], room: Room, tool: str, **arguments: Any) -> dict[str, str]:
    """What each door answers to the call, from the same start, as canonical JSON without ids and times."""
    told: dict[str, str] = {}
    for caller in every_caller:
        room.clear()
        room.put(TEMPLATE, fixture("quote.xltx"))
        room.put("quotes/invoice.xlsx", fixture("invoice.xlsx"))
        ok, body = caller.call(tool, **arguments)
        body = {**body, "card": sorted(without_place(body["card"]).items())} if "card" in body else body
        told[caller.door] = json.dumps([ok, without_ids(body)], ensure_ascii=False, sort_keys=True)
    return told


def without_place(card: dict[str, Any]) -> dict[str, Any]:
    """A card without its link, in whose place stands the file's own location where nothing listens (ATTACH-2)."""
    assert ("url" in card) != ("location" in card)
    return {key: value for key, value in card.items() if key not in ("url", "expires", "location")}


CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "read a template": ("read_xlsx", {"path": TEMPLATE}),
    "read a document": ("read_xlsx", {"path": "quotes/invoice.xlsx"}),
    "read what is not there": ("read_xlsx", {"path": "quotes/none.xlsx"}),
    "fill a template": ("edit_xlsx", CALL),
    "fill a template in between": ("edit_xlsx", {**CALL, "attach": False}),
    "fill nothing": ("edit_xlsx", {**CALL, "cells": []}),
    "edit without a target": ("edit_xlsx", {"path": PATH, "attach": False, "cells": NAME}),
    "copy": ("copy_file", {"source": TEMPLATE, "path": PATH, "attach": True}),
    "list": ("list_files", {}),
    "check a template": ("check_template", {"path": TEMPLATE}),
    "check a template that is not there": ("check_template", {"path": "templates/none.xltx"}),
}


@pytest.mark.proves("DOOR-1", "DOOR-2", "SERVE-1", "ATTACH-2")
@pytest.mark.parametrize("named", CALLS)
def test_each_door_gives_the_same_json(named: str, every_caller: list[Caller], room: Room):
    tool, arguments = CALLS[named]
    told = spoken(every_caller, room, tool, **arguments)
    assert len(told) == len(every_caller)
    assert set(told.values()) == {told["rest"]}
