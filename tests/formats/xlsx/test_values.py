"""What a cell stores of a JSON value and a format name."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, to_excel

from docforge.errors import Problem
from docforge.formats.vocabulary import FORMATS, find_format
from docforge.formats.xlsx.number_formats import read_number_format
from docforge.formats.xlsx.planned import CellValue
from docforge.formats.xlsx.serials import from_serial, to_serial
from docforge.formats.xlsx.values import Target, to_cell_value

GENERAL = Target()


def shown(code: str, **more: bool) -> Target:
    return Target(read_number_format(code), **more)


def stored(value, name=None, target=GENERAL) -> CellValue:
    found = to_cell_value(value, name, target)
    assert isinstance(found, CellValue), found
    return found


def problem(value, name=None, target=GENERAL) -> Problem:
    found = to_cell_value(value, name, target)
    assert isinstance(found, Problem), found
    for language in ("ko", "en"):
        assert "{" not in found.to_dict(language)["message"]
    return found


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("text", ["+82-2", "-", "@now", "00123", "1234567890123456789", "2026-11-30", "TRUE", ""])
def test_a_json_string_is_text_whatever_it_looks_like(text: str) -> None:
    assert stored(text) == CellValue("text", text)


@pytest.mark.proves("XFILL-7")
def test_a_json_number_is_a_number_a_boolean_a_boolean_and_null_clears() -> None:
    assert stored(3) == CellValue("number", number=3)
    assert stored(2.5) == CellValue("number", number=2.5)
    assert stored(3.0) == CellValue("number", number=3)
    assert stored(True) == CellValue("boolean", number=1)
    assert stored(None) == stored(None, "date") == CellValue("blank")


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("text", ["=1+1", " =A1", "＝1+1", "=cmd|' /C calc'!A0"])
def test_a_leading_equals_sign_is_refused_unless_it_is_asked_for_as_text(text: str) -> None:
    assert problem(text).code == "leading_equals"
    assert stored(text, "text") == CellValue("text", text)


@pytest.mark.proves("XFILL-7")
def test_a_text_that_looks_like_a_number_is_refused_where_a_formula_reads_it() -> None:
    read = Target(read_as_number=True)
    found = problem("1,250,000원", target=read)
    assert (found.code, found.use) == ("looks_like_number", 1_250_000)
    assert stored("1,250,000원") == stored("1,250,000원", "text", read) == CellValue("text", "1,250,000원")
    assert stored("00123", target=read) == CellValue("text", "00123")


@pytest.mark.proves("XFILL-7")
def test_a_cell_of_text_format_keeps_digits_as_text_unless_a_formula_reads_it() -> None:
    assert stored(123, target=shown("@")) == CellValue("text", "123")
    assert stored(1.5, target=shown("@")) == CellValue("text", "1.5")
    assert stored(123, target=shown("@", read_as_number=True)) == CellValue("number", number=123)


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("value", "name", "number", "code"),
    [
        ("2026-11-30", "date", 46356, "yyyy\\-mm\\-dd"),
        ("1900-03-01", "date", 61, "yyyy\\-mm\\-dd"),
        ("9999-12-31", "date", 2958465, "yyyy\\-mm\\-dd"),
        ("2026-11-30", "date:long", 46356, 'yyyy"년"\\ m"월"\\ d"일"'),
        ("14:05", "time", 14 / 24 + 5 / 1440, "hh:mm"),
        ("14:05:30", "time", (14 * 3600 + 330) / 86400, "hh:mm:ss"),
        ("2026-11-30T12:00", "datetime", 46356.5, "yyyy\\-mm\\-dd\\ hh:mm"),
        ("26:30:00", "duration", 26.5 / 24, "[h]:mm:ss"),
        ("PT26H30M", "duration", 26.5 / 24, "[h]:mm:ss"),
        (15, "percent", 0.15, "0%"),
        (12.5, "percent", 0.125, "0.00%"),
        (0.15, "percent:2", 0.0015, "0.00%"),
        (12_400_000, "currency:KRW", 12_400_000, '"₩"#,##0'),
        (12.5, "currency", 12.5, "#,##0.00"),
        (1.5, "number:2", 1.5, "#,##0.00"),
    ],
)
def test_a_format_name_decides_the_number_and_how_it_shows(value, name: str, number: float, code: str) -> None:
    found = stored(value, name)
    assert found.kind == "number"
    assert found.number == pytest.approx(number, abs=1e-12)
    assert found.format_code == code


@pytest.mark.proves("XFILL-6")
def test_a_format_name_may_write_text() -> None:
    assert stored(12_400_000, "hangul_amount") == CellValue("text", "금 일천이백사십만원정")
    assert stored("1234567890", "business_number") == CellValue("text", "123-45-67890")
    assert stored(1234567890123456789, "text") == CellValue("text", "1234567890123456789")
    assert stored(False, "text") == CellValue("text", "FALSE")


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("value", "name", "own", "kept"),
    [
        ("2026-11-30", "date", "m/d/yy", True),
        ("2026-11-30", "date", 'yyyy"년" mm"월"', True),
        ("2026-11-30", "date", "[$-F800]dddd, mmmm dd, yyyy", True),
        ("2026-11-30", "date", "yyyy-mm-dd hh:mm", True),
        ("2026-11-30", "date", "h:mm", False),
        ("2026-11-30", "date", "General", False),
        ("2026-11-30", "date:long", "yyyy-mm-dd", False),
        ("2026-11-30T14:05", "datetime", "yyyy-mm-dd", False),
        ("26:30:00", "duration", "h:mm", False),
        ("6:30:00", "duration", "h:mm", True),
        ("26:30:00", "duration", "[h]:mm", True),
        ("14:05", "time", "h:mm AM/PM", True),
        (5, "number", "#,##0.0", True),
        (5, "number", "0%", True),
        (5, "number", "yyyy-mm-dd", False),
        (5, "currency", "_-* #,##0_-", True),
        (5, "currency", "General", False),
        (50, "percent", "0.0%", True),
    ],
)
def test_the_format_that_a_cell_has_is_kept_where_it_shows_the_value(value, name: str, own: str, kept: bool) -> None:
    assert (stored(value, name, shown(own)).format_code is None) == kept


@pytest.mark.proves("XFILL-6")
def test_dates_follow_the_date_system_of_the_book() -> None:
    mac = Target(date1904=True)
    assert stored("2026-11-30", "date", mac).number == 46356 - 1462
    assert stored("1904-01-01", "date", mac).number == 0
    assert problem("1903-12-31", "date", mac).code == "bad_date"
    assert problem("1900-02-28", "date").code == "bad_date"
    assert "1900-03-01" in problem("1900-02-28", "date").to_dict("en")["message"]


@pytest.mark.proves("XFILL-6")
@given(day=st.dates(min_value=date(1904, 1, 2), max_value=date(9999, 12, 31)))
def test_serial_numbers_agree_with_another_implementation_and_read_back(day: date) -> None:
    for date1904, calendar in ((False, CALENDAR_WINDOWS_1900), (True, CALENDAR_MAC_1904)):
        serial = to_serial(day, date1904=date1904)
        assert serial == to_excel(day, calendar)
        assert from_serial(serial, "date", date1904=date1904) == day.isoformat()


@pytest.mark.proves("XFILL-6")
@given(second=st.integers(0, 86_399))
def test_a_time_written_reads_back_to_the_second(second: int) -> None:
    text = f"2026-11-30T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    number = stored(text, "datetime").number
    assert from_serial(number, "datetime", date1904=False) == (text if second % 60 else text[:-3])


def test_a_serial_number_that_names_no_moment_reads_as_none() -> None:
    assert from_serial(-1, "date", date1904=False) is None
    assert from_serial(59, "date", date1904=False) is None
    assert from_serial(3e6, "date", date1904=False) is None
    assert from_serial(1.5, "duration", date1904=False) == "36:00:00"
    assert from_serial(0.5, "time", date1904=False) == "12:00"


@pytest.mark.proves("XFILL-6")
def test_a_number_above_one_in_a_percent_cell_is_refused_with_the_three_ways_on() -> None:
    found = problem(15, target=shown("0.0%"))
    assert (found.code, found.use) == ("percent_meant", 0.15)
    assert found.facts == {"share": 0.15, "value": 15}
    assert stored(0.15, target=shown("0%")).number == 0.15
    assert stored(1, target=shown("0%")).number == 1
    assert stored(15, "number", shown("0%")) == CellValue("number", number=15)
    assert stored(15, "percent", shown("0%")) == CellValue("number", number=0.15)
    assert problem(-15, target=shown("0%")).code == "percent_meant"


@pytest.mark.proves("XFILL-6")
def test_a_fraction_as_percent_is_refused_since_it_may_mean_either() -> None:
    found = problem(0.15, "percent")
    assert found.code == "percent_unclear"
    assert found.facts == {"value": 0.15, "percent": 15}


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("value", "name", "code", "use"),
    [
        ("1,250,000원", "number", "bad_number", 1_250_000),
        ("열", "currency", "bad_number", None),
        (True, "number", "bad_number", None),
        (46356, "date", "bad_date", None),
        (True, "time", "bad_date", None),
        ("2026-11-30", "dates", "bad_format", None),
        ("2026-11-30T14:05+09:00", "datetime", "bad_date", "2026-11-30T14:05"),
    ],
)
def test_a_value_that_does_not_fit_its_format_is_refused(value, name: str, code: str, use) -> None:
    found = problem(value, name)
    assert (found.code, found.use) == (code, use)


@pytest.mark.proves("XFILL-7")
def test_numbers_that_a_cell_would_not_keep_are_refused() -> None:
    assert stored(999_999_999_999_999).number == 999_999_999_999_999
    found = problem(1_234_567_890_123_456)
    assert (found.code, found.use) == ("bad_number", "1234567890123456")
    for number in (float("nan"), float("inf"), -float("inf"), 1e308, json.loads("1e400")):
        assert problem(number).code == problem(number, "number").code == "bad_number"
    assert stored(1e20).number == 1e20


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize("sign", ["\x00", "\x01", "\x0b", "\x1f", "\ud83d", "\ufffe", "\uffff"])
def test_characters_that_a_document_cannot_hold_are_refused(sign: str) -> None:
    found = problem(f"a{sign}b")
    assert (found.code, found.facts["character"]) == ("bad_character", f"U+{ord(sign):04X}")


@pytest.mark.proves("XFILL-7")
def test_line_ends_become_line_feeds_and_tabs_stay() -> None:
    assert stored("a\r\nb\rc\td").text == "a\nb\nc\td"


@pytest.mark.proves("XFILL-7")
def test_a_text_longer_than_a_cell_holds_is_refused_counted_as_excel_counts() -> None:
    assert stored("가" * 32_767).text
    assert stored("😀" * 16_383).text
    found = problem("😀" * 16_384)
    assert (found.code, found.facts) == ("too_long", {"length": 32_768, "limit": 32_767})


@pytest.mark.proves("XFILL-6")
def test_every_name_of_the_vocabulary_says_whether_it_writes_a_number_or_text() -> None:
    sample = {"text": "글", "date": "2026-09-01", "time": "14:05", "datetime": "2026-09-01T14:05", "duration": "1:00"}
    sample |= {"number": 5, "amount": 12_400_000, "business_number": "1234567890"}
    for name, row in FORMATS.items():
        found = stored(sample[row.takes], name)
        assert found.kind == row.writes, name
        assert (found.format_code is None) == (row.writes == "text" or name == "number"), name
    assert find_format("Currency:krw") == FORMATS["currency:KRW"]


@pytest.mark.proves("XFILL-6")
def test_every_code_of_the_vocabulary_is_one_that_programs_read(tmp_path: Path) -> None:
    codes = [row.code for row in FORMATS.values() if row.code]
    with xlsxwriter.Workbook(tmp_path / "codes.xlsx") as book:
        sheet = book.add_worksheet()
        for row, code in enumerate(codes):
            sheet.write_number(row, 0, 46356.5, book.add_format({"num_format": code}))
    assert {read_number_format(code).kind for code in codes} >= {"date", "time", "datetime", "duration", "currency"}


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("General", "general"),
        ("G/표준", "general"),
        ('General"원"', "currency"),
        ('General"개"', "number"),
        ("#,##0_);[Red](#,##0)", "number"),
        ("0.00E+00", "number"),
        ("# ?/?", "number"),
        ("mm:ss.0", "time"),
        ("mmm-yy", "date"),
        ('e"년" m"월"', "date"),
        ("aaaa", "date"),
        ('[DBNum1][$-412]yyyy"년"', "date"),
        ("[mm]:ss", "duration"),
        ('"h"0', "number"),
        ("오전/오후 h:mm", "time"),
        ("[$₩-412]#,##0", "currency"),
        ("@", "text"),
        ("0;0;@", "number"),
        ('"a;b"@', "text"),
        ("[Red]0%", "percent"),
        ("\\h0", "number"),
    ],
)
def test_a_format_code_is_known_by_the_kind_of_value_it_shows(code: str, kind: str) -> None:
    assert read_number_format(code).kind == kind
