"""What a package says of itself, and how a template becomes a document."""

from __future__ import annotations

import pytest

from docforge.errors import Refusal
from docforge.opc import Package
from docforge.opc.main_types import main_type_of
from tests.opc.packages import EXCEL, POWERPOINT, WORD, Parts, content_types, docx, pack, pptx, rels, xlsx

WORD_MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml"
EXCEL_MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
POWERPOINT_MACROS = "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"
OOXML = "application/vnd.openxmlformats-officedocument."
TEMPLATES = {
    OOXML + "wordprocessingml.template.main+xml": WORD,
    "application/vnd.ms-word.template.main+xml": WORD,
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml": WORD_MACROS,
    "application/vnd.ms-word.template.macroEnabled.main+xml": WORD_MACROS,
    OOXML + "spreadsheetml.template.main+xml": EXCEL,
    "application/vnd.ms-excel.template.main+xml": EXCEL,
    "application/vnd.ms-excel.template.macroEnabled.main+xml": EXCEL_MACROS,
    "Application/VND.ms-excel.Template.MacroEnabledTemplate.main+xml": EXCEL_MACROS,
    OOXML + "presentationml.template.main+xml": POWERPOINT,
    "application/vnd.ms-powerpoint.template.main+xml": POWERPOINT,
    OOXML + "presentationml.template": POWERPOINT,
    OOXML + "presentationml.template.main+xml; charset=utf-8": POWERPOINT,
    "application/vnd.ms-powerpoint.template.macroEnabled.main+xml": POWERPOINT_MACROS,
}
FAMILIES = {"docx": docx, "xlsx": xlsx, "pptx": pptx}


def of_type(content_type: str) -> Parts:
    """The smallest package whose main part has this type."""
    found = main_type_of(content_type)
    assert found
    return FAMILIES[found.family](content_type)


@pytest.mark.proves("POTX-1", "COPY-1")
@pytest.mark.parametrize(("template", "document"), TEMPLATES.items())
def test_a_template_of_any_variant_becomes_a_document_by_one_attribute(template: str, document: str) -> None:
    parts = of_type(template)
    package = Package.open(pack(parts))
    assert package.main
    assert package.main.is_template
    changed = package.as_document()
    assert changed == {
        "[Content_Types].xml": parts["[Content_Types].xml"].replace(template.encode(), document.encode())
    }
    saved = Package.open(package.save(changed))
    assert saved.main_type == document
    assert saved.as_document() == {}


@pytest.mark.proves("POTX-1")
@pytest.mark.parametrize(
    "content_type",
    [
        WORD, EXCEL, POWERPOINT, WORD_MACROS, EXCEL_MACROS, POWERPOINT_MACROS,
        OOXML + "presentationml.slideshow.main+xml",
        "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
        "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
        "application/vnd.ms-excel.addin.macroEnabled.main+xml",
    ],
)  # fmt: skip
def test_what_is_no_template_stays_as_it_is(content_type: str) -> None:
    package = Package.open(pack(xlsx(content_type)))
    assert package.main
    assert not package.main.is_template
    assert package.as_document() == {}


@pytest.mark.proves("COPY-1", "REJECT-3")
@pytest.mark.parametrize(
    ("content_type", "macros", "document"),
    [
        (EXCEL, True, EXCEL_MACROS),
        (EXCEL_MACROS, False, EXCEL),
        (OOXML + "presentationml.template.main+xml", True, POWERPOINT_MACROS),
        ("application/vnd.ms-word.template.macroEnabledTemplate.main+xml", True, WORD_MACROS),
        ("application/vnd.ms-excel.template.main+xml", False, EXCEL),
    ],
)
def test_macros_hidden_under_a_plain_type_get_the_type_that_admits_them(
    content_type: str, macros: bool, document: str
) -> None:
    package = Package.open(pack(of_type(content_type)))
    assert Package.open(package.save(package.as_document(macros=macros))).main_type == document
    assert Package.open(pack(of_type(document))).as_document(macros=macros) == {}


def test_a_binary_workbook_has_no_other_type_to_turn_to() -> None:
    package = Package.open(pack(xlsx("application/vnd.ms-excel.sheet.binary.macroEnabled.main")))
    assert package.as_document(macros=True) == {}


@pytest.mark.parametrize(
    "content_type", [OOXML + "spreadsheetml.worksheet+xml", OOXML + "wordprocessingml.document.glossary+xml", "", "a"]
)
def test_the_type_of_another_part_is_no_main_type(content_type: str) -> None:
    assert main_type_of(content_type) is None


DRESSES = {
    "single quotes": lambda text: text.replace('"', "'"),
    "a prefix": lambda text: text.replace("<Over", "<ct:Over").replace("<Types xmlns", '<Types xmlns:ct="urn:c" xmlns'),
    "attributes turned round": lambda text: text.replace(
        '<Override PartName="/word/document.xml" ContentType="TEMPLATE"/>',
        '<Override\n  ContentType = "TEMPLATE"\n  PartName = "/word/document.xml" ></Override>',
    ),
    "another case of the name": lambda text: text.replace("/word/document.xml", "/Word/Document.XML"),
    "an entity in the name": lambda text: text.replace("/word/document.xml", "/word/&#100;ocument.xml"),
    "an escaped name": lambda text: text.replace("/word/document.xml", "/word/%64ocument.xml"),
    "a comment with the same words": lambda text: text.replace(
        "<Override", '<!-- <Override PartName="/word/document.xml" ContentType="TEMPLATE"/> --><Override', 1
    ),
    "a sign of an end in an attribute": lambda text: text.replace(
        "<Override", '<Override PartName="/a>b.xml" ContentType="x>y"/><Override', 1
    ),
    "the extension's default": lambda text: text.replace(
        '<Override PartName="/word/document.xml" ContentType="TEMPLATE"/>', ""
    ).replace("application/xml", "TEMPLATE"),
    "no declaration": lambda text: text.partition("?>")[2].lstrip(),
    "an upper-case file name": lambda text: text,
}


@pytest.mark.proves("POTX-1")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("dress", DRESSES)
def test_the_attribute_is_found_however_the_part_is_written(dress: str, encoding: str) -> None:
    template = OOXML + "wordprocessingml.template.main+xml"
    text = content_types(word__document_xml="TEMPLATE").decode()
    text = text.replace("UTF-8", "UTF-16") if encoding.startswith("utf-16") else text
    dressed = DRESSES[dress](text)
    name = "[CONTENT_TYPES].xml" if dress == "an upper-case file name" else "[Content_Types].xml"
    others = {part: content for part, content in docx().items() if part != "[Content_Types].xml"}
    parts = {name: dressed.replace("TEMPLATE", template).encode(encoding), **others}
    package = Package.open(pack(parts))
    assert package.main_type == template

    changed = package.as_document()

    comment = "a comment with the same words"
    expected = dressed.replace("TEMPLATE", template, 1) if dress == comment else dressed
    assert changed == {name: expected.replace("TEMPLATE", WORD).encode(encoding)}
    assert Package.open(package.save(changed)).main_type == WORD


@pytest.mark.proves("POTX-1")
def test_a_part_in_an_older_korean_encoding_keeps_its_other_bytes() -> None:
    template = OOXML + "wordprocessingml.template.main+xml"
    text = (
        content_types(word__document_xml=template)
        .decode()
        .replace("UTF-8", "EUC-KR")
        .replace("<Over", "<!-- 양식 --><Over")
    )
    package = Package.open(pack(docx() | {"[Content_Types].xml": text.encode("euc-kr")}))
    assert package.as_document() == {"[Content_Types].xml": text.replace(template, WORD).encode("euc-kr")}


def test_types_come_by_name_and_else_by_extension_in_any_case() -> None:
    package = Package.open(pack(xlsx()))
    assert package.content_type("XL/Workbook.xml") == EXCEL
    assert package.content_type("xl/other.XML") == "application/xml"
    assert package.content_type("xl/media/a.png") == ""


@pytest.mark.proves("XFILL-12")
def test_parts_are_read_in_any_case_and_a_missing_one_is_named() -> None:
    package = Package.open(pack(xlsx()))
    assert package.has("XL/WORKBOOK.XML")
    assert package.read("XL/WORKBOOK.XML") == xlsx()["xl/workbook.xml"]
    assert package.names == tuple(xlsx())
    with pytest.raises(Refusal) as caught:
        package.read("xl/styles.xml")
    assert "xl/styles.xml" in caught.value.about(path="a.xlsx").to_dict("ko")["message"]


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(
    ("spoil", "code", "why"),
    [
        (
            {"_rels/.rels": rels(("officeDocument", "a.xml"), ("officeDocument", "b.xml"))},
            "hostile_file",
            "two_main_parts",
        ),
        ({"_rels/.rels": rels(("officeDocument", "word/none.xml"))}, "not_a_document", "has_no_main_part"),
        ({"_rels/.rels": rels()}, "not_a_document", "has_no_main_part"),
        ({"_rels/.rels": rels(("officeDocument", "!https://example.com/a"))}, "not_a_document", "has_no_main_part"),
        ({"[Content_Types].xml": b"<Types/>"}, "not_a_document", "has_no_main_part"),
        ({"[Content_Types].xml": b"<Types"}, "not_a_document", "part_damaged"),
    ],
)
def test_a_package_without_one_main_part_is_refused(spoil: Parts, code: str, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        _ = Package.open(pack(docx() | spoil)).main_type
    assert (caught.value.code, caught.value.facts["why"].code) == (code, why)


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"xl/_rels/workbook.xml.rels": rels()}, "has_no_main_part"),
        ({"[Content_Types].xml": content_types()}, "has_no_main_part"),
        ({"readme.txt": b"x"}, "is_plain_zip"),
    ],
)
def test_the_remains_of_a_package_are_told_from_an_ordinary_archive(parts: Parts, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        _ = Package.open(pack(parts)).main_type
    assert caught.value.facts["why"].code == why


@pytest.mark.proves("REJECT-5")
def test_a_document_under_another_office_name_is_known_by_its_main_type() -> None:
    mains = [Package.open(pack(make())).main for make in (docx, xlsx, pptx)]
    assert [main.family if main else None for main in mains] == ["docx", "xlsx", "pptx"]


@pytest.mark.proves("REJECT-5")
def test_strict_is_told_by_the_main_relationship() -> None:
    strict = rels(("http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument", "word/document.xml"))
    package = Package.open(pack(docx() | {"_rels/.rels": strict}))
    assert package.is_strict
    assert package.main_type == WORD
    assert not Package.open(pack(docx())).is_strict
