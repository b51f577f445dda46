"""A process that is killed in the middle of an edit leaves the old document or the new one, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from docforge.config import Settings
from docforge.workspace import Workspace
from tests.e2e import callers
from tests.e2e.callers import Answer
from tests.e2e.calling import Process
from tests.e2e.reading import cell_values
from tests.e2e.room import Room
from tests.e2e.serving import Server, serve
from tests.e2e.wrong_books import fixture

TEMPLATE, PATH = "templates/quote.xltx", "quotes/hanbit.xlsx"
SIGKILL = -9
OLD = {
    "template": TEMPLATE,
    "path": PATH,
    "attach": False,
    "cells": [{"sheet": "견적서", "cell": "B4", "value": "old"}],
}
NEW = {"path": PATH, "attach": True, "cells": [{"sheet": "견적서", "cell": "B4", "value": "new"}]}
AFTER = {"path": PATH, "attach": False, "cells": [{"sheet": "견적서", "cell": "B4", "value": "after"}]}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path / "workspace")
    room.put(TEMPLATE, fixture("quote.xltx"))
    return room


def make(room: Room, call: dict[str, Any]) -> list[str]:
    """Carry out one call in a process of its own; the boundaries that it crossed."""
    process = Process(Settings(workspace=room.folder))
    process.wait_until_ready()
    process.tell("edit_xlsx", **call)
    answer = process.hear()
    assert answer is not None
    assert answer.ok, answer
    boundaries = process.boundaries()
    assert process.end() == 0
    return boundaries


def die_over(room: Room, call: dict[str, Any], boundary: int) -> Answer | None:
    """Start the call in a process that is killed at the boundary with that number."""
    process = Process(Settings(workspace=room.folder), dies_at=boundary)
    process.wait_until_ready()
    process.tell("edit_xlsx", **call)
    answer = process.hear()
    assert process.end() == SIGKILL
    return answer


def copied(room: Room, name: str) -> Room:
    """The workspace with all that DocForge keeps of it, once more."""
    folder = room.folder.with_name(name)
    shutil.copytree(room.folder, folder)
    return Room(folder)


def killed_everywhere(room: Room, call: dict[str, Any]) -> Iterator[tuple[Room, str | None]]:
    """For each boundary a workspace in which the call was killed there, and the customer in the document it left."""
    boundaries = make(copied(room, "whole"), call)
    assert len(boundaries) > 4
    for number, boundary in enumerate(boundaries, start=1):
        left = copied(room, f"{number}-{boundary}")
        assert die_over(left, call, number) is None
        assert set(left.tree()) <= {"templates", TEMPLATE, "quotes", PATH}
        assert left.read(TEMPLATE) == fixture("quote.xltx")
        yield left, customer_in(left)


def customer_in(room: Room) -> str | None:
    """The customer's name in the document, None where there is no document."""
    if not (room.folder / PATH).exists():
        return None
    return cell_values(room.read(PATH), "견적서", ["B4"])[0]


@pytest.mark.slow
@pytest.mark.proves("MATRIX-7")
def test_a_process_killed_over_a_new_document_leaves_none_or_all_of_it(room: Room):
    found: list[str | None] = []
    for left, customer in killed_everywhere(room, {**NEW, "template": TEMPLATE}):
        found.append(customer)
        make(left, OLD if customer is None else AFTER)
        assert customer_in(left) == ("old" if customer is None else "after")
    assert set(found) == {None, "new"}
    assert found == sorted(found, key=[None, "new"].index)


@pytest.mark.slow
@pytest.mark.proves("MATRIX-7")
def test_a_process_killed_over_an_edit_leaves_the_old_document_or_the_new_one(room: Room):
    make(room, OLD)
    found: list[str | None] = []
    for left, customer in killed_everywhere(room, NEW):
        found.append(customer)
        make(left, AFTER)
        assert customer_in(left) == "after"
    assert set(found) == {"old", "new"}
    assert found == sorted(found, key=["old", "new"].index)


@pytest.mark.slow
@pytest.mark.proves("MATRIX-7", "MATRIX-8")
def test_a_server_killed_in_the_middle_of_an_edit_leaves_the_document_and_no_lock(room: Room):
    make(room, OLD)
    before = room.tree()
    server = Server(room.folder)
    with Workspace.open(Settings(workspace=room.folder)).lock(PATH), callers.rest(server.url) as rest:
        with pytest.raises(httpx.ReadTimeout):
            rest.http.post("/v1/tools/edit_xlsx", json=NEW, timeout=1)
        server.kill()
    assert room.tree() == before
    with serve(room.folder) as restarted, callers.rest(restarted.url) as rest:
        ok, body = rest.call("edit_xlsx", **NEW)
    assert ok, body
    assert customer_in(room) == "new"
