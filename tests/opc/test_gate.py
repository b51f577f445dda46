"""The gate as a caller meets it: a file that is not what it says is refused by code, and nothing is left behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docforge import DocForge, Refusal
from tests.opc.packages import docx, pack, rels, xlsx
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
    "a Word document": (pack(docx()), "renamed"),
    "ISO Strict": (pack(xlsx() | {"_rels/.rels": STRICT}), "strict_format"),
    "with a name twice": (pack(xlsx(), Item("XL/workbook.xml", b"<a/>")), "hostile_file"),
    "with a document type in a part that is not read": (pack(xlsx() | {"xl/other.xml": LAUGHS}), "hostile_file"),
    "that starts a program": (pack(xlsx() | sheet(b"cmd|'/c calc'!A0")), "hostile_file"),
    "with a program": (pack(xlsx() | {"xl/media/a.exe": b"MZ"}), "hostile_file"),
}


def in_place(forge: DocForge) -> None:
    forge.call("edit_xlsx", path="form.xlsx", attach=False, cells=[{"sheet": "S", "cell": "A1", "value": 1}])


def from_template(forge: DocForge) -> None:
    cells = [{"sheet": "S", "cell": "A1", "value": 1}]
    forge.call("edit_xlsx", template="form.xlsx", path="new.xlsx", attach=False, cells=cells)


def read(forge: DocForge) -> None:
    forge.call("read_xlsx", path="form.xlsx")


@pytest.mark.proves("REJECT-5", "REJECT-6")
@pytest.mark.parametrize("call", [in_place, from_template, read])
@pytest.mark.parametrize(("data", "code"), FILES.values(), ids=FILES)
def test_a_file_that_is_not_what_it_says_is_refused_and_nothing_changes(
    tmp_path: Path, call: Callable[[DocForge], None], data: bytes, code: str
) -> None:
    (tmp_path / "form.xlsx").write_bytes(data)
    with pytest.raises(Refusal) as caught:
        call(DocForge(workspace=str(tmp_path)))
    told = caught.value.to_dict()
    assert told["code"] == code
    assert "form.xlsx" in told["message"]
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith(".")] == ["form.xlsx"]
    assert (tmp_path / "form.xlsx").read_bytes() == data
