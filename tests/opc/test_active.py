"""Macros and signatures are told by content."""

from __future__ import annotations

import pytest

from docforge.opc import Package, has_macros, is_signed
from tests.opc.packages import EXCEL, MICROSOFT, Parts, content_types, docx, pack, pptx, rels, xlsx
from tests.opc.test_package import EXCEL_MACROS, POWERPOINT_MACROS, WORD_MACROS

WORKBOOK = "xl/_rels/workbook.xml.rels"
VBA = "application/vnd.ms-office.vbaProject"
MACRO_SHEET = "application/vnd.ms-excel.macrosheet+xml"

MACROS: dict[str, Parts] = {
    "a Word document of macro type": docx(WORD_MACROS),
    "a workbook of macro type": xlsx(EXCEL_MACROS),
    "a presentation of macro type": pptx(POWERPOINT_MACROS),
    "a project by its name": xlsx() | {"xl/VBAProject.bin": b"\xd0\xcf\x11\xe0"},
    "a project by its type": xlsx()
    | {"[Content_Types].xml": content_types(xl__workbook_xml=EXCEL, xl__code_dat=VBA), "xl/code.dat": b"\xd0\xcf"},
    "a project renamed to a picture": xlsx()
    | {WORKBOOK: rels((MICROSOFT + "vbaProject", "media/image9.png")), "xl/media/image9.png": b"\xd0\xcf\x11\xe0"},
    "an Excel 4 macro sheet by its type": xlsx()
    | {"[Content_Types].xml": content_types(xl__workbook_xml=EXCEL, xl__a_xml=MACRO_SHEET), "xl/a.xml": b"<a/>"},
    "an Excel 4 macro sheet by its relationship": xlsx() | {WORKBOOK: rels((MICROSOFT + "xlMacrosheet", "a.xml"))},
}
NONE: dict[str, Parts] = {
    "a document": docx(),
    "a workbook": xlsx(),
    "an ActiveX control": docx()
    | {"word/_rels/document.xml.rels": rels(("control", "activeX/activeX1.xml")), "word/activeX/activeX1.xml": b"<a/>"},
    "attached toolbars": docx()
    | {"word/_rels/document.xml.rels": rels((MICROSOFT + "attachedToolbars", "attachedToolbars.bin"))},
    "a workbook with macros embedded": docx() | {"word/embeddings/a.xlsm": pack(xlsx(EXCEL_MACROS))},
}


@pytest.mark.proves("REJECT-3")
@pytest.mark.parametrize("parts", MACROS.values(), ids=MACROS)
def test_macros_are_found_under_any_name(parts: Parts) -> None:
    assert has_macros(Package.open(pack(parts)))


@pytest.mark.proves("REJECT-3")
@pytest.mark.parametrize("parts", NONE.values(), ids=NONE)
def test_what_is_no_macro_is_not_taken_for_one(parts: Parts) -> None:
    assert not has_macros(Package.open(pack(parts)))


def test_a_signature_is_found() -> None:
    origin = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin"
    signed = rels(("officeDocument", "word/document.xml"), (origin, "_xmlsignatures/origin.sigs"))
    assert is_signed(Package.open(pack(docx() | {"_rels/.rels": signed})))
    assert not is_signed(Package.open(pack(docx())))
