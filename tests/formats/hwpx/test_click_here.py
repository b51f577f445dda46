"""Click-here fields: filled as Hangul itself fills them, by name or by the text that asks for the value."""

from __future__ import annotations

import pytest

from tests.formats.hwpx.hangul import (
    LINES,
    Desk,
    begin,
    body,
    click,
    clicked,
    document,
    end,
    para,
    part,
    run,
    table,
)


@pytest.mark.proves("HANGUL-1")
def test_a_filled_field_equals_what_hangul_writes_byte_for_byte(desk: Desk) -> None:
    form = document(para(click("고객명", "고객명을 입력", before="수신: ", after=" 귀하")), para(run("다음")))
    made = desk.fill(form, {"at": "field:고객명", "value": "(주)하늘"})
    filled = clicked("고객명", "고객명을 입력", "(주)하늘", before="수신: ", after=" 귀하")
    assert body(made) == para(filled, lines="") + para(run("다음"))


@pytest.mark.proves("HANGUL-1")
@pytest.mark.parametrize("at", ['guide:"이름을 입력"', 'GUIDE:"이름을  입력"'])
def test_a_field_without_a_name_is_found_by_its_guide_text(desk: Desk, at: str) -> None:
    form = document(para(click("", "이름을 입력")))
    assert desk.read(form) == {
        'guide:"이름을 입력"': {"at": 'guide:"이름을 입력"', "kind": "field", "guide": "이름을 입력"}
    }
    assert "<hp:t>김</hp:t>" in body(desk.fill(form, {"at": at, "value": "김"}))


@pytest.mark.proves("HANGUL-1")
def test_a_value_equal_to_the_guide_text_counts_as_filled_afterwards(desk: Desk) -> None:
    made = desk.fill(document(para(click("직위", "주무관"))), {"at": "field:직위", "value": "주무관", "expect": ""})
    assert 'dirty="1"' in part(made)
    assert desk.read(made)["field:직위"]["now"] == "주무관"


@pytest.mark.proves("HANGUL-1")
def test_a_field_filled_again_keeps_the_style_of_its_value(desk: Desk) -> None:
    styled = f'<hp:run charPrIDRef="0">{begin("직위", "직위", dirty=1)}</hp:run>{run("과장", 3)}'
    form = document(para(styled + f'<hp:run charPrIDRef="0">{end()}<hp:t/></hp:run>'))
    made = body(desk.fill(form, {"at": "field:직위", "value": "부장", "expect": "과장"}))
    assert '<hp:run charPrIDRef="3"><hp:t>부장</hp:t></hp:run>' in made
    assert "과장" not in made


@pytest.mark.proves("HANGUL-1", "PLACE-2")
def test_fields_of_one_name_must_be_told_apart(desk: Desk) -> None:
    form = document(para(click("이름", "가", 1)), para(click("이름", "나", 2)))
    problem = desk.refused(form, {"at": "field:이름", "value": "김"})["field:이름"]
    assert (problem["code"], problem["allowed"]) == ("ambiguous", ["field:이름[1]", "field:이름[2]"])
    made = desk.fill(form, {"at": "field:이름[2]", "value": "김"})
    assert body(made) == para(click("이름", "가", 1)) + para(clicked("이름", "나", "김", 2), lines="")


@pytest.mark.proves("HANGUL-1")
def test_a_field_over_paragraphs_becomes_one_and_what_follows_it_stays(desk: Desk) -> None:
    first = f'<hp:run charPrIDRef="0"><hp:t>앞</hp:t>{begin("본문", "안내", dirty=1)}<hp:t>가</hp:t></hp:run>'
    last = f'<hp:run charPrIDRef="0"><hp:t>다</hp:t>{end()}<hp:t>뒤</hp:t></hp:run>'
    form = document(para(first), para(run("나")), para(last), para(run("끝")))
    made = body(desk.fill(form, {"at": "field:본문", "value": "새\n글"}))
    whole = f"<hp:t>앞</hp:t>{begin('본문', '안내', dirty=1)}<hp:t>새<hp:lineBreak/>글</hp:t>{end()}<hp:t>뒤</hp:t>"
    assert made == para(f'<hp:run charPrIDRef="0">{whole}</hp:run>', lines="") + para(run("끝"))


@pytest.mark.proves("HANGUL-1")
def test_tabs_lines_and_signs_arrive_as_they_are(desk: Desk) -> None:
    value = 'A & B <c> "d"\n둘째\t줄 😀'
    made = desk.fill(document(para(click("a", "g"))), {"at": "field:a", "value": value})
    assert '"d"<hp:lineBreak/>둘째<hp:tab width="4000" leader="0" type="1"/>줄 😀' in part(made)
    assert desk.read(made)["field:a"]["now"] == value


@pytest.mark.proves("HANGUL-1")
def test_an_emptied_field_keeps_its_marks_and_can_be_filled_again(desk: Desk) -> None:
    made = desk.fill(document(para(clicked("a", "g", "옛 글"))), {"at": "field:a", "value": None})
    assert "옛 글" not in part(made)
    assert "now" not in desk.read(made)["field:a"]
    assert "<hp:t>새 글</hp:t>" in part(desk.fill(made, {"at": "field:a", "value": "새 글"}))


@pytest.mark.proves("HANGUL-1")
def test_a_field_that_read_only_documents_lock_is_filled_and_keeps_that_mark(desk: Desk) -> None:
    form = document(para(click("a", "g").replace('editable="1"', 'editable="0"')))
    made = part(desk.fill(form, {"at": "field:a", "value": "값"}))
    assert 'editable="0" dirty="1"' in made


@pytest.mark.proves("PLACE-4", "HANGUL-1")
@pytest.mark.parametrize(
    ("inside", "code", "why"),
    [
        (f'<hp:run charPrIDRef="0">{begin("x")}</hp:run>', "locked", "no end mark"),
        (f'<hp:run charPrIDRef="0">{begin("x")}<hp:tbl/>{end()}</hp:run>', "locked", "holds a table"),
        (
            f'<hp:run charPrIDRef="0">{begin("x")}<hp:t>가<hp:insertBegin/>나<hp:insertEnd/></hp:t>{end()}</hp:run>',
            "locked",
            "tracked changes",
        ),
        (
            f'<hp:run charPrIDRef="0">{begin("x", kind="FORMULA")}<hp:t>0</hp:t>{end()}</hp:run>',
            "calculated",
            "FORMULA",
        ),
    ],
)
def test_a_field_that_cannot_be_filled_is_refused_with_the_reason(desk: Desk, inside: str, code: str, why: str) -> None:
    problem = desk.refused(document(para(inside)), {"at": "field:x", "value": "1"})["field:x"]
    assert problem["code"] == code
    assert why in problem["message"]


@pytest.mark.proves("HANGUL-2")
def test_only_the_touched_paragraph_and_those_around_it_lose_their_cached_lines(desk: Desk) -> None:
    inner = para(click("a", "g"))
    form = document(para(run("앞")), table((f"{inner}", "옆")), para(run("뒤")))
    made = part(desk.fill(form, {"at": "field:a", "value": "값"}))
    assert part(form).count(LINES) - made.count(LINES) == 2


@pytest.mark.proves("HANGUL-2")
def test_a_table_of_contents_is_marked_to_be_made_anew(desk: Desk) -> None:
    contents = f'<hp:run charPrIDRef="0">{begin("", number=6, kind="TABLEOFCONTENTS")}<hp:t>1</hp:t>{end(6)}</hp:run>'
    made = part(desk.fill(document(para(contents), para(click("a", "g"))), {"at": "field:a", "value": "값"}))
    assert 'type="TABLEOFCONTENTS" name="" editable="1" dirty="1"' in made


@pytest.mark.proves("PLACE-2")
def test_one_wrong_item_leaves_everything_unwritten(desk: Desk) -> None:
    form = document(para(click("a", "g")))
    problems = desk.refused(form, {"at": "field:a", "value": "1"}, {"at": "field:zz", "value": "2"})
    assert {at: one["code"] for at, one in problems.items()} == {"field:zz": "no_place"}
