"""How a worksheet part is spelled: its encoding, its prefix, and whether plain byte searches can be trusted in it.

Knows no cell.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from docforge.errors import Refusal
from docforge.formats.xlsx.xmltext import read_attributes

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"

_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")
_ENCODING = re.compile(r"""(^\s*<\?xml[^>]*?\sencoding\s*=\s*["'])[^"']*""")
_WIDE = {
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
    b"<\x00": "utf-16-le",
    b"\x00<": "utf-16-be",
}
_ATTRIBUTES = rb"""(?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*"""
_ROOT = re.compile(rb"\s*(?:<\?xml[^>]*\?>)?\s*<(?:([A-Za-z_][A-Za-z0-9_.-]*):)?worksheet(" + _ATTRIBUTES + rb")>")


@dataclass(frozen=True, slots=True)
class Body:
    """`<sheetData>`: its element is `data[start:end]`, its content `data[first:last]`, empty when self-closing."""

    start: int
    first: int
    last: int
    end: int

    @property
    def self_closing(self) -> bool:
        return self.last == self.end


class Plain(NamedTuple):
    """What is known of a plain part: prefix, body, and the namespaces that its root declares, by attribute name."""

    prefix: bytes
    body: Body
    scope: Mapping[str, str]


def normalise(data: bytes) -> bytes:
    """The part as UTF-8 without a byte order mark, its declaration corrected; the same object when it is that already.

    Raises Refusal not_a_document when the bytes are not what the declaration says.
    """
    if data.startswith(codecs.BOM_UTF8):
        return data[3:]
    encoding = _WIDE.get(data[:2]) or _declared(data)
    if encoding is None:
        return data
    try:
        text = data.decode(encoding)
    except (LookupError, UnicodeDecodeError) as fault:
        raise Refusal("not_a_document", why=f"XML: {encoding}") from fault
    return _ENCODING.sub(r"\1UTF-8", text, count=1).encode("utf-8")


def _declared(data: bytes) -> str | None:
    found = _DECLARED.match(data[:256])
    name = found[1].decode().lower() if found else "utf-8"
    return None if name in {"utf-8", "utf8", "us-ascii", "ascii"} else name


def read_plain(data: bytes) -> Plain | None:
    """What is known of a part in which byte searches find elements and nothing else; None where that is not sure.

    No comment, CDATA, document type or processing instruction; one prefix for the main namespace; one sheetData.
    """
    root = _ROOT.match(data)
    if root is None or _holds(data, b"!", b"<!", 0) or _holds(data, b"?", b"<?", root.end()):
        return None
    names = read_attributes(root[2])
    name = b"xmlns:" + root[1] if root[1] else b"xmlns"
    bound = [key for key, value in names.items() if value in {MAIN, STRICT}]
    if bound != [name.decode()]:
        return None
    prefix = root[1] + b":" if root[1] else b""
    body = _find_body(data, prefix)
    scope = {key: value for key, value in names.items() if key.startswith("xmlns")}
    return None if body is None else Plain(prefix, body, scope)


def _holds(data: bytes, rare: bytes, wanted: bytes, start: int) -> bool:
    """Whether `wanted` occurs; its rare byte is looked for first, which is ten times faster."""
    found = data.find(rare, start)
    return found >= 0 and data.find(wanted, max(found - 1, start)) >= 0


@cache
def _opening(prefix: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"<%ssheetData\s*(/?)>" % re.escape(prefix))


def _find_body(data: bytes, prefix: bytes) -> Body | None:
    opened = _opening(prefix).search(data)
    if opened is None:
        return None
    closing = b"</" + prefix + b"sheetData>"
    last = data.rfind(closing, opened.end())
    if opened[1]:
        return None if last >= 0 else Body(opened.start(), opened.end(), opened.end(), opened.end())
    return None if last < 0 else Body(opened.start(), opened.end(), last, last + len(closing))
