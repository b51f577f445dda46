"""Plan and apply, bytes to bytes, beside a plain file copy and openpyxl's load and save."""

from __future__ import annotations

import io
import multiprocessing
import resource
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl

from docforge.formats import load_formats
from docforge.formats.xlsx.shelf import SHELF
from docforge.opc import Package
from tests.bench.books import Subject

Row = tuple[str, ...]
HEAD: Row = (
    "plan and apply",
    "copy",
    "docforge",
    "× copy",
    "goal",
    "again",
    "× copy",
    "openpyxl",
    "faster",
    "goal",
    "peak",
    "× sheet",
    "goal",
)
MEMORY_GOAL = 3


def fill_first(data: bytes, cells: list[dict[str, Any]]) -> bytes:
    """A fill of a file that was not seen lately."""
    SHELF.clear()
    return fill(data, cells)


def fill(data: bytes, cells: list[dict[str, Any]]) -> bytes:
    """What a call does between reading the file and publishing it."""
    xlsx = load_formats()["xlsx"]
    items = xlsx.items.model_validate({"cells": cells})
    plan = xlsx.engine.plan(Package.open(data), items, origin=None, sources={}, force_calculation=False)
    return xlsx.engine.apply(plan, as_document=True).data


def fill_by_openpyxl(subject: Subject) -> bytes:
    with warnings.catch_warnings(action="ignore"):  # it tells what it will lose
        book = openpyxl.load_workbook(io.BytesIO(subject.data))
    for item in subject.cells:
        dated = item.get("format") == "date"
        book[item["sheet"]][item["cell"]] = date.fromisoformat(item["value"]) if dated else item["value"]
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def copy(folder: Path, subject: Subject) -> Callable[[], object]:
    source, target = folder / "source", folder / "target"
    source.write_bytes(subject.data)
    return lambda: shutil.copyfile(source, target)


def shortest(work: Callable[[], object], rounds: int) -> float:
    """Seconds of the quickest of some rounds: what the work takes when nothing disturbs it."""
    times: list[float] = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def _most_memory() -> int:
    """Bytes that this process held at most. Linux hands `ru_maxrss` on to children, so its own count comes first."""
    status = Path("/proc/self/status")
    if status.exists():
        told = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
        return int(told["VmHWM"].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _peak_of(subject: Subject, answer: Any) -> None:
    load_formats()
    before = _most_memory()
    fill(subject.data, subject.cells)
    answer.put(_most_memory() - before)


def peak_memory(subject: Subject) -> int:
    """Bytes that a fill adds to the peak of a fresh process."""
    fresh = multiprocessing.get_context("spawn")
    answer = fresh.Queue()
    process = fresh.Process(target=_peak_of, args=(subject, answer))
    process.start()
    peak = answer.get(timeout=300)
    process.join()
    return peak


def measure(subject: Subject, rounds: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        plain = shortest(copy(Path(folder), subject), rounds * 5)
    ours = shortest(lambda: fill_first(subject.data, subject.cells), rounds)
    again = shortest(lambda: fill(subject.data, subject.cells), rounds)
    theirs = shortest(lambda: fill_by_openpyxl(subject), max(1, rounds // 5))
    peak = peak_memory(subject)
    return (
        subject.name,
        f"{plain * 1000:.2f} ms",
        f"{ours * 1000:.1f} ms",
        f"{ours / plain:.1f}",
        f"≤ {subject.copies:g}",
        f"{again * 1000:.1f} ms",
        f"{again / plain:.1f}",
        f"{theirs * 1000:.0f} ms",
        f"{theirs / ours:.0f}",
        f"≥ {subject.openpyxl:g}" if subject.openpyxl else "",
        f"{peak / 2**20:.0f} MiB",
        f"{peak / subject.largest_part:.1f}",
        f"≤ {MEMORY_GOAL}",
    )


def rows(subjects: list[Subject], rounds: int) -> Iterator[Row]:
    yield HEAD
    for subject in subjects:
        yield measure(subject, rounds)
