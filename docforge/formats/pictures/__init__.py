"""Pictures: the patterns by which office programs show numbers, dates and times. Knows no document."""

from docforge.formats.pictures.dates import DatePicture, Moment, read_date_picture, show_date, show_span
from docforge.formats.pictures.numbers import NumberPicture, plain_digits, read_number_picture
from docforge.formats.pictures.switches import change_case, show_word_number

__all__ = [
    "DatePicture",
    "Moment",
    "NumberPicture",
    "change_case",
    "plain_digits",
    "read_date_picture",
    "read_number_picture",
    "show_date",
    "show_span",
    "show_word_number",
]
