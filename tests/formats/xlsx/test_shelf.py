"""Facts of small workbooks, kept between calls."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from docforge.formats.xlsx import FORMAT
from docforge.formats.xlsx.refs import Cell
from docforge.formats.xlsx.shelf import SHELF, Shelf
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package
from tests.formats.xlsx.packages import with_parts
from tests.formats.xlsx.planned import fixture, make_book, plan_of, problem_of, put

pytestmark = pytest.mark.proves("XFILL-10")
QUOTE = fixture("quote.xltx")


def book_of(size: int) -> bytes:
    return with_parts(make_book(lambda book: book.add_worksheet("S")), {"xl/noise.bin": os.urandom(size).hex()})


def test_the_same_bytes_find_the_same_workbook_and_others_do_not() -> None:
    shelf = Shelf()
    kept = shelf.take(Package.open(QUOTE))
    shelf.keep(kept)
    assert shelf.take(Package.open(QUOTE)) is kept
    assert shelf.take(Package.open(fixture("leave.xlsx"))) is not kept


def test_the_workbook_not_used_for_longest_leaves_when_there_is_no_more_room() -> None:
    books = [book_of(100_000) for _ in range(3)]
    shelf = Shelf(most=2 * Workbook(Package.open(books[0])).size + 50_000)
    first, second, third = (shelf.take(Package.open(data)) for data in books)
    shelf.keep(first)
    shelf.keep(second)
    shelf.take(Package.open(books[0]))
    shelf.keep(third)
    kept = zip(books, (first, second, third), strict=True)
    assert [shelf.take(Package.open(data)) is book for data, book in kept] == [True, False, True]


def test_a_large_file_is_not_kept() -> None:
    shelf = Shelf()
    shelf.keep(shelf.take(Package.open(book_of(2 * 2**20))))
    assert len(shelf) == 0


def test_a_workbook_that_grew_too_large_by_being_asked_leaves_the_shelf() -> None:
    shelf = Shelf()
    book = shelf.take(Package.open(QUOTE))
    shelf.keep(book)
    sheet = book.worksheets[0]
    for row in range(1, 30_000):
        book.find(sheet, Cell(row, 1))
    shelf.keep(book)
    assert len(shelf) == 0


def test_what_is_kept_changes_no_plan_and_no_refusal() -> None:
    cells = [put("F3", "2026-11-30", "견적서", format="date:long"), put("C10", 3, "견적서")]
    SHELF.clear()
    first, second = plan_of(QUOTE, cells), plan_of(QUOTE, cells)
    assert (first.writes, first.parts, first.replaced) == (second.writes, second.parts, second.replaced)
    assert problem_of(QUOTE, [put("E10", 1, "견적서")]) == problem_of(QUOTE, [put("E10", 1, "견적서")])
    dependent = [put("B6", "USD", "견적서")]
    assert plan_of(QUOTE, dependent).writes != plan_of(QUOTE, [put("B6", "EUR", "견적서")]).writes


@pytest.mark.proves("XREAD-3")
def test_a_form_that_was_read_is_on_the_shelf_for_its_fill_and_reads_the_same_again() -> None:
    SHELF.clear()
    first = FORMAT.engine.read(Package.open(QUOTE))
    told = list(first.places)
    assert len(SHELF) == 1
    plan_of(QUOTE, [put("C10", 3, "견적서")])
    again = FORMAT.engine.read(Package.open(QUOTE))
    assert (list(again.places), again.extra) == (told, first.extra)


def test_many_threads_may_plan_on_one_form() -> None:
    SHELF.clear()

    def work(number: int) -> list[tuple[str, str]]:
        found = plan_of(QUOTE, [put("B4", f"고객 {number}", "견적서"), put("A10", "서버 임대", "견적서")])
        return [(str(write.cell), write.value.text) for writes in found.writes.values() for write in writes]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(64)))
    assert found == [[("B4", f"고객 {number}"), ("A10", "서버 임대")] for number in range(64)]
