"""Marks are found wherever a content is cut."""

from __future__ import annotations

import pytest

from docforge.opc.marks import MARKS, find_marks

TEXT = b"<c><v>1</v></c>"


@pytest.mark.parametrize("mark", sorted(MARKS))
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_a_mark_is_found_across_seams(mark: bytes, size: int) -> None:
    content = TEXT * 3 + mark + TEXT
    assert find_marks(content[at : at + size] for at in range(0, len(content), size)) == {mark}


def test_the_rare_byte_of_a_mark_alone_is_none() -> None:
    assert find_marks([b"<v>f#", b"f</v>"]) == frozenset()
