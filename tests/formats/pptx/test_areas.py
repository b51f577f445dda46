"""References of charts: one row or column of one sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docforge.formats.pptx.areas import Area, column_letters, column_number, read_area, read_corners

pytestmark = pytest.mark.proves("SLIDE-2")


@pytest.mark.parametrize(
    ("reference", "name", "first", "count", "down"),
    [
        ("Sheet1!$B$2:$B$4", "Sheet1", (2, 2), 3, True),
        ("Sheet1!B2:B4", "Sheet1", (2, 2), 3, True),
        ("'내 시트'!$A$1:$D$1", "내 시트", (1, 1), 4, False),
        ("'It''s'!$AA$10", "It's", (10, 27), 1, True),
        ("Лист1!$XFD$1048576", "Лист1", (1_048_576, 16_384), 1, True),
    ],
)
def test_a_reference_to_one_range(reference: str, name: str, first: tuple[int, int], count: int, down: bool) -> None:
    area = read_area(reference)
    assert area is not None
    assert (area.name, area.first, area.count, area.down) == (name, first, count, down)


@pytest.mark.parametrize(
    "reference",
    [
        "",
        "Sheet1!A1:B2",
        "(Sheet1!A1,Sheet1!A3)",
        "[1]Sheet1!A1",
        "'[b.xlsx]S'!A1",
        "매출",
        "Sheet1!A",
        "Sheet1!#REF!",
        "A1",
    ],
)
def test_what_is_no_single_range(reference: str) -> None:
    assert read_area(reference) is None


@given(st.integers(1, 16_384))
def test_letters_and_numbers_of_columns_agree(number: int) -> None:
    assert column_number(column_letters(number)) == number


@given(st.integers(1, 5000), st.integers(1, 700), st.integers(1, 50), st.booleans())
def test_a_reference_reads_as_it_was_written(row: int, column: int, count: int, down: bool) -> None:
    area = Area("'가 나'", (row, column), count, down or count == 1)
    assert read_area(str(area)) == area


def test_corners_of_a_table() -> None:
    assert read_corners("B2:AA10") == ((2, 2), (10, 27))
    assert read_corners("C3") == ((3, 3), (3, 3))
    assert read_corners("C:C") is None
