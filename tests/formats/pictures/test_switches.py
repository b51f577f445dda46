"""Switches of Word's fields."""

from __future__ import annotations

import pytest

from docforge.formats.pictures import change_case, show_word_number


@pytest.mark.parametrize(
    ("number", "picture", "shown"),
    [
        (1_234_567.5, "#,##0.00", "1,234,567.50"),
        (1234.5, ",0.00", "1,234.50"),
        (5, ",0.00", "5.00"),
        (15, "$###", "$ 15"),
        (9, "00.00", "09.00"),
        (111_053 + 111_439, "x##", "492"),
        (-5, "#,##0;(#,##0)", "(   5)"),
        (0, "0;-0;없음", "없음"),
        (-3, "0", "-3"),
        (-3, "-0", "-3"),
        (3, "-0", " 3"),
        (3, "+0", "+3"),
        (1234.5, "'총 '0' 원'", "총 1235 원"),
        (1234, '",0원"', "1,234원"),
        (5, ".00", "5.00"),
    ],
)
def test_a_number_shows_by_a_picture_of_word(number: float, picture: str, shown: str) -> None:
    assert show_word_number(number, picture) == shown


@pytest.mark.parametrize(
    ("switch", "shown"),
    [
        ("Upper", "HANBIT STEEL CO"),
        ("lower", "hanbit steel co"),
        ("FirstCap", "Hanbit steel Co"),
        ("Caps", "Hanbit Steel Co"),
        ("MERGEFORMAT", "hanbit steel Co"),
    ],
)
def test_a_case_switch_changes_letters_alone(switch: str, shown: str) -> None:
    assert change_case("hanbit steel Co", switch) == shown
