"""Forms of Word and PowerPoint checked before anyone fills them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import docx
import pptx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from tests.e2e.callers import Caller
from tests.e2e.room import Room

Json = dict[str, Any]
W = nsdecls("w")


def saved(document: Any) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def control(tag: str, *, prompt: bool = True, lock: str = "") -> Any:
    """A content control in a paragraph of its own."""
    shown, text = ("<w:showingPlcHdr/>", "텍스트를 입력하려면 여기를 클릭하세요.") if prompt else ("", "확정")
    locked = f'<w:lock w:val="{lock}"/>' if lock else ""
    return parse_xml(
        f'<w:p {W}><w:sdt><w:sdtPr><w:tag w:val="{tag}"/>{locked}{shown}<w:text/></w:sdtPr><w:sdtContent><w:r>'
        f"<w:t>{text}</w:t></w:r></w:sdtContent></w:sdt></w:p>"
    )


def word_form(*, protection: str = "") -> bytes:
    document = docx.Document()
    document.core_properties.title, document.core_properties.author = "신청서", "홍길동"
    document.add_paragraph("{{고객").add_run("사명}} 귀하").bold = True
    document.add_paragraph("담당 {{담당자")
    document.add_paragraph("여기에 주소를 입력하세요")
    document.add_paragraph("본문").runs[0].font.name = "나눔고딕"
    body = document.element.body
    for one in (control("이름"), control("이름"), control("잠김", prompt=False, lock="sdtContentLocked")):
        body.insert(len(body) - 1, one)
    body.insert(0, parse_xml(f'<w:p {W}><w:ins w:id="9" w:author="a"><w:r><w:t>추가</w:t></w:r></w:ins></w:p>'))
    settings = document.settings.element
    settings.insert(0, parse_xml(f"<w:trackRevisions {W}/>"))
    if protection:
        settings.insert(1, parse_xml(f'<w:documentProtection {W} w:edit="{protection}" w:enforcement="1"/>'))
    return saved(document)


def deck() -> bytes:
    slides = pptx.Presentation()
    slides.core_properties.title, slides.core_properties.author = "제안서", ""
    slides.core_properties.last_modified_by = ""
    for title in ("{{고객사}} 제안", "끝나지 않은 {{고객사"):
        slide = slides.slides.add_slide(slides.slide_layouts[5])
        slide.shapes.title.text = title
    slides.slides[1]._element.set("show", "0")
    slides.slides[0].shapes.title.text_frame.paragraphs[0].runs[0].font.name = "배달의민족 주아"
    return saved(slides)


def faults(body: Json) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for one in body["faults"]:
        told.setdefault(one["code"], []).append(one.get("at", ""))
    return told


def checked(caller: Caller, room: Room, path: str, data: bytes) -> Json:
    room.put(path, data)
    ok, body = caller.call("check_template", path=path)
    assert ok, body
    return body


def carry_out(caller: Caller, body: Json) -> int:
    """The sample call as it stands."""
    ok, made = caller.call(body["sample"]["tool"], **body["sample"]["arguments"])
    assert ok, made
    return made["written"]


@pytest.mark.proves("SERVE-7", "SERVE-10")
def test_the_faults_of_a_word_form_are_told_and_its_sample_passes(doors: Mapping[str, Caller], room: Room) -> None:
    body = checked(doors["ko"], room, "templates/word.docx", word_form())
    assert faults(body) == {
        "unclosed_tag": ["body"],
        "changes_left": [""],
        "guide_text": ["body"],
        "missing_font": [""],
        "same_name": ["control:이름"],
        "locked_place": ["control:잠김"],
        "changes_tracked": [""],
        "split_tag": ["placeholder:고객사명"],
        "personal_data": [""],
    }
    assert {"control:이름[1]", "control:이름[2]", "placeholder:고객사명"} <= body["schema"]["properties"].keys()
    assert "control:잠김" not in body["schema"]["properties"]
    assert carry_out(doors["ko"], body) == len(body["sample"]["arguments"]["fields"]) >= 3
    ok, listed = doors["ko"].call("list_files", kind="template")
    assert ok
    [row] = listed["files"]
    assert (row["title"], row["format"], row["places"]) == ("신청서", "docx", body["places"]["total"])


@pytest.mark.proves("SERVE-7")
@pytest.mark.parametrize(
    ("protection", "code"),
    [("forms", "is_protected"), ("readOnly", "fills_forbidden"), ("comments", "fills_forbidden")],
)
def test_the_protection_of_a_word_form_is_told(
    protection: str, code: str, doors: Mapping[str, Caller], room: Room
) -> None:
    body = checked(doors["en"], room, "templates/word.docx", word_form(protection=protection))
    assert code in faults(body)
    assert ("sample" in body) == (protection == "forms")
    if protection == "forms":
        assert carry_out(doors["en"], body) == 2


@pytest.mark.proves("SERVE-7", "SERVE-10")
def test_the_faults_of_a_presentation_are_told_and_its_sample_passes(doors: Mapping[str, Caller], room: Room) -> None:
    body = checked(doors["en"], room, "templates/deck.pptx", deck())
    told = faults(body)
    assert told["unclosed_tag"] == told["hidden_part"] == ["S2"]
    assert told["missing_font"] == [""]
    assert carry_out(doors["en"], body) == len(body["sample"]["arguments"]["fields"]) >= 1
    ok, listed = doors["en"].call("list_files", kind="template")
    assert ok
    [row] = listed["files"]
    assert (row["title"], row["format"], row["places"]) == ("제안서", "pptx", body["places"]["total"])
