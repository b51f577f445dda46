"""Many real processes, on one machine and on several, want the same document."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from docforge.workspace import Workspace
from tests.workspace.places import (
    Bucket,
    Folder,
    Place,
    deed,
    open_workspace,
    report,
    settings_row,
    start_together,
    start_worker,
)

WORKERS = 6
PATHS = [f"견적/{number}.xlsx" for number in range(10)]


@pytest.mark.slow
@pytest.mark.proves("MATRIX-6", "SERVE-3")
def test_of_many_processes_that_create_the_same_paths_exactly_one_wins_each(place: Place) -> None:
    orders = [
        {
            "settings": place.apart(f"machine{n}"),
            "do": "race",
            "paths": PATHS,
            "text": f"{n} " * 9000,
            "caller": f"w{n}",
        }
        for n in range(WORKERS)
    ]
    reports = start_together(orders)
    winners = {path: [n for n, told in enumerate(reports) if path in told["won"]] for path in PATHS}
    assert all(len(won) == 1 for won in winners.values()), winners
    for path, (winner,) in winners.items():
        assert place.read(path) == orders[winner]["text"].encode()
    assert place.names() == sorted(PATHS)


@pytest.mark.slow
@pytest.mark.proves("MATRIX-6", "MATRIX-9")
def test_the_lineage_names_the_winner_alone(folder: Folder) -> None:
    orders = [
        {"settings": settings_row(folder.settings), "do": "race", "paths": PATHS, "text": str(n), "caller": f"w{n}"}
        for n in range(WORKERS)
    ]
    reports = start_together(orders)
    workspace = open_workspace(folder)
    for path in PATHS:
        (winner,) = [n for n, told in enumerate(reports) if path in told["won"]]
        lineage = workspace.lineage(path)
        assert [lineage.made_by, len(lineage.calls)] == [f"w{winner}", 1]


def check_appended(data: bytes, workers: int, lines: int) -> None:
    """Every line of every worker is there once, and each worker's in order: none was lost and none mixed."""
    found = data.decode().splitlines()
    assert sorted(found) == sorted(f"w{n} {line}" for n in range(workers) for line in range(lines))
    for n in range(workers):
        assert [line for line in found if line.startswith(f"w{n} ")] == [f"w{n} {line}" for line in range(lines)]


@pytest.mark.proves("MATRIX-8", "MATRIX-9")
def test_edits_of_many_processes_never_interleave_and_each_sees_the_one_before(folder: Folder) -> None:
    workspace, path = open_workspace(folder), "장부.xlsx"
    workspace.create(path, b"", deed("created"))
    orders = [
        {"settings": settings_row(folder.settings), "do": "append", "path": path, "text": f"w{n}", "lines": 8}
        for n in range(4)
    ]
    reports = start_together(orders)
    check_appended(workspace.read(path).data, 4, 8)
    assert [told["lost"] for told in reports] == [0] * 4
    assert [call["action"] for call in workspace.lineage(path).calls] == ["created"] + ["edited"] * 32


@pytest.mark.slow
@pytest.mark.proves("MATRIX-8", "SERVE-3")
def test_edits_of_machines_without_a_common_lock_are_kept_apart_by_the_bucket(bucket: Bucket) -> None:
    workspace, path = open_workspace(bucket), "장부.xlsx"
    workspace.create(path, b"", deed("created"))
    orders = [
        {"settings": bucket.apart(f"machine{n}"), "do": "append", "path": path, "text": f"w{n}", "lines": 4}
        for n in range(3)
    ]
    start_together(orders)
    check_appended(bucket.read(path), 3, 4)
    assert workspace.read(path).data == bucket.read(path)


@pytest.mark.slow
@pytest.mark.proves("MATRIX-8", "SERVE-3")
@pytest.mark.parametrize("late", ["replace", "delete"])
def test_of_machines_that_share_one_file_of_records_but_no_lock_the_later_is_told_to_wait(
    bucket: Bucket, tmp_path: Path, late: str
) -> None:
    path, records = "장부.xlsx", {"database_url": f"sqlite:///{tmp_path / 'records.sqlite'}"}
    workspace = Workspace.open(bucket.settings.model_copy(update=records))
    workspace.create(path, b"first", deed("created"))
    order = {"path": path, "text": "second"}
    slow = start_worker(order | {"settings": bucket.apart("there") | records, "do": late, "wait_at": "kept"})
    assert slow.stdout.readline() == "ready\n", slow.communicate()[1]  # it has seen that nobody claims the path
    first = start_worker(order | {"settings": bucket.apart("here") | records, "do": "replace", "wait_at": "claimed"})
    assert first.stdout.readline() == "ready\n", first.communicate()[1]
    assert tell_to_go(slow) == {"refused": "busy"}
    assert tell_to_go(first)["crossed"][-1] == "recorded"
    assert bucket.read(path) == b"second"
    assert [call["action"] for call in workspace.lineage(path).calls] == ["created", "edited"]


def tell_to_go(worker: subprocess.Popen[str]) -> dict[str, Any]:
    worker.stdin.write("go\n")
    worker.stdin.flush()
    return report(worker)


@pytest.mark.proves("MATRIX-8")
def test_two_workspaces_in_one_process_wait_for_each_other_too(folder: Folder) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = "장부.xlsx"
    open_workspace(folder).create(path, b"", deed("created"))

    def append(worker: int) -> None:
        workspace = Workspace.open(folder.settings)
        for line in range(10):
            with workspace.lock(path):
                before = workspace.read(path)
                workspace.replace(before, before.data + f"w{worker} {line}\n".encode(), deed("edited"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(append, range(4)))
    check_appended(folder.read(path), 4, 10)
