"""`{{x}}` on all slides: split over runs, in groups, tables and notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx.util import Pt

from tests.formats.pptx.office import PROPOSAL, Office, lines, part, shape, with_text

pytestmark = pytest.mark.proves("SLIDE-1")


def test_every_occurrence_is_filled_on_slides_and_notes(office: Office) -> None:
    deck = office.fill({"at": "placeholder:고객사", "value": "한빛 & 스틸"})
    assert deck.slides[0].placeholders[1].text_frame.text == "한빛 & 스틸 귀하"
    assert deck.slides[0].notes_slide.notes_text_frame.text == "한빛 & 스틸 담당자에게 발표합니다."
    assert deck.slides[4].placeholders[1].text_frame.text == "{{직함}} | 한빛 & 스틸 담당"
    assert "placeholder:고객사" not in office.read("out/proposal.pptx")


def test_one_split_over_runs_takes_the_look_of_its_first_run(office: Office) -> None:
    frame = office.fill({"at": "placeholder:고객사", "value": "한빛"}).slides[0].placeholders[1].text_frame
    runs = [(run.text, run.font.bold, run.font.size) for run in frame.paragraphs[0].runs if run.text]
    assert runs == [("한빛", True, Pt(28)), (" 귀하", False, Pt(26))]


def test_lines_of_a_value_are_lines_of_its_paragraph(office: Office) -> None:
    frame = office.fill({"at": "placeholder:고객사", "value": "한빛\n스틸"}).slides[0].placeholders[1].text_frame
    assert lines(frame) == ["한빛\v스틸 귀하"]


@pytest.mark.parametrize("at", ["{{고객사}}", "S1/{{고객사}}", "PLACEHOLDER:고객사"])
def test_other_spellings_of_its_address(office: Office, at: str) -> None:
    assert office.fill({"at": at, "value": "한빛"}).slides[0].placeholders[1].text_frame.text == "한빛 귀하"


def test_a_value_that_looks_like_a_placeholder_is_text(office: Office) -> None:
    deck = office.fill(
        {"at": "placeholder:제안명", "value": "{{고객사}}"}, {"at": "placeholder:고객사", "value": "한빛"}
    )
    assert deck.slides[0].shapes.title.text == "{{고객사}}"


def test_in_a_group_and_in_a_cell(tmp_path: Path) -> None:
    form = with_text(PROPOSAL, "ppt/slides/slide2.xml", "이름을 적으세요", "{{ 이름 }} 님")
    form = with_text(form, "ppt/slides/slide3.xml", "납품일", "{{이름}}")
    deck = Office(tmp_path, form).fill({"at": "placeholder:이름", "value": "김하늘"})
    group = shape(deck, 2, "담당자 묶음")
    assert next(one for one in group.shapes if one.name == "담당자").text_frame.text == "김하늘 님"
    assert shape(deck, 3, "요약표").table.cell(1, 0).text == "김하늘"


@pytest.mark.proves("PLACE-1")
def test_two_in_one_paragraph_are_two_places(office: Office) -> None:
    deck = office.fill({"at": "placeholder:직함", "value": "부장"}, {"at": "placeholder:고객사", "value": "한빛"})
    assert deck.slides[4].placeholders[1].text_frame.text == "부장 | 한빛 담당"


def test_nothing_else_of_the_paragraph_changes(office: Office) -> None:
    office.fill({"at": "placeholder:직함", "value": "부장"})
    before, after = (part(data, "ppt/slides/slide5.xml").decode() for data in (PROPOSAL, office.bytes()))
    assert after == before.replace("{{직함}}", "부장")
