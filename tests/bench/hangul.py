"""A fill of a Hangul application, bytes to bytes, beside python-hwpx's open and save of the same document."""

from __future__ import annotations

import io
from typing import Any

from hwpx import HwpxDocument

from fixtures.hwpx.make_application import CHAPTERS, PEOPLE
from tests.bench.books import ROOT
from tests.bench.places import Row, compare

HEAD: Row = ("application.hwpx, 20 values", "read", "plan and apply", "python-hwpx open+save", "×", "goal")
GOAL = 50
FIELDS: list[dict[str, Any]] = [
    *({"at": f"label:{name}", "value": "하늘상사"} for name in PEOPLE),
    *({"at": f"field:{name}", "value": "스마트 공장을 구축한다."} for name in CHAPTERS),
    {"at": "T2R2", "rows": [["센서", 1_250_000], ["서버", 2_400_000]]},
    {"at": "placeholder:신청인", "value": "이하늘"},
]


def open_and_save(data: bytes) -> bytes:
    return HwpxDocument.open(io.BytesIO(data)).to_bytes()


def rows(rounds: int) -> list[Row]:
    """The table: medians in milliseconds."""
    form = (ROOT / "fixtures/hwpx/application.hwpx").read_bytes()
    read, own, other = compare("hwpx", FIELDS, form, open_and_save, rounds)
    return [HEAD, ("", f"{read:.1f} ms", f"{own:.1f} ms", f"{other:.1f} ms", f"{own / other:.2f}", f"≤ {GOAL} ms")]
