"""Content controls of Word documents."""

from __future__ import annotations

import re

import pytest

from tests.formats.docx.words import (
    STORE,
    binding,
    cell,
    docx,
    fill,
    p,
    part,
    places,
    put,
    r,
    read,
    refuse,
    sdt,
    table,
    text_box,
)

PROMPT = '<w:rStyle w:val="PlaceholderText"/>'
GRADES = (
    '<w:dropDownList><w:listItem w:displayText="선택하세요" w:value=""/><w:listItem w:displayText="골드" w:value="G"/>'
    '<w:listItem w:displayText="실버" w:value="S"/></w:dropDownList>'
)
DATE = '<w:dateFormat w:val="yyyy년 M월 d일"/><w:lid w:val="ko-KR"/>'
BOX = (
    '<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/>'
    '<w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>'
)
STYLES = (
    '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    '<w:style w:type="character" w:styleId="a3"><w:name w:val="Placeholder Text"/></w:style></w:styles>'
)


def tagged(tag: str, more: str = "<w:text/>", content: str = "") -> str:
    return p(sdt(f'<w:tag w:val="{tag}"/>{more}', content or r("old")))


@pytest.mark.proves("WORD-1")
def test_a_control_is_found_by_tag_alias_id_and_prompt() -> None:
    names = '<w:alias w:val="고객사"/><w:tag w:val="Customer"/><w:id w:val="-77"/><w:showingPlcHdr/><w:text/>'
    form = docx(p(sdt(names, r("회사 이름", PROMPT))))
    assert places(form)["control:Customer"] == {
        "at": "control:Customer", "kind": "text", "label": "고객사", "guide": "회사 이름"
    }  # fmt: skip
    for at in ("control:Customer", "control:고객사", "고객사", "#-77", "회사 이름", "control:회사 이름"):
        assert ">하늘<" in put(form, **{at: "하늘"})


@pytest.mark.proves("WORD-1")
def test_a_control_without_names_is_told_by_its_id_and_the_label_beside_it() -> None:
    inline = p(r("계약일: "), sdt('<w:id w:val="12"/><w:date/>', r("날짜")))
    beside = table([cell("담당자"), cell(inner=p(sdt('<w:id w:val="13"/><w:text/>', r("이름"))))])
    form = places(docx(inline + beside))
    assert {at: form[at]["label"] for at in ("#12", "#13")} == {"#12": "계약일", "#13": "담당자"}


@pytest.mark.proves("WORD-1")
def test_the_prompt_gives_way_to_the_value_in_the_look_of_the_place() -> None:
    prompt = r("입력", f'{PROMPT}<w:b/><w:color w:val="808080"/>')
    xml = put(docx(tagged("t", "<w:showingPlcHdr/><w:temporary/><w:text/>", prompt)), control__t="값")
    assert "<w:rPr><w:b/></w:rPr><w:t>값</w:t>" in xml
    assert "showingPlcHdr" not in xml
    assert "<w:temporary/>" in xml


@pytest.mark.proves("WORD-1")
def test_the_style_of_prompts_is_known_in_every_language() -> None:
    prompt = r("입력", '<w:rStyle w:val="a3"/>')
    form = docx(
        tagged("t", "<w:showingPlcHdr/><w:text/>", prompt),
        parts={"word/styles.xml": STYLES},
        related={"styles.xml": "styles"},
    )
    assert 'w:val="a3"' not in put(form, control__t="값")


@pytest.mark.proves("WORD-1")
def test_the_controls_own_look_wins_and_its_properties_are_put_in_order() -> None:
    look = '<w:rPr><w:sz w:val="30"/><w:b/><w:rFonts w:ascii="Batang"/></w:rPr>'
    xml = put(docx(p(sdt(f'{look}<w:tag w:val="t"/><w:text/>', r("x", "<w:i/>")))), control__t="값")
    assert '<w:r><w:rPr><w:rFonts w:ascii="Batang"/><w:b/><w:sz w:val="30"/></w:rPr><w:t>값</w:t></w:r>' in xml


@pytest.mark.proves("WORD-1", "PLACE-4")
def test_a_value_outside_of_a_drop_down_is_refused_with_the_list() -> None:
    problem = refuse(docx(tagged("등급", GRADES)), {"at": "control:등급", "value": "브론즈"})[0]
    assert (problem["code"], problem["allowed"]) == ("not_in_list", ["골드", "실버"])


@pytest.mark.proves("WORD-1")
def test_a_drop_down_shows_the_entry_and_keeps_its_value() -> None:
    xml = put(docx(tagged("등급", f"<w:showingPlcHdr/>{GRADES}", r("선택", PROMPT))), control__등급="실버")
    assert ">실버<" in xml
    assert 'w:lastValue="S"' in xml
    assert "showingPlcHdr" not in xml
    assert "PlaceholderText" not in xml


@pytest.mark.proves("WORD-1")
def test_a_combo_box_takes_other_text_too() -> None:
    form = docx(tagged("c", GRADES.replace("dropDownList", "comboBox")))
    assert places(form)["control:c"]["kind"] == "combo"
    xml = put(form, control__c="브론즈")
    assert ">브론즈<" in xml
    assert "lastValue" not in xml


@pytest.mark.proves("WORD-1", "SERVE-8")
def test_a_date_shows_by_the_controls_own_picture() -> None:
    form = docx(tagged("d", f"<w:date>{DATE}</w:date>"))
    xml = put(form, control__d="2026-11-30")
    assert ">2026년 11월 30일<" in xml
    assert 'w:fullDate="2026-11-30T00:00:00Z"' in xml
    assert refuse(form, {"at": "control:d", "value": "30.11.2026"})[0]["code"] == "bad_date"


@pytest.mark.proves("WORD-1")
@pytest.mark.parametrize(("kept", "stored"), [
    ("dateTime", "2026-11-30T00:00:00"), ("date", "2026-11-30"), ("text", "2026년 11월 30일")
])  # fmt: skip
def test_a_bound_date_is_stored_as_the_control_maps_it(kept: str, stored: str) -> None:
    more = f'{binding("/n:q[1]/n:d[1]")}<w:date>{DATE}<w:storeMappedDataAs w:val="{kept}"/></w:date>'
    form = docx(tagged("d", more), store='<q xmlns="urn:q"><d/></q>')
    data = fill(form, {"at": "control:d", "value": "2026-11-30"}).data
    assert f"<d>{stored}</d>" in part(data, "customXml/item1.xml")


@pytest.mark.proves("WORD-1")
def test_a_check_box_changes_its_state_and_its_sign() -> None:
    form = docx(tagged("동의", BOX, r("☐", '<w:rFonts w:ascii="MS Gothic"/>')))
    xml = put(form, control__동의=True)
    assert "☒" in xml
    assert "☐" not in xml
    assert 'w14:checked w14:val="1"' in xml
    assert refuse(form, {"at": "control:동의", "value": "yes"})[0]["code"] == "bad_value"
    again = put(fill(form, {"at": "control:동의", "value": True}).data, control__동의=False)
    assert "☐" in again
    assert 'w14:checked w14:val="0"' in again


@pytest.mark.proves("WORD-1")
def test_a_check_box_of_a_symbol_font_shows_its_sign_as_word_writes_it() -> None:
    box = BOX.replace('w14:val="2612" w14:font="MS Gothic"', 'w14:val="00FE" w14:font="Wingdings"')
    assert '<w:sym w:font="Wingdings" w:char="F0FE"/>' in put(docx(tagged("c", box, r("☐"))), control__c=True)


@pytest.mark.proves("WORD-1")
@pytest.mark.parametrize("code", ["", "0", "D800", "0000", "FFFFFF", "zz"])
def test_a_check_box_with_a_senseless_sign_shows_the_usual_one(code: str) -> None:
    assert "☒" in put(docx(tagged("c", BOX.replace("2612", code), r("☐"))), control__c=True)


@pytest.mark.proves("WORD-1")
def test_a_bound_check_box_sets_state_and_store() -> None:
    form = docx(tagged("c", binding("/n:q[1]/n:ok[1]") + BOX, r("☐")), store='<q xmlns="urn:q"><ok>false</ok></q>')
    data = fill(form, {"at": "control:c", "value": True}).data
    assert "<ok>true</ok>" in part(data, "customXml/item1.xml")
    assert 'w14:checked w14:val="1"' in part(data)


@pytest.mark.proves("PLACE-4", "WORD-1")
@pytest.mark.parametrize("lock", ["contentLocked", "sdtContentLocked"])
def test_a_locked_control_is_refused_and_so_is_what_stands_in_it(lock: str) -> None:
    form = docx(tagged("n", f'<w:lock w:val="{lock}"/><w:text/>', r("{{x}}")))
    assert "locks" in places(form)["control:n"]["why_not"].text("en")
    for at in ("control:n", "placeholder:x"):
        assert refuse(form, {"at": at, "value": "B"})[0]["code"] == "locked"


@pytest.mark.proves("WORD-1")
def test_a_control_that_only_must_not_be_deleted_is_filled() -> None:
    assert ">B<" in put(docx(tagged("n", '<w:lock w:val="sdtLocked"/><w:text/>')), control__n="B")


@pytest.mark.proves("WORD-1")
def test_bound_data_changes_in_its_store_and_in_every_control_that_shows_it() -> None:
    path = binding("/n:q[1]/n:co[1]")
    two = p(sdt(f'<w:alias w:val="회사2"/>{binding("/n:q/n:co")}<w:text/>', r("old")))
    form = docx(tagged("회사", path + "<w:text/>") + two, store='<q xmlns="urn:q"><co>old</co></q>', header=two)
    told = places(form)["control:회사"]
    assert (told["bound"], told["places"]) == (True, 3)
    for at in ("control:회사", "control:회사2"):
        data = fill(form, {"at": at, "value": "하늘"}).data
        assert part(data).count(">하늘<") == 2
        assert ">하늘<" in part(data, "word/header.xml")
        assert "<co>하늘</co>" in part(data, "customXml/item1.xml")
    problems = refuse(form, {"at": "control:회사", "value": "갑"}, {"at": "control:회사2", "value": "을"})
    assert [one["code"] for one in problems] == ["same_place_twice"]


@pytest.mark.proves("WORD-1", "PLACE-4")
def test_a_locked_control_of_the_same_data_is_refused_itself_and_shows_what_another_writes() -> None:
    path = binding("/n:q[1]/n:co[1]") + "<w:text/>"
    form = docx(
        tagged("a", f'<w:lock w:val="contentLocked"/>{path}') + tagged("b", path), store='<q xmlns="urn:q"><co/></q>'
    )
    assert refuse(form, {"at": "control:a", "value": "x"})[0]["code"] == "locked"
    assert put(form, control__b="x").count(">x<") == 2


@pytest.mark.proves("WORD-1")
@pytest.mark.parametrize(("store", "path", "name", "kind"), [
    ("{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "/n:coreProperties[1]/d:creator[1]", "docProps/core.xml",
     "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"),
    ("{6668398D-A668-4E3E-A5EB-62B293D839F1}", "/n:Properties[1]/d:Company[1]", "docProps/app.xml",
     "http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties"),
])  # fmt: skip
@pytest.mark.parametrize("held", [True, False])
def test_properties_of_the_document_are_a_store_too(store: str, path: str, name: str, kind: str, held: bool) -> None:
    root, child = path.split("/n:")[1].split("[", maxsplit=1)[0], path.split("d:")[1].split("[", maxsplit=1)[0]
    inner = f"<d:{child}>old</d:{child}>" if held else ""
    mapped = "xmlns:n='urn:n' xmlns:d='urn:d'"
    bound = f'<w:dataBinding w:prefixMappings="{mapped}" w:xpath="{path}" w:storeItemID="{store}"/><w:text/>'
    properties = f'<n:{root} xmlns:n="urn:n" xmlns:d="urn:d">{inner}</n:{root}>'
    form = docx(tagged("p", bound), parts={name: properties}, related={name: kind})
    data = fill(form, {"at": "control:p", "value": "갑"}).data
    assert f"<d:{child}>갑</d:{child}>" in part(data, name)


@pytest.mark.proves("WORD-1")
@pytest.mark.parametrize("path", ["/n:q[1]/n:none[1]", "//n:co", "/n:q[position()=1]/n:co", "count(//*)"])
def test_a_store_that_is_missing_is_told_and_the_text_is_written(path: str) -> None:
    form = docx(tagged("회사", binding(path) + "<w:text/>"), store='<q xmlns="urn:q"><co>old</co></q>')
    filled = fill(form, {"at": "control:회사", "value": "하늘"})
    assert [notice.code for notice in filled.notices] == ["store_missing"]
    assert ">하늘<" in part(filled.data)
    assert part(filled.data, "customXml/item1.xml") == part(form, "customXml/item1.xml")


@pytest.mark.proves("PLACE-2", "WORD-1")
def test_equal_tags_are_told_apart() -> None:
    form = docx(tagged("t", content=r("a")) + tagged("t", '<w:alias w:val="z"/><w:text/>', r("b")))
    assert list(places(form)) == ["control:t[1]", "control:t[2]"]
    xml = put(form, **{"control:t[2]": "C"})
    assert ">a<" in xml
    assert ">C<" in xml
    problem = refuse(form, {"at": "control:t", "value": "x"})[0]
    assert (problem["code"], problem["allowed"]) == ("ambiguous", ["control:t[1]", "control:t[2]"])


@pytest.mark.proves("WORD-1")
def test_controls_around_a_cell_a_row_a_block_and_a_run_keep_their_wrappers() -> None:
    wrapped = sdt('<w:tag w:val="cell"/><w:showingPlcHdr/><w:text/>', cell("이름"))
    row = sdt('<w:tag w:val="row"/><w:text/>', f"<w:tr>{cell('한 칸')}</w:tr>")
    rows = f"<w:tbl><w:tblPr/><w:tblGrid/><w:tr>{cell('성명')}{wrapped}</w:tr>{row}</w:tbl>"
    block = sdt('<w:tag w:val="block"/>', p(r("한"), properties='<w:jc w:val="center"/>') + p(r("둘")))
    xml = put(docx(rows + block), control__cell="김", control__row="이", control__block="박\n최")
    assert re.search(r"<w:sdtContent><w:tc><w:tcPr>.*?</w:tcPr><w:p>.*?>김<", xml)
    assert re.search(r"<w:sdtContent><w:tr><w:tc>.*?>이<", xml)
    assert re.search(
        r'<w:sdtContent><w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r>(?:<w:rPr/>)?<w:t>박</w:t><w:br/>', xml
    )
    assert "둘" not in xml


@pytest.mark.proves("WORD-1", "PLACE-4")
def test_a_control_that_holds_a_table_or_other_controls_is_not_flattened() -> None:
    inner = sdt('<w:tag w:val="in"/><w:text/>', r("a"))
    form = docx(sdt('<w:tag w:val="out"/>', p(inner)) + sdt('<w:tag w:val="tbl"/>', table([cell("a")]) + p()))
    assert "control:out" not in places(form)
    for at in ("control:out", "control:tbl"):
        assert refuse(form, {"at": at, "value": "x"})[0]["code"] == "locked"
    assert ">x<" in put(form, control__in="x")


@pytest.mark.proves("WORD-1")
def test_a_text_of_one_line_is_refused_with_the_line_meant() -> None:
    problem = refuse(docx(tagged("t")), {"at": "control:t", "value": "a\nb"})[0]
    assert (problem["code"], problem["use"]) == ("one_line", "a b")
    assert "<w:br/>" in put(docx(tagged("t", '<w:text w:multiLine="1"/>')), control__t="a\nb")


@pytest.mark.proves("WORD-1")
def test_a_cleared_control_shows_its_prompt_again_where_the_document_keeps_it() -> None:
    kept = '<w:placeholder><w:docPart w:val="P1"/></w:placeholder><w:text/>'
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    block = f'<w:docPart><w:docPartPr><w:name w:val="P1"/></w:docPartPr><w:docPartBody>{p(r("이름 입력", PROMPT))}'
    blocks = f"<w:docParts>{block}</w:docPartBody></w:docPart></w:docParts>"
    form = docx(
        tagged("t", kept),
        parts={"word/glossary/document.xml": f'<w:glossaryDocument xmlns:w="{main}">{blocks}</w:glossaryDocument>'},
        related={"glossary/document.xml": "glossaryDocument"},
    )
    data = fill(form, {"at": "control:t", "value": None}).data
    assert places(data)["control:t"] == {"at": "control:t", "kind": "text", "guide": "이름 입력"}
    assert "old" not in part(fill(docx(tagged("t")), {"at": "control:t", "value": None}).data)


@pytest.mark.proves("PLACE-2")
def test_what_a_place_must_hold_is_checked() -> None:
    assert refuse(docx(tagged("t")), {"at": "control:t", "value": "x", "expect": "김"})[0]["code"] == "not_as_expected"
    assert fill(docx(tagged("t")), {"at": "control:t", "value": "x", "expect": "old"}).replaced == [
        ("control:t", "old")
    ]


@pytest.mark.proves("SERVE-8")
@pytest.mark.parametrize(("value", "name", "shown"), [
    (12_400_000, "currency:KRW", "₩12,400,000"), (12_400_000, "hangul_amount", "금 일천이백사십만원정"),
    ("2026-09-01", "date:long", "2026년 9월 1일"), ("1234567890", "business_number", "123-45-67890"),
])  # fmt: skip
def test_korean_values_by_the_name_of_their_format(value: object, name: str, shown: str) -> None:
    filled = fill(docx(tagged("t")), {"at": "control:t", "value": value, "format": name})
    assert f">{shown}<" in part(filled.data)


@pytest.mark.proves("WORD-1")
def test_controls_in_both_forms_of_a_text_box_are_one_place() -> None:
    form = docx(p(text_box(tagged("t", '<w:id w:val="5"/><w:text/>'))))
    assert list(places(form)) == ["control:t"]
    assert put(form, control__t="값").count(">값<") == 2


@pytest.mark.proves("PLACE-1")
def test_a_store_is_named_by_no_reading() -> None:
    form = docx(tagged("회사", binding("/n:q[1]/n:co[1]") + "<w:text/>"), store='<q xmlns="urn:q"><co/></q>')
    assert STORE not in str(read(form))


@pytest.mark.proves("WORD-1", "WORD-2")
def test_braces_that_word_renews_from_data_are_filled_as_their_control() -> None:
    form = docx(
        tagged("회사", binding("/n:q[1]/n:co[1]") + "<w:text/>", r("{{회사}}")), store='<q xmlns="urn:q"><co/></q>'
    )
    assert list(places(form)) == ["control:회사"]
    assert "<co>하늘</co>" in part(fill(form, {"at": "control:회사", "value": "하늘"}).data, "customXml/item1.xml")
