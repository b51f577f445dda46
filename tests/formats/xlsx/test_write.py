"""A plan carried out: what is written, what else changes and why, and that other programs read it."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime, time, timedelta
from typing import Any

import openpyxl
import pandas as pd
import pytest
import python_calamine
import xlsxwriter
from openxml_audit import OpenXmlValidator

from docforge.errors import Refusal
from docforge.formats.base import Filled
from docforge.formats.xlsx.planned import CellValue, Plan, Write
from docforge.formats.xlsx.readback import read_back
from docforge.formats.xlsx.refs import Cell, read_cell
from docforge.formats.xlsx.scan import open_exactly
from docforge.formats.xlsx.write import apply
from docforge.opc import Package
from tests.formats.xlsx.oracle import undone
from tests.formats.xlsx.planned import fixture, make_book, plan_of, put

QUOTE = [
    put("B3", "Q-2026-118", "견적서"),
    put("B4", "(주)한빛스틸", "견적서"),
    put("F3", "2026-11-30", "견적서", format="date"),
    put("A10", "서버 임대", "견적서"),
    put("C10", 3, "견적서"),
    put("D10", 1250000, "견적서"),
]


def fill(data: bytes, cells: list[dict[str, Any]], *, as_document: bool = False, force: bool = False) -> Filled:
    return apply(plan_of(data, cells, force=force), as_document=as_document)


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def records_of(data: bytes) -> dict[str, tuple]:
    """What an archive says of each entry, and its compressed bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        told = {}
        for entry in archive.infolist():
            start = (
                entry.header_offset
                + 30
                + int.from_bytes(data[entry.header_offset + 26 : entry.header_offset + 28], "little")
            )
            start += int.from_bytes(data[entry.header_offset + 28 : entry.header_offset + 30], "little")
            packed = data[start : start + entry.compress_size]
            told[entry.filename] = (entry.date_time, entry.CRC, entry.compress_type, entry.external_attr, packed)
        return told


def errors_of(data: bytes, tmp_path) -> set[str]:
    """What openxml-audit calls an error; its note that Excel would move inline strings is none."""
    path = tmp_path / "audited.xlsx"
    path.write_bytes(data)
    found = OpenXmlValidator().validate(path).errors
    return {f"{one.part_uri} {one.description}" for one in found if "WARN" not in str(one.severity).upper()}


@pytest.mark.proves("XFILL-8", "XFILL-10")
def test_a_quotation_is_filled_and_nothing_else_changes() -> None:
    template = fixture("quote.xltx")
    filled = fill(template, QUOTE, as_document=True)
    before, after = records_of(template), records_of(filled.data)
    assert list(before) == list(after)
    changed = [name for name in before if before[name] != after[name]]
    assert sorted(filled.changed) == sorted(changed)
    assert filled.changed["[Content_Types].xml"] == "template_to_document"
    assert filled.identical == len(before) - len(changed)
    sheets = {SHEET}
    assert set(changed) - {"[Content_Types].xml"} <= sheets | {
        n for n, why in filled.changed.items() if why == "results_cleared"
    }
    written = frozenset(read_cell(one["cell"]) for one in QUOTE)
    parts, was = parts_of(filled.data), parts_of(template)
    for name in sheets:
        assert undone(parts[name], written) == undone(was[name], written)


@pytest.mark.proves("XFILL-8", "XFILL-11")
def test_the_shared_strings_drawings_charts_and_settings_stay_as_they_lie() -> None:
    template = fixture("quote.xltx")
    before, after = records_of(template), records_of(fill(template, QUOTE).data)
    kept = [name for name in before if not name.startswith("xl/worksheets/sheet")]
    assert [name for name in kept if "chart" in name or "media" in name or "sharedStrings" in name or "printer" in name]
    assert {name: before[name] for name in kept} == {name: after[name] for name in kept}


def rich(book: xlsxwriter.Workbook) -> None:
    sheet, lists = book.add_worksheet("S"), book.add_worksheet("목록")
    bold, money = book.add_format({"bold": True, "bg_color": "#DDEBF7"}), book.add_format({"num_format": "#,##0"})
    sheet.write_blank("B3", None, money)
    sheet.write_rich_string("A1", "앞", bold, "굵게", "뒤")
    sheet.merge_range("D1:F1", "제목", bold)
    lists.write_column("A1", ["현금", "30일"])
    sheet.data_validation("B5", {"validate": "list", "source": "=목록!$A$1:$A$2"})
    sheet.conditional_format("B3:B9", {"type": "data_bar"})
    sheet.write_comment("B3", "메모")
    sheet.write_url("A9", "https://example.com/x")
    sheet.protect("secret", {"sort": True})
    sheet.print_area("A1:F20")
    sheet.repeat_rows(0, 1)
    sheet.set_header("&C견적")
    sheet.freeze_panes(2, 1)
    sheet.set_row(4, 33)
    book.define_name("단가", "=S!$B$3")


@pytest.mark.proves("XFILL-11")
def test_styles_lists_formats_notes_names_and_settings_survive() -> None:
    data = make_book(rich)
    filled = fill(
        data, [put("B3", 5, overwrite=True), put("B5", "현금", overwrite=True), put("C30", "새", overwrite=True)]
    )
    was, now = (openpyxl.load_workbook(io.BytesIO(one), rich_text=True) for one in (data, filled.data))
    old, new = was["S"], now["S"]
    assert (new["B3"].value, new["B3"].number_format) == (5, "#,##0")
    assert new["A1"].value == old["A1"].value
    assert new["D1"].fill.bgColor == old["D1"].fill.bgColor
    assert new["B3"].comment.text == old["B3"].comment.text
    assert new["A9"].hyperlink.target == "https://example.com/x"
    assert new.merged_cells.ranges == old.merged_cells.ranges
    assert [one.formula1 for one in new.data_validations.dataValidation] == ["목록!$A$1:$A$2"]
    assert [str(one.sqref) for one in new.conditional_formatting] == ["B3:B9"]
    assert (new.print_area, new.print_title_rows) == (old.print_area, old.print_title_rows)
    assert (new.freeze_panes, new.row_dimensions[5].height) == ("B3", 33)
    assert new.protection.password == old.protection.password
    assert new.oddHeader.center.text == "견적"
    assert now.defined_names["단가"].attr_text == "S!$B$3"


@pytest.mark.proves("XFILL-10")
def test_other_programs_read_every_value_as_it_was_given() -> None:
    def form(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("S").write("A1", "머리")

    cells = [
        put("A2", "한빛 <&> _x0041_\n둘째 줄"),
        put("B2", 3),
        put("C2", 1.25),
        put("D2", True),
        put("E2", "2026-11-30", format="date"),
        put("F2", "14:05", format="time"),
        put("G2", "2026-11-30T14:05", format="datetime"),
        put("H2", "26:30:00", format="duration"),
        put("I2", 15, format="percent"),
        put("J2", 12_400_000, format="currency:KRW"),
        put("K2", " 앞뒤 "),
    ]
    data = fill(make_book(form), cells).data
    book = openpyxl.load_workbook(io.BytesIO(data))["S"]
    day = datetime(2026, 11, 30)  # noqa: DTZ001  a wall date
    assert [book[one["cell"]].value for one in cells[1:]] == [
        3, 1.25, True, day, time(14, 5), day.replace(hour=14, minute=5), timedelta(hours=26, minutes=30), 0.15,
        12_400_000, " 앞뒤 ",
    ]  # fmt: skip
    assert book["J2"].number_format == '"₩"#,##0'
    rows = python_calamine.CalamineWorkbook.from_object(io.BytesIO(data)).get_sheet_by_name("S").to_python()
    assert rows[1][0] == "한빛 <&> _x0041_\n둘째 줄"
    assert rows[1][4] == day.date()
    assert rows[1][10] == " 앞뒤 "
    frame = pd.read_excel(io.BytesIO(data), engine="calamine")
    assert frame.iloc[0, 1] == 3
    assert frame.iloc[0, 4] == pd.Timestamp(2026, 11, 30)


@pytest.mark.proves("XFILL-6")
def test_a_date_takes_one_style_for_each_style_it_meets_and_the_styles_part_says_why() -> None:
    def form(book: xlsxwriter.Workbook) -> None:
        sheet, framed = book.add_worksheet("S"), book.add_format({"border": 1})
        sheet.write_blank("A1", None, framed)
        sheet.write_blank("A2", None, framed)
        sheet.write_blank("A3", None, book.add_format({"num_format": "m/d/yy"}))

    data = make_book(form)
    cells = [put(f"A{row}", "2026-11-30", format="date") for row in (1, 2, 3, 4)]
    filled = fill(data, cells)
    assert filled.changed == {"xl/styles.xml": "style_added", "xl/worksheets/sheet1.xml": "filled"}
    sheet = open_exactly(parts_of(filled.data)["xl/worksheets/sheet1.xml"])
    styles = [sheet.find(Cell(row, 1)).style for row in (1, 2, 3, 4)]
    assert styles[0] == styles[1]
    assert styles[2] == open_exactly(parts_of(data)["xl/worksheets/sheet1.xml"]).find(Cell(3, 1)).style
    assert styles[3] == styles[2]
    assert len(set(styles)) == 2
    book = openpyxl.load_workbook(io.BytesIO(filled.data))["S"]
    assert book["A1"].border.left.style == "thin"
    assert [book.cell(row, 1).is_date for row in (1, 2, 3, 4)] == [True] * 4


@pytest.mark.proves("XFILL-6")
def test_a_book_of_1904_shows_the_day_that_was_given() -> None:
    def form(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("S").write_blank("A1", None, book.add_format({"num_format": "yyyy-mm-dd"}))

    data = fill(make_book(form, date_1904=True), [put("A1", "2026-11-30", format="date")]).data
    assert openpyxl.load_workbook(io.BytesIO(data))["S"]["A1"].value == datetime(2026, 11, 30)  # noqa: DTZ001  a cell knows no zone


def computed(book: xlsxwriter.Workbook) -> None:
    sheet, other, plain = book.add_worksheet("S"), book.add_worksheet("다른"), book.add_worksheet("값만")
    sheet.write_formula("B1", "=A1*2", None, 7)
    sheet.write_formula("B2", '="a"&A2', None, "a")
    sheet.write_array_formula("C1:C3", "{=A1:A3*2}", None, 1)
    sheet.write("C2", 2)
    sheet.write("C3", 3)
    other.write_formula("A1", "=S!A1", None, 5)
    plain.write("A1", "표 f")


@pytest.mark.proves("XFILL-9")
def test_results_are_cleared_in_every_sheet_and_the_chain_stays() -> None:
    data = make_book(computed)
    filled = fill(data, [put("A1", 4)])
    assert filled.cleared == 6
    assert filled.changed == {"xl/worksheets/sheet1.xml": "filled", "xl/worksheets/sheet2.xml": "results_cleared"}
    values = openpyxl.load_workbook(io.BytesIO(filled.data), data_only=True)
    assert [values["S"][cell].value for cell in ("A1", "B1", "B2", "C1", "C2", "C3")] == [4, *[None] * 5]
    assert values["다른"]["A1"].value is None
    formulas = openpyxl.load_workbook(io.BytesIO(filled.data))
    assert formulas["S"]["B1"].value == "=A1*2"
    assert fill(filled.data, [put("A1", 5)]).cleared == 0


@pytest.mark.proves("XFILL-9")
def test_no_flag_is_set_but_where_calculation_is_by_hand_or_it_is_asked_for() -> None:
    data = make_book(computed)
    assert "xl/workbook.xml" not in fill(data, [put("A1", 4)]).changed
    before = parts_of(data)["xl/workbook.xml"]
    if b"fullCalcOnLoad" not in before:
        assert "xl/workbook.xml" in fill(data, [put("A1", 4)], force=True).changed
    manual = fixture("manual.xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(manual)).sheetnames[0]
    by_hand = fill(manual, [put("Z99", 1, sheet)])
    assert by_hand.changed["xl/workbook.xml"] == "manual_calculation"
    assert b"fullCalcOnLoad" in parts_of(by_hand.data)["xl/workbook.xml"]


SHEET = "xl/worksheets/sheet1.xml"


def planned(data: bytes, *writes: Write) -> Plan:
    return Plan(Package.open(data), {SHEET: writes}, [SHEET], [], [])


def number_at(cell: Cell, value: float, style: int | None = None) -> Write:
    return Write(cell, CellValue("number", number=value), style)


@pytest.mark.proves("XFILL-10")
def test_a_value_that_does_not_read_back_is_our_fault_and_named_by_its_place() -> None:
    data = make_book(computed)
    package = Package.open(data)
    read_back(package, planned(data, number_at(Cell(2, 3), 2), Write(Cell(99, 9), CellValue("blank"))))
    for wrong, at in (
        (number_at(Cell(1, 1), 4), "A1"),
        (number_at(Cell(2, 3), 2.5), "C2"),
        (number_at(Cell(2, 3), 2, style=7), "C2"),
        (Write(Cell(2, 3), CellValue("text", "2")), "C2"),
        (Write(Cell(2, 3), CellValue("blank")), "C2"),
        (number_at(Cell(1, 2), 7), "B1"),
        (number_at(Cell(99, 9), 7), "I99"),
    ):
        with pytest.raises(RuntimeError, match=rf"sheet1\.xml .*'value', '{at}'"):
            read_back(package, planned(data, wrong))


@pytest.mark.proves("XFILL-8")
def test_a_fill_that_excel_would_mend_is_our_fault_and_what_was_so_before_is_not() -> None:
    data = make_book(lambda book: book.add_worksheet("S").write_row("A1", [1, 2]))
    package = Package.open(data)
    broken = package.save({SHEET: package.read(SHEET).replace(b"<v>2</v>", b"<v>nan</v>")})
    one = number_at(Cell(1, 1), 1)
    read_back(package, planned(data, one))
    with pytest.raises(RuntimeError, match="number_value"):
        read_back(Package.open(broken), planned(data, one))
    read_back(Package.open(broken), planned(broken, one))


@pytest.mark.proves("XFILL-12")
@pytest.mark.filterwarnings("ignore:Workbook contains no default style")
@pytest.mark.parametrize("name", ["prefixed.xlsx", "utf16.xlsx", "formulas.xlsx", "book1904.xlsx", "leave.xlsx"])
def test_forms_of_any_producer_are_filled_and_read(name: str) -> None:
    data = fixture(name)
    sheet = openpyxl.load_workbook(io.BytesIO(data)).sheetnames[0]
    filled = fill(data, [put("Z99", "끝", sheet, overwrite=True)])
    assert openpyxl.load_workbook(io.BytesIO(filled.data))[sheet]["Z99"].value == "끝"


@pytest.mark.proves("XFILL-12")
def test_a_sheet_that_is_broken_outside_its_cells_is_refused_not_written() -> None:
    data = make_book(computed)
    package, name = Package.open(data), "xl/worksheets/sheet3.xml"
    broken = package.save({name: package.read(name).replace(b"</worksheet>", b"<x></worksheet>")})
    plan = Plan(Package.open(broken), {name: [Write(Cell(5, 5), CellValue("text", "x"))]}, [name], [], [])
    with pytest.raises(Refusal) as refused:
        apply(plan, as_document=False)
    assert refused.value.code == "not_a_document"


@pytest.mark.proves("XFILL-8")
def test_the_filled_quotation_has_no_error_that_its_template_had_not(tmp_path) -> None:
    template = fixture("quote.xltx")
    filled = fill(template, QUOTE, as_document=True)
    assert errors_of(filled.data, tmp_path) <= errors_of(
        fill(template, [put("B3", None, "견적서")], as_document=True).data, tmp_path
    )
