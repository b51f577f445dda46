"""Which text names which place, on forms drawn in the ways that people draw them."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from xlsxwriter import Workbook as Book
from xlsxwriter.worksheet import Worksheet

from docforge.formats.xlsx.labels import Labels, find_place, read_labels
from docforge.formats.xlsx.refs import Cell, read_cell
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package

FIXTURES = Path(__file__).parents[3] / "fixtures" / "xlsx"
pytestmark = pytest.mark.proves("XREAD-1")


def open_form(draw: Callable[[Book, Worksheet], None]) -> Workbook:
    stream = io.BytesIO()
    with Book(stream, {"in_memory": True}) as book:
        draw(book, book.add_worksheet("양식"))
    return Workbook(Package.open(stream.getvalue()))


def open_fixture(name: str) -> Workbook:
    return Workbook(Package.open((FIXTURES / name).read_bytes()))


def at(text: str) -> Cell:
    cell = read_cell(text)
    assert cell is not None
    return cell


def labels_of(workbook: Workbook) -> dict[str, str]:
    """Every labelled place (the first item row's cells of a block) with the cell of its label."""
    labels = read(workbook)
    blocks = {block.first(one): one.header for block in labels.blocks for one in block.columns if one.header}
    return {str(place): str(label) for place, label in (labels.of | blocks).items()}


def read(workbook: Workbook) -> Labels:
    return read_labels(workbook, workbook.sheets[0])


def test_every_place_of_the_quote_has_its_label_and_no_other_cell_has_one() -> None:
    head = {"B3": "A3", "F3": "E3", "B4": "A4", "F4": "E4", "B6": "A6", "F6": "E6"}
    items = {"A10": "A9", "B10": "B9", "C10": "C9", "D10": "D9"}
    assert labels_of(open_fixture("quote.xltx")) == head | items | {"B23": "A23"}


def test_unlocked_cells_of_a_protected_form_are_its_places() -> None:
    labels = labels_of(open_fixture("leave.xlsx"))
    assert labels == {
        "B3": "A3", "D3": "C3", "B4": "A4", "D4": "C4", "B5": "A5", "D5": "C5", "B6": "A6", "D6": "C6", "B7": "A7",
        "B9": "A9",
    }  # fmt: skip


def test_rows_of_boxes_under_headers_are_one_block_up_to_their_totals() -> None:
    [block] = read(open_fixture("invoice.xlsx")).blocks
    assert str(block.rows) == "A9:D16"
    assert [column.label for column in block.columns] == ["Description", "Quantity", "Unit price"]
    assert block.computed == (4,)
    assert [str(cell) for cell in block.totals] == ["D17"]


def test_a_label_above_a_box_names_it_where_nothing_stands_left_of_it() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        sheet.write_row("A1", ["성명", "생년월일", "연락처"])
        sheet.write_row("A2", ["", "", ""], box)

    assert labels_of(open_form(draw)) == {"A2": "A1", "B2": "B1", "C2": "C1"}


def test_a_label_names_what_is_right_of_it_rather_than_what_is_below() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        sheet.write("A1", "성명", box)
        for cell in ("B1", "A2", "B2"):
            sheet.write_blank(cell, None, box)

    assert labels_of(open_form(draw)) == {"B1": "A1"}


def test_one_label_of_a_row_names_every_marked_place_in_it() -> None:
    def draw(_: Book, sheet: Worksheet) -> None:
        sheet.write_column("A1", ["출근", "퇴근"])
        for cell in ("B1", "D1", "B2", "D2"):
            sheet.data_validation(cell, {"validate": "time", "criteria": ">", "value": 0})

    assert labels_of(open_form(draw)) == {"B1": "A1", "D1": "A1", "B2": "A2", "D2": "A2"}


def test_a_text_right_of_a_box_to_tick_names_it() -> None:
    def draw(_: Book, sheet: Worksheet) -> None:
        sheet.write_boolean("B2", False)
        sheet.write("C2", "동의함")

    assert labels_of(open_form(draw)) == {"B2": "C2"}


def test_texts_that_drop_downs_offer_are_neither_labels_nor_places() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "통화")
        sheet.data_validation("B1", {"validate": "list", "source": "=$H$1:$H$3"})
        sheet.write_column("H1", ["원화", "달러화", "유로화"])
        sheet.write_column("I1", ["", "", ""], book.add_format({"border": 1}))

    assert labels_of(open_form(draw)) == {"B1": "A1"}


def test_a_unit_right_of_a_place_is_told_and_is_no_label() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        sheet.write("A1", "금액")
        sheet.write_blank("B1", None, box)
        sheet.write("C1", "원")
        sheet.write_blank("D1", None, box)

    form = open_form(draw)
    assert labels_of(form) == {"B1": "A1"}
    assert read(form).unit(at("B1")) == "원"


def test_a_sentence_and_a_title_name_nothing() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        sheet.write("A1", "견적서", book.add_format({"font_size": 24}))
        sheet.write_blank("B1", None, box)
        sheet.write("A2", "아래와 같이 견적합니다.")
        sheet.write_blank("B2", None, box)
        sheet.write_column("A3", ["담당", "부서"])
        sheet.write_column("B3", ["", ""], box)

    assert labels_of(open_form(draw)) == {"B3": "A3", "B4": "A4"}


def test_undrawn_cells_are_places_beside_labels_that_ask_or_stand_in_a_list() -> None:
    def draw(_: Book, sheet: Worksheet) -> None:
        sheet.write_column("A1", ["고객사명", "담당자", "연락처"])

    assert labels_of(open_form(draw)) == {"B1": "A1", "B2": "A2", "B3": "A3"}


def test_on_a_bare_sheet_labels_stand_side_by_side_and_over_item_rows_and_a_heading_is_none() -> None:
    def draw(_: Book, sheet: Worksheet) -> None:
        sheet.write("A1", "견적서")
        sheet.write_column("A3", ["고객사명", "담당자"])
        sheet.write_column("D3", ["견적번호", "견적일자"])
        sheet.write_row("A7", ["품목", "수량", "단가"])

    head = {"B3": "A3", "B4": "A4", "E3": "D3", "E4": "D4"}
    assert labels_of(open_form(draw)) == head | {"A8": "A7", "B8": "B7", "C8": "C7"}


def test_a_bare_table_of_facts_has_no_places_beside_its_heading() -> None:
    def draw(_: Book, sheet: Worksheet) -> None:
        sheet.write_column("A1", ["판매 현황", "영업팀 작성"])
        for row, facts in enumerate([("품목", "수량"), ("서버", 3), ("백업", 4)]):
            sheet.write_row(row + 3, 0, facts)

    assert not {"B1", "B2"} & set(labels_of(open_form(draw)))


@pytest.mark.proves("XFILL-4")
def test_a_label_is_told_with_the_place_that_it_names_empty_or_with_a_default() -> None:
    quote = open_fixture("quote.xltx")
    sheet = quote.sheets[0]
    named = {
        text: find_place(quote, sheet, at(text)) for text in ("A4", "E6", "A24", "A23", "A6", "C1", "A8", "A10", "B4")
    }
    assert {text: str(place) for text, place in named.items() if place} == {"A4": "B4", "E6": "F6", "A6": "B6"}


@pytest.mark.proves("XFILL-4")
def test_a_default_counts_where_the_form_marks_it_and_not_in_a_list_of_facts() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        for row, (label, value) in enumerate([("통화", "KRW"), ("담당자:", "홍길동"), ("업체", "{{name}}")]):
            sheet.write(row, 0, label)
            sheet.write(row, 1, value, box)
        sheet.data_validation("B1", {"validate": "list", "source": ["KRW", "USD"]})

    form = open_form(draw)
    named = {text: find_place(form, form.sheets[0], at(text)) for text in ("A1", "A2", "A3")}
    assert named == {"A1": at("B1"), "A2": at("B2"), "A3": at("B3")}
    facts = open_form(
        lambda _, sheet: [sheet.write_row(row, 0, fact) for row, fact in enumerate([("서울", 3), ("부산", 4)])]
    )
    assert [find_place(facts, facts.sheets[0], at(text)) for text in ("A1", "A2")] == [None, None]


@pytest.mark.proves("XFILL-4")
def test_a_header_over_an_example_names_the_first_empty_cell_below_it() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        head, box = book.add_format({"border": 1, "bold": True, "bg_color": "#D9D9D9"}), book.add_format({"border": 1})
        sheet.write_row("A1", ["품목", "수량", "단가"], head)
        sheet.write_row("A2", ["(예) 서버", 1, 100], box)
        for row in range(2, 6):
            for column in range(3):
                sheet.write_blank(row, column, None, box)

    form = open_form(draw)
    assert find_place(form, form.sheets[0], at("A1")) == at("A3")


@pytest.mark.proves("XFILL-4")
def test_a_header_drawn_by_hand_names_the_first_empty_cell_below_it() -> None:
    invoice = open_fixture("invoice.xlsx")
    assert find_place(invoice, invoice.sheets[0], at("B8")) == at("B9")


def test_two_places_of_one_label_are_told_apart_by_the_tall_label_or_the_header_over_them() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        for left, party in (("A", "공급자"), ("D", "공급받는자")):
            name, place = chr(ord(left) + 1), chr(ord(left) + 2)
            sheet.merge_range(f"{left}1:{left}2", party, box)
            sheet.write_column(f"{name}1", ["상호", "주소" + left], box)
            sheet.write_column(f"{place}1", ["", ""], box)

    form = read(open_form(draw))
    assert {str(place): form.group(place) for place in form.of if form.label(place) == "상호"} == {
        "C1": "공급자",
        "F1": "공급받는자",
    }
    assert form.group(at("C2")) == ""


def test_the_box_after_a_dash_belongs_to_the_label_before_it() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        for column, text in enumerate(["기간", "", "~", "", ""]):
            sheet.write(0, column, text, box)

    assert labels_of(open_form(draw)) == {"B1": "A1", "D1": "A1"}


def test_a_mark_for_a_seal_is_no_label() -> None:
    def draw(book: Book, sheet: Worksheet) -> None:
        box = book.add_format({"border": 1})
        for column, text in enumerate(["인수자", "", "(인)", ""]):
            sheet.write(0, column, text, box)

    assert labels_of(open_form(draw)) == {"B1": "A1"}


def test_a_text_in_line_with_other_places_is_what_was_written_there() -> None:
    def draw(_: Book, sheet: Worksheet) -> None:
        sheet.write_column("A1", ["고객사명", "담당자", "연락처", "견적일"])
        sheet.write("B2", "홍길동")

    assert labels_of(open_form(draw)) == {"B1": "A1", "B2": "A2", "B3": "A3", "B4": "A4"}
