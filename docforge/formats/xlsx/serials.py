"""Dates and times as Excel's serial numbers, in both date systems (ECMA-376-1 §18.17.4). Knows no cell."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from docforge.formats.xlsx.number_formats import Kind

DAY = 86_400
EPOCH, EPOCH_1904 = date(1899, 12, 30), date(1904, 1, 1)
# the 1900 system counts a 29 February 1900 that never was, so days before it show otherwise in each program
FIRST_DAY = date(1900, 3, 1)
MOMENTS: frozenset[Kind] = frozenset({"date", "time", "datetime", "duration"})
_LAST_SERIAL = 2_958_466


def first_day(*, date1904: bool) -> date:
    """The first day that a serial number names alike everywhere."""
    return EPOCH_1904 if date1904 else FIRST_DAY


def to_serial(moment: date | datetime, *, date1904: bool) -> int | float:
    """Serial number of a day (whole) or of a day and time."""
    day = moment.date() if isinstance(moment, datetime) else moment
    days = (day - (EPOCH_1904 if date1904 else EPOCH)).days
    return _whole(days + clock_serial(moment.time())) if isinstance(moment, datetime) else days


def clock_serial(clock: time) -> int | float:
    """Fraction of a day."""
    return span_serial(
        timedelta(hours=clock.hour, minutes=clock.minute, seconds=clock.second, microseconds=clock.microsecond)
    )


def span_serial(span: timedelta) -> int | float:
    """Days, with their fraction."""
    return _whole(span.total_seconds() / DAY)


def _whole(number: float) -> int | float:
    return int(number) if number == int(number) else number


def from_serial(number: float, kind: Kind, *, date1904: bool) -> str | None:
    """ISO 8601 text of a serial number shown by a format of `kind`; None where it names no moment.

    Durations are `26:30:00`. Times are rounded to the second.
    """
    seconds = round(number * DAY)
    if seconds < 0 or number >= _LAST_SERIAL:
        return None
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if kind == "duration":
        return f"{hours}:{minutes:02}:{rest:02}"
    clock = time(hours % 24, minutes, rest)
    if kind == "time":
        return clock.isoformat("minutes" if rest == 0 else "seconds")
    day = (EPOCH_1904 if date1904 else EPOCH) + timedelta(days=seconds // DAY)
    if day < first_day(date1904=date1904):
        return None
    if kind == "date":
        return day.isoformat()
    return datetime.combine(day, clock).isoformat("T", "minutes" if rest == 0 else "seconds")
