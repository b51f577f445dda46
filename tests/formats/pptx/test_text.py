"""Texts of placeholders, shapes, groups and notes, filled in the looks that are there."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from pptx.util import Pt

from tests.formats.pptx.office import PROPOSAL, Office, changed_parts, lines, part, shape, with_text

pytestmark = pytest.mark.proves("SLIDE-1")


@pytest.mark.proves("PLACE-1")
def test_the_read_tool_tells_each_place_once_with_what_it_holds(office: Office) -> None:
    told = office.read()
    assert told["S2/ph:1"] == {
        "at": "S2/ph:1",
        "kind": "text",
        "label": "Content Placeholder 2",
        "now": "배경\n세부 내용",
    }
    assert told["S6/ph:title"]["guide"] == "Click to edit Master title style"
    assert told["S3/견적표/R2"]["columns"] == ["품목", "수량", "단가", "금액"]
    assert (told["S3/견적표/R2"]["blank"], told["S3/견적표/R2"]["footer"]) == (2, 1)
    assert told["S3/요약표/R1C2"]["label"] == "고객사명"
    assert told["S4/실적"]["columns"] == ["매출", "영업이익"]
    assert told["placeholder:고객사"]["places"] == 3
    assert told["S2/쪽"] == {
        "at": "S2/쪽",
        "kind": "calculated",
        "now": "2",
        "why_not": "PowerPoint writes a slide number or date in it.",
    }


@pytest.mark.proves("PLACE-1")
def test_one_slide_can_be_read_alone(office: Office) -> None:
    assert {at.partition("/")[0] for at in office.read(part="S3")} == {"S3"}


@pytest.mark.proves("PLACE-1")
def test_slides_are_counted_in_the_order_of_the_show(tmp_path: Path) -> None:
    moved = with_text(PROPOSAL, "ppt/presentation.xml", '<p:sldId id="256" r:id="rId7"/>', "")
    moved = with_text(moved, "ppt/presentation.xml", "</p:sldIdLst>", '<p:sldId id="256" r:id="rId7"/></p:sldIdLst>')
    told = Office(tmp_path, moved).read()
    assert told["S1/ph:title"]["now"] == "제안 개요"
    assert "S6/로고" in told


def test_a_title_is_found_by_its_kind_of_placeholder(office: Office) -> None:
    assert office.fill({"at": "S2/ph:title", "value": "새 제목"}).slides[1].shapes.title.text == "새 제목"


@pytest.mark.parametrize("at", ["S2/ph:1", "S2/Content Placeholder 2", "S2/ph:obj", "s2/PH:1", "S2/#3"])
def test_a_placeholder_is_found_by_index_name_kind_and_id(office: Office, at: str) -> None:
    deck = office.fill({"at": at, "value": "본문"})
    assert lines(deck.slides[1].placeholders[1].text_frame) == ["본문"]


def test_each_paragraph_keeps_its_look_and_more_lines_take_that_of_the_last(office: Office) -> None:
    """python-pptx #335, #228: setting a text loses the look of its runs."""
    frame = office.fill({"at": "S2/ph:1", "value": "하나\n둘\n셋"}).slides[1].placeholders[1].text_frame
    assert lines(frame) == ["하나", "둘", "셋"]
    first = frame.paragraphs[0].runs[0].font
    assert (first.bold, first.size) == (True, Pt(30))
    assert [paragraph.level for paragraph in frame.paragraphs] == [0, 1, 1]
    assert frame.paragraphs[1].runs[0].font.bold is None


@pytest.mark.parametrize(
    "value",
    [
        "A & B <b>",
        "100<100",
        "\"따옴표\" '하나'",
        "탭\t사이",
        "😀 이모지",
        " 앞뒤 빈칸 ",
        "한 줄\n\n세 줄",
        "&amp; 그대로",
    ],
)
@pytest.mark.proves("PLACE-2")
def test_a_value_stays_as_it_was_given(office: Office, value: str) -> None:
    deck = office.fill({"at": "S2/담당자 묶음/담당자", "value": value})
    group = shape(deck, 2, "담당자 묶음")
    assert next(one for one in group.shapes if one.name == "담당자").text_frame.text == value


def test_a_line_break_within_a_paragraph_is_one(office: Office) -> None:
    frame = office.fill({"at": "S2/ph:title", "value": "윗줄\v아랫줄"}).slides[1].shapes.title.text_frame
    assert (len(frame.paragraphs), frame.text) == (1, "윗줄\v아랫줄")
    assert part(office.bytes(), "ppt/slides/slide2.xml").count(b"<a:br") == 1


def test_a_cleared_text_keeps_its_look_for_the_next(office: Office) -> None:
    frame = office.fill({"at": "S2/ph:1", "value": None}).slides[1].placeholders[1].text_frame
    assert lines(frame) == [""]
    again = office.fill({"at": "S2/ph:1", "value": "다시"}, template=None)
    font = again.slides[1].placeholders[1].text_frame.paragraphs[0].runs[0].font
    assert (font.bold, font.size) == (True, Pt(30))


def test_notes_are_filled(office: Office) -> None:
    assert office.fill({"at": "S5/notes", "value": "새 메모"}).slides[4].notes_slide.notes_text_frame.text == "새 메모"


@pytest.mark.proves("PLACE-2")
def test_of_two_shapes_with_one_name_the_ids_are_offered(office: Office) -> None:
    (problem,) = office.refuse({"at": "S2/비고", "value": "x"})
    assert (problem["code"], problem["allowed"]) == ("ambiguous", ["S2/#7", "S2/#8"])
    assert shape(office.fill({"at": "S2/#8", "value": "둘째"}), 2, "비고").text_frame.text == "비고 1"


@pytest.mark.proves("PLACE-2")
def test_all_faults_of_a_call_are_told_at_once(office: Office) -> None:
    problems = office.refuse(
        {"at": "S2/제목없음", "value": "x"},
        {"at": "S2/쪽", "value": "9"},
        {"at": "S2/ph:title", "value": "a\x00"},
        {"at": "S2/ph:1", "rows": [["a"]]},
        {"at": "S4/로고", "value": "글"},
        {"at": "S2/#7", "value": "x", "expect": "다른 글"},
    )
    assert [problem["code"] for problem in problems] == [
        *("no_place", "calculated", "bad_character", "wrong_kind", "wrong_kind", "not_as_expected")
    ]


@pytest.mark.proves("PLACE-2")
def test_a_shape_and_a_placeholder_within_it_are_not_both_filled(office: Office) -> None:
    (problem,) = office.refuse({"at": "S1/ph:title", "value": "x"}, {"at": "placeholder:제안명", "value": "y"})
    assert problem["code"] == "overlaps"


@pytest.mark.proves("PLACE-3", "POTX-1")
def test_only_the_slide_and_the_type_of_the_deck_change(office: Office) -> None:
    office.fill({"at": "S2/ph:title", "value": "x"})
    assert changed_parts(PROPOSAL, office.bytes()) == {"[Content_Types].xml", "ppt/slides/slide2.xml"}
    types = part(office.bytes(), "[Content_Types].xml")
    assert types == part(PROPOSAL, "[Content_Types].xml").replace(b"template.main", b"presentation.main")


@pytest.mark.proves("PLACE-3")
def test_only_the_text_of_the_part_changes(office: Office) -> None:
    office.fill({"at": "S2/ph:title", "value": "바뀐 제목"})
    before, after = part(PROPOSAL, "ppt/slides/slide2.xml"), part(office.bytes(), "ppt/slides/slide2.xml")
    assert after.replace("바뀐 제목".encode(), "제안 개요".encode()) == before


def test_the_same_shape_in_both_branches_of_alternate_content_says_the_same(tmp_path: Path) -> None:
    sp = (
        '<p:sp><p:nvSpPr><p:cNvPr id="90" name="겹"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>'
        "<p:txBody><a:bodyPr/><a:p><a:r><a:t>옛 글</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    both = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" Requires="a14">'
        f"{sp}</mc:Choice><mc:Fallback>{sp}</mc:Fallback></mc:AlternateContent></p:spTree>"
    )
    office = Office(tmp_path, with_text(PROPOSAL, "ppt/slides/slide2.xml", "</p:spTree>", both))
    office.fill({"at": "S2/겹", "value": "새 글"})
    slide = part(office.bytes(), "ppt/slides/slide2.xml").decode()
    assert (slide.count("새 글"), slide.count("옛 글")) == (2, 0)


@pytest.mark.proves("PLACE-4")
def test_an_equation_is_not_wiped_out(tmp_path: Path) -> None:
    math = '<a14:m xmlns:a14="x"><m:oMath xmlns:m="m"/></a14:m><a:r><a:rPr lang="en-US"'
    text = part(PROPOSAL, "ppt/slides/slide3.xml").decode()
    first = text[text.index("<a:r>") : text.index("견적")]
    office = Office(tmp_path, with_text(PROPOSAL, "ppt/slides/slide3.xml", f"{first}견적<", f"{math}/><a:t>견적<"))
    (problem,) = office.refuse({"at": "S3/ph:title", "value": "x"})
    assert problem["code"] == "calculated"


@pytest.mark.proves("PLACE-3")
def test_the_order_and_times_of_the_entries_stay(office: Office) -> None:
    office.fill({"at": "S2/ph:title", "value": "x"})
    one, other = (zipfile.ZipFile(io.BytesIO(data)) for data in (PROPOSAL, office.bytes()))
    assert one.namelist() == other.namelist()
    touched = {"[Content_Types].xml", "ppt/slides/slide2.xml"}
    times = {entry.filename: entry.date_time for entry in one.infolist() if entry.filename not in touched}
    assert {entry.filename: entry.date_time for entry in other.infolist() if entry.filename not in touched} == times
