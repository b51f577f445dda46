"""The one vocabulary: what each name shows in prose, and that a cell shows the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docforge.formats.pictures import read_date_picture, read_number_picture
from docforge.formats.typed import ValueProblem
from docforge.formats.values import show_value
from docforge.formats.vocabulary import FORMATS, find_format
from docforge.formats.xlsx.planned import CellValue
from docforge.formats.xlsx.values import Target, to_cell_value

PAGE = Path(__file__).parents[2] / "guides" / "reference" / "formats.md"
SHOWN = [
    ("글 & <글>", None, "글 & <글>"),
    (12_400_000, None, "12400000"),
    (0.1, None, "0.1"),
    (1e20, None, "100000000000000000000"),
    ("a\r\nb", "text", "a\nb"),
    (1234, "text", "1234"),
    (True, "text", "TRUE"),
    (12_400_000, "number", "12,400,000"),
    (1234.5678, "number", "1,234.5678"),
    (1.005, "number:2", "1.01"),
    (1234.5, "number:0", "1,235"),
    (15, "percent", "15%"),
    (12.345, "percent", "12.345%"),
    (0.15, "percent:2", "0.15%"),
    (1_234_500, "currency", "1,234,500"),
    (12_400_000, "currency:KRW", "₩12,400,000"),
    (-1234.5, "currency:USD", "-$1,234.50"),
    (1234.5, "currency:EUR", "€ 1,234.50"),
    (1234, "currency:JPY", "¥1,234"),
    (12, "currency:brl", "R$12.00"),
    (12, "currency:KWD", "KWD 12.000"),
    (12_400_000, "hangul_amount", "금 일천이백사십만원정"),
    ("2026-09-01", "date", "2026-09-01"),
    ("2026-09-01", "date:long", "2026년 9월 1일"),
    ("2026-09-01", "date:dots", "2026. 9. 1."),
    ("14:05", "time", "14:05"),
    ("14:05:30", "time", "14:05:30"),
    ("14:05", "time:seconds", "14:05:00"),
    ("2026-09-01T14:05", "datetime", "2026-09-01 14:05"),
    ("2026-09-01T14:05", "datetime:long", "2026년 9월 1일 14:05"),
    ("PT26H30M", "duration", "26:30:00"),
    ("1234567890", "business_number", "123-45-67890"),
    (1234.5, '#,##0.00"원"', "1,234.50원"),
    (0.5, "0.0%", "50.0%"),
    ("2026-09-01", "yyyy. M. d. (aaa)", "2026. 9. 1. (화)"),
    ("2026-09-01", "YYYY년 MM월 DD일", "2026년 09월 01일"),
    ("2026-09-01", "MMMM d, yyyy", "September 1, 2026"),
    ("2026-09-01T14:05", "yyyy-MM-dd AM/PM h:mm", "2026-09-01 PM 2:05"),
    ("26:30", "[h]시간 m분", "26시간 30분"),
]


def refused(value, name):
    with pytest.raises(ValueProblem) as fault:
        show_value(value, name)
    for language in ("ko", "en"):
        assert "{" not in fault.value.problem.to_dict(language)["message"]
    return fault.value.problem


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize(("value", "name", "text"), SHOWN)
def test_a_value_shows_by_the_name_of_its_format(value, name: str | None, text: str) -> None:
    assert show_value(value, name) == text


@pytest.mark.proves("SERVE-8", "XFILL-6")
def test_every_name_has_an_example() -> None:
    shown = {find_format(name).name for _, name, _ in SHOWN if name}
    alike = {name for name in FORMATS if name.split(":")[0] in {"number", "percent", "currency"}}
    assert FORMATS.keys() - alike <= shown


@pytest.mark.proves("SERVE-8", "XFILL-6")
@pytest.mark.parametrize(("value", "name", "text"), [one for one in SHOWN if one[1]])
def test_a_cell_takes_what_prose_takes_and_shows_it_alike(value, name: str, text: str) -> None:
    row, stored = find_format(name), to_cell_value(value, name, Target())
    assert row is not None
    assert isinstance(stored, CellValue)
    assert stored.kind == row.writes
    if row.writes == "text":
        assert stored.text == text
    elif row.takes == "number" and not row.general:
        assert read_number_picture(stored.format_code).show(stored.number) == text
    elif row.takes in {"date", "datetime", "time"}:
        assert read_date_picture(stored.format_code).takes == row.takes


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize(
    ("value", "name", "code", "use"),
    [
        (True, None, "bad_value", None),
        ("a\x01", None, "bad_character", None),
        ("a\x01", "text", "bad_character", None),
        (10**15, None, "bad_number", "1000000000000000"),
        (float("nan"), "number", "bad_number", None),
        ("1,250,000원", "currency:KRW", "bad_number", 1_250_000),
        ("1,250,000원", "hangul_amount", "bad_number", 1_250_000),
        (True, "number", "bad_number", None),
        (0.15, "percent", "percent_unclear", None),
        (15, "0.0%", "percent_meant", 0.15),
        ("2026년 9월 1일", "date:long", "bad_date", "2026-09-01"),
        ("2026-09-01T14:05+09:00", "datetime", "bad_date", "2026-09-01T14:05"),
        (46356, "date", "bad_date", None),
        ("12345", "business_number", "bad_value", None),
        (5, "currency:WON", "bad_format", None),
        (5, "dates", "bad_format", None),
        (5, "0.00E+00", "bad_format", None),
        (5, "#,##0 won", "bad_format", None),
        (5, "0" * 121, "bad_format", None),
    ],
)
def test_what_does_not_go_is_refused_as_in_a_cell(value, name: str | None, code: str, use) -> None:
    problem = refused(value, name)
    assert (problem.code, problem.use) == (code, use)


def test_an_unknown_format_is_told_the_names_that_there_are() -> None:
    assert {"currency:KRW", "date:long", "hangul_amount"} <= {*refused(5, "won").allowed}


def table() -> list[list[str]]:
    """The rows of the page's tables: name, what it takes, example, text, what a cell stores."""
    lines = [line.strip("| ").split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if len(line) == 5 and line[0] != "`format`"]


@pytest.mark.proves("XFILL-6", "SERVE-8")
def test_the_table_of_formats_says_what_each_takes_shows_and_stores() -> None:
    rows = table()
    assert FORMATS.keys() <= {name.strip("`") for name, *_ in rows}
    assert len(rows) > len(FORMATS) + 5
    for quoted, _, given, text, stored in rows:
        name, value = quoted.strip("`"), json.loads(given.strip("`"))
        cell = to_cell_value(value, name, Target())
        assert show_value(value, name) == text
        assert isinstance(cell, CellValue)
        assert cell.kind == re.match(r"\w+", stored)[0], name
        assert (cell.format_code or "General") == (re.search(r"`(.+)`", stored) or [0, "General"])[1], name
