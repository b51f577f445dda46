"""Merge fields, fields of older forms, bookmarks and calculated fields of Word documents."""

from __future__ import annotations

import re

import pytest

from tests.formats.docx.words import cell, docx, field, fill, p, part, places, put, r, refuse, table, text_box

NAME = '<w:name w:val="T1"/><w:enabled/>'


def mark(name: str, inner: str = "", number: int = 3) -> str:
    return f'<w:bookmarkStart w:id="{number}" w:name="{name}"/>{inner}<w:bookmarkEnd w:id="{number}"/>'


# ── merge fields ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("WORD-3")
def test_a_merge_field_with_a_split_code_becomes_text_in_the_look_of_its_result() -> None:
    code = [" MERGEFIELD  고객", "명  \\* M", "ERGEFORMAT "]
    form = docx(p(r("수신: "), field(code, "«고객명»"), r(" 귀하")))
    assert places(form)["merge:고객명"] == {"at": "merge:고객명", "kind": "merge"}
    xml = put(form, merge__고객명="하늘")
    assert "fldChar" not in xml
    assert "instrText" not in xml
    assert re.search(r"수신: </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>하늘</w:t></w:r><w:r><w:t[^>]*> 귀하", xml)


@pytest.mark.proves("WORD-3")
def test_a_simple_merge_field_becomes_text() -> None:
    simple = f'<w:fldSimple w:instr=" MERGEFIELD 이름 ">{r("«이름»", "<w:b/>")}</w:fldSimple>'
    xml = put(docx(p(r("a"), simple, r("b"))), merge__이름="홍")
    assert "fldSimple" not in xml
    assert re.search(r">a</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>홍</w:t></w:r><w:r><w:t[^>]*>b<", xml)


@pytest.mark.proves("WORD-3")
def test_a_merge_field_is_filled_everywhere_headers_and_text_boxes_included() -> None:
    one = field([' MERGEFIELD "고객 명" '], "«고객 명»")
    form = docx(p(one, text_box(p(one))), header=p(one))
    assert places(form)["merge:고객 명"]["places"] == 3
    data = fill(form, {"at": "merge:고객 명", "value": "갑"}).data
    assert part(data).count(">갑<") == 3
    assert ">갑<" in part(data, "word/header.xml")


@pytest.mark.proves("WORD-3")
def test_a_field_written_in_a_single_run_keeps_the_text_around_it() -> None:
    run = (
        '<w:r><w:rPr><w:b/></w:rPr><w:t>앞 </w:t><w:fldChar w:fldCharType="begin"/><w:instrText>'
        " MERGEFIELD x </w:instrText>"
        '<w:fldChar w:fldCharType="separate"/><w:t>«x»</w:t><w:fldChar w:fldCharType="end"/><w:t>뒤</w:t></w:r>'
    )
    assert "<w:r><w:rPr><w:b/></w:rPr><w:t>앞 </w:t><w:t>값</w:t><w:t>뒤</w:t></w:r>" in put(
        docx(p(run)), merge__x="값"
    )


@pytest.mark.proves("WORD-3", "SERVE-8")
@pytest.mark.parametrize(("code", "value", "shown"), [
    ("\\* Upper", "abc", "ABC"), ("\\* Lower", "ABC", "abc"), ("\\* FirstCap", "hello all", "Hello all"),
    ("\\* Caps", "hello all", "Hello All"), ('\\# "#,##0"', 1250000, "1,250,000"), ("\\# #,##0.00", 1250.5, "1,250.50"),
    ('\\@ "yyyy년 M월 d일"', "2026-09-01", "2026년 9월 1일"),
    ('\\@ "yyyy-MM-dd" \\* MERGEFORMAT', "2026-09-01", "2026-09-01"),
    ('\\b "(주)" \\f " 귀중"', "하늘", "(주)하늘 귀중"),
    ('\\b "(주)" \\f " 귀중"', "", ""), ('\\b "\\"A\\" "', "x", '"A" x'),
])  # fmt: skip
def test_the_switches_of_a_merge_field_are_honoured(code: str, value: object, shown: str) -> None:
    filled = fill(docx(p(field([f" MERGEFIELD x {code} "], "«x»"))), {"at": "merge:x", "value": value})
    assert re.sub(r"<[^>]*>", "", part(filled.data)).strip() == shown.strip()
    assert not filled.notices


@pytest.mark.proves("WORD-3")
@pytest.mark.parametrize(("code", "value"), [
    ("\\* Ordinal", 3), ('\\@ "yyyy"', "내일"), ('\\# "0.0"', "약 3"),
])  # fmt: skip
def test_a_switch_that_cannot_be_honoured_is_told(code: str, value: object) -> None:
    filled = fill(docx(p(field([f" MERGEFIELD x {code} "], "«x»"))), {"at": "merge:x", "value": value})
    assert [notice.code for notice in filled.notices] == ["switch_skipped"]
    assert f">{value}<" in part(filled.data)


@pytest.mark.proves("WORD-3", "PLACE-4")
def test_a_merge_field_inside_an_if_is_refused() -> None:
    inner = field([" MERGEFIELD 성별 "], "«성별»")
    nested = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>'
        + inner
        + '<w:r><w:instrText> = "남" "Mr" "Ms" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        + r("Ms")
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    problem = refuse(docx(p(nested)), {"at": "merge:성별", "value": "남"})[0]
    assert problem["code"] == "calculated"
    both = fill(docx(p(nested) + p(inner)), {"at": "merge:성별", "value": "남"})
    assert ("merge_left", 1) in [(notice.code, notice.facts.get("count")) for notice in both.notices]
    assert part(both.data).count("MERGEFIELD") == 1


# ── fields of older forms ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("WORD-3")
def test_a_text_field_keeps_its_look_and_itself() -> None:
    data = f'{NAME}<w:textInput><w:maxLength w:val="5"/></w:textInput>'
    form = docx(p(mark("T1", field([" FORMTEXT "], "\u2002" * 5, data=data, look="<w:b/>"))))
    assert places(form) == {"form:T1": {"at": "form:T1", "kind": "form", "max": 5}}
    xml = put(form, form__T1="홍길동전")
    assert re.search(r"<w:rPr><w:b/></w:rPr><w:t[^>]*>홍길동전</w:t>", xml)
    assert xml.count("fldChar ") + xml.count("fldChar>") >= 3
    assert places(fill(form, {"at": "form:T1", "value": "홍"}).data)["form:T1"]["now"] == "홍"
    assert refuse(form, {"at": "form:T1", "value": "홍길동전전전"})[0]["code"] == "too_long"


@pytest.mark.proves("WORD-3")
@pytest.mark.parametrize("result", ["", "옛"])
def test_a_text_field_with_and_without_a_result_can_be_filled_again_and_again(result: str) -> None:
    form = docx(p(field([" FORMTEXT "], result, data=f"{NAME}<w:textInput/>")))
    for value in ("하나", "둘\n셋", None, "넷"):
        form = fill(form, {"at": "form:T1", "value": value}).data
        assert places(form)["form:T1"].get("now", "") == (value or "")


@pytest.mark.proves("WORD-3")
def test_a_text_field_of_numbers_and_of_dates_shows_its_own_picture() -> None:
    number = f'{NAME}<w:textInput><w:type w:val="number"/><w:format w:val="#,##0"/></w:textInput>'
    assert ">1,250,000<" in put(docx(p(field([" FORMTEXT "], "0", data=number))), form__T1=1250000)
    day = f'{NAME}<w:textInput><w:type w:val="date"/><w:format w:val="yyyy. M. d."/></w:textInput>'
    assert ">2026. 9. 1.<" in put(docx(p(field([" FORMTEXT "], "x", data=day))), form__T1="2026-09-01")


@pytest.mark.proves("WORD-3")
def test_a_check_box_of_an_older_form() -> None:
    data = f'{NAME}<w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox>'
    form = docx(p(field([" FORMCHECKBOX "], data=data)))
    assert '<w:default w:val="0"/><w:checked w:val="1"/>' in put(form, form__T1=True)
    assert refuse(form, {"at": "form:T1", "value": 1})[0]["code"] == "bad_value"


@pytest.mark.proves("WORD-3", "PLACE-4")
def test_a_drop_down_of_an_older_form() -> None:
    data = f'{NAME}<w:ddList><w:listEntry w:val="서울"/><w:listEntry w:val="부산"/></w:ddList>'
    form = docx(p(field([" FORMDROPDOWN "], data=data)))
    assert places(form)["form:T1"]["allowed"] == ["서울", "부산"]
    assert '<w:ddList><w:result w:val="1"/>' in put(form, form__T1="부산")
    assert refuse(form, {"at": "form:T1", "value": "대구"})[0]["code"] == "not_in_list"


@pytest.mark.proves("WORD-3", "PLACE-4")
@pytest.mark.parametrize("data", [
    '<w:name w:val="T1"/><w:enabled/><w:textInput><w:type w:val="calculated"/></w:textInput>',
    '<w:name w:val="T1"/><w:enabled/><w:textInput><w:type w:val="currentDate"/></w:textInput>',
    '<w:name w:val="T1"/><w:enabled w:val="0"/><w:textInput/>',
])  # fmt: skip
def test_a_form_field_that_is_off_or_computed_is_refused(data: str) -> None:
    form = docx(p(field([" FORMTEXT "], "0", data=data)))
    assert refuse(form, {"at": "form:T1", "value": "9"})[0]["code"] == "locked"


# ── bookmarks ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("WORD-3")
def test_the_text_of_a_bookmark_is_replaced_and_the_marks_stay() -> None:
    form = docx(p(r("수신 "), mark("받는이", r("홍", "<w:b/>") + r("길동")), r(" 님")))
    assert places(form)["bookmark:받는이"]["now"] == "홍길동"
    xml = put(form, bookmark__받는이="김")
    assert (
        '<w:bookmarkStart w:id="3" w:name="받는이"/><w:r><w:rPr><w:b/></w:rPr><w:t>김</w:t></w:r><w:bookmarkEnd' in xml
    )
    assert "홍" not in xml


@pytest.mark.proves("WORD-3")
def test_an_empty_bookmark_takes_the_look_of_the_text_before_it() -> None:
    xml = put(docx(p(r("수신 ", "<w:b/>"), mark("받는이"))), bookmark__받는이="김")
    assert "<w:r><w:rPr><w:b/></w:rPr><w:t>김</w:t></w:r>" in xml


@pytest.mark.proves("WORD-3", "PLACE-4")
def test_a_bookmark_over_paragraphs_fields_or_controls_is_refused() -> None:
    apart = p('<w:bookmarkStart w:id="9" w:name="b"/>', r("하나")) + p(r("둘"), '<w:bookmarkEnd w:id="9"/>')
    for body in (apart, p(mark("b", field([" MERGEFIELD x "], "«x»")))):
        assert refuse(docx(body), {"at": "bookmark:b", "value": "x"})[0]["code"] == "locked"


@pytest.mark.proves("WORD-3", "PLACE-2")
def test_a_bookmark_around_a_placeholder_and_the_placeholder_overlap() -> None:
    form = docx(p(mark("b", r("{{x}}"))))
    problems = refuse(form, {"at": "bookmark:b", "value": "1"}, {"at": "placeholder:x", "value": "2"})
    assert [one["code"] for one in problems] == ["overlaps"]


@pytest.mark.proves("WORD-3")
def test_marks_that_word_sets_are_no_places() -> None:
    assert places(docx(p(mark("_GoBack", r("a"))))) == {}


# ── calculated fields ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("WORD-4", "PLACE-4", "PLACE-1")
@pytest.mark.parametrize(("code", "at"), [
    (" PAGE ", "#page1"), (' TOC \\o "1-3" ', "#toc1"), (" =SUM(ABOVE) ", "#formula1"),
    (" DOCPROPERTY Company ", "#docproperty1"),
    (' IF 1 = 1 "a" "b" ', "#if1"), (" DATE ", "#date1"), (" SEQ 표 ", "#seq1"), (" REF b ", "#ref1"),
])  # fmt: skip
def test_a_calculated_field_is_told_with_the_reason_and_refused(code: str, at: str) -> None:
    form = docx(p(field([code], "3")))
    told = places(form)[at]
    assert (told["kind"], told["now"]) == ("calculated", "3")
    assert told["why_not"].text("en").startswith("Word makes it (")
    assert refuse(form, {"at": at, "value": "9"})[0]["code"] == "calculated"


@pytest.mark.proves("WORD-4")
def test_what_shows_old_text_until_word_computes_is_told() -> None:
    total = table([cell("{{금액}}"), f"<w:tc><w:tcPr/>{p(field([' =SUM(LEFT) '], '0'))}</w:tc>"])
    seen = p(field([" REF 이름 \\h "], "홍"))
    form = docx(total + p(mark("이름", r("홍"))) + seen)
    told = fill(form, {"at": "placeholder:금액", "value": "5"}).notices
    assert [(one.code, one.facts["fields"]) for one in told] == [("stale_fields", "=")]
    told = fill(form, {"at": "bookmark:이름", "value": "김"}).notices
    assert [(one.code, one.facts.get("fields")) for one in told] == [("stale_fields", "REF 이름"), ("tags_left", None)]
    assert not fill(docx(p(r("{{a}}")) + seen), {"at": "placeholder:a", "value": "5"}).notices
