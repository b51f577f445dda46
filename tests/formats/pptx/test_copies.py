"""A slide that holds `{{x}}` made once for each row, with charts and workbooks of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.formats.pptx.office import PROPOSAL, Office, audit, changed_parts, dangling, has_part, part, shape, with_text

pytestmark = pytest.mark.proves("SLIDE-2")
MEMBERS = [{"이름": "김하늘", "직함": "부장"}, {"이름": "이바다", "직함": "과장"}, {"이름": "박나무"}]


def titles(deck: Any) -> list[str]:
    return [slide.shapes.title.text for slide in deck.slides]


def test_the_place_is_told_with_its_columns(office: Office) -> None:
    assert office.read()["S5"] == {"at": "S5", "kind": "rows", "columns": ["이름", "직함", "고객사"], "blank": 1}


def test_each_row_is_a_slide_behind_the_one_before(office: Office, tmp_path: Path) -> None:
    deck = office.fill({"at": "S5", "rows": MEMBERS})
    assert titles(deck) == ["{{제안명}}", "제안 개요", "견적", "매출 전망", "김하늘", "이바다", "박나무", ""]
    bodies = [deck.slides[number].placeholders[1].text_frame.text for number in (4, 5, 6)]
    assert bodies == ["부장 | {{고객사}} 담당", "과장 | {{고객사}} 담당", " | {{고객사}} 담당"]
    assert len({slide.slide_id for slide in deck.slides}) == 8
    assert list(dangling(office.bytes())) == []
    assert {fault for _, fault in audit(office.bytes(), tmp_path)} <= {fault for _, fault in audit(PROPOSAL, tmp_path)}


def test_a_copy_has_a_chart_and_a_workbook_of_its_own(office: Office) -> None:
    """python-pptx #132, #688, #961: copies that share a chart part."""
    office.fill({"at": "S5", "rows": MEMBERS})
    new = {"at": "S6/수행 건수", "categories": ["올해"], "series": [{"name": "건수", "values": [9]}]}
    deck = office.fill(new, template=None)
    charts = [shape(deck, number, "수행 건수").chart for number in (5, 6, 7)]
    assert [list(one.plots[0].series[0].values) for one in charts] == [[3, 5], [9], [3, 5]]
    assert len({str(one.part.chart_workbook.xlsx_part.partname) for one in charts}) == 3


def test_pictures_and_layout_are_shared_notes_are_left_out(office: Office) -> None:
    deck = office.fill({"at": "S5", "rows": MEMBERS})
    slides = [deck.slides[number] for number in (4, 5, 6)]
    assert len({str(slide.slide_layout.part.partname) for slide in slides}) == 1
    assert [slide.has_notes_slide for slide in slides] == [True, False, False]
    added = changed_parts(PROPOSAL, office.bytes()) - {"[Content_Types].xml", "ppt/slides/slide5.xml"}
    assert added == {
        *("ppt/presentation.xml", "ppt/_rels/presentation.xml.rels"),
        *(f"ppt/slides/slide{number}.xml" for number in (7, 8)),
        *(f"ppt/slides/_rels/slide{number}.xml.rels" for number in (7, 8)),
        *(name for name in added if re.fullmatch(r"ppt/(?:charts|embeddings)/.*", name)),
    }
    assert len([name for name in added if "embeddings" in name]) == 2


def test_one_row_fills_the_slide_and_adds_none(office: Office) -> None:
    deck = office.fill({"at": "S5", "rows": [["김하늘", "부장", "한빛"]]})
    assert (len(deck.slides), deck.slides[4].shapes.title.text) == (6, "김하늘")
    assert changed_parts(PROPOSAL, office.bytes()) == {"[Content_Types].xml", "ppt/slides/slide5.xml"}


def test_other_items_for_the_slide_are_on_every_copy(office: Office) -> None:
    chart = {"at": "S5/수행 건수", "categories": ["올해"], "series": [{"name": "건수", "values": [9]}]}
    deck = office.fill({"at": "placeholder:고객사", "value": "한빛"}, chart, {"at": "S5", "rows": MEMBERS[:2]})
    bodies = [deck.slides[number].placeholders[1].text_frame.text for number in (4, 5)]
    assert bodies == ["부장 | 한빛 담당", "과장 | 한빛 담당"]
    values = [list(shape(deck, number, "수행 건수").chart.plots[0].series[0].values) for number in (5, 6)]
    assert values == [[9], [9]]


@pytest.mark.proves("PLACE-2")
def test_a_name_is_filled_by_the_rows_or_by_itself(office: Office) -> None:
    (problem,) = office.refuse({"at": "S5", "rows": MEMBERS}, {"at": "placeholder:직함", "value": "x"})
    assert problem["code"] == "overlaps"
    (problem,) = office.refuse({"at": "S5", "rows": []})
    assert problem["code"] == "no_rows"


def test_a_copy_is_in_the_section_of_its_slide(tmp_path: Path) -> None:
    sections = (
        '<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst '
        'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="본문" '
        'id="{6E5A7F8B-1111-4222-8333-444455556666}"><p14:sldIdLst>'
        + "".join(f'<p14:sldId id="{number}"/>' for number in range(256, 262))
        + "</p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>"
    )
    office = Office(tmp_path, with_text(PROPOSAL, "ppt/presentation.xml", "</p:presentation>", sections))
    office.fill({"at": "S5", "rows": MEMBERS})
    main = part(office.bytes(), "ppt/presentation.xml").decode()
    order = [int(one) for one in re.findall(r'<p:sldId [^>]*\bid="(\d+)"', main)]
    assert [int(one) for one in re.findall(r'<p14:sldId id="(\d+)"', main)] == order
    assert order == [256, 257, 258, 259, 260, 262, 263, 261]


GONE = {"at": "S5", "rows": [], "drop_unused": True}


def test_without_rows_the_slide_goes_with_all_that_is_its_own(office: Office, tmp_path: Path) -> None:
    """python-pptx #67, #310: a slide taken out leaves dangling relationships and parts behind."""
    deck = office.fill(GONE)
    assert titles(deck) == ["{{제안명}}", "제안 개요", "견적", "매출 전망", ""]
    assert list(dangling(office.bytes())) == []
    gone = {name for name in changed_parts(PROPOSAL, office.bytes()) if not has_part(office.bytes(), name)}
    assert gone == {
        *("ppt/slides/slide5.xml", "ppt/slides/_rels/slide5.xml.rels"),
        *("ppt/notesSlides/notesSlide2.xml", "ppt/notesSlides/_rels/notesSlide2.xml.rels"),
        *("ppt/charts/chart2.xml", "ppt/charts/_rels/chart2.xml.rels", "ppt/embeddings/Microsoft_Excel_Sheet2.xlsx"),
    }
    assert not any(name.encode() in part(office.bytes(), "[Content_Types].xml") for name in gone)
    assert audit(office.bytes(), tmp_path) <= audit(PROPOSAL, tmp_path)


@pytest.mark.proves("PLACE-2")
def test_a_slide_that_is_filled_or_linked_to_stays(office: Office) -> None:
    problems = office.refuse(GONE, {"at": "placeholder:고객사", "value": "한빛"})
    assert [problem["code"] for problem in problems] == ["overlaps"]
    link = '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" '
    rels = "ppt/slides/_rels/slide2.xml.rels"
    form = with_text(PROPOSAL, rels, "</Relationships>", f'{link}Target="slide5.xml"/></Relationships>')
    office.put("templates/linked.potx", form)
    (problem,) = office.refuse(GONE, template="templates/linked.potx")
    assert (problem["code"], "S2 links to it" in problem["message"]) == ("slide_linked", True)


@pytest.mark.proves("SLIDE-2")
def test_copies_that_carry_no_notes_are_told_and_a_single_slide_is_not(office: Office) -> None:
    office.fill({"at": "S5", "rows": [{"이름": "가"}, {"이름": "나"}]})
    assert "The copies of S5 carry no speaker notes." in office.warnings
    office.fill({"at": "S5", "rows": [{"이름": "가"}]}, path="out/b.pptx")
    assert not any("speaker notes" in warning for warning in office.warnings)
