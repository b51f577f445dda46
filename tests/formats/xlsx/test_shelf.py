"""Facts of workbooks, kept between calls."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
import xlsxwriter

from docforge.formats.xlsx import FORMAT
from docforge.formats.xlsx.contents import Content, read_content
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
    books = [book_of(100_000) for _ in range(4)]
    shelf = Shelf(most=3 * Workbook(Package.open(books[0])).size + 50_000)
    *first, last = (shelf.take(Package.open(data)) for data in books)
    for book in first:
        shelf.keep(book)
    shelf.take(Package.open(books[0]))
    shelf.keep(last)
    kept = zip(books, (*first, last), strict=True)
    assert [shelf.take(Package.open(data)) is book for data, book in kept] == [True, False, True, True]


@pytest.mark.parametrize(("third", "kept"), [(700_000, 0), (1_000_000, 1)])
def test_a_file_that_takes_more_than_a_third_is_not_kept(third: int, kept: int) -> None:
    shelf = Shelf(most=3 * third)
    shelf.keep(shelf.take(Package.open(book_of(700_000))))
    assert len(shelf) == kept


def test_two_files_that_end_alike_are_not_taken_for_one() -> None:
    shelf = Shelf()
    shelf.keep(shelf.take(Package.open(QUOTE)))
    entry = Package.open(QUOTE).archive.directory.entries[0]
    other = bytearray(QUOTE)
    other[entry.start] ^= 1
    assert shelf.take(Package.open(bytes(other))).package.data == other


def test_large_sheets_are_put_away_and_opened_anew_when_asked_for() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        for row in range(30_000):
            sheet.write_number(row, 0, row)

    shelf = Shelf()
    book = shelf.take(Package.open(make_book(build)))
    sheet, at = book.worksheets[0], Cell(20_000, 1)
    before, content = book.sheet(sheet), read_content(book, sheet, at)
    shelf.keep(book)
    assert book.opened == {}
    assert book.size < len(before.data)
    assert book.sheet(sheet) is not before
    assert read_content(book, sheet, at) == content == Content("number", "19999", 19_999)


def test_a_workbook_that_grew_too_large_by_being_asked_leaves_the_shelf() -> None:
    shelf = Shelf(most=24 * 2**20)
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


def test_a_list_that_a_call_adds_to_holds_for_that_call_alone() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet, names = book.add_worksheet("S"), book.add_worksheet("N")
        names.write_column("A1", ["서울", "부산"])
        sheet.data_validation("B2", {"validate": "list", "source": "=N!$A$1:$A$3"})

    data = make_book(build)
    for _ in range(2):
        assert problem_of(data, [put("B2", "제주")])["allowed"] == ["서울", "부산"]
        assert plan_of(data, [put("B2", "제주"), put("A3", "제주", "N")]).places == ["S!B2", "N!A3"]


def test_a_label_once_written_over_on_purpose_is_kept_from_the_next_call() -> None:
    label = put("A3", "바꿈", "견적서")
    for _ in range(2):
        assert plan_of(QUOTE, [{**label, "overwrite": True}]).places == ["견적서!A3"]
        assert problem_of(QUOTE, [label])["code"] == "label_cell"


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
