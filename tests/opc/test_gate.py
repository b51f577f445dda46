"""The gate that every file passes before it is read, copied or filled."""

from __future__ import annotations

import pytest

from docforge.config import Settings
from docforge.drafting.contents import open_package
from docforge.errors import Refusal
from tests.opc.packages import pack, rels, xlsx
from tests.opc.test_hazards import sheet
from tests.opc.test_kinds import compound
from tests.opc.zips import Item

STRICT = rels(("http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument", "xl/workbook.xml"))
LAUGHS = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">]><sst/>'
FILES: dict[str, tuple[bytes, str]] = {
    "with a password": (compound("EncryptedPackage"), "encrypted"),
    "of Excel 97": (compound("Workbook"), "not_a_document"),
    "cut": (pack(xlsx())[:-40], "not_a_document"),
    "a PDF": (b"%PDF-1.7\n", "not_a_document"),
    "ISO Strict": (pack(xlsx() | {"_rels/.rels": STRICT}), "strict_format"),
    "with a name twice": (pack(xlsx(), Item("XL/workbook.xml", b"<a/>")), "hostile_file"),
    "with a document type in a part that is not read": (pack(xlsx() | {"xl/other.xml": LAUGHS}), "hostile_file"),
    "that starts a program": (pack(xlsx() | sheet(b"cmd|'/c calc'!A0")), "hostile_file"),
    "with a program": (pack(xlsx() | {"xl/media/a.exe": b"MZ"}), "hostile_file"),
}


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(("data", "code"), FILES.values(), ids=FILES)
def test_a_file_that_is_not_what_it_says_is_refused_with_its_path(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        open_package(Settings(), "form.xlsx", data)
    told = caught.value.to_dict()
    assert told["code"] == code
    assert "form.xlsx" in told["message"]
