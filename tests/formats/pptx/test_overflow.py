"""What no longer fits its frame is told: PowerPoint does not fit it at opening."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pptx import Presentation
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Inches, Pt

from tests.formats.pptx.office import ALL_TAGS, Office, with_text

pytestmark = pytest.mark.proves("SLIDE-3")
OTHER_TAGS = "3 tags are left as they are: placeholder:제안명, placeholder:고객사, placeholder:직함"
NO_NOTES = "The copies of S5 carry no speaker notes."


def box(tmp_path: Path, size: int = 20, autofit: MSO_AUTO_SIZE | None = None, wrap: bool = True) -> Office:
    """A box of 4 by 1 inches: 273.6 by 64.8 points within its insets."""
    deck = Presentation()
    frame = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(0, 0, Inches(4), Inches(1))
    frame.name, frame.text_frame.text, frame.text_frame.word_wrap = "글", "짧은 글", wrap
    frame.text_frame.paragraphs[0].runs[0].font.size = Pt(size)
    if autofit is not None:
        frame.text_frame.auto_size = autofit
    stream = io.BytesIO()
    deck.save(stream)
    return Office(tmp_path, with_text(stream.getvalue(), "[Content_Types].xml", "presentation.main", "template.main"))


def told(office: Office, value: str) -> list[str]:
    office.fill({"at": "S1/글", "value": value})
    return office.warnings


@pytest.mark.parametrize("autofit", [None, MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE, MSO_AUTO_SIZE.NONE])
def test_a_long_text_is_told_with_both_heights(tmp_path: Path, autofit: MSO_AUTO_SIZE | None) -> None:
    """python-pptx #715, #973, #1021, pptx-automizer #172: a box that shrinks on overflow does not at opening."""
    (warning,) = told(box(tmp_path, autofit=autofit), "가" * 13 * 4)
    assert "S1/글 needs about 96 pt of height; its frame has 65 pt" in warning


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("가" * 13 * 2, True),
        ("가" * 13 * 2 + "가", False),
        ("a" * 26 * 2, True),
        ("a" * 26 * 2 + "a", False),
        ("한 줄\n두 줄", True),
        ("한 줄\n두 줄\n세 줄", False),
        ("한\v두\v세", False),
        ("짧은 글", True),
    ],
)
def test_hangul_is_as_wide_as_it_is_high(tmp_path: Path, value: str, fits: bool) -> None:
    assert (told(box(tmp_path), value) == []) is fits


def test_a_text_that_does_not_wrap_takes_one_line(tmp_path: Path) -> None:
    assert told(box(tmp_path, wrap=False), "가" * 100) == []


def test_the_size_comes_from_the_layout_where_the_slide_tells_none(office: Office) -> None:
    office.fill({"at": "S6/ph:title", "value": "아주 긴 제목 " * 20})
    assert [warning for warning in office.warnings if "S6/ph:title" in warning]
    office.fill({"at": "S6/ph:title", "value": "제목"}, path="out/b.pptx")
    assert office.warnings == [ALL_TAGS]


def test_a_placeholder_in_a_text_counts_too(office: Office) -> None:
    office.fill({"at": "placeholder:제안명", "value": "아주 긴 제안의 이름 " * 20})
    assert [warning for warning in office.warnings if "S1/ph:title" in warning]


def test_a_copy_is_told_by_the_number_that_it_has(office: Office) -> None:
    office.fill({"at": "S5", "rows": [{"이름": "짧음"}, {"이름": "긴 이름 " * 60}]})
    (warning,) = {*office.warnings} - {OTHER_TAGS, NO_NOTES}
    assert "S6/ph:title" in warning
    assert len(office.warnings) == 3


def test_a_table_below_the_slide_is_told(office: Office) -> None:
    office.fill({"at": "S3/견적표/R2", "rows": [["품목", 1, 2, 3]] * 20})
    assert [warning for warning in office.warnings if "S3/견적표 reaches" in warning]
