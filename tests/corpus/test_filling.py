"""One free cell of every readable real workbook is filled; what strangers then see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import find_corpus
from tests.corpus.filling import (
    VALUE,
    can_be_checked,
    fill_one,
    new_errors,
    readable_workbooks,
    sheet_bytes,
    unexpected_changes,
    values_read_back,
)

CORPUS = find_corpus()
BIG = 10 * 2**20  # bytes of sheets
BOOKS = [
    pytest.param(path, id=path.name, marks=[pytest.mark.slow] if sheet_bytes(path) > BIG else [])
    for path in (readable_workbooks(CORPUS) if CORPUS else [])
]


@pytest.mark.proves("XFILL-8", "XFILL-11", "XFILL-12")
@pytest.mark.parametrize("path", BOOKS)
def test_a_filled_real_workbook_is_what_it_was_but_for_its_sheets(path: Path) -> None:
    fill = fill_one(path)
    assert list(unexpected_changes(fill)) == []
    assert {name: value for name, value in values_read_back(fill).items() if value != VALUE} == {}
    assert not can_be_checked(path) or new_errors(fill) == set()
