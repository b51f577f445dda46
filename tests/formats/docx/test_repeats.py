"""Repeating sections: an item for each row of values, free items first, then copies with ids of their own."""

from __future__ import annotations

import re

import pytest

from tests.formats.docx.word import Desk, control, count, document, para, part, row, rows_of, run, table

PROMPT = "<w:showingPlcHdr/><w:text/>"
ENTRIES = (("대", "EA"), ("벌", "SET"))
LIST = "".join(f'<w:listItem w:displayText="{shown}" w:value="{kept}"/>' for shown, kept in ENTRIES)
LIST = f"<w:dropDownList>{LIST}</w:dropDownList>"
DAY = '<w:date><w:dateFormat w:val="yyyy년 M월 d일"/><w:lid w:val="ko-KR"/></w:date>'


def named(tag: str, told: str, number: int, text: str = "입력") -> str:
    return control(f'<w:tag w:val="{tag}"/>{told}', run(text), number)


def item(number: int, *inside: str) -> str:
    return control("<w15:repeatingSectionItem/>", "".join(inside), number)


def section(*items: str, told: str = "") -> str:
    return control(f'<w:tag w:val="Items"/><w:alias w:val="품목표"/>{told}<w15:repeatingSection/>', "".join(items), 90)


def line(number: int, *, told: str = "<w:showingPlcHdr/>", text: str = "입력") -> str:
    """A table row as an item, with a text, a list and a day."""
    kinds = (("품목", "<w:text/>"), ("단위", LIST), ("납기", DAY))
    cells = (
        f"<w:tc><w:tcPr/>{para(named(tag, told + kind, number + at, text))}</w:tc>"
        for at, (tag, kind) in enumerate(kinds, 1)
    )
    return item(number, row(*cells))


def sheet(*items: str) -> bytes:
    return document(table(row("품목", "단위", "납기"), section(*items), row("합계", "", "")))


@pytest.mark.proves("WORD-1", "PLACE-1")
def test_a_section_is_read_with_the_tags_inside_as_columns(desk: Desk) -> None:
    told = desk.read(sheet(line(10)))["control:Items"]
    assert told == {
        "at": "control:Items", "kind": "rows", "label": "품목표", "columns": ["품목", "단위", "납기"], "blank": 1,
    }  # fmt: skip


@pytest.mark.proves("WORD-1", "WORD-3")
def test_each_row_becomes_an_item_with_ids_of_its_own(desk: Desk) -> None:
    rows = [{"품목": "서버", "단위": "대", "납기": "2026-11-30"}, {"품목": "선반", "단위": "벌"}, {"품목": "A & B"}]
    made = desk.fill(sheet(line(10)), {"at": "control:Items", "rows": rows})
    opened = part(made)
    assert count("repeatingSectionItem", opened) == 3
    assert count("<w15:repeatingSection/>", opened) == 1
    ids = re.findall(r'<w:id w:val="(\d+)"/>', opened)
    assert len(ids) == len(set(ids)) == 13
    assert [name for name in ("서버", "2026년 11월 30일", "선반", "A &amp; B") if name not in opened] == []
    assert count('fullDate="2026-11-30T00:00:00Z"', opened) == 1
    assert [count(f'lastValue="{value}"', opened) for value in ("EA", "SET")] == [1, 1]
    assert opened.index("A &amp; B") < opened.index("합계")
    assert count("<w:showingPlcHdr/>", opened) == 3
    assert rows_of(made)[0] == ["품목", "단위", "납기"]


@pytest.mark.proves("WORD-1")
def test_free_items_are_used_first_and_the_rest_dropped_on_request(desk: Desk) -> None:
    form = sheet(line(10), line(20), line(30))
    for more, left in (({}, 3), ({"drop_unused": True}, 1)):
        made = part(desk.fill(form, {"at": "control:품목표", "rows": [["서버", "대"]], **more}))
        assert count("repeatingSectionItem", made) == left
        assert count("서버", made) == 1
    none = part(desk.fill(form, {"at": "#90", "rows": [], "drop_unused": True}))
    assert count("repeatingSectionItem", none) == 1


@pytest.mark.proves("WORD-1")
def test_items_that_hold_values_stay_and_new_ones_follow_them_empty_but_for_what_is_given(desk: Desk) -> None:
    form = sheet(line(10, told="", text="옛 값"))
    made = part(desk.fill(form, {"at": "control:Items", "rows": [{"품목": "새 값"}]}))
    assert count("옛 값", made) == 3
    assert made.rindex("옛 값") < made.index("새 값")


@pytest.mark.proves("WORD-1", "PLACE-2")
def test_what_a_control_does_not_take_is_refused_by_row_and_column(desk: Desk) -> None:
    rows = [{"단위": "상자"}, {"납기": "30/11/2026"}, {"품목": "한 줄\n두 줄"}]
    problem = desk.refused(sheet(line(10)), {"at": "control:Items", "rows": rows})
    assert problem["control:Items"]["code"] == "row_refused"
    assert len(desk.problems) == 3
    assert [re.findall(r"Row (\d), (\S+):", one["message"]) for one in desk.problems] == [
        [("1", "단위")],
        [("2", "납기")],
        [("3", "품목")],
    ]


@pytest.mark.proves("WORD-1", "PLACE-4")
def test_a_section_bound_to_data_is_refused(desk: Desk) -> None:
    bound = '<w15:dataBinding w:prefixMappings="" w:xpath="/a/b" w:storeItemID="{1}"/>'
    form = document(section(item(10, para(named("품목", PROMPT, 11))), told=bound))
    assert desk.refused(form, {"at": "control:Items", "rows": [["a"]]})["control:Items"]["code"] == "locked"


@pytest.mark.proves("WORD-1")
def test_a_section_of_paragraphs_is_filled_as_one_of_rows_is(desk: Desk) -> None:
    form = document(section(item(10, para(run("- ") + named("할 일", PROMPT, 11)))) + para(run("끝")))
    made = part(desk.fill(form, {"at": "control:Items", "rows": [["보고"], ["검토"]]}))
    assert made.index("보고") < made.index("검토") < made.index("끝")
    assert count(">- <", made) == 2


@pytest.mark.proves("PLACE-2")
def test_a_control_of_an_item_overlaps_its_section(desk: Desk) -> None:
    problems = desk.refused(sheet(line(10)), {"at": "control:Items", "rows": [["a"]]}, {"at": "#11", "value": "b"})
    assert problems["#11"]["code"] == "overlaps"


@pytest.mark.proves("WORD-1", "PLACE-1")
def test_controls_without_names_are_columns_by_their_prompts(desk: Desk) -> None:
    inside = control(PROMPT, run("[회사]"), 11) + control("<w:text/>", run("값"), 12)
    form = document(section(item(10, para(inside))))
    assert desk.read(form)["control:Items"]["columns"] == ["회사", "#12"]
    assert "하늘상사" in part(desk.fill(form, {"at": "control:Items", "rows": [{"회사": "하늘상사"}]}))
