"""Word documents as a whole: kinds of packages, protection, tracked changes, parts that stay as they were."""

from __future__ import annotations

import io

import docx as python_docx
import pytest

from docforge.errors import Refusal
from docforge.formats.docx import FORMAT
from docforge.opc import Package, compare
from tests.formats.docx.words import docx, field, fill, p, part, places, put, r, read, refuse, sdt

STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships"
MACRO = "application/vnd.ms-word"
TEMPLATES = {
    "template.main+xml": "document.main+xml",
    f"{MACRO}.template.macroEnabledTemplate.main+xml": f"{MACRO}.document.macroEnabled.main+xml",
}


def protected(edit: str, enforcement: str = "1") -> str:
    return f'<w:documentProtection w:edit="{edit}" w:enforcement="{enforcement}"/>'


@pytest.mark.proves("POTX-1")
@pytest.mark.parametrize(("template", "document"), TEMPLATES.items())
def test_a_template_becomes_a_document_by_its_content_type_alone(template: str, document: str) -> None:
    form = docx(p(r("{{a}}")), kind=template)
    filled = fill(form, {"at": "placeholder:a", "value": "1"}, as_document=True)
    assert f'{document}"' in part(filled.data, "[Content_Types].xml")
    changed = compare(Package.open(form), Package.open(filled.data)).changed
    assert set(changed) == {"word/document.xml", "[Content_Types].xml"}
    assert set(filled.changed) == set(changed)


@pytest.mark.proves("POTX-1")
def test_python_docx_opens_what_a_template_became() -> None:
    form = docx(p(r("{{a}}")), kind="template.main+xml")
    with pytest.raises(ValueError, match="not a Word file"):
        python_docx.Document(io.BytesIO(form))
    filled = fill(form, {"at": "placeholder:a", "value": "하늘"}, as_document=True)
    assert [each.text for each in python_docx.Document(io.BytesIO(filled.data)).paragraphs] == ["하늘"]


@pytest.mark.proves("PLACE-3")
def test_entries_keep_their_order_and_their_bytes() -> None:
    form = docx(p(r("{{a}}")), header=p(r("그대로")), parts={"word/media/x.bin": "x" * 999})
    data = fill(form, {"at": "placeholder:a", "value": "1"}).data
    before, after = Package.open(form), Package.open(data)
    assert before.names == after.names
    assert set(compare(before, after).changed) == {"word/document.xml"}


@pytest.mark.proves("WORD-4")
def test_a_document_that_is_protected_as_a_form_takes_controls_and_form_fields_alone() -> None:
    name = '<w:name w:val="T1"/><w:enabled/><w:textInput/>'
    body = p(r("{{x}}")) + p(sdt('<w:tag w:val="t"/><w:text/>', r("a"))) + p(field([" FORMTEXT "], "b", data=name))
    form = docx(body, settings=protected("forms"))
    assert list(places(form)) == ["control:t", "form:T1"]
    assert [notice.code for notice in read(form).notices] == ["protected"]
    problem = refuse(form, {"at": "placeholder:x", "value": "1"})[0]
    assert problem["code"] == "locked"
    assert "protected" in problem["message"]
    assert ">1<" in put(form, control__t="1", form__T1="2")


@pytest.mark.proves("WORD-4")
@pytest.mark.parametrize("edit", ["readOnly", "comments", "trackedChanges"])
def test_any_other_protection_is_respected_and_named(edit: str) -> None:
    form = docx(p(r("{{x}}")) + p(sdt('<w:tag w:val="t"/><w:text/>', r("a"))), settings=protected(edit))
    for at in ("placeholder:x", "control:t"):
        assert edit in refuse(form, {"at": at, "value": "1"})[0]["message"]
    assert [notice.code for notice in read(form).notices] == ["protected_whole"]


@pytest.mark.proves("WORD-4")
@pytest.mark.parametrize(
    "settings", [protected("readOnly", "0"), protected("none"), '<w:documentProtection w:edit="forms"/>']
)
def test_a_protection_that_is_not_enforced_is_none(settings: str) -> None:
    assert ">1<" in put(docx(p(r("{{x}}")), settings=settings), placeholder__x="1")


@pytest.mark.proves("WORD-4")
def test_tracked_changes_stay_and_are_told() -> None:
    changes = (
        '<w:ins w:id="1" w:author="a">'
        + r("새 ")
        + '</w:ins><w:del w:id="2" w:author="a"><w:r><w:delText>옛</w:delText></w:r></w:del>'
    )
    form = docx(p(changes, r("{{x}}")), settings="<w:trackRevisions/>")
    assert [notice.code for notice in read(form).notices] == ["tracks_changes", "has_changes"]
    data = fill(form, {"at": "placeholder:x", "value": "값"}).data
    assert part(data) == part(form).replace("{{x}}", "값")


@pytest.mark.proves("WORD-4")
def test_no_flag_is_set_that_makes_word_ask_at_opening() -> None:
    form = docx(p(r("{{x}}")) + p(field([' TOC \\o "1-3" '], "차례")))
    filled = fill(form, {"at": "placeholder:x", "value": "값"})
    assert "updateFields" not in part(filled.data, "word/settings.xml")
    assert list(filled.changed) == ["word/document.xml"]


@pytest.mark.proves("WORD-1")
def test_a_source_that_a_mail_merge_left_is_told() -> None:
    form = docx(p(r("{{x}}")), settings='<w:mailMerge><w:query w:val="SELECT * FROM [비밀$]"/></w:mailMerge>')
    told = read(form).notices
    assert [notice.code for notice in told] == ["mail_merge_source"]
    assert "비밀" not in told[0].text("ko")


@pytest.mark.proves("PLACE-1")
def test_a_document_saved_as_strict_is_refused() -> None:
    package = Package.open(docx(p(r("{{a}}")), office=STRICT))
    with pytest.raises(Refusal) as refusal:
        FORMAT.engine.read(package)
    assert refusal.value.code == "strict_format"


@pytest.mark.proves("PLACE-1")
@pytest.mark.parametrize("story", ["word/document.xml", "word/header.xml", "word/settings.xml"])
@pytest.mark.parametrize(("head", "code"), [
    ('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "hostile_file"), ("<w:broken>", "not_a_document"),
])  # fmt: skip
def test_a_part_with_a_document_type_or_damage_is_refused(story: str, head: str, code: str) -> None:
    form = Package.open(docx(p(r("{{a}}")), header=p()))
    prolog, gap, rest = form.read(story).decode().partition("\r\n")
    data = form.save({story: f"{prolog}{gap}{head}{rest}".encode()})
    with pytest.raises(Refusal) as refusal:
        FORMAT.engine.read(Package.open(data))
    assert refusal.value.code == code


@pytest.mark.proves("PLACE-3")
def test_relationships_to_parts_that_are_missing_or_spelled_in_other_case_do_no_harm() -> None:
    header = part(docx(p(), header=p(r("{{a}}"))), "word/header.xml")
    related = {"header7.xml": "header", "webSettings.xml": "webSettings", "footer9.xml": "footer"}
    form = docx(p(r("{{a}}")), parts={"word/HEADER7.xml": header}, related=related)
    data = fill(form, {"at": "placeholder:a", "value": "값"}).data
    assert ">값<" in part(data)
    assert ">값<" in part(data, "word/HEADER7.xml")


@pytest.mark.proves("PLACE-3")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_a_part_keeps_its_prolog_and_its_encoding(newline: str, encoding: str) -> None:
    form = Package.open(docx(p(r("{{a}}"))))
    declared = "UTF-16" if encoding == "utf-16" else "UTF-8"
    body = part(form.data).partition("\r\n")[2]
    text = f'<?xml version="1.0" encoding="{declared}"?>{newline}<!-- 양식 -->{newline}{body}'
    data = form.save({"word/document.xml": text.encode(encoding)})
    filled = Package.open(fill(data, {"at": "placeholder:a", "value": "값"}).data).read("word/document.xml")
    assert filled == text.replace("{{a}}", "값").encode(encoding)


@pytest.mark.proves("PLACE-1")
def test_a_reading_can_be_narrowed_to_a_story() -> None:
    form = docx(p(r("{{a}}")), header=p(r("{{b}}")))
    package = Package.open(form)
    for story, at in (("body", "placeholder:a"), ("Header", "placeholder:b")):
        assert [place["at"] for place in FORMAT.engine.read(package, part=story).places] == [at]
    with pytest.raises(Refusal) as refusal:
        FORMAT.engine.read(package, part="footer3")
    assert refusal.value.code == "not_found"


@pytest.mark.proves("PLACE-1")
def test_hostile_nesting_is_no_crash() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    form = docx(p(begin * 4000) + p(r("{{a}}")))
    assert ">1<" in put(form, placeholder__a="1")
    deep = docx("<w:sdt><w:sdtPr/><w:sdtContent>" * 110 + p(r("{{a}}")) + "</w:sdtContent></w:sdt>" * 110)
    assert ">1<" in put(deep, placeholder__a="1")
