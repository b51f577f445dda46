"""Forms of Hangul checked before anyone fills them (SERVE-7)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest

from tests.e2e.callers import Caller
from tests.e2e.room import Room
from tests.e2e.test_checking_fields import carry_out, checked, faults

HANCOM = "http://www.hancom.co.kr/hwpml/2011"
SCRIPT = "function OnDocument_Open() { XHwpDocuments.Item(0).Close(false); }"
MARKS = '<hp:t>값<hp:insertBegin Id="1" TcId="1"/>더함<hp:insertEnd Id="1" TcId="1"/></hp:t>'


def para(inside: str) -> str:
    return f'<hp:p id="0" paraPrIDRef="0" styleIDRef="0">{inside}</hp:p>'


def run(inside: str, style: int = 0) -> str:
    held = inside if inside.startswith("<") or not inside else f"<hp:t>{inside}</hp:t>"
    return f'<hp:run charPrIDRef="{style}">{held}</hp:run>'


def click(name: str, guide: str, number: int) -> str:
    """A click-here field that nobody has filled: its guide text in a run of its own."""
    asked = f'<hp:parameters cnt="1"><hp:stringParam name="Direction">{guide}</hp:stringParam></hp:parameters>'
    begin = (
        f'<hp:fieldBegin id="{number}" type="CLICK_HERE" name="{name}" editable="1" dirty="0">{asked}</hp:fieldBegin>'
    )
    end = f'<hp:fieldEnd beginIDRef="{number}"/>'
    return run(f"<hp:ctrl>{begin}</hp:ctrl>") + run(guide, 9) + run(f"<hp:ctrl>{end}</hp:ctrl>")


def table(*rows: tuple[str, ...]) -> str:
    made = "".join(
        f"<hp:tr>{''.join(cell(row, column, text) for column, text in enumerate(texts))}</hp:tr>"
        for row, texts in enumerate(rows)
    )
    return para(run(f'<hp:tbl id="9" rowCnt="{len(rows)}" colCnt="{len(rows[0])}">{made}</hp:tbl>'))


def cell(row: int, column: int, text: str) -> str:
    return (
        f'<hp:tc name="" header="0"><hp:subList id="">{para(run(text))}</hp:subList>'
        f'<hp:cellAddr colAddr="{column}" rowAddr="{row}"/><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>'
    )


def document(*body: str, extra: Mapping[str, bytes], items: str = "") -> bytes:
    """A package with one section."""
    inside = "".join(body)
    parts = {
        "mimetype": b"application/hwp+zip",
        "Contents/section0.xml": f'<hs:sec xmlns:hs="{HANCOM}/section" xmlns:hp="{HANCOM}/paragraph">{inside}</hs:sec>',
        "Contents/content.hpf": '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:metadata>'
        "<opf:title>양식</opf:title></opf:metadata><opf:manifest>"
        f'<opf:item id="header" href="Contents/header.xml"/>{items}'
        '<opf:item id="section0" href="Contents/section0.xml"/></opf:manifest>'
        '<opf:spine><opf:itemref idref="section0"/></opf:spine></opf:package>',
        "META-INF/container.xml": '<container><rootfile full-path="Contents/content.hpf"/></container>',
        **extra,
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def header(*, embedded: int = 0) -> bytes:
    """Two fonts by language, and the shapes of runs 0 and 7."""
    fonts = f'<hh:font id="0" face="함초롬바탕"/><hh:font id="1" face="나눔명조" isEmbedded="{embedded}"/>'
    faces = "".join(f'<hh:fontface lang="{lang}">{fonts}</hh:fontface>' for lang in ("HANGUL", "LATIN"))
    shapes = "".join(
        f'<hh:charPr id="{number}"><hh:fontRef hangul="{font}" latin="0"/></hh:charPr>'
        for number, font in ((0, 0), (7, 1), (8, 1))
    )
    return f'<hh:head xmlns:hh="{HANCOM}/head">{faces}{shapes}</hh:head>'.encode()


def faulty() -> bytes:
    item = '<opf:item id="s1" href="Scripts/sourceScripts" media-type="application/x-javascript"/>'
    return document(
        para(click("이름", "이곳을 마우스로 누르고 내용을 입력하세요.", 11)),
        para(click("이름", "이름", 12)),
        para(run("{{고객") + run("사명}} 귀하", 7)),
        para(run("담당 {{담당자")),
        para(run("여기에 주소를 입력하세요")),
        para(run(MARKS)),
        table(("상호", ""), ("대표자", "")),
        extra={"Contents/header.xml": header(), "Scripts/sourceScripts": SCRIPT.encode("utf-16")},
        items=item,
    )


@pytest.mark.proves("SERVE-7", "SERVE-10")
def test_the_faults_of_a_form_of_hangul_are_told_and_its_sample_passes(doors: Mapping[str, Caller], room: Room) -> None:
    body = checked(doors["ko"], room, "templates/form.hwpx", faulty())
    assert faults(body) == {
        "unclosed_tag": ["section0"],
        "runs_script": [""],
        "changes_left": [""],
        "guide_text": ["section0"],
        "missing_font": [""],
        "same_name": ["field:이름"],
        "split_tag": ["placeholder:고객사명"],
    }
    assert carry_out(doors["ko"], body) == len(body["sample"]["arguments"]["fields"]) >= 5
    ok, listed = doors["ko"].call("list_files", kind="template")
    assert ok
    [row] = listed["files"]
    assert (row["title"], row["format"], row["places"]) == ("양식", "hwpx", body["places"]["total"])


@pytest.mark.proves("SERVE-7")
def test_a_font_that_the_document_carries_or_no_run_uses_is_no_fault(doors: Mapping[str, Caller], room: Room) -> None:
    for name, data in (("embedded", header(embedded=1)), ("unused", header())):
        style = 7 if name == "embedded" else 0
        form = document(para(run("상호: {{상호}}", style)), extra={"Contents/header.xml": data})
        body = checked(doors["en"], room, f"templates/{name}.hwpx", form)
        assert faults(body) == {}
        assert body["places"] == {"total": 1, "kinds": body["places"]["kinds"]}
