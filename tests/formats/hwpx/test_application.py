"""The application of the fixtures, filled through the door: what readers that are not ours see of it."""

from __future__ import annotations

from pathlib import Path

import hwp_ingest
import pytest
import unhwp
from hwpx.tools.package_validator import validate_package

from tests.formats.hwpx.hangul import Desk

FORM = Path(__file__).resolve().parents[3] / "fixtures/hwpx/application.hwpx"
FIELDS = [
    {"at": "label:대표자", "value": "김민준"},
    {"at": "label:사업자등록번호", "value": "1234567890", "format": "business_number"},
    {"at": "field:사업 개요", "value": "스마트 공장\n구축"},
    {"at": "T2R2", "rows": [["센서", 1_250_000], ["서버", 2_400_000]], "format": "currency:KRW", "drop_unused": True},
    {"at": "placeholder:신청일", "value": "2026-09-01", "format": "date:long"},
    {"at": "placeholder:신청인", "value": "(주)한빛스틸"},
]
SHOWN = ("김민준", "123-45-67890", "구축", "센서", "₩1,250,000", "2026년 9월 1일", "(주)한빛스틸")


@pytest.mark.proves("PLACE-1", "PLACE-2", "HANGUL-1", "HANGUL-2", "SERVE-8")
def test_strangers_read_show_and_approve_what_was_filled(desk: Desk) -> None:
    form = FORM.read_bytes()
    made = desk.fill(form, *FIELDS)
    text = unhwp.parse_bytes(made).text.replace("\\", "")
    assert [one for one in SHOWN if one not in text] == []
    assert "적으세요" in text
    assert {str(one) for one in validate_package(made).issues} <= {str(one) for one in validate_package(form).issues}
    assert 0 < len(hwp_ingest.to_svg_pages(made)) <= len(hwp_ingest.to_svg_pages(form)) + 1
