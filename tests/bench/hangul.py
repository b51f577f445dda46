"""A fill of a Hangul application, bytes to bytes, beside python-hwpx's open and save of the same document."""

from __future__ import annotations

import io
from typing import Any

from hwpx import HwpxDocument

from docforge.formats import load_formats
from docforge.opc import Package
from fixtures.hwpx.make_application import CHAPTERS, PEOPLE
from tests.bench.books import ROOT
from tests.bench.words import Row, median

HEAD: Row = ("application.hwpx, 20 values", "read", "plan and apply", "python-hwpx open+save", "×", "goal")
GOAL = 50
FIELDS: list[dict[str, Any]] = [
    *({"at": f"label:{name}", "value": "하늘상사"} for name in PEOPLE),
    *({"at": f"field:{name}", "value": "스마트 공장을 구축한다."} for name in CHAPTERS),
    {"at": "T2R2", "rows": [["센서", 1_250_000], ["서버", 2_400_000]]},
    {"at": "placeholder:신청인", "value": "이하늘"},
]


def fill(data: bytes) -> bytes:
    """What a call does between reading the file and publishing it."""
    hangul = load_formats()["hwpx"]
    package = Package.open(data)
    items = hangul.items.model_validate({"fields": FIELDS})
    plan = hangul.engine.plan(package, items, origin=package, sources={}, force_calculation=False)
    return hangul.engine.apply(plan, as_document=True).data


def open_and_save(data: bytes) -> bytes:
    return HwpxDocument.open(io.BytesIO(data)).to_bytes()


def rows(rounds: int) -> list[Row]:
    """The table: medians in milliseconds."""
    form = (ROOT / "fixtures/hwpx/application.hwpx").read_bytes()
    read = median(lambda: load_formats()["hwpx"].engine.read(Package.open(form)), rounds)
    own, other = median(lambda: fill(form), rounds), median(lambda: open_and_save(form), rounds)
    return [HEAD, ("", f"{read:.1f} ms", f"{own:.1f} ms", f"{other:.1f} ms", f"{own / other:.2f}", f"≤ {GOAL} ms")]
