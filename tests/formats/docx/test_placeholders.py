"""`{{placeholders}}` in Word documents."""

from __future__ import annotations

import re

import pytest

from tests.formats.docx.words import docx, fill, p, part, places, put, r, refuse, sdt, text_box

NAME = "placeholder__고객명"


@pytest.mark.proves("WORD-2", "PLACE-2")
def test_a_name_split_over_three_runs_takes_the_look_of_the_first_and_leaves_the_others() -> None:
    split = r("귀사 {", "<w:b/>") + '<w:proofErr w:type="spellStart"/>' + r("{고객") + r("명}} 님", "<w:i/>")
    xml = put(docx(p(split)), **{NAME: "하늘상사 & <b>"})
    assert '<w:b/></w:rPr><w:t xml:space="preserve">귀사 하늘상사 &amp; &lt;b&gt;</w:t>' in xml
    assert '<w:i/></w:rPr><w:t xml:space="preserve"> 님</w:t>' in xml
    assert "{" not in re.sub(r"<[^>]*>", "", xml)


@pytest.mark.proves("WORD-2", "PLACE-3")
def test_nothing_but_the_value_differs() -> None:
    form = docx(p(r("{{a}}")) + p(r("그대로", "<w:b/>")))
    filled = fill(form, {"at": "placeholder:a", "value": "값"})
    assert part(filled.data) == part(form).replace("{{a}}", "값")
    assert list(filled.changed) == ["word/document.xml"]


@pytest.mark.proves("WORD-2")
def test_one_name_is_filled_in_body_header_footer_and_notes() -> None:
    note = f'<w:footnote w:id="2">{p(r("{{고객"), r("명}}"))}</w:footnote>'
    form = docx(p(r("{{고객명}}")), header=p(r("{{ 고객명 }}")), footer=p(r("{{고"), r("객명}}")), footnotes=note)
    assert places(form)["placeholder:고객명"]["places"] == 4
    data = fill(form, {"at": "placeholder:고객명", "value": "갑"}).data
    for story in ("document", "header", "footer", "footnotes"):
        assert ">갑<" in part(data, f"word/{story}.xml")


@pytest.mark.proves("WORD-2")
def test_two_names_in_one_run_and_one_name_twice_are_all_filled() -> None:
    form = docx(p(r("{{a}}-{{b}}-{{a}} 끝")))
    assert ">1-긴 값-1 끝<" in put(form, placeholder__a="1", placeholder__b="긴 값")


@pytest.mark.proves("WORD-2")
def test_lines_and_tabs_are_kept() -> None:
    xml = put(docx(p(r("주소: {{주소}}!"))), placeholder__주소="서울\n중구\t1")
    assert re.search("<w:t[^>]*>주소: 서울</w:t><w:br/><w:t>중구</w:t><w:tab/><w:t>1!</w:t>", xml)


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize("value", ["A & B", "100<100", 'say "x"', "🙂 각", "1 > 0\n&amp;"])
def test_signs_of_markup_are_text(value: str) -> None:
    filled = fill(docx(p(r("{{x}}"))), {"at": "placeholder:x", "value": value})
    form = places(filled.data)
    assert form == {}
    xml = part(filled.data)
    plain = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert all(line in xml for line in plain.split("\n"))


@pytest.mark.proves("PLACE-2")
def test_what_xml_cannot_hold_is_refused() -> None:
    assert refuse(docx(p(r("{{a}}"))), {"at": "placeholder:a", "value": "x\x00y"})[0]["code"] == "bad_character"


@pytest.mark.proves("WORD-2")
@pytest.mark.parametrize("wrapper", ["del", "moveFrom"])
def test_deleted_text_is_no_text(wrapper: str) -> None:
    gone = r("{{x}}") if wrapper == "moveFrom" else "<w:r><w:delText>{{x}}</w:delText></w:r>"
    form = docx(p(f'<w:{wrapper} w:id="1" w:author="a">{gone}</w:{wrapper}>', r("{{y}}")))
    problem = refuse(form, {"at": "placeholder:x", "value": "1"})[0]
    assert (problem["code"], problem["allowed"]) == ("no_place", ["placeholder:y"])


@pytest.mark.proves("WORD-2")
def test_both_forms_of_a_text_box_are_filled_and_count_as_one() -> None:
    form = docx(p(text_box(p(r("{{제목}}")))))
    assert "places" not in places(form)["placeholder:제목"]
    assert put(form, placeholder__제목="견적서").count(">견적서<") == 2


@pytest.mark.proves("PLACE-2")
def test_one_bad_item_keeps_all_from_being_written() -> None:
    form = docx(p(r("{{a}}")))
    problems = refuse(form, {"at": "placeholder:a", "value": "1"}, {"at": "placeholder:zz", "value": "2"})
    assert [(one["at"], one["code"]) for one in problems] == [("placeholder:zz", "no_place")]


@pytest.mark.proves("PLACE-4")
@pytest.mark.parametrize("mark", ["{{#items}}", "{{/items}}", "{{^none}}"])
def test_marks_of_loops_and_conditions_are_refused(mark: str) -> None:
    form = docx(p(r(mark)) + p(r("{{x}}")))
    at = f"placeholder:{mark[2:-2]}"
    assert "loop" in places(form)[at]["why_not"].text("en")
    assert refuse(form, {"at": at, "value": "x"})[0]["code"] == "locked"


@pytest.mark.proves("PLACE-2")
def test_a_placeholder_inside_a_control_and_the_control_overlap() -> None:
    form = docx(p(sdt('<w:tag w:val="t"/>', r("{{x}}"))))
    items = [{"at": "control:t", "value": "1"}, {"at": "placeholder:x", "value": "2"}]
    assert refuse(form, *items)[0]["code"] == "overlaps"


@pytest.mark.proves("WORD-2")
def test_prompt_text_with_braces_is_filled_as_its_control() -> None:
    form = docx(p(sdt('<w:tag w:val="t"/><w:showingPlcHdr/><w:text/>', r("{{이름}}"))))
    assert list(places(form)) == ["control:t"]
    assert ">홍<" in put(form, **{"{{이름}}": "홍"})


@pytest.mark.proves("WORD-2", "PLACE-2")
def test_marks_of_one_run_are_filled_in_any_order_with_lines_between_them() -> None:
    form = docx(p(r("{{a}}/{{b}}/{{a}}/"), r("{{"), r("b}}"), "<w:r><w:tab/></w:r>", r("{{c}} 끝")))
    values = {"placeholder:b": "둘\n둘", "placeholder:c": "셋\t", "placeholder:a": "하나\n"}
    xml = part(fill(form, *({"at": at, "value": value} for at, value in values.items())).data)
    shown = xml.replace("<w:br/>", "\n").replace("<w:tab/>", "\t")
    assert re.sub(r"<[^>]*>", "", shown.partition("<w:body>")[2]) == "하나\n/둘\n둘/하나\n/둘\n둘\t셋\t 끝"


@pytest.mark.proves("PLACE-2")
def test_braces_in_a_value_mark_nothing() -> None:
    filled = fill(
        docx(p(r("{{a}}{{b}}"))), {"at": "placeholder:a", "value": "{{b}}"}, {"at": "placeholder:b", "value": "{{a}}"}
    )
    assert re.sub(r"<[^>]*>", "", part(filled.data)).endswith("{{b}}{{a}}")


@pytest.mark.proves("PLACE-2")
def test_a_document_of_many_marks_is_no_burden() -> None:
    form = docx(p(r("{{a}}" * 2000), *(r(f"{{{{b{number}}}}}") for number in range(2000))))
    data = fill(form, {"at": "placeholder:a", "value": "x"}, {"at": "placeholder:b7", "value": "y"}).data
    assert "x" * 2000 in part(data)
