"""Faults of plain text, fonts and lists of faults."""

from __future__ import annotations

import pytest

from docforge.errors import Fault
from docforge.formats.faults import few_of_each, find_missing_fonts, find_text_faults
from docforge.formats.faults.fonts import HANGUL_FONTS


def codes(text: str) -> list[str]:
    return [fault.code for fault in find_text_faults("P1", text)]


@pytest.mark.proves("SERVE-7")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{{고객사", "{{고객사"),
        ("{{고객사 {{금액}}", "{{고객사 "),
        ("고객사}} 귀하", "고객사}}"),
        ("{{a}} 와 {{b", "{{b"),
    ],
)
def test_a_tag_with_one_end_is_told(text: str, told: str) -> None:
    [fault] = find_text_faults("P1", text)
    assert (fault.code, fault.at, fault.facts) == ("unclosed_tag", "P1", {"text": told})


@pytest.mark.parametrize("text", ["{{고객사}} 귀하", "{{a}}{{b}}", "{한쪽", "a } b", "", "고객사"])
def test_text_without_open_tags_has_no_fault(text: str) -> None:
    assert codes(text) == []


@pytest.mark.proves("SERVE-7")
@pytest.mark.parametrize(
    "text",
    [
        "Click or tap here to enter text.",
        "[Your company name]",
        "텍스트를 입력하려면 여기를 클릭하거나 탭하세요.",
        "여기에 회사명을 입력하세요",
        "이곳을 마우스로 누르고 내용을 입력하세요.",
    ],
)
def test_guide_text_that_no_field_holds_is_told(text: str) -> None:
    assert codes(text) == ["guide_text"]


@pytest.mark.proves("SERVE-7")
def test_a_font_that_not_everyone_has_is_told_once_unless_it_is_embedded() -> None:
    used = ["맑은 고딕", "나눔고딕", "@나눔고딕", "calibri", "+mn-lt", "", "Pretendard", "함초롬바탕"]
    told = [fault.facts["font"] for fault in find_missing_fonts(used, embedded=["pretendard"])]
    assert told == ["나눔고딕", "함초롬바탕"]
    assert [fault.facts["font"] for fault in find_missing_fonts(used, known=HANGUL_FONTS)] == ["나눔고딕", "Pretendard"]


def test_faults_come_errors_first_each_once_and_few_of_a_kind() -> None:
    many = [Fault("label_alone", f"A{number}", {"label": "x"}) for number in range(12)]
    told = few_of_each([*many, *many, Fault("by_hand"), Fault("has_signature"), Fault("has_macros")])
    assert [fault.code for fault in told] == [
        "has_macros",
        "has_signature",
        *["label_alone"] * 10,
        "by_hand",
        "more_faults",
    ]
    assert told[-1].facts == {"code": "label_alone", "count": 2}
