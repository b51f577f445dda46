"""The Korean proposal deck (fixtures/pptx/proposal.potx) through the doors: read, fill, be refused, correct."""

from __future__ import annotations

import io
import itertools
from typing import Any

import pptx
import pytest

from docforge.opc import Package, compare
from tests.conftest import ROOT
from tests.corpus.placing import png
from tests.e2e.callers import Caller
from tests.e2e.room import Room

TEMPLATE = "templates/proposal.potx"
PROPOSAL = (ROOT / "fixtures/pptx/proposal.potx").read_bytes()
LOGO = "pictures/logo.png"
_NUMBERS = itertools.count(1)
ITEMS = [{"품목": "센서", "수량": 3, "단가": 400_000, "금액": 1_200_000}, {"품목": "설치", "금액": 500_000}]
CHART = {
    "at": "S4/실적",
    "categories": ["상반기", "하반기"],
    "series": [{"name": "매출", "values": [100, 120]}, {"name": "영업이익", "values": [10, 14.5]}],
}
FIELDS: list[dict[str, Any]] = [
    {"at": "placeholder:제안명", "value": "2027년 설비 제안"},
    {"at": "placeholder:고객사", "value": "한빛 & <스틸>"},
    {"at": "S2/ph:1", "value": "배경\n목표"},
    {"at": "S2/담당자 묶음/담당자", "value": "김하늘"},
    {"at": "S3/견적표/R2", "rows": ITEMS, "format": "currency:KRW", "drop_unused": True},
    {"at": "S3/요약표/납품일", "value": "2026-12-01", "format": "date:long"},
    CHART,
    {"at": "S4/로고", "image": {"source": LOGO, "fit": "cover"}},
    {"at": "S5", "rows": [{"이름": "김하늘", "직함": "부장"}, {"이름": "이바다", "직함": "과장"}]},
]


@pytest.fixture
def path() -> str:
    """A path that no test of this run has used."""
    return f"proposals/한빛-{next(_NUMBERS)}.pptx"


@pytest.fixture
def deck(caller: Caller, room: Room, path: str) -> str:
    """A deck that was made from its template, with something of every kind filled."""
    room.put(TEMPLATE, PROPOSAL)
    room.put(LOGO, png(40, 20))
    ok, body = caller.call("edit_pptx", template=TEMPLATE, path=path, attach=True, fields=FIELDS)
    assert ok, body
    return path


def shapes(data: bytes, slide: int) -> dict[str, Any]:
    """The shapes of a slide by name, as a stranger sees them."""
    return {one.name: one for one in pptx.Presentation(io.BytesIO(data)).slides[slide - 1].shapes}


def rows(data: bytes, slide: int, name: str) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in shapes(data, slide)[name].table.rows]


@pytest.mark.proves("PLACE-1", "SLIDE-1")
def test_a_reading_tells_every_place_with_what_it_takes(caller: Caller, room: Room):
    room.put(TEMPLATE, PROPOSAL)
    ok, body = caller.call("read_pptx", path=TEMPLATE)
    assert ok, body
    places = {place["at"]: place for place in body["places"]}
    assert places["placeholder:고객사"] == {"at": "placeholder:고객사", "kind": "placeholder", "places": 3}
    assert places["S3/견적표/R2"] == {
        "at": "S3/견적표/R2", "kind": "rows", "columns": ["품목", "수량", "단가", "금액"], "blank": 2, "footer": 1
    }  # fmt: skip
    assert places["S4/실적"]["columns"] == ["매출", "영업이익"]
    assert places["S5"]["columns"] == ["이름", "직함", "고객사"]
    assert "PowerPoint" in places["S2/쪽"]["why_not"]
    assert body["slides"][2] == {"at": "S3", "title": "견적"}


@pytest.mark.proves("SLIDE-1", "SLIDE-2", "PLACE-2", "SERVE-8", "POTX-1")
def test_a_deck_is_filled_in_one_call(room: Room, deck: str):
    data = room.read(deck)
    opened = pptx.Presentation(io.BytesIO(data))
    assert [slide.shapes.title.text for slide in opened.slides] == [
        *("2027년 설비 제안", "제안 개요", "견적", "매출 전망", "김하늘", "이바다", "")
    ]
    assert [slide.placeholders[1].text_frame.text for slide in list(opened.slides)[4:6]] == [
        *("부장 | 한빛 & <스틸> 담당", "과장 | 한빛 & <스틸> 담당")
    ]
    assert rows(data, 3, "견적표") == [
        ["품목", "수량", "단가", "금액"],
        ["센서", "₩3", "₩400,000", "₩1,200,000"],
        ["설치", "", "", "₩500,000"],
        ["합계", "", "", ""],
    ]
    assert rows(data, 3, "요약표")[1] == ["납품일", "2026년 12월 1일"]
    plot = shapes(data, 4)["실적"].chart.plots[0]
    assert [(one.name, list(one.values)) for one in plot.series] == [("매출", [100, 120]), ("영업이익", [10, 14.5])]
    assert shapes(data, 4)["로고"].image.blob == room.read(LOGO)
    assert shapes(data, 1)["로고"].image.blob != room.read(LOGO)


@pytest.mark.proves("PLACE-3", "POTX-1")
def test_masters_layouts_and_other_slides_stay_as_they_were(room: Room, deck: str):
    difference = compare(Package.open(PROPOSAL), Package.open(room.read(deck)))
    touched = {f"ppt/slides/slide{number}.xml" for number in range(1, 6)}
    touched |= {"[Content_Types].xml", "ppt/presentation.xml", "ppt/_rels/presentation.xml.rels"}
    touched |= {"ppt/notesSlides/notesSlide1.xml", "ppt/slides/_rels/slide4.xml.rels"}
    touched |= {"ppt/charts/chart1.xml", "ppt/embeddings/Microsoft_Excel_Sheet1.xlsx"}
    assert (set(difference.changed), list(difference.removed)) == (touched, [])


@pytest.mark.proves("PLACE-2", "PLACE-4", "SLIDE-2")
def test_a_wrong_call_is_told_all_at_once_and_leaves_nothing(caller: Caller, room: Room, path: str):
    room.put(TEMPLATE, PROPOSAL)
    wrong = [
        {"at": "S2/비고", "value": "x"},
        {"at": "S2/쪽", "value": "9"},
        {"at": "S3/요약표/R1C1", "value": "x"},
        CHART | {"series": CHART["series"][:1]},
        {"at": "S4/로고", "image": {"source": "none.png"}},
    ]
    ok, body = caller.call("edit_pptx", template=TEMPLATE, path=path, attach=False, fields=wrong)
    assert (ok, body["code"]) == (False, "fields_refused")
    assert [problem["code"] for problem in body["problems"]] == [
        *("ambiguous", "calculated", "label_cell", "chart_series", "no_picture")
    ]
    assert path not in room.tree()


@pytest.mark.proves("PLACE-2", "SLIDE-1")
def test_a_made_slide_is_corrected_by_the_number_that_it_has(caller: Caller, room: Room, deck: str):
    fields = [{"at": "S6/ph:title", "value": "이푸름", "expect": "이바다"}]
    ok, body = caller.call("edit_pptx", path=deck, attach=True, fields=fields)
    assert ok, body
    assert pptx.Presentation(io.BytesIO(room.read(deck))).slides[5].shapes.title.text == "이푸름"


@pytest.mark.proves("SLIDE-3")
def test_a_text_that_no_longer_fits_is_told(caller: Caller, room: Room, path: str):
    room.put(TEMPLATE, PROPOSAL)
    fields = [{"at": "S2/ph:title", "value": "아주 긴 제목 " * 30}]
    ok, body = caller.call("edit_pptx", template=TEMPLATE, path=path, attach=False, fields=fields)
    assert ok, body
    assert any("S2/ph:title" in warning and "pt" in warning for warning in body["warnings"])
