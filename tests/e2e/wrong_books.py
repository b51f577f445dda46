"""Workbooks to be refused at: every kind of rule, lists of five kinds, books with macros. Knows nothing of DocForge."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from xlsxwriter import Workbook

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "xlsx"
TEMPLATE = "spreadsheetml.template.main+xml"
DOCUMENT = "spreadsheetml.sheet.main+xml"
SHEET = "신청서"
X14 = (
    '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"'
    ' xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">'
    '<x14:dataValidations count="2" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">'
    '<x14:dataValidation type="list" allowBlank="1" showErrorMessage="1"><x14:formula1><xm:f>$H$1:$H$3</xm:f>'
    "</x14:formula1><xm:sqref>B6</xm:sqref></x14:dataValidation>"
    '<x14:dataValidation type="list" allowBlank="1" showErrorMessage="1"><x14:formula1><xm:f>Codes!$B$1:$B$3</xm:f>'
    "</x14:formula1><xm:sqref>B7</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
)


def fixture(name: str) -> bytes:
    """The bytes of a form in `fixtures/xlsx`."""
    return (FIXTURES / name).read_bytes()


def rewrite(data: bytes, edits: Mapping[str, Callable[[bytes], bytes]]) -> bytes:
    """The package with the named parts run through their edits."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            body = old.read(entry)
            new.writestr(entry, edits.get(entry.filename, bytes)(body), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def rules() -> bytes:
    """A form with a rule on each input cell, B2 to B13, and a sum over B12."""
    stream = io.BytesIO()
    with Workbook(stream, {"in_memory": True}) as book:
        sheet, codes = book.add_worksheet(SHEET), book.add_worksheet("Codes")
        codes.write_column("A1", ["영업", "구매", "재무"])
        codes.write_column("B1", ["서울", "부산", "대전"])
        book.define_name("Grades", "=Codes!$D$1:$D$3")
        codes.write_column("D1", ["사원", "과장", "부장"])
        sheet.write_column("H1", ["국내", "해외", "파견"])
        captions = ["종류", "부서", "직급", "", "구분", "지역", "수량", "비율", "시작일", "사번", "금액", "합계"]
        for row, caption in enumerate(captions, start=2):
            if caption:
                sheet.write_string(f"A{row}", caption, book.add_format({"bold": True}))
        sheet.data_validation("B2", {"validate": "list", "source": ["연차", "반차", "병가"]})
        sheet.data_validation("B3", {"validate": "list", "source": "=Codes!$A$1:$A$3"})
        sheet.data_validation("B4", {"validate": "list", "source": "=Grades"})
        sheet.data_validation("B8", {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": 99})
        sheet.data_validation("B9", {"validate": "decimal", "criteria": "between", "minimum": 0.5, "maximum": 15})
        sheet.data_validation("B10", {"validate": "date", "criteria": ">=", "value": dt.date(2026, 1, 1)})
        sheet.data_validation("B11", {"validate": "length", "criteria": "==", "value": 6})
        sheet.write_formula("B13", "=SUM(B12)", None, 0)
    return rewrite(
        stream.getvalue(),
        {"xl/worksheets/sheet1.xml": lambda xml: xml.replace(b"</worksheet>", X14.encode() + b"</worksheet>")},
    )


def without_styles() -> bytes:
    """A workbook of one empty sheet that has no styles part, as some programs write them."""
    stream = io.BytesIO()
    with Workbook(stream, {"in_memory": True}) as book:
        book.add_worksheet("Form")
    out = io.BytesIO()
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            tags = re.sub(rb"<(?:Override|Relationship) [^>]*styles[^>]*>", b"", old.read(name))
            if name != "xl/styles.xml":
                new.writestr(name, tags)
    return out.getvalue()


def macro_book() -> bytes:
    """A macro-enabled workbook with one free cell, as .xlsm."""
    stream = io.BytesIO()
    with Workbook(stream, {"in_memory": True}) as book:
        book.add_vba_project(io.BytesIO(b"\xd0\xcf\x11\xe0 a project of macros"), is_stream=True)
        book.add_worksheet("Form").write_string("A1", "이름:")
    return stream.getvalue()


def macro_template() -> bytes:
    """The same as .xltm."""
    kind = (b"sheet.macroEnabled.main+xml", b"template.macroEnabled.main+xml")
    return rewrite(macro_book(), {"[Content_Types].xml": lambda xml: xml.replace(*kind)})


def locked_by_password() -> bytes:
    """The bones of a workbook with a password: a compound file whose streams are those of MS-OFFCRYPTO 2.3.4."""
    data = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(504)
    for name in ("Root Entry", "EncryptionInfo", "EncryptedPackage"):
        wide = f"{name}\0".encode("utf-16-le")
        data += wide.ljust(64, b"\0") + len(wide).to_bytes(2, "little") + b"\2" + bytes(61)
    return data
