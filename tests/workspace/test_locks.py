"""Locks by path, freed when their holder dies, over processes and over machines with one database."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from docforge.config import Settings
from docforge.errors import Refusal
from docforge.workspace import Workspace
from tests.workspace.places import Folder, deed, open_workspace, settings_row, start_worker

PATH = "한빛.xlsx"


def impatient(settings: Settings) -> Workspace:
    return Workspace.open(settings.model_copy(update={"lock_seconds": 0}))


def start_holder(settings: Settings):
    """A process that holds the lock of PATH."""
    holder = start_worker({"settings": settings_row(settings), "do": "hold", "path": PATH})
    assert holder.stdout.readline() == "ready\n", holder.communicate()[1]
    return holder


def check_frees_when_killed(held: Settings, wanted: Settings) -> None:
    """Another's lock is felt at once, leaves other paths alone, and goes with its process."""
    holder = start_holder(held)
    with pytest.raises(Refusal) as refused, impatient(wanted).lock(PATH):
        pytest.fail("the lock was not exclusive")
    assert refused.value.to_dict()["code"] == "busy"
    with impatient(wanted).lock("다른.xlsx"):
        holder.kill()
    holder.communicate()
    with Workspace.open(wanted).lock(PATH):
        assert holder.returncode == -9


@pytest.mark.proves("MATRIX-8")
def test_a_lock_is_felt_by_other_processes_and_freed_by_kill_9(folder: Folder) -> None:
    check_frees_when_killed(folder.settings, folder.settings)


@pytest.mark.proves("MATRIX-8", "SERVE-3")
def test_machines_that_share_a_database_share_its_locks(folder: Folder, postgres: Callable[[], str]) -> None:
    shared = {"database_url": postgres()}
    here = folder.settings.model_copy(update=shared)
    there = folder.settings.model_copy(update=shared | {"workspace": folder.settings.workspace.parent / "there"})
    check_frees_when_killed(here, there)


@pytest.mark.proves("MATRIX-8")
def test_who_waits_goes_on_as_soon_as_the_lock_is_free(folder: Folder) -> None:
    holder = start_holder(folder.settings)
    waiting = threading.Thread(target=lambda: holder.communicate("go\n"))
    waiting.start()
    with open_workspace(folder).lock(PATH):
        waiting.join()
    assert holder.returncode == 0


def test_a_change_without_a_lock_takes_it_itself(folder: Folder) -> None:
    holder = start_holder(folder.settings)
    with pytest.raises(Refusal, match="busy"):
        impatient(folder.settings).create(PATH, b"x", deed("created"))
    assert folder.names() == []
    holder.communicate("go\n")
    assert impatient(folder.settings).create(PATH, b"x", deed("created")).path == PATH
