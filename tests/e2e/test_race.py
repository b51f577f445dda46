"""Many real processes at one document: one makes it, and no edit is lost. On a folder, and on several machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from docforge.config import Settings
from tests.e2e.callers import Answer
from tests.e2e.calling import Process
from tests.e2e.reading import open_workbook
from tests.e2e.wrong_books import fixture
from tests.workspace.places import PREFIX, Bucket, Folder, Place
from tests.workspace.servers import KEY, find_postgres, make_bucket, make_database, postgres_server, s3_server

TEMPLATE, PATH = "templates/quote.xltx", "quotes/hanbit.xlsx"
RACERS, EDITS = 6, 3


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    with s3_server() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    programs = find_postgres()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql)")
    with postgres_server(programs) as server:
        yield server


@pytest.fixture(params=["one folder", "machines with a bucket", "machines with a bucket and PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where the processes meet."""
    told: dict[str, Any] = {"workspace": tmp_path / "workspace", "lock_seconds": 60}
    if request.param == "one folder":
        return Folder(Settings(**told))
    name = f"t{uuid4().hex}"
    told |= {"storage": f"s3://{name}/{PREFIX}", "storage_endpoint": request.getfixturevalue("s3")}
    told |= {"storage_key": KEY, "storage_secret": KEY, "secret": "the same on all machines"}
    make_bucket(told["storage_endpoint"], name)
    if "PostgreSQL" in request.param:
        told["database_url"] = make_database(request.getfixturevalue("postgres"), name)
    return Bucket(Settings(**told))


@contextmanager
def racers(place: Place) -> Iterator[list[Process]]:
    """Processes that have loaded everything and wait for the first call."""
    processes = [Process(Settings(**place.apart(f"machine{number}"))) for number in range(RACERS)]
    for process in processes:
        process.wait_until_ready()
    yield processes
    assert [process.end() for process in processes] == [0] * RACERS


@pytest.mark.slow
@pytest.mark.proves("MATRIX-5", "MATRIX-6")
def test_of_many_processes_with_one_template_and_path_exactly_one_makes_the_document(place: Place):
    place.write(TEMPLATE, fixture("quote.xltx"))
    with racers(place) as processes:
        for racer, process in enumerate(processes):
            cells = [{"sheet": "견적서", "cell": "B4", "value": f"고객 {racer}"}]
            process.tell("edit_xlsx", template=TEMPLATE, path=PATH, attach=False, cells=cells)
        answers = [process.hear() for process in processes]

    won = [racer for racer, answer in enumerate(answers) if answer is not None and answer.ok]
    lost = [answer.body for answer in answers if answer is not None and not answer.ok]
    assert len(won) == 1, answers
    assert [body["code"] for body in lost] == ["target_exists"] * (RACERS - 1)
    assert all(len(body["next"]["choices"]) == 2 for body in lost)
    assert values(place)["B4"] == f"고객 {won[0]}"
    assert place.names() == [PATH, TEMPLATE]
    assert place.read(TEMPLATE) == fixture("quote.xltx")


@pytest.mark.slow
@pytest.mark.proves("MATRIX-8")
def test_edits_of_one_document_by_many_processes_lose_nothing(place: Place):
    place.write(PATH, fixture("invoice.xlsx"))
    rounds = [[f"{column}{9 + racer}" for racer in range(RACERS)] for column in "ABC"[:EDITS]]
    versions: list[str] = []
    with racers(place) as processes:
        for cells in rounds:
            for process, cell in zip(processes, cells, strict=True):
                process.tell("edit_xlsx", **edit(cell))
            done = [until_done(process, cell) for process, cell in zip(processes, cells, strict=True)]
            versions += [answer.body["version"] for answer in done]

    written = [cell for cells in rounds for cell in cells]
    found = values(place)
    assert {cell: found[cell] for cell in written} == {cell: value(cell) for cell in written}
    assert len(set(versions)) == RACERS * EDITS
    assert place.names() == [PATH]


def value(cell: str) -> str | int:
    return f"품목 {cell}" if cell.startswith("A") else int(cell[1:])


def edit(cell: str) -> dict[str, Any]:
    return {"path": PATH, "attach": False, "cells": [{"sheet": "Invoice", "cell": cell, "value": value(cell)}]}


def until_done(process: Process, cell: str) -> Answer:
    """The answer, after as many repeats as `busy` asks for."""
    for _ in range(100):
        answer = process.hear()
        assert answer is not None
        if answer.ok:
            return answer
        assert answer.body["code"] == "busy", answer
        process.tell("edit_xlsx", **edit(cell))
    raise AssertionError("busy a hundred times")


def values(place: Place) -> dict[str, Any]:
    """Cell → value of the first sheet of the document."""
    sheet = open_workbook(place.read(PATH)).worksheets[0]
    return {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}
