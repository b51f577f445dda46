"""Programs that a document starts by Dynamic Data Exchange: fields of Word, formulas of Excel.

Knows no more of the two formats than where such a call may stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape

from lxml import etree

from docforge.opc.archive import Archive
from docforge.opc.directory import Entry
from docforge.opc.markup import Element, parse_xml, with_ascii

Look = Callable[[Archive, Entry], bool]

_PIPES = frozenset({b"|", b"&#", b"\0"})  # without any of these marks no formula can hold "|"; \0 stands for UTF-16
_ESCAPED_PIPE = re.compile(rb"&#(?:0*124|[xX]0*7[cC]);")
# A sign that is rare comes first in each pattern, so that it is found without a look at every byte.
_COMMENT_OR_CDATA = re.compile(rb"!(?:--|\[CDATA\[)")
_INSTRUCTION_END = re.compile(rb"\?>")
_FORMULA_TAG = re.compile(rb"<(?:[\w.-]+:)?(?:f|definedName)(?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)?>")
# Where a formula may hold "|" that is no call of a program: text, quoted sheet names, names of a table's columns.
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]")
_FIELD = re.compile(r"\s*\"?DDE(?:AUTO)?\b", re.IGNORECASE)


def find_look(family: str) -> Look | None:
    """What tells of an entry that is XML whether it starts a program; None for families that cannot."""
    return {"xlsx": has_dde_formula, "docx": has_dde_field}.get(family)


def has_dde_formula(archive: Archive, entry: Entry) -> bool:
    """Whether a formula or defined name asks a program: application|topic!item outside all quotes (18.17.2)."""
    if archive.marks(entry).isdisjoint(_PIPES):
        return False
    content, name = archive.read(entry), entry.name
    text = with_ascii(content, name)
    escaped = b"#" in text and _ESCAPED_PIPE.search(text) is not None
    if not escaped and b"|" not in text:
        return False
    exact = escaped or _may_split_texts(text)
    formulas = _parsed_formulas(content, name) if exact else _piped_formulas(text)
    return any("|" in _QUOTED.sub("", formula) for formula in formulas)


def _may_split_texts(text: bytes) -> bool:
    """Whether there are comments, CDATA or processing instructions, which a search by signs would stumble over."""
    behind = text.find(b"?>") + 2 if text.startswith(b"<?xml") else 0
    return bool(_COMMENT_OR_CDATA.search(text) or _INSTRUCTION_END.search(text, behind))


def _parsed_formulas(content: bytes, name: str) -> Iterator[str]:
    """All formulas and defined names, as a parser reads them."""
    for element in parse_xml(content, name).iter("{*}f", "{*}definedName"):
        yield str(element.xpath("string()"))


def _piped_formulas(text: bytes) -> Iterator[str]:
    """Formulas and defined names that hold "|", found from the sign, as it is rare; each text is passed once."""
    start, tag, at = -1, None, 0
    while (pipe := text.find(b"|", at)) >= 0:
        opened = text.rfind(b"<", at, pipe)
        if opened >= 0:
            start, tag = opened, _FORMULA_TAG.match(text, opened)
        at = text.find(b"<", pipe) if tag is None or tag.end() <= pipe else tag.end()
        if at < 0:
            return
        if tag is not None and start < tag.end() <= pipe:
            yield unescape(text[tag.end() : at].decode("utf-8", "replace"))


def has_dde_field(archive: Archive, entry: Entry) -> bool:
    """Whether a part has a field DDE or DDEAUTO, its instruction split over runs or not (17.16.5)."""
    content, name = archive.read(entry), entry.name
    text = with_ascii(content, name)
    if b"instrText" not in text and b"fldSimple" not in text:
        return False
    return any(_FIELD.match(instruction) for instruction in _instructions(parse_xml(content, name)))


def _instructions(root: Element) -> list[str]:
    """Instructions of all fields: attributes of simple ones, and the text between the marks of complex ones."""
    pieces = [""]
    for element in root.iter("{*}instrText", "{*}fldChar", "{*}fldSimple"):
        local = etree.QName(element).localname
        if local == "instrText":
            pieces[-1] += str(element.xpath("string()"))
        elif local == "fldChar":
            pieces.append("")
        else:
            pieces += [next((str(value) for key, value in element.items() if str(key).endswith("instr")), ""), ""]
    return pieces
