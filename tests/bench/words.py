"""A fill of ten places of a Word contract, bytes to bytes, beside python-docx's open and save of the same document."""

from __future__ import annotations

import io
import statistics
import time
from collections.abc import Callable
from typing import Any

import docx

from docforge.formats import load_formats
from docforge.opc import Package
from tests.bench.books import ROOT

Row = tuple[str, ...]
HEAD: Row = ("contract.dotx, 10 places", "read", "plan and apply", "python-docx open+save", "×", "goal")
GOAL = 1.5
FIELDS: list[dict[str, Any]] = [
    {"at": "control:Customer", "value": "하늘상사"},
    {"at": "#1184403", "value": "2026-09-01"},
    {"at": "control:PayTerm", "value": "월말 30일"},
    {"at": "control:NDA", "value": True},
    {"at": "placeholder:담당자", "value": "김민준"},
    {"at": "placeholder:계약금액", "value": 12_400_000, "format": "hangul_amount"},
    {"at": "label:대표자", "value": "이하늘"},
    {"at": "label:사업자등록번호", "value": "1234567890", "format": "business_number"},
    {"at": "label:주소", "value": "서울 중구"},
    {"at": "label:연락처", "value": "02-123-4567"},
]


def fill(data: bytes) -> bytes:
    """What a call does between reading the file and publishing it."""
    word = load_formats()["docx"]
    package = Package.open(data)
    items = word.items.model_validate({"fields": FIELDS})
    plan = word.engine.plan(package, items, origin=package, sources={}, force_calculation=False)
    return word.engine.apply(plan, as_document=True).data


def open_and_save(data: bytes) -> bytes:
    kept = io.BytesIO()
    docx.Document(io.BytesIO(data)).save(kept)
    return kept.getvalue()


def rows(rounds: int) -> list[Row]:
    """The table: medians in milliseconds."""
    template = (ROOT / "fixtures/docx/contract.dotx").read_bytes()
    document = fill(template)  # python-docx opens no template
    read = median(lambda: load_formats()["docx"].engine.read(Package.open(template)), rounds)
    own, other = median(lambda: fill(template), rounds), median(lambda: open_and_save(document), rounds)
    return [HEAD, ("", f"{read:.1f} ms", f"{own:.1f} ms", f"{other:.1f} ms", f"{own / other:.2f}", f"≤ {GOAL}")]


def median(work: Callable[[], object], rounds: int) -> float:
    """Milliseconds that a call takes."""
    taken = list[float]()
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)
