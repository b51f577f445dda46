"""XML of a part: refused when it holds a document type or an encoding that hides one, parsed with everything off.

Knows no vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml import etree

from docforge.opc.refusals import damaged, hostile

Element = etree._Element  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  lxml gives the type no other name

_HEAD = 1024
# Encodings in which every ASCII byte is an ASCII character, so that no byte of another character looks like markup.
_PLAIN = re.compile(rb"(?i)utf-?8|(?:us-)?ascii|iso-8859-\d+|windows-125\d|euc-kr|ks_c_5601-1987|cp949")
_DECLARED = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"'>]*)[\"']")
# How nearly all parts begin: a declaration of UTF-8 or none, then the root element.
_USUAL = re.compile(
    rb"(?:\xef\xbb\xbf)?"
    rb"(?:<\?xml version=\"1\.0\"(?: encoding=\"(?:utf|UTF)-8\")?(?: standalone=\"(?:yes|no)\")? ?\?>\s*+)?<[A-Za-z]"
)
# What may stand before the root element (XML 1.0, production 22), the document type apart.
_MISCELLANY = re.compile(rb"(?:\s++|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_UTF8_BOM = b"\xef\xbb\xbf"


def looks_like_xml(head: bytes) -> bool:
    """True where the first bytes of a part are those of XML, in any encoding."""
    return head.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] == b"<"


def encoding_of(head: bytes, name: str) -> str:
    """The encoding that XML beginning with `head` is in (XML 1.0, appendix F): utf-8 stands for all like ASCII.

    Raises Refusal hostile_file for any that office programs do not write.
    """
    if head[:4] in (b"\0\0\0<", b"<\0\0\0", b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        raise hostile("unusual_encoding", name, encoding="UTF-32")
    if head[:2] == b"\xff\xfe" or head[1:2] == b"\0":
        return "utf-16-le"
    if head[:2] == b"\xfe\xff" or head[:1] == b"\0":
        return "utf-16-be"
    declared = _DECLARED.match(head.removeprefix(_UTF8_BOM).lstrip())
    if declared and not _PLAIN.fullmatch(declared[1]):
        raise hostile("unusual_encoding", name, encoding=declared[1].decode("latin-1"))
    return "utf-8"


def check_prolog(name: str, peek: Callable[[int], bytes]) -> None:
    """Refuse (hostile_file) XML with a document type declaration; it can stand before the root element only.

    `peek(n)` gives at most the first n bytes; as many are asked for as the prolog has.
    """
    length = _HEAD
    while True:
        head = peek(length)
        if _USUAL.match(head) or _is_free_of_doctype(name, head, whole=len(head) < length):
            return
        length *= 8


def with_ascii(content: bytes, name: str) -> bytes:
    """XML, or the beginning of it, so that markup stands in it as ASCII and without byte order mark; for searching."""
    encoding = encoding_of(content, name)
    if encoding == "utf-8":
        return content.removeprefix(_UTF8_BOM)
    return content.decode(encoding, "replace").lstrip("\ufeff").encode()


def _is_free_of_doctype(name: str, head: bytes, *, whole: bool) -> bool:
    """False where more of the part must be seen to say."""
    head = with_ascii(head, name)
    prolog = _MISCELLANY.match(head)
    rest = head[prolog.end() if prolog else 0 :]
    if rest[:9].upper() == b"<!DOCTYPE":
        raise hostile("doctype", name)
    undecided = rest[:2] == b"<?" or rest[:3] == b"<!-" or b"<!DOCTYPE".startswith(rest[:9].upper())
    return whole or not undecided


def parse_xml(data: bytes, name: str) -> Element:
    """The root of a part that `check_prolog` passed. Raises Refusal not_a_document where it is not well-formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        raise damaged(name) from None
