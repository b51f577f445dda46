"""What benches of formats filled by places share: a fill from bytes to bytes, and a line beside a library's save."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from docforge.formats import load_formats
from docforge.opc import Package

Row = tuple[str, ...]


def fill(name: str, fields: list[dict[str, Any]], data: bytes) -> bytes:
    """What a call does between reading the file and publishing it."""
    fmt = load_formats()[name]
    package = Package.open(data)
    items = fmt.items.model_validate({"fields": fields})
    plan = fmt.engine.plan(package, items, origin=package, sources={}, force_calculation=False)
    return fmt.engine.apply(plan, as_document=True).data


def compare(
    name: str, fields: list[dict[str, Any]], template: bytes, save: Callable[[bytes], bytes], rounds: int
) -> tuple[float, float, float]:
    """Milliseconds of a read, of a fill, and of what `save` does with the filled document."""
    document = fill(name, fields, template)  # the libraries open no template
    read = median(lambda: load_formats()[name].engine.read(Package.open(template)), rounds)
    return read, median(lambda: fill(name, fields, template), rounds), median(lambda: save(document), rounds)


def median(work: Callable[[], object], rounds: int) -> float:
    """Milliseconds that a call takes."""
    taken = list[float]()
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)
