"""A fill of ten places of a Word contract, bytes to bytes, beside python-docx's open and save of the same document."""

from __future__ import annotations

import io
from typing import Any

import docx

from tests.bench.books import ROOT
from tests.bench.places import Row, compare

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


def open_and_save(data: bytes) -> bytes:
    kept = io.BytesIO()
    docx.Document(io.BytesIO(data)).save(kept)
    return kept.getvalue()


def rows(rounds: int) -> list[Row]:
    """The table: medians in milliseconds."""
    form = (ROOT / "fixtures/docx/contract.dotx").read_bytes()
    read, own, other = compare("docx", FIELDS, form, open_and_save, rounds)
    return [HEAD, ("", f"{read:.1f} ms", f"{own:.1f} ms", f"{other:.1f} ms", f"{own / other:.2f}", f"≤ {GOAL}")]
