"""A process killed at any moment of a change leaves the old document or the new one, and records that heal."""

from __future__ import annotations

import os
import signal

import pytest

from docforge.workspace import PathTaken, Workspace
from tests.workspace.places import Folder, Place, deed, open_workspace, report, settings_row, start_worker

PATH, TIMES = "견적/한빛.xlsx", 60_000
NEW = "new " * TIMES
OTHER = b"by somebody else"


def order(place: Place, act: str, die_at: int | None = None) -> dict[str, object]:
    told = {"settings": settings_row(place.settings), "do": act, "path": PATH, "text": "new ", "times": TIMES}
    return told | {"die_at": die_at}


def old(number: int) -> str:
    """Bytes that were never kept before, so that keeping them is part of the change."""
    return f"old {number} " * TIMES


def boundaries(place: Place, act: str) -> list[str]:
    """The boundaries that one undisturbed change crosses."""
    return report(start_worker(order(place, act)))["crossed"]


def kill_at(place: Place, act: str, number: int) -> None:
    """Let a process die at its boundary of that number."""
    worker = start_worker(order(place, act, number))
    _, faults = worker.communicate(timeout=60)
    assert worker.returncode == -signal.SIGKILL, faults


def start_with(place: Place, data: str | None) -> Workspace:
    """The workspace with `data` as the document, recorded, or with none."""
    workspace = open_workspace(place)
    stored = workspace.read(PATH)
    if stored is not None:
        workspace.delete(deed().call, PATH)
    if data is not None:
        workspace.create(PATH, data.encode(), deed("created"))
    return workspace


def check_healed(workspace: Workspace, place: Place, before: str | None) -> str | None:
    """What a killed change left: old or new, nothing else, and records that say so after one read."""
    found = place.read(PATH)
    assert found in ({None, NEW.encode()} if before is None else {before.encode(), NEW.encode()})
    assert place.names() == ([PATH] if found else [])
    stored, lineage = workspace.read(PATH), workspace.lineage(PATH)
    assert (stored.data if stored else None) == found
    assert (lineage is None) == (stored is None)
    if stored is not None:
        assert lineage.calls[-1]["version"] == stored.version
    return found.decode() if found else None


@pytest.mark.slow
@pytest.mark.proves("MATRIX-7", "SERVE-3")
def test_a_process_killed_while_it_creates_leaves_nothing_or_the_whole_document(place: Place) -> None:
    start_with(place, None)
    crossed = boundaries(place, "create")
    assert {"writing", "staged", "claimed", "published", "recorded"} <= set(crossed)
    outcomes = []
    for number in range(len(crossed)):
        workspace = start_with(place, None)
        kill_at(place, "create", number)
        left = check_healed(workspace, place, None)
        outcomes.append(left is not None)
        if left is None:
            workspace.create(PATH, OTHER, deed("created", caller="lee"))
            assert workspace.lineage(PATH).made_by == "lee"
        else:
            assert workspace.lineage(PATH).calls[0]["places"] == ["견적서!B3"]
            with pytest.raises(PathTaken):
                workspace.create(PATH, OTHER, deed("created", caller="lee"))
    assert outcomes == sorted(outcomes)
    assert {False, True} == set(outcomes)


@pytest.mark.slow
@pytest.mark.proves("MATRIX-7", "MATRIX-9", "SERVE-3")
def test_a_process_killed_while_it_replaces_leaves_the_old_document_or_the_new(place: Place) -> None:
    start_with(place, old(-1))
    crossed = boundaries(place, "replace")
    outcomes = []
    for number in range(len(crossed)):
        workspace = start_with(place, old(number))
        before = workspace.read(PATH)
        kill_at(place, "replace", number)
        left = check_healed(workspace, place, old(number))
        outcomes.append(left == NEW)
        calls = workspace.lineage(PATH).calls
        assert [call["action"] for call in calls] == (["created", "edited"] if left == NEW else ["created"])
        after = workspace.replace(workspace.read(PATH), OTHER, deed("edited", caller="lee"))
        assert workspace.lineage(PATH).calls[-1]["version"] == after.version
        assert workspace.version_bytes(before.sha256) == before.data
    assert outcomes == sorted(outcomes)
    assert {False, True} == set(outcomes)


@pytest.mark.slow
@pytest.mark.proves("MATRIX-7")
def test_a_process_killed_while_it_deletes_leaves_the_document_or_nothing(place: Place) -> None:
    start_with(place, old(-1))
    outcomes = []
    for number in range(len(boundaries(place, "delete"))):
        workspace = start_with(place, old(number))
        kill_at(place, "delete", number)
        found = place.read(PATH)
        assert found in {None, old(number).encode()}
        assert (workspace.read(PATH) is None) == (found is None)
        assert (workspace.lineage(PATH) is None) == (found is None)
        outcomes.append(found is None)
    assert {False, True} == set(outcomes)


@pytest.mark.proves("MATRIX-7")
def test_what_a_killed_process_left_in_the_own_folder_is_swept_away_later(folder: Folder) -> None:
    start_with(folder, old(-1))
    named = boundaries(folder, "replace").index("named")
    start_with(folder, old(0))
    kill_at(folder, "replace", named)
    left = list((folder.settings.workspace / ".docforge/tmp").iterdir())
    assert len(left) == 1
    open_workspace(folder, step=str)
    assert left[0].exists()  # it could belong to somebody at work
    os.utime(left[0], (0, 0))
    open_workspace(folder, step=str)
    assert not left[0].exists()
