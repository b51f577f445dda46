"""Schemas and sample values of places as the read tools tell them."""

from __future__ import annotations

import pytest

from docforge.formats.samples import samples_of, schema_of

PLACES = [
    {"at": "control:고객사", "kind": "text", "label": "고객사", "max": 4},
    {"at": "control:일자", "kind": "date", "format": "yyyy년 M월 d일"},
    {"at": "control:통화", "kind": "list", "allowed": ["KRW", "USD"]},
    {"at": "control:부서", "kind": "combo", "allowed": ["영업", "구매"], "guide": "부서를 고르세요"},
    {"at": "control:동의", "kind": "check"},
    {"at": "T1R2", "kind": "rows", "columns": ["품목", "", "수량"], "blank": 2},
    {"at": "picture:로고", "kind": "picture"},
    {"at": "PAGE", "kind": "calculated", "why_not": "computed"},
    {"at": "control:잠김", "kind": "text", "why_not": "locked"},
    {"sheet": "견적", "cell": "B3", "kind": "number", "rule": "1..9", "now": 7},
    {"sheet": "견적", "cell": "B4", "kind": "date", "format": "datetime"},
    {"sheet": "견적", "cell": "B5", "kind": "formula", "why_not": "computed"},
    {"sheet": "견적", "rows": "A9:B12", "kind": "rows", "columns": [{"cell": "A9"}, {"cell": "B9", "label": "단가"}]},
]


@pytest.mark.proves("SERVE-7")
def test_the_schema_has_a_property_for_each_place_that_can_be_filled() -> None:
    schema = schema_of(PLACES)
    assert schema["properties"] == {
        "control:고객사": {"title": "고객사", "type": "string", "maxLength": 4},
        "control:일자": {"type": "string", "format": "date"},
        "control:통화": {"enum": ["KRW", "USD"]},
        "control:부서": {"description": "부서를 고르세요", "type": "string"},
        "control:동의": {"type": "boolean"},
        "T1R2": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "품목": {"title": "품목", "type": "string"},
                    "2": {"type": "string"},
                    "수량": {"title": "수량", "type": "string"},
                },
                "additionalProperties": False,
            },
        },
        "견적!B3": {"description": "1..9", "type": "number"},
        "견적!B4": {"type": "string", "format": "date-time"},
        "견적!A9:B12": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "A": {"type": ["string", "number"]},
                    "단가": {"title": "단가", "type": ["string", "number"]},
                },
                "additionalProperties": False,
            },
        },
    }


@pytest.mark.proves("SERVE-7")
def test_samples_are_items_of_the_edit_tool_with_values_of_the_places_kind() -> None:
    first = {sample.at: sample.items[0] for sample in samples_of(PLACES, "ko")}
    assert first == {
        "control:고객사": {"at": "control:고객사", "value": "견본"},
        "control:일자": {"at": "control:일자", "value": "2026-09-01"},
        "control:통화": {"at": "control:통화", "value": "KRW"},
        "control:부서": {"at": "control:부서", "value": "영업"},
        "control:동의": {"at": "control:동의", "value": True},
        "T1R2": {"at": "T1R2", "rows": [["견본", "견본", 1]]},
        "견적!B3": {"sheet": "견적", "cell": "B3", "value": 7},
        "견적!B4": {"sheet": "견적", "cell": "B4", "value": "2026-09-01T09:30", "format": "datetime"},
        "견적!A9": {"sheet": "견적", "cell": "A9", "value": "견본"},
        "견적!B9": {"sheet": "견적", "cell": "B9", "value": 1},
    }
