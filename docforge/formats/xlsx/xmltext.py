"""Text and attributes of SpreadsheetML as bytes: XML escapes and the `_xHHHH_` escapes of ST_Xstring.

Knows no element.
"""

from __future__ import annotations

import re

_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_REFERENCE = re.compile("&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));")
_ATTRIBUTE = re.compile(rb"""\s([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ENCODED = re.compile("_x([0-9A-Fa-f]{4})_")
_LOOKS_ENCODED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_SURROGATES = range(0xD800, 0xE000)


def read_text(data: bytes) -> str:
    """Character data as an XML parser reports it: references resolved, CR and CRLF read as LF (XML 1.0 §2.11)."""
    text = data.decode("utf-8")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _REFERENCE.sub(_resolve, text) if "&" in text else text


def _resolve(found: re.Match[str]) -> str:
    if found[3]:
        return _ENTITIES[found[3]]
    return chr(int(found[1], 16) if found[1] else int(found[2]))


def read_attributes(tag: bytes) -> dict[str, str]:
    """Attributes of a start tag by their name as written, prefix included. `tag` holds no markup but its own."""
    found = _ATTRIBUTE.findall(tag)
    return {name.decode(): read_text(double or single) for name, double, single in found}


def find_attribute(tag: bytes, name: bytes) -> tuple[int, int] | None:
    """Bytes of an attribute within its start tag, the blank before it included; None when it is absent."""
    return next((found.span() for found in _ATTRIBUTE.finditer(tag) if found[1] == name), None)


def decode_xstring(text: str) -> str:
    """The characters that an ST_Xstring stands for (ECMA-376-1 §22.9.2.19); escapes of surrogates stay as written."""
    return _ENCODED.sub(_decode, text) if "_x" in text else text


def _decode(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    return found[0] if code in _SURROGATES else chr(code)


def write_xstring(text: str) -> bytes:
    """`text` as the content of an ST_Xstring element; text that would read as an escape is itself escaped.

    Look-ahead, since `_x0041_x0042_` holds two openers that share one underscore.
    """
    return _LOOKS_ENCODED.sub("_x005F_", text).translate(_MARKUP).encode("utf-8")
