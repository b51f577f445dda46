"""Labels of a form: kept from being written over, as the template has them."""

from __future__ import annotations

import pytest
import xlsxwriter

from tests.formats.xlsx.planned import fixture, make_book, notices_of, plan_of, problem_of, put

pytestmark = pytest.mark.proves("XFILL-4")


def form(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("S")
    label, box = book.add_format({"bold": True, "bg_color": "#DDEBF7"}), book.add_format({"border": 1})
    sheet.merge_range("A1:D1", "견 적 서", book.add_format({"bold": True, "font_size": 20}))
    for row, text in enumerate(["고객사명", "담당자", "연락처"], start=2):
        sheet.write(row, 0, text, label)
        sheet.write_blank(row, 1, None, box)
    sheet.write("D3", "참고: 부가세 별도")
    sheet.write("B6", "(예) 서버 임대", box)
    sheet.write("A6", "품목", label)


def filled(book: xlsxwriter.Workbook) -> None:
    """What the form looks like after a first fill."""
    form(book)
    sheet = book.worksheets()[0]
    sheet.write("B3", "한빛스틸")
    sheet.write("B4", "김하늘")


@pytest.fixture(scope="module")
def template() -> bytes:
    return make_book(form)


@pytest.mark.parametrize(("cell", "use"), [("A3", "S!B3"), ("A4", "S!B4"), ("A5", "S!B5")])
def test_a_label_of_the_form_is_refused_with_the_empty_cell_that_it_names(template: bytes, cell: str, use: str) -> None:
    problem = problem_of(template, [put(cell, "(주)한빛")])
    assert (problem["code"], problem["use"]) == ("label_cell", use)
    assert "overwrite: true" in problem["message"]


def test_the_item_may_say_that_the_label_goes(template: bytes) -> None:
    found = plan_of(template, [put("A3", "거래처명", overwrite=True)])
    assert found.replaced == [("S!A3", "고객사명")]


@pytest.mark.parametrize(
    ("cell", "before"), [("A1", "견 적 서"), ("D3", "참고: 부가세 별도"), ("B6", "(예) 서버 임대")]
)
def test_a_text_that_names_no_empty_cell_is_replaced_and_reported(template: bytes, cell: str, before: str) -> None:
    found = plan_of(template, [put(cell, "새 글")])
    assert found.replaced == [(f"S!{cell}", before)]


def test_what_a_fill_wrote_is_never_a_label(template: bytes) -> None:
    document = make_book(filled)
    found = plan_of(document, [put("B3", "한빛제강"), put("B4", "이바다")], template)
    assert found.replaced == [("S!B3", "한빛스틸"), ("S!B4", "김하늘")]
    assert notices_of(found) == []


def test_a_label_stays_one_when_its_place_was_filled_meanwhile(template: bytes) -> None:
    problem = problem_of(make_book(filled), [put("A3", "덮어씀")], template)
    assert (problem["code"], problem["use"]) == ("label_cell", "S!B3")


def test_without_a_known_template_a_label_is_told_of_and_not_refused(template: bytes) -> None:
    found = plan_of(template, [put("A3", "거래처명")], itself=False)
    assert [(one.code, one.facts) for one in found.notices] == [("maybe_label", {"at": "S!A3", "before": '"고객사명"'})]
    assert notices_of(plan_of(template, [put("B3", "한빛")], itself=False)) == []


def test_a_sheet_that_the_template_does_not_have_has_no_labels(template: bytes) -> None:
    def other(book: xlsxwriter.Workbook) -> None:
        form(book)
        sheet = book.add_worksheet("새 시트")
        sheet.write("A1", "성명", book.add_format({"bold": True}))
        sheet.write_blank("B1", None, book.add_format({"border": 1}))

    assert plan_of(make_book(other), [put("A1", "이름", "새 시트")], template).replaced == [("새 시트!A1", "성명")]


@pytest.mark.parametrize("cell", ["A3", "E3", "A4", "A6", "C9"])
def test_the_labels_of_the_quote_are_kept(cell: str) -> None:
    problem = problem_of(fixture("quote.xltx"), [put(cell, "글자", "견적서")])
    assert problem["code"] == ("header_cell" if cell == "C9" else "label_cell")
