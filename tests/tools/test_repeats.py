"""The same call again: told that it is done, with the first result (DOOR-11)."""

from __future__ import annotations

from pathlib import Path

import pytest

from docforge import DocForge
from tests.toy import read_toy
from tests.toy.fixtures import fill, refused, snapshot


@pytest.mark.proves("DOOR-11")
def test_a_repeated_fill_offers_the_first_result_first(forge: DocForge, home: Path) -> None:
    first = forge.call("edit_toy", **fill())
    before = snapshot(home)
    told = refused(forge, "edit_toy", **fill())
    assert told["code"] == "target_exists"
    assert told["next"]["choices"][0]["result"] == first
    assert len(told["next"]["choices"]) == 3
    assert snapshot(home) == before


@pytest.mark.proves("DOOR-11")
def test_a_repeated_edit_in_place_gives_the_first_result_and_does_nothing(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    edit = fill(template=None, fields=[{"at": "number", "value": "Q-1"}])
    first = forge.call("edit_toy", **edit)
    before = snapshot(home)
    again = forge.call("edit_toy", **edit)
    assert "nothing was done" in again.pop("warnings")[0]
    assert again == first
    assert snapshot(home) == before


@pytest.mark.proves("DOOR-11")
def test_an_equal_edit_after_another_change_is_carried_out(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    for value in ("Q-1", "Q-2", "Q-1"):
        forge.call("edit_toy", **fill(template=None, fields=[{"at": "number", "value": value}]))
    assert read_toy((home / "quotes/hanbit.toyx").read_bytes())["number"] == "Q-1"


@pytest.mark.proves("DOOR-11")
def test_another_caller_with_the_same_call_is_not_told_it_is_done(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    other = DocForge(home, caller="somebody", language="en")
    assert all("result" not in choice for choice in refused(other, "edit_toy", **fill())["next"]["choices"])


@pytest.mark.proves("DOOR-11")
def test_a_repeated_copy_offers_the_first_result(forge: DocForge) -> None:
    copy = {"source": "templates/quote.toyt", "path": "copy.toyx", "attach": False}
    first = forge.call("copy_file", **copy)
    assert refused(forge, "copy_file", **copy)["next"]["choices"][0]["result"] == first
