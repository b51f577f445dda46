"""Numbers by the number formats of Excel, as text."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docforge.formats.pictures import plain_digits, read_number_picture


def shown(number: float, picture: str) -> str:
    read = read_number_picture(picture)
    assert read is not None, picture
    return read.show(number)


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize(
    ("number", "picture", "text"),
    [
        (12_400_000, '"₩"#,##0', "₩12,400,000"),
        (1234.5, '#,##0.00"원"', "1,234.50원"),
        (1234.5, "#,##0원", "1,235원"),
        (-1234.5, "#,##0.0", "-1,234.5"),
        (1.005, "0.00", "1.01"),
        (0.125, "0.00", "0.13"),
        (2.5, "0", "3"),
        (-2.5, "0", "-3"),
        (0.4, "#,##0", "0"),
        (-0.4, "#,##0", "0"),
        (0, "#", ""),
        (7, "000", "007"),
        (1_234_567, "#,##0,", "1,235"),
        (1_234_567, "0.0,,", "1.2"),
        (5, "0.##", "5"),
        (5.1, "0.0#", "5.1"),
        (0.155, "0.0%", "15.5%"),
        (0.5, '"약 "0%', "약 50%"),
        (1234567890, "000-00-00000", "123-45-67890"),
        (1012345678, "000-0000-0000", "010-1234-5678"),
        (12345, "0-0", "1234-5"),
        (5, ".00", "5.00"),
        (1234, "[$€-2]\\ #,##0", "€ 1,234"),
        (1234, "[Red]#,##0_-", "1,234"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (-5, "#,##0;[Red]-#,##0", "-5"),
        (0, '#,##0;-#,##0;"-"', "-"),
        (1.5, 'General"개"', "1.5개"),
        (-1.5, "General", "-1.5"),
        (1e15, "#,##0", "1,000,000,000,000,000"),
    ],
)
def test_a_number_shows_by_its_picture(number: float, picture: str, text: str) -> None:
    assert shown(number, picture) == text


@pytest.mark.parametrize(
    "text", ["", "abc", "원", "# ?/?", "0.00E+00", "[>5]0", "0;0;0;@", "0.0.0", '"', "@", "0원]", "1"]
)
def test_what_cannot_be_shown_exactly_is_no_picture(text: str) -> None:
    assert read_number_picture(text) is None


def test_words_of_a_picture_are_quoted_for_excel() -> None:
    codes = {picture: getattr(read_number_picture(picture), "code", None) for picture in ("#,##0원", "₩#,##0", "0 : 0")}
    assert codes == {"#,##0원": '#,##0"원"', "₩#,##0": '"₩"#,##0', "0 : 0": "0 : 0"}


@given(number=st.decimals(-(10**15), 10**15, places=2))
def test_grouped_digits_agree_with_the_language_itself(number: Decimal) -> None:
    read = read_number_picture("#,##0.00")
    assert read is not None
    assert read.show(number) == f"{number + 0:,.2f}".replace("-0.00", "0.00")


@given(number=st.floats(allow_nan=False, allow_infinity=False))
def test_plain_digits_read_back_as_the_same_number(number: float) -> None:
    assert float(plain_digits(number)) == number
    assert "e" not in plain_digits(number)


@given(text=st.text('0#?.,%;"\\[]$€-_* 원aE/@', max_size=14), number=st.integers(-(10**9), 10**9))
def test_every_picture_that_reads_shows_every_number(text: str, number: int) -> None:
    read = read_number_picture(text)
    assert read is None or isinstance(read.show(number / 100), str)
