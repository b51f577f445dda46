"""Files that are no zip archive: the refusal names what they are."""

from __future__ import annotations

import pytest

from docforge.errors import Refusal
from docforge.opc import Package
from tests.opc.packages import hwpx, pack
from tests.opc.test_directory import refusal_of
from tests.opc.zips import Item, build


def compound(*streams: str) -> bytes:
    """The bones of a compound file: a header of 512 bytes, then directory entries of 128 (MS-CFB 2.6.1)."""
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504
    for name in ("Root Entry", *streams):
        wide = name.encode("utf-16-le") + b"\0\0"
        data += wide.ljust(64, b"\0") + len(wide).to_bytes(2, "little") + b"\2" + b"\0" * 61
    return data


OTHERS = {
    "Word 97": (compound("WordDocument", "1Table"), "is_doc"),
    "Excel 97": (compound("Workbook"), "is_xls"),
    "Excel 95": (compound("Book"), "is_xls"),
    "PowerPoint 97": (compound("Current User", "PowerPoint Document"), "is_ppt"),
    "Hangul 5": (compound("FileHeader", "\x05HwpSummaryInformation"), "is_hwp"),
    "another compound file": (compound("__properties_version1.0"), "is_compound"),
    "RTF": (b"{\\rtf1\\ansi hello}", "is_rtf"),
    "PDF": (b"%PDF-1.7\n", "is_pdf"),
    "a web page": (b"\xef\xbb\xbf\r\n<!DOCTYPE html><html>", "is_html"),
    "a table of a web page": (b"<table><tr>", "is_html"),
    "a saved web page": (b"MIME-Version: 1.0\r\n", "is_html"),
    "flat XML": (b"<?xml version='1.0'?><w:wordDocument/>", "is_xml"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "is_picture"),
    "gzip": (b"\x1f\x8b\x08", "is_archive"),
    "Hangul 3": (b"HWP Document File V3.00", "is_hwp"),
    "text": ("견적,금액\n".encode(), "is_unknown"),
}


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(("data", "why"), OTHERS.values(), ids=OTHERS)
def test_another_format_under_an_office_name_is_called_by_its_own(data: bytes, why: str) -> None:
    assert refusal_of(data) == ("not_a_document", why)


@pytest.mark.proves("REJECT-5")
def test_a_password_is_told_by_the_envelope_and_not_by_the_word() -> None:
    assert refusal_of(compound("EncryptionInfo", "EncryptedPackage")) == ("encrypted", "")
    speaks_of_it = compound("WordDocument") + "EncryptedPackage".encode("utf-16-le") + b"\0" * 200
    assert refusal_of(speaks_of_it) == ("not_a_document", "is_doc")


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(
    ("mimetype", "why"),
    [
        (b"application/vnd.oasis.opendocument.text", "is_opendocument"),
        (b"application/epub+zip", "is_epub"),
        (b"text/plain", "is_plain_zip"),
    ],
)
def test_another_zip_format_under_an_office_name_is_called_by_its_own(mimetype: bytes, why: str) -> None:
    data = build([Item("mimetype", mimetype, method=0), Item("content.xml", b"<a/>")])
    with pytest.raises(Refusal) as caught:
        _ = Package.open(data).main_type
    assert (caught.value.code, caught.value.facts["why"].code) == ("not_a_document", why)


def test_a_hangul_package_is_known_by_its_mimetype() -> None:
    assert Package.open(pack(hwpx())).main_type == "application/hwp+zip"
    assert Package.open(pack(hwpx())).as_document() == {}
