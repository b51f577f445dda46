"""What a cell's text is to a person."""

from __future__ import annotations

import pytest

from docforge.formats.fields.wording import is_total, next_running, plain_label


@pytest.mark.proves("PLACE-1")
@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("고객사명:", "고객사명"),
        ("성   명", "성명"),
        ("※ 비고", "비고"),
        ("■ 담당자 연락처 ：", "담당자 연락처"),
        ("총괄과제번호\n(해당 시)", "총괄과제번호 (해당 시)"),
        ("A B", "A B"),
    ],
)
def test_a_label_is_told_without_its_decoration(text: str, plain: str) -> None:
    assert plain_label(text) == plain


@pytest.mark.proves("PLACE-1")
def test_a_sum_is_known_in_korean_and_english() -> None:
    assert all(map(is_total, ["합 계", "소계", "총액 (VAT 포함)", "부가세", "TOTAL", "Subtotal", "Sales Tax", "계"]))
    assert not any(map(is_total, ["합계금액을 적으십시오", "계약일", "Totally", "세액공제", "품목"]))


@pytest.mark.proves("PLACE-1")
@pytest.mark.parametrize(
    ("text", "behind"),
    [("3", "4"), ("9.", "10."), ("(1)", "(2)"), ("No. 7", "No. 8"),
     ("③", "④"), ("⑳", "21"), ("09", "10"), ("가", "가")],
)  # fmt: skip
def test_a_running_number_goes_on_as_it_is_written(text: str, behind: str) -> None:
    assert next_running(text) == behind
