"""Values shown by the same names in every format (SERVE-8), through the doors, read back by strangers."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import docx
import pptx
import pytest
import xlsxwriter
from openpyxl import load_workbook

from tests.e2e.callers import Caller
from tests.e2e.room import Room
from tests.e2e.test_checking_hangul import document, header, para, run

Json = dict[str, Any]
VALUES: list[tuple[Any, str, str]] = [
    (12_400_000, "currency:KRW", "₩12,400,000"),
    (12_400_000, "hangul_amount", "금 일천이백사십만원정"),
    (1_000_000, "hangul_amount", "금 일백만원정"),
    ("2026-09-01", "date:long", "2026년 9월 1일"),
    ("1234567890", "business_number", "123-45-67890"),
    (15, "percent", "15%"),
    (1234.5, "number:2", "1,234.50"),
    ("2026-09-01", "yyyy. M. d. (aaa)", "2026. 9. 1. (화)"),
    (1_250_000, '#,##0"원 (부가세 별도)"', "1,250,000원 (부가세 별도)"),
    ("26:30", "duration", "26:30:00"),
]
WRONG: list[tuple[Any, str, str]] = [
    (0.15, "percent", "percent_unclear"),
    (15, "0.0%", "percent_meant"),
    ("1,250,000원", "currency:KRW", "bad_number"),
    ("2026년 9월 1일", "date:long", "bad_date"),
    (-1, "hangul_amount", "bad_number"),
    ("12-3", "business_number", "bad_value"),
    (1, "won", "bad_format"),
]
NAMES = [f"값{'가나다라마바사아자차'[number]}" for number in range(len(VALUES))]


def word_form() -> bytes:
    document, stream = docx.Document(), io.BytesIO()
    for name in NAMES:
        document.add_paragraph(f"{{{{{name}}}}}")
    document.save(stream)
    return stream.getvalue()


def word_texts(data: bytes) -> list[str]:
    return [paragraph.text for paragraph in docx.Document(io.BytesIO(data)).paragraphs]


def deck() -> bytes:
    slides, stream = pptx.Presentation(), io.BytesIO()
    frame = slides.slides.add_slide(slides.slide_layouts[6]).shapes.add_textbox(0, 0, 9_000_000, 5_000_000).text_frame
    frame.text = "\n".join(f"{{{{{name}}}}}" for name in NAMES)
    slides.save(stream)
    return stream.getvalue()


def deck_texts(data: bytes) -> list[str]:
    [shape] = pptx.Presentation(io.BytesIO(data)).slides[0].shapes
    return shape.text_frame.text.split("\n")


def hangul_form() -> bytes:
    lines = [para(run(f"{{{{{name}}}}}")) for name in NAMES]
    return document(*lines, extra={"Contents/header.xml": header()})


def hangul_texts(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return re.findall(r"<hp:t>([^<]*)</hp:t>", archive.read("Contents/section0.xml").decode())


FORMS: dict[str, tuple[Callable[[], bytes], Callable[[bytes], list[str]]]] = {
    "docx": (word_form, word_texts),
    "pptx": (deck, deck_texts),
    "hwpx": (hangul_form, hangul_texts),
}


def fill(caller: Caller, room: Room, fmt: str, values: list[tuple[Any, str, str]]) -> tuple[bool, Json]:
    room.clear()
    room.put(f"templates/form.{fmt}", FORMS[fmt][0]())
    items = [
        {"at": f"placeholder:{name}", "value": value, "format": shown}
        for name, (value, shown, _) in zip(NAMES, values, strict=False)
    ]
    return caller.call(
        f"edit_{fmt}", template=f"templates/form.{fmt}", path=f"made/a.{fmt}", attach=False, fields=items
    )


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize("fmt", FORMS)
def test_a_sentence_shows_each_value_by_the_name_of_its_format(
    fmt: str, doors: Mapping[str, Caller], room: Room
) -> None:
    for caller in doors.values():
        ok, body = fill(caller, room, fmt, VALUES)
        assert ok, body
        assert FORMS[fmt][1](room.read(f"made/a.{fmt}")) == [text for _, _, text in VALUES]


@pytest.mark.proves("SERVE-8", "XFILL-6")
def test_a_cell_holds_each_value_by_the_name_of_its_format(doors: Mapping[str, Caller], room: Room) -> None:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet, box = book.add_worksheet("값"), book.add_format({"border": 1})
        for row, name in enumerate(NAMES):
            sheet.write(row, 0, f"{name}:")
            sheet.write_blank(row, 1, None, box)
    for caller in doors.values():
        room.clear()
        room.put("templates/form.xlsx", stream.getvalue())
        cells = [
            {"sheet": "값", "cell": f"B{row}", "value": value, "format": shown}
            for row, (value, shown, _) in enumerate(VALUES, 1)
        ]
        ok, body = caller.call(
            "edit_xlsx", template="templates/form.xlsx", path="made/a.xlsx", attach=False, cells=cells
        )
        assert ok, body
        made = load_workbook(io.BytesIO(room.read("made/a.xlsx")))["값"]
        assert [made[f"B{row}"].value for row in (1, 2, 5, 6, 7, 9)] == [
            12_400_000, "금 일천이백사십만원정", "123-45-67890", 0.15, 1234.5, 1_250_000,
        ]  # fmt: skip
        assert made["B4"].is_date
        assert made["B8"].number_format == "[$-412]yyyy\\. m\\. d\\. \\(aaa\\)"
        assert made["B9"].number_format == '#,##0"원 (부가세 별도)"'
        room.clear()


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize("fmt", FORMS)
def test_what_a_format_cannot_show_is_refused_all_at_once(fmt: str, doors: Mapping[str, Caller], room: Room) -> None:
    for caller in doors.values():
        ok, body = fill(caller, room, fmt, WRONG)
        assert not ok
        assert [problem["code"] for problem in body["problems"]] == [code for _, _, code in WRONG]
        assert body["problems"][2]["use"] == 1_250_000
        assert body["problems"][3]["use"] == "2026-09-01"
        assert "currency:KRW" in body["problems"][6]["allowed"]
        assert not any(name.startswith("made/") for name in room.tree())
