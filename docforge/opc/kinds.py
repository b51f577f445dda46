"""What a file is that is not a zip archive, so that a refusal can name it. Knows signatures only."""

from __future__ import annotations

import re

from docforge.errors import Refusal
from docforge.opc.refusals import hostile, not_a_document

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_ENTRY = 128
_OLE_NAME = 64
# Streams that tell what a compound file (MS-CFB) holds; the password envelope comes first, as it has other streams too.
_STREAMS = {
    "EncryptedPackage": "",
    "WordDocument": "is_doc",
    "Workbook": "is_xls",
    "Book": "is_xls",
    "PowerPoint Document": "is_ppt",
    "HwpSummaryInformation": "is_hwp",
    "\x05HwpSummaryInformation": "is_hwp",
}
_SIGNATURES = (
    (re.compile(rb"\{\\rtf"), "is_rtf"),
    (re.compile(rb"%PDF-"), "is_pdf"),
    (re.compile(rb"(?i)<!doctype\s+html|<html|<head|<table|<meta"), "is_html"),
    (re.compile(rb"(?i)mime-version:"), "is_html"),
    (re.compile(rb"<\?xml|<"), "is_xml"),
    (re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|BM|II\*\0|MM\0\*|RIFF....WEBP", re.DOTALL), "is_picture"),
    (re.compile(rb"\x1f\x8b|7z\xbc\xaf\x27\x1c|Rar!|BZh|\xfd7zXZ"), "is_archive"),
    (re.compile(rb"HWP Document File"), "is_hwp"),
)
_LEADING = re.compile(rb"(?:\xef\xbb\xbf|\s)*+")


def refusal_of(data: bytes) -> Refusal:
    """Why `data`, which does not begin as a zip archive does, is refused: encrypted, not_a_document or hostile_file."""
    if not data:
        return not_a_document("is_empty")
    if data.startswith(_OLE):
        return _refusal_of_compound(data)
    if data.startswith(b"PK\x05\x06"):
        return not_a_document("is_empty_archive")
    found = _LEADING.match(data)
    start = found.end() if found else 0
    for signature, why in _SIGNATURES:
        if signature.match(data, start):
            return not_a_document(why)
    if b"PK\x05\x06" in data:
        return hostile("data_before_archive")
    return not_a_document("is_unknown")


def _refusal_of_compound(data: bytes) -> Refusal:
    for stream, why in _STREAMS.items():
        if _has_stream(data, stream):
            return not_a_document(why) if why else Refusal("encrypted")
    return not_a_document("is_compound")


def _has_stream(data: bytes, name: str) -> bool:
    """True where a directory entry of the compound file has this name: 64 bytes of UTF-16, then its length (2.6.1)."""
    wide = name.encode("utf-16-le") + b"\0\0"
    at = data.find(wide)
    while at >= 0:
        length = int.from_bytes(data[at + _OLE_NAME : at + _OLE_NAME + 2], "little")
        if at % _OLE_ENTRY == 0 and length == len(wide):
            return True
        at = data.find(wide, at + 2)
    return False
