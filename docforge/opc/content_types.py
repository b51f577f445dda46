"""[Content_Types].xml (ECMA-376-2, 10.1.2.3): the type of each part, and that one type changed in place.

Knows no type by meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote

from lxml import etree

from docforge.opc.directory import key_of
from docforge.opc.markup import encoding_of, parse_xml

PART = "[Content_Types].xml"
_ANY_BYTE = "surrogateescape"  # a part in another encoding like ASCII goes through unharmed
# Comments, CDATA and processing instructions are matched so that nothing inside them is taken for an element.
_MARKUP = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    r"|<(?:[\w.-]+:)?(?P<element>Override|Default)(?P<attributes>(?=[\s/>])(?:[^>\"']|\"[^\"]*\"|'[^']*')*+)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"(?P<name>[\w.:-]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ContentTypes:
    """Types by part name and by extension, keys without case."""

    overrides: dict[str, str]
    defaults: dict[str, str]

    @classmethod
    def parse(cls, data: bytes) -> ContentTypes:
        """Read the part; where one name has two types the first counts."""
        overrides: dict[str, str] = {}
        defaults: dict[str, str] = {}
        for element in parse_xml(data, PART).iter(etree.Element):
            kind = etree.QName(element).localname
            content_type = element.get("ContentType", "").strip()
            if kind == "Override":
                overrides.setdefault(_part_key(element.get("PartName", "")), content_type)
            elif kind == "Default":
                defaults.setdefault(_extension_key(element.get("Extension", "")), content_type)
        return cls(overrides, defaults)

    def type_of(self, name: str) -> str:
        """The type of a part: by name, else by extension, else ""."""
        by_name = self.overrides.get(_part_key(name))
        return by_name if by_name is not None else self.defaults.get(_extension_key(_extension_of(name)), "")


def with_type(data: bytes, name: str, content_type: str) -> bytes:
    """The part with the type of `name` changed: the bytes of that one attribute value, and no other."""
    encoding = encoding_of(data, PART)
    text = data.decode(encoding, _ANY_BYTE)
    start, stop = _value_span(text, name)
    return f"{text[:start]}{content_type}{text[stop:]}".encode(encoding, _ANY_BYTE)


def _value_span(text: str, name: str) -> tuple[int, int]:
    """Where the ContentType that applies to `name` stands: of its Override, else of the Default of its extension."""
    wanted = {"Override": ("PartName", _part_key(name)), "Default": ("Extension", _extension_key(_extension_of(name)))}
    spans: dict[str, tuple[int, int]] = {}
    for element, attributes in _elements(text):
        attribute, key = wanted[element]
        told = attributes.get(attribute)
        shape = _part_key if element == "Override" else _extension_key
        if told and "ContentType" in attributes and shape(unescape(told["value"])) == key:
            spans.setdefault(element, attributes["ContentType"].span("value"))
    return spans.get("Override") or spans["Default"]


def _elements(text: str) -> Iterator[tuple[str, dict[str, re.Match[str]]]]:
    for found in _MARKUP.finditer(text):
        if found["element"]:
            start, stop = found.span("attributes")
            yield found["element"], {each["name"]: each for each in _ATTRIBUTE.finditer(text, start, stop)}


def _part_key(name: str) -> str:
    return key_of(unquote(name.strip().removeprefix("/")))


def _extension_key(extension: str) -> str:
    return extension.strip().removeprefix(".").lower()


def _extension_of(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[2]
