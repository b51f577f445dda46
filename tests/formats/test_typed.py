"""Typed values as callers write them."""

from __future__ import annotations

import math
from datetime import date, datetime, time, timedelta

import pytest

from docforge.formats.typed import (
    ValueProblem,
    business_number,
    hangul_amount,
    number_meant,
    read_date,
    read_datetime,
    read_duration,
    read_time,
)


def refused(read, value):
    with pytest.raises(ValueProblem) as fault:
        read(value)
    return fault.value.problem


@pytest.mark.proves("XFILL-6")
def test_iso_8601_is_read() -> None:
    assert read_date("2026-11-30") == date(2026, 11, 30)
    assert read_time("14:05") == time(14, 5)
    assert read_time("14:05:30.5") == time(14, 5, 30, 500_000)
    assert read_datetime("2026-11-30T14:05") == datetime(2026, 11, 30, 14, 5)  # noqa: DTZ001  wall time
    assert read_datetime("2026-11-30") == datetime(2026, 11, 30)  # noqa: DTZ001  wall time


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("26:30:00", timedelta(hours=26, minutes=30)),
        ("0:45", timedelta(minutes=45)),
        ("PT26H30M", timedelta(hours=26, minutes=30)),
        ("P1DT2H", timedelta(hours=26)),
        ("PT90M", timedelta(minutes=90)),
        ("P2W", timedelta(days=14)),
        ("PT1.5S", timedelta(seconds=1.5)),
    ],
)
def test_durations_are_read_by_the_clock_and_as_iso_8601(text: str, span: timedelta) -> None:
    assert read_duration(text) == span


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize("text", ["", "P", "PT", "P1M", "P1Y", "1 hour", "26:70", "-1:00", "PT9999999999H", "P1H"])
def test_a_duration_without_a_fixed_length_is_refused(text: str) -> None:
    assert refused(read_duration, text).code == "bad_date"


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("2026/11/30", "2026-11-30"),
        ("2026.11.3.", "2026-11-03"),
        ("2026년 11월 3일", "2026-11-03"),
        ("20261130", "2026-11-30"),
        ("2026-11-30T09:00:00+09:00", "2026-11-30"),
        ("11/30/2026", None),
        ("30.11.2026", None),
        ("2026-11", None),
        ("내일", None),
        ("2026-02-30", None),
        ("2026/13/01", None),
        ("2026-11-305", None),
    ],
)
def test_another_spelling_of_a_date_is_refused_with_the_iso_one_where_it_is_certain(text: str, use: str | None) -> None:
    problem = refused(read_date, text)
    assert (problem.code, problem.use) == ("bad_date", use)


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("text", "wall"),
    [
        ("2026-11-30T14:05Z", "2026-11-30T14:05"),
        ("2026-11-30T14:05:00+09:00", "2026-11-30T14:05:00"),
        ("2026-11-30 14:05 +0900", "2026-11-30 14:05"),
    ],
)
def test_an_offset_is_refused_with_the_wall_time(text: str, wall: str) -> None:
    problem = refused(read_datetime, text)
    assert (problem.code, problem.use) == ("bad_date", wall)
    assert "시간대" in problem.to_dict("ko")["message"]
    assert "time zone" in problem.to_dict("en")["message"]


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(("text", "use"), [("9:05", "09:05"), ("오후 2시", None), ("25:00", None), ("14:05Z", "14:05")])
def test_what_is_no_time_of_day_is_refused(text: str, use: str | None) -> None:
    problem = refused(read_time, text)
    assert (problem.code, problem.use) == ("bad_date", use)


@pytest.mark.proves("XFILL-7")
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,250,000원", 1_250_000),
        ("₩1,250,000", 1_250_000),
        ("-₩ 5", -5),
        ("$12.50", 12.5),
        ("15%", 0.15),
        ("125만원", 1_250_000),
        ("2억 5천만 원", 250_000_000),
        ("3개", 3),
        ("１２,５００", 12_500),
        ("１２，５００", 12_500),
        ("0", 0),
        ("0.5", 0.5),
        ("12개월", 12),
        ("001", None),
        ("1234567890123456", None),
        ("1,25", None),
        ("1.250.000", None),
        ("2026-11-30", None),
        ("Q-118", None),
        ("3만 5억", None),
        ("만원", None),
        ("원", None),
        ("", None),
        ("+82 10", None),
    ],
)
def test_a_text_that_only_looks_like_a_number_shows_the_number_meant(text: str, number: float | None) -> None:
    assert number_meant(text) == number


@pytest.mark.proves("XFILL-6", "SERVE-8")
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "금 영원정"),
        (10, "금 일십원정"),
        (1_000_000, "금 일백만원정"),
        (12_400_000, "금 일천이백사십만원정"),
        (110_000, "금 일십일만원정"),
        (10_000, "금 일만원정"),
        (123_456_789, "금 일억이천삼백사십오만육천칠백팔십구원정"),
        (5000.0, "금 오천원정"),
        (101_001_010, "금 일억일백만일천일십원정"),
        (111_111_111_111, "금 일천일백일십일억일천일백일십일만일천일백일십일원정"),
        (1_000_000_000_000, "금 일조원정"),
        (1_000_000_000_001, "금 일조일원정"),
        (9_876_543_210_000, "금 구조팔천칠백육십오억사천삼백이십일만원정"),
        (10**15, "금 일천조원정"),
        (10**16, "금 일경원정"),
        (10**20 - 1, "금 구천구백구십구경구천구백구십구조구천구백구십구억구천구백구십구만구천구백구십구원정"),
    ],
)
def test_an_amount_is_written_in_hangul_with_every_one_spoken(number: float, words: str) -> None:
    assert hangul_amount(number) == words


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    ("value", "use"),
    [
        ("12,400,000원", 12_400_000),
        *((value, None) for value in ("많이", -1, 1.5, True, 1e16, 10**20, math.nan, math.inf)),
    ],
)
def test_what_is_no_whole_amount_of_won_is_refused(value: object, use: int | None) -> None:
    problem = refused(hangul_amount, value)
    assert (problem.code, problem.use) == ("bad_number", use)


@pytest.mark.proves("XFILL-6")
def test_a_business_number_is_written_in_its_three_groups() -> None:
    assert business_number("1234567890") == business_number("123-45-67890") == business_number(1234567890)
    assert business_number("1234567890") == "123-45-67890"
    assert refused(business_number, "12345").code == "bad_value"
    assert refused(business_number, True).code == "bad_value"
