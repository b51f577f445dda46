"""Values at their cells: numbers that come as text, dates, percents, what was there before."""

from __future__ import annotations

import base64
import datetime as dt
import io
from typing import Any

import pytest
import xlsxwriter

from docforge.formats.xlsx.planned import CellValue, Plan
from tests.formats.xlsx.planned import make_book, notices_of, plan_of, problem_of, put

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
PART = "xl/worksheets/sheet1.xml"


def form(book: xlsxwriter.Workbook) -> None:
    sheet, other = book.add_worksheet("S"), book.add_worksheet("합계")
    date, wrapped = book.add_format({"num_format": "yyyy-mm-dd"}), book.add_format({"text_wrap": True})
    text, percent = book.add_format({"num_format": "@"}), book.add_format({"num_format": "0%"})
    sheet.write_formula("A1", "=SUM(B1:B9)")
    sheet.write_formula("A2", "=C2*2")
    sheet.write_formula("A3", '=IF(D3="","",D3)')
    sheet.write_formula("A4", "=LEN(E4)&E4&VLOOKUP(E4,H1:I2,2,FALSE)")
    sheet.write_formula("A5", "=SUM(단가)")
    book.define_name("단가", "=S!$F$1:$F$3")
    other.write_formula("A1", "=S!G1+1")
    sheet.add_table("K1:L3", {"name": "표", "columns": [{"header": "수량"}, {"header": "값"}]})
    other.write_formula("A2", "=SUM(표[수량])")
    sheet.write_blank("N1", None, date)
    sheet.write_blank("N2", None, text)
    sheet.write_blank("N3", None, percent)
    sheet.write("N4", dt.date(2026, 1, 2), date)
    sheet.write("N5", True)
    sheet.write("N6", 1234.5)
    sheet.write("N7", "앞 글")
    sheet.write_blank("N8", None, wrapped)
    sheet.write_formula("A6", "=N2*2")


@pytest.fixture(scope="module")
def book() -> bytes:
    return make_book(form)


def value_at(found: Plan) -> CellValue:
    [write] = found.writes[PART]
    return write.value


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("cell", ["B3", "C2", "D3", "F2", "G1", "K2"])
def test_a_text_that_shows_a_number_is_refused_where_a_formula_reads_the_cell(book: bytes, cell: str) -> None:
    problem = problem_of(book, [put(cell, "1,250,000원")])
    assert (problem["at"], problem["code"], problem["use"]) == (f"S!{cell}", "looks_like_number", 1_250_000)


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("cell", ["B10", "E4", "N7"])
def test_the_same_text_is_taken_where_no_formula_wants_a_number(book: bytes, cell: str) -> None:
    assert value_at(plan_of(book, [put(cell, "1,250,000원")])).text == "1,250,000원"


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("value", ["별도 협의", "00123", "+82-10-1234-5678", "@한빛", "-", "8801234567890123"])
def test_text_stays_text_in_a_cell_that_a_formula_reads(book: bytes, value: str) -> None:
    assert value_at(plan_of(book, [put("B3", value)])) == CellValue("text", value)


@pytest.mark.proves("XFILL-7")
def test_asking_for_text_settles_it_only_where_no_formula_calculates_with_the_cell(book: bytes) -> None:
    assert problem_of(book, [put("D3", "1250")])["message"].endswith("If text is meant: format: text.")
    assert value_at(plan_of(book, [put("D3", "1250", format="text")])).text == "1250"
    assert problem_of(book, [put("B3", "1250")])["message"].endswith("give the number.")
    assert problem_of(book, [put("B3", "1250", format="text")])["code"] == "looks_like_number"


@pytest.mark.proves("XFILL-7")
def test_a_leading_equals_is_refused_unless_text_is_asked_for(book: bytes) -> None:
    assert problem_of(book, [put("N7", "=1+1")])["code"] == "leading_equals"
    assert value_at(plan_of(book, [put("N7", "=1+1", format="text")])).text == "=1+1"


@pytest.mark.proves("XFILL-7")
def test_a_number_in_a_text_cell_stays_a_number_only_where_a_formula_reads_it(book: bytes) -> None:
    assert value_at(plan_of(book, [put("N2", 12)])) == CellValue("number", number=12)


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize("value", ["2026-11-30"])
def test_a_date_given_to_a_date_cell_as_mere_text_is_asked_about(book: bytes, value: str) -> None:
    problem = problem_of(book, [put("N1", value)])
    assert (problem["code"], problem["use"]) == ("date_meant", {"format": "date"})
    assert value_at(plan_of(book, [put("N1", value, format="text")])).text == value
    assert value_at(plan_of(book, [put("N1", value, format="date")])).number == 46356
    assert value_at(plan_of(book, [put("N1", "미정")])).text == "미정"


@pytest.mark.proves("XFILL-6")
def test_the_cells_own_style_shows_a_date_where_it_can_and_one_is_appended_where_not(book: bytes) -> None:
    own = plan_of(book, [put("N1", "2026-11-30", format="date")])
    assert (own.writes[PART][0].style, own.parts, notices_of(own)) == (None, {}, [])
    found = plan_of(book, [put("N7", "2026-11-30", format="date"), put("N6", "2026-12-01", format="date")])
    styles = {write.style for write in found.writes[PART]}
    assert len(styles) == 1
    assert None not in styles
    added = plan_of(book, [put("N8", "2026-11-30", format="date")])
    assert list(added.parts) == ["xl/styles.xml"]
    assert dict(added.why) == {"xl/styles.xml": "style_added"}
    assert notices_of(added) == ["style_added"]


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(("value", "code"), [(15, "percent_meant"), (0.15, None)])
def test_a_percent_cell_asks_whether_a_number_above_one_is_meant(book: bytes, value: float, code: str | None) -> None:
    if code is None:
        assert value_at(plan_of(book, [put("N3", value)])).number == value
    else:
        assert problem_of(book, [put("N3", value)])["code"] == code


@pytest.mark.proves("XFILL-10")
@pytest.mark.parametrize(
    ("item", "code"),
    [
        (put("N7", "가" * 32_768), "too_long"),
        (put("N7", "a\x01b"), "bad_character"),
        (put("N7", 10**15), "bad_number"),
        (put("N7", "1900-02-28", format="date"), "bad_date"),
        (put("N7", "2026-11-30T10:00+09:00", format="datetime"), "bad_date"),
        (put("N7", 1, format="달러"), "bad_format"),
    ],
)
def test_a_value_that_no_cell_can_hold_is_refused(book: bytes, item: dict[str, Any], code: str) -> None:
    problem = problem_of(book, [item])
    assert (problem["at"], problem["code"]) == ("S!N7", code)


@pytest.mark.proves("XFILL-1")
def test_what_was_there_is_told_as_a_person_reads_it_and_equal_values_are_not(book: bytes) -> None:
    cells = [put("N4", "2026-01-03", format="date"), put("N5", False), put("N6", 2), put("N7", None), put("N8", 1)]
    assert plan_of(book, cells).replaced == [
        ("S!N4", "2026-01-02"),
        ("S!N5", "TRUE"),
        ("S!N6", "1234.5"),
        ("S!N7", "앞 글"),
    ]
    same = [put("N4", "2026-01-02", format="date"), put("N5", True), put("N6", 1234.5), put("N7", "앞 글")]
    assert plan_of(book, same).replaced == []


@pytest.mark.proves("XFILL-7")
def test_lines_in_a_cell_that_does_not_wrap_are_told(book: bytes) -> None:
    assert notices_of(plan_of(book, [put("N7", "한 줄\n두 줄")])) == ["no_wrap"]
    assert notices_of(plan_of(book, [put("N8", "한 줄\n두 줄")])) == []


def columns(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("S")
    sheet.set_column("B:B", 10, book.add_format({"num_format": "#,##0"}))
    sheet.set_row(4, None, book.add_format({"num_format": "0.00"}))


@pytest.mark.proves("XFILL-11")
def test_a_new_cell_takes_the_style_of_its_row_or_column() -> None:
    found = plan_of(make_book(columns), [put("B2", 1), put("C5", 2), put("D2", 3)])
    styles = [write.style for write in found.writes[PART]]
    assert styles[2] is None
    assert len({*styles}) == 3


@pytest.mark.proves("XFILL-11")
def test_a_picture_in_a_cell_that_gives_way_to_a_value_is_told() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        sheet.embed_image("B2", "logo.png", {"image_data": io.BytesIO(PIXEL)})
        sheet.write("B3", "글")

    data = make_book(build)
    assert notices_of(plan_of(data, [put("B2", "글")])) == ["picture_replaced"]
    assert notices_of(plan_of(data, [put("B3", "글")])) == []
