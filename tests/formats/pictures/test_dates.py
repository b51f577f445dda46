"""Dates, times and spans by the pictures that documents hold."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docforge.formats.pictures import read_date_picture, show_date, show_span

DAY = date(2026, 9, 1)
MOMENT = datetime(2026, 9, 1, 14, 5, 7)  # noqa: DTZ001  wall time


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize(
    ("picture", "language", "shown"),
    [
        ("yyyy-MM-dd", "ko", "2026-09-01"),
        ("yyyy년 M월 d일", "ko", "2026년 9월 1일"),
        ("yyyy'년' MM'월' dd'일'", "ko", "2026년 09월 01일"),
        ("yyyy년 M월 d일 dddd", "ko-KR", "2026년 9월 1일 화요일"),
        ("yy.M.d(ddd)", "ko", "26.9.1(화)"),
        ("yyyy. M. d. (aaa)", "", "2026. 9. 1. (화)"),
        ("aaaa", "", "화요일"),
        ("YYYY/MM/DD", "", "2026/09/01"),
        ("MMMM d, yyyy", "en-US", "September 1, 2026"),
        ("ddd, d MMM yyyy", "en", "Tue, 1 Sep 2026"),
        ("dddd", "", "Tuesday"),
        ("[$-412]dddd", "", "화요일"),
        ("[$-ko-KR]MMMM", "", "9월"),
        ("MMMMM", "en", "S"),
        ("d 'de' MMMM 'de' yyyy", "es-ES", "1 de septiembre de 2026"),
        ("dddd", "xx-none", "Tuesday"),
        ("'d''d' d", "", "dd 1"),
        ("'' yy", "", "' 26"),
        ('"Day" d\\d', "", "Day 1d"),
        ("d", "", "1"),
    ],
)
def test_a_day_shows_by_the_picture_in_the_language_of_the_document(picture: str, language: str, shown: str) -> None:
    assert show_date(DAY, picture, language) == shown


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize(
    ("picture", "language", "shown"),
    [
        ("HH:mm:ss", "", "14:05:07"),
        ("H:m", "", "14:5"),
        ("h:mm", "", "2:05"),
        ("am/pm h:mm", "ko", "오후 2:05"),
        ("h:mm am/pm", "en", "2:05 pm"),
        ("h:mm AM/PM", "en", "2:05 PM"),
        ("h:mm A/P", "en", "2:05 P"),
        ("오전/오후 hh:mm", "en", "오후 02:05"),
        ("yyyy-MM-dd HH:mm", "", "2026-09-01 14:05"),
        ("yyyy-mm-dd hh:mm AM/PM", "en", "2026-09-01 02:05 PM"),
        ("yyyy년 M월 d일 H시 m분", "ko", "2026년 9월 1일 14시 5분"),
        ("mm:ss", "", "05:07"),
        ("d.M. m", "", "1.9. 5"),
    ],
)
def test_m_is_the_month_or_the_minute_by_what_stands_beside_it(picture: str, language: str, shown: str) -> None:
    assert show_date(MOMENT, picture, language) == shown


@pytest.mark.parametrize(
    ("hour", "shown"),
    [(0, "오전 12"), (1, "오전 1"), (11, "오전 11"), (12, "오후 12"), (13, "오후 1"), (23, "오후 11")],
)
def test_midnight_and_noon_are_twelve(hour: int, shown: str) -> None:
    assert show_date(time(hour), "AM/PM h", "ko") == shown


def test_without_a_picture_a_moment_shows_as_iso_8601() -> None:
    assert show_date(DAY, "") == "2026-09-01"
    assert show_date(MOMENT, " ") == "2026-09-01 14:05"
    assert show_date(time(14, 5), "yyyy-MM-dd") == "14:05:00"
    assert show_date(DAY, "yyyy-MM-dd HH:mm") == "2026-09-01 00:00"


@pytest.mark.parametrize(
    ("picture", "takes", "code"),
    [
        ("yyyy. M. d. (aaa)", "date", "[$-412]yyyy\\. m\\. d\\. \\(aaa\\)"),
        ("MMMM d", "date", "[$-409]mmmm d"),
        ("HH:MM", "time", "hh:mm"),
        ("yyyy년 M월", "date", 'yyyy"년" m"월"'),
        ("yyyy-MM-dd h:mm AM/PM", "datetime", "[$-409]yyyy\\-mm\\-dd h:mm AM/PM"),
        ("[h]:mm", "duration", "[h]:mm"),
        ("yyyy [h]", "", None),
        ("days", "", None),
        ("dates", "", None),
        ("yyyy'", "", None),
        ("년월일", "", None),
        ("", "", None),
    ],
)
def test_a_picture_tells_what_it_takes_and_its_number_format(picture: str, takes: str, code: str | None) -> None:
    read = read_date_picture(picture)
    assert read.takes == takes
    assert code is None or read.code == code


def test_a_span_counts_on_beyond_the_day() -> None:
    span = timedelta(hours=26, minutes=5, seconds=9)
    shown = {code: show_span(span, read_date_picture(code)) for code in ("[h]:mm:ss", "[mm]:ss", "[s]", "[h]시간 m분")}
    assert shown == {"[h]:mm:ss": "26:05:09", "[mm]:ss": "1565:09", "[s]": "93909", "[h]시간 m분": "26시간 5분"}


@given(day=st.dates(), text=st.text(max_size=30), language=st.text(max_size=5))
def test_any_text_is_a_picture_of_some_kind(day: date, text: str, language: str) -> None:
    assert isinstance(show_date(day, text, language), str)
    assert isinstance(read_date_picture(text).code, str)


@given(day=st.dates(min_value=date(1, 1, 1)))
def test_the_iso_picture_shows_what_the_language_itself_writes(day: date) -> None:
    assert show_date(day, "yyyy-MM-dd") == day.isoformat()
