"""The next call: whole when it is short, else what differs."""

from __future__ import annotations

import json

import pytest

from docforge import DocForge
from docforge.tools.spelling import SHORT, compact
from tests.toy.fixtures import fill, refused


def call_of_length(length: int) -> dict:
    """Arguments whose corrected call is `length` characters of JSON."""
    right = fill(fields=[{"at": "customer", "value": ""}])
    room = length - len(compact({"tool": "edit_toy", "arguments": right}))
    return fill(fields=[{"at": "customer", "value": "가" * room}], path="quotes/hanbit.txt")


@pytest.mark.proves("DOOR-8")
@pytest.mark.parametrize(("length", "whole"), [(SHORT - 1, True), (SHORT, False), (SHORT + 500, False)])
def test_a_call_is_spelled_out_below_two_thousand_characters(forge: DocForge, length: int, whole: bool) -> None:
    told = refused(forge, "edit_toy", **call_of_length(length))["next"]
    assert ("call" in told, "same_but" in told) == (whole, not whole)
    if whole:
        assert len(json.dumps(told["call"], ensure_ascii=False, separators=(",", ":"))) == length
    else:
        assert told["same_but"] == {"path": "quotes/hanbit.toyx"}
        assert told["say"].endswith("Send your call again with this difference.")


@pytest.mark.proves("DOOR-8")
def test_a_difference_applied_without_thinking_leads_to_the_document(forge: DocForge) -> None:
    arguments = call_of_length(SHORT + 500)
    difference = refused(forge, "edit_toy", **arguments)["next"]["same_but"]
    applied = {name: value for name, value in {**arguments, **difference}.items() if value is not None}
    assert forge.call("edit_toy", **applied)["action"] == "copied_and_edited"


@pytest.mark.proves("DOOR-8")
def test_null_in_a_difference_removes(forge: DocForge) -> None:
    arguments = fill(fields=[{"at": "customer", "value": "가" * SHORT}])
    forge.call("edit_toy", **arguments)
    choices = refused(forge, "edit_toy", **(arguments | {"attach": True}))["next"]["choices"]
    assert [choice["same_but"] for choice in choices] == [{"template": None}, {"path": "quotes/hanbit-2.toyx"}]
