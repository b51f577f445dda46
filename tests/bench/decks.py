"""A fill of ten places of a proposal, bytes to bytes, beside python-pptx's open and save of the same deck."""

from __future__ import annotations

import io
from typing import Any

import pptx

from tests.bench.books import ROOT
from tests.bench.places import Row, compare

HEAD: Row = ("proposal.potx, 10 places", "read", "plan and apply", "python-pptx open+save", "×", "goal")
GOAL = 1.0
FIELDS: list[dict[str, Any]] = [
    {"at": "placeholder:고객사", "value": "한빛스틸"},
    {"at": "placeholder:제안명", "value": "2027년 설비 제안"},
    {"at": "S2/ph:title", "value": "개요"},
    {"at": "S2/ph:1", "value": "배경\n목표\n일정"},
    {"at": "S2/담당자 묶음/담당자", "value": "김하늘"},
    {"at": "S3/견적표/R2", "rows": [["센서", 3, 400000, 1200000]], "format": "number:0"},
    {"at": "S3/요약표/고객사명", "value": "한빛스틸"},
    {"at": "S3/요약표/납품일", "value": "2026-12-01", "format": "date:long"},
    {"at": "S4/ph:title", "value": "전망"},
    {"at": "S5/notes", "value": "새 메모"},
]


def open_and_save(data: bytes) -> bytes:
    kept = io.BytesIO()
    pptx.Presentation(io.BytesIO(data)).save(kept)
    return kept.getvalue()


def rows(rounds: int) -> list[Row]:
    """The table: medians in milliseconds."""
    form = (ROOT / "fixtures/pptx/proposal.potx").read_bytes()
    read, own, other = compare("pptx", FIELDS, form, open_and_save, rounds)
    return [HEAD, ("", f"{read:.1f} ms", f"{own:.1f} ms", f"{other:.1f} ms", f"{own / other:.2f}", f"≤ {GOAL}")]
