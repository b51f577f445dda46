"""Tables: line items above their sum rows, cells by grid address and by label, merged cells."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from pptx import Presentation
from pptx.util import Inches

from tests.formats.pptx.office import FORM, PROPOSAL, Office, changed_parts, part, rows, shape, with_text

pytestmark = pytest.mark.proves("SLIDE-1")
HEADER, SUM = ["품목", "수량", "단가", "금액"], ["합계", "", "", ""]
SLIDE = "ppt/slides/slide3.xml"


def items(count: int) -> list[list[str | int]]:
    return [[f"품목 {number}", number, 1000, number * 1000] for number in range(1, count + 1)]


def shown(count: int) -> list[list[str]]:
    return [[f"품목 {number}", str(number), "1,000", f"{number * 1000:,}"] for number in range(1, count + 1)]


def fill_items(office: Office, count: int, **more: object) -> object:
    return office.fill({"at": "S3/견적표/R2", "rows": items(count), "format": "number:0", **more})


def test_rows_grow_above_the_sums_and_the_frame_with_them(office: Office) -> None:
    frame = shape(fill_items(office, 4), 3, "견적표")
    assert rows(frame.table) == [HEADER, *shown(4), SUM]
    assert frame.height == Inches(2) + 2 * frame.table.rows[1].height
    assert changed_parts(PROPOSAL, office.bytes()) == {"[Content_Types].xml", SLIDE}


def test_every_row_has_an_id_of_its_own(office: Office) -> None:
    fill_items(office, 5)
    ids = re.findall(rb"rowId [^>]*val=\"(\d+)\"", part(office.bytes(), SLIDE))
    assert len(set(ids[:7])) == len(ids[:7]) == 1 + 5 + 1


def test_blank_rows_come_first(office: Office) -> None:
    assert rows(shape(fill_items(office, 1), 3, "견적표").table) == [HEADER, *shown(1), [""] * 4, SUM]


def test_unused_rows_are_dropped_on_demand(office: Office) -> None:
    frame = shape(fill_items(office, 1, drop_unused=True), 3, "견적표")
    assert rows(frame.table) == [HEADER, *shown(1), SUM]
    assert frame.height == Inches(1.5)


def test_without_items_one_blank_row_is_left(office: Office) -> None:
    assert rows(shape(fill_items(office, 0, drop_unused=True), 3, "견적표").table) == [HEADER, [""] * 4, SUM]


def test_items_by_the_names_of_columns(office: Office) -> None:
    deck = office.fill({"at": "S3/견적표/R2", "rows": [{"금액": 12, "품목": "센서"}]})
    assert rows(shape(deck, 3, "견적표").table)[1] == ["센서", "", "", "12"]


@pytest.mark.proves("PLACE-2")
def test_too_many_values_and_unknown_columns_are_refused(office: Office) -> None:
    problems = office.refuse(
        {"at": "S3/견적표/R2", "rows": [["a", "b", "c", "d", "e"]]}, {"at": "S3/견적표/R2", "rows": [{"품목명": "x"}]}
    )
    assert [(one["code"], one.get("nearest")) for one in problems] == [("row_too_wide", None), ("no_column", "품목")]


def test_a_cell_by_its_label(office: Office) -> None:
    deck = office.fill({"at": "S3/요약표/고객사명", "value": "한빛"}, {"at": "S3/요약표/R2C2", "value": "2026-12-01"})
    assert rows(shape(deck, 3, "요약표").table) == [["고객사명", "한빛"], ["납품일", "2026-12-01"]]


@pytest.mark.proves("PLACE-4")
def test_labels_and_headers_are_no_places(office: Office) -> None:
    problems = office.refuse({"at": "S3/요약표/R1C1", "value": "x"}, {"at": "S3/견적표/R1C1", "value": "x"})
    assert [(one["code"], one.get("use")) for one in problems] == [
        ("label_cell", "S3/요약표/R1C2"),
        ("header_cell", "S3/견적표/R2C1"),
    ]
    deck = office.fill({"at": "S3/요약표/R1C1", "value": "회사명", "overwrite": True})
    assert shape(deck, 3, "요약표").table.cell(0, 0).text == "회사명"


@pytest.mark.proves("PLACE-4")
def test_what_a_fill_wrote_is_never_taken_for_a_label(office: Office) -> None:
    office.fill({"at": "S3/요약표/고객사명", "value": "한빛스틸"})
    deck = office.fill({"at": "S3/요약표/R1C2", "value": "한빛제강"}, template=None)
    assert shape(deck, 3, "요약표").table.cell(0, 1).text == "한빛제강"


def merged(tmp_path: Path, first: tuple[int, int], last: tuple[int, int]) -> Office:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    frame = slide.shapes.add_table(4, 3, Inches(1), Inches(1), Inches(6), Inches(2))
    frame.name = "표"
    for column, text in enumerate(("구분", "품목", "금액")):
        frame.table.cell(0, column).text = text
    frame.table.cell(*first).merge(frame.table.cell(*last))
    stream = io.BytesIO()
    deck.save(stream)
    return Office(tmp_path, with_text(stream.getvalue(), "[Content_Types].xml", "presentation.main", "template.main"))


@pytest.mark.proves("PLACE-4")
def test_a_covered_square_names_the_cell_that_is_meant(tmp_path: Path) -> None:
    office = merged(tmp_path, (1, 0), (1, 2))
    (problem,) = office.refuse({"at": "S1/표/R2C2", "value": "x"})
    assert (problem["code"], problem["use"]) == ("merged_cell", "S1/표/R2C1")


@pytest.mark.proves("PLACE-4")
def test_rows_that_a_vertical_merge_crosses_are_refused(tmp_path: Path) -> None:
    """docx-mailmerge #9: merged cells beside a repeated row are never unmerged."""
    office = merged(tmp_path, (1, 0), (3, 0))
    told = office.read()["S1/표/R2"]
    assert (told["kind"], told["why_not"]) == ("rows", "The vertically merged cell R2C1 crosses the row.")
    (problem,) = office.refuse({"at": "S1/표/R2", "rows": [["a", "b", "c"]]})
    assert problem["code"] == "locked"


def test_sample_rows_give_way_to_items(tmp_path: Path) -> None:
    form = PROPOSAL
    deck = Presentation(io.BytesIO(with_text(form, "[Content_Types].xml", "template.main", "presentation.main")))
    table = shape(deck, 3, "견적표").table
    for row, text in ((1, "예시 하나"), (2, "예시 둘")):
        for column in range(4):
            table.cell(row, column).text = f"{text} {column}"
    for column in range(1, 4):
        table.cell(3, column).text = "0"
    stream = io.BytesIO()
    deck.save(stream)
    office = Office(tmp_path, with_text(stream.getvalue(), "[Content_Types].xml", "presentation.main", "template.main"))
    told = office.read(FORM)["S3/견적표/R2"]
    assert (told.get("blank"), told["footer"], told["columns"]) == (None, 1, HEADER)
    filled = rows(shape(fill_items(office, 1, drop_unused=True), 3, "견적표").table)
    assert filled == [HEADER, *shown(1), ["합계", "0", "0", "0"]]
