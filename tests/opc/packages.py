"""The smallest packages of each family, as parts by name, for tests to spoil one thing at a time."""

from __future__ import annotations

from tests.opc.zips import Item, build

DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
MICROSOFT = "http://schemas.microsoft.com/office/2006/relationships/"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
POWERPOINT = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
W = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
S = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

Parts = dict[str, bytes]


def content_types(**types: str) -> bytes:
    """[Content_Types].xml with an Override for each part (keyword with "__" for "/" and "_" for ".")."""
    overrides = "".join(
        f'<Override PartName="/{name.replace("__", "/").replace("_", ".")}" ContentType="{each}"/>'
        for name, each in types.items()
    )
    return (
        DECLARATION
        + (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
        ).encode()
    )


def rels(*relationships: tuple[str, str]) -> bytes:
    """A .rels part of (type, target); a target that begins with "!" is external."""
    told = "".join(
        f'<Relationship Id="rId{number}" Type="{kind if ":" in kind else OFFICE + kind}" Target="{target.lstrip("!")}"'
        + (' TargetMode="External"/>' if target.startswith("!") else "/>")
        for number, (kind, target) in enumerate(relationships, 1)
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return DECLARATION + f'<Relationships xmlns="{space}">{told}</Relationships>'.encode()


def docx(main_type: str = WORD) -> Parts:
    return {
        "[Content_Types].xml": content_types(word__document_xml=main_type),
        "_rels/.rels": rels(("officeDocument", "word/document.xml")),
        "word/document.xml": DECLARATION + b"<w:document " + W + b"><w:body><w:p/></w:body></w:document>",
    }


def xlsx(main_type: str = EXCEL) -> Parts:
    return {
        "[Content_Types].xml": content_types(xl__workbook_xml=main_type, xl__worksheets__sheet1_xml=SHEET),
        "_rels/.rels": rels(("officeDocument", "/xl/workbook.xml")),
        "xl/workbook.xml": DECLARATION + b"<workbook " + S + b"><sheets/></workbook>",
        "xl/_rels/workbook.xml.rels": rels(("worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": DECLARATION + b"<worksheet " + S + b"><sheetData/></worksheet>",
    }


def pptx(main_type: str = POWERPOINT) -> Parts:
    return {
        "[Content_Types].xml": content_types(ppt__presentation_xml=main_type),
        "_rels/.rels": rels(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": DECLARATION + b'<p:presentation xmlns:p="urn:p"/>',
    }


def hwpx() -> Parts:
    return {
        "mimetype": b"application/hwp+zip",
        "version.xml": DECLARATION + b'<hv:HCFVersion xmlns:hv="http://www.hancom.co.kr/hwpml/2011/version"/>',
        "Contents/section0.xml": DECLARATION + b'<hs:sec xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section"/>',
        "META-INF/manifest.xml": DECLARATION + b'<odf:manifest xmlns:odf="urn:o"/>',
    }


def pack(parts: Parts, *extra: Item) -> bytes:
    """The package as bytes; `extra` are entries that a dict of parts cannot say."""
    return build([*(Item(name, content) for name, content in parts.items()), *extra])
