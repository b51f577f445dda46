"""Word documents made for tests, as text, and what a fill by the Python door makes of them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from docforge import DocForge, Refusal

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W14 = "http://schemas.microsoft.com/office/word/2010/wordml"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
PIC = "http://schemas.openxmlformats.org/drawingml/2006/picture"
NAMES = (
    f'xmlns:w="{W}" xmlns:r="{R}" xmlns:w14="{W14}" xmlns:a="{A}" xmlns:wp="{WP}" xmlns:pic="{PIC}" '
    'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14 w15"'
)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
BODY, HEADER = "word/document.xml", "word/header1.xml"


def element(name: str, inside: str) -> str:
    """An element as Word writes it: empty ones as one tag."""
    return f"<w:{name}>{inside}</w:{name}>" if inside else f"<w:{name}/>"


def run(text: str, style: str = "") -> str:
    look = element("rPr", style) if style else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{text}</w:t></w:r>'


def para(inside: str = "", properties: str = "") -> str:
    return element("p", (element("pPr", properties) if properties else "") + inside)


def cell(text: str = "", properties: str = "", mark: str = "") -> str:
    """A cell with one paragraph; `mark` are the run properties of the paragraph mark."""
    inside = para(run(text) if text else "", element("rPr", mark) if mark else "")
    return element("tc", element("tcPr", properties) + inside)


def row(*cells: str, properties: str = "") -> str:
    """A row of cells; a plain text becomes a cell."""
    inside = "".join(one if one.startswith("<") else cell(one) for one in cells)
    return element("tr", (element("trPr", properties) if properties else "") + inside)


def table(*rows: str) -> str:
    return f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid/>{"".join(rows)}</w:tbl>'


def control(properties: str, content: str, number: int = 7) -> str:
    told = f'<w:sdtPr>{properties}<w:id w:val="{number}"/></w:sdtPr>'
    return f"<w:sdt>{told}<w:sdtContent>{content}</w:sdtContent></w:sdt>"


def document(body: str, header: str = "", *, kind: str = "document", extra: Mapping[str, bytes] | None = None) -> bytes:
    """A package with a body and a header; `extra` are more entries, or others in place of its own."""
    section = '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>'
    types = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    types += '<Default Extension="png" ContentType="image/png"/>' if extra else ""
    types += f'<Override PartName="/{BODY}" ContentType="{_KIND}.{kind}.main+xml"/>'
    types += f'<Override PartName="/{HEADER}" ContentType="{_KIND}.header+xml"/>'
    parts = {
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">{types}</Types>',
        "_rels/.rels": _HEAD + rels("officeDocument", BODY),
        BODY: f"{_HEAD}<w:document {NAMES}><w:body>{body}{section}</w:body></w:document>",
        "word/_rels/document.xml.rels": _HEAD + rels("header", "header1.xml"),
        HEADER: f"{_HEAD}<w:hdr {NAMES}>{header or para()}</w:hdr>",
    }
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ({key: text.encode() for key, text in parts.items()} | dict(extra or {})).items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 2, 9, 0, 0)), content)
    return held.getvalue()


def rels(kind: str, target: str, number: int = 1) -> str:
    one = f'<Relationship Id="rId{number}" Type="{R}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{one}</Relationships>'


def part(data: bytes, name: str = BODY) -> str:
    """A part as text."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def rows_of(data: bytes, number: int = 0) -> list[list[str]]:
    """What the rows of a table show, read by python-docx."""
    from docx import Document

    found = Document(io.BytesIO(data)).tables[number]
    return [[one.text for one in line.cells] for line in found.rows]


def count(pattern: str, text: str) -> int:
    return len(re.findall(pattern, text))


class Desk:
    """A workspace with one template, and the calls that a test makes there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.forge = DocForge(folder, language="en")

    def put(self, data: bytes, name: str = "form.docx") -> str:
        (self.folder / name).write_bytes(data)
        return name

    def read(self, data: bytes) -> dict[str, dict[str, Any]]:
        """The places that read_docx tells, by address."""
        told = self.forge.call("read_docx", path=self.put(data))
        return {place["at"]: place for place in told["places"]}

    def fill(self, data: bytes, *fields: Mapping[str, Any]) -> bytes:
        """The document that edit_docx makes of a template."""
        self.result = self.forge.call(
            "edit_docx", template=self.put(data), path="filled.docx", attach=False, fields=list(fields)
        )
        made = (self.folder / "filled.docx").read_bytes()
        (self.folder / "filled.docx").unlink()
        return made

    def refused(self, data: bytes, *fields: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Why edit_docx does not fill a template, by address; nothing is left behind."""
        with pytest.raises(Refusal) as caught:
            self.fill(data, *fields)
        assert not (self.folder / "filled.docx").exists()
        refusal = caught.value.to_dict()
        assert refusal["code"] == "fields_refused"
        self.problems = refusal["problems"]
        return {problem["at"]: problem for problem in self.problems}
