"""The two scanners on the sheets of real files."""

from __future__ import annotations

import pytest

from docforge.errors import Refusal
from docforge.formats.xlsx.scan import Worksheet, open_exactly, open_sheet
from tests.formats.xlsx.books import corpus_books, sheet_parts

BETA = "Open-XML-SDK__ProjectStatusReport_TP10094814.xltx"  # saved by a pre-release of Excel 2007


def holds(sheet: Worksheet) -> tuple:
    spans = list(sheet.cells())
    return (sheet.prefix, sheet.body, sheet.dimension, list(sheet.rows()), spans, list(sheet.formulas()))


@pytest.mark.proves("XFILL-12")
def test_both_scanners_find_the_same_in_every_sheet_of_real_files() -> None:
    fast = exact = 0
    for book in (book for book in corpus_books() if book.name != BETA):
        for name, data in sheet_parts(book, biggest=600_000):
            sheet, other = open_sheet(data), open_exactly(data)
            assert holds(sheet) == holds(other), (book.name, name)
            texts = [[one.raw(span) for span in one.cells()] for one in (sheet, other)]
            assert texts[0] == texts[1], (book.name, name)
            fast, exact = fast + sheet.is_plain, exact + (not sheet.is_plain)
    assert fast > exact * 3
    assert exact


@pytest.mark.proves("XFILL-12")
def test_a_sheet_in_a_namespace_that_is_not_spreadsheetml_is_refused() -> None:
    (book,) = (book for book in corpus_books("xltx") if book.name == BETA)
    for _, data in sheet_parts(book):
        with pytest.raises(Refusal) as refused:
            open_sheet(data)
        assert refused.value.code == "not_a_document"
