"""The shared strings of a workbook (ECMA-376-1 §18.4), read one at a time. Knows no cell."""

from __future__ import annotations

import re

from lxml import etree

from docforge.formats.xlsx.dialect import normalise
from docforge.formats.xlsx.markup import children
from docforge.formats.xlsx.xmltext import decode_xstring, read_text
from docforge.opc import Element, parse_xml


class SharedStrings:
    """Texts by index. Only the places of the items are found at once; an item is read when it is asked for."""

    def __init__(self, data: bytes, part: str) -> None:
        data = normalise(data)
        if b"<!" in data:  # comments and CDATA would mislead a search of bytes
            data = etree.tostring(_without_comments(parse_xml(data, part)), encoding="utf-8")
        self._data, self._part = data, part
        root = re.search(rb"<(?:([\w.-]+):)?sst\b[^>]*>", data)
        self._root = root[0].rstrip(b"/>") + b">" if root else b"<sst>"
        self._prefix = root[1] + b":" if root and root[1] else b""
        self._starts = [found.start() for found in re.finditer(rb"<" + self._prefix + rb"si[\s/>]", data)]
        tag = self._prefix
        self._plain = re.compile(rb"<%ssi><%st(?: xml:space=\"preserve\")?>([^<]*)</%st></%ssi>" % (tag, tag, tag, tag))
        self._texts: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._starts)

    def text(self, index: int) -> str:
        """The text of one item, its rich runs joined, phonetic guides left out; "" where there is no such item."""
        if not 0 <= index < len(self._starts):
            return ""
        if index not in self._texts:
            plain = self._plain.match(self._data, self._starts[index])
            self._texts[index] = decode_xstring(read_text(plain[1])) if plain else read_rich_text(self._item(index))
        return self._texts[index]

    def _item(self, index: int) -> Element:
        start = self._starts[index]
        closing = b"</" + self._prefix + b"sst>"
        end = self._starts[index + 1] if index + 1 < len(self._starts) else self._data.rfind(closing)
        return next(iter(parse_xml(self._root + self._data[start:end] + closing, self._part)))


def _without_comments(root: Element) -> Element:
    etree.strip_tags(root, etree.Comment)
    return root


def read_rich_text(item: Element) -> str:
    """The text of an `<si>` or `<is>` (CT_Rst)."""
    plain = "".join(text.text or "" for text in children(item, "t"))
    runs = "".join(text.text or "" for text in children(item, "r", "t"))
    return decode_xstring(plain + runs)
