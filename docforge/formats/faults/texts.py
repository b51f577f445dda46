"""Faults of the plain text of a form: tags that are not closed, guide text that no field holds. Knows no document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docforge.errors import Fault

_LONGEST = 60
_GUIDE = re.compile(
    r"click (?:or tap )?here to (?:enter|add)|\[(?:type|insert|enter|your|click)\b[^\]]*\]|choose an item\."
    r"|텍스트를 입력하려면 여기를|여기를 클릭|여기에 .{0,12}입력|이곳을 마우스로|내용을 입력하십시오|항목을 선택하세요"
    r"|날짜를 입력하려면|lorem ipsum",
    re.IGNORECASE,
)


def find_text_faults(at: str, text: str) -> Iterator[Fault]:
    """What is wrong with the text of one paragraph or cell that lies outside every field."""
    if "{{" in text or "}}" in text:
        opened = _find_unclosed(text)
        if opened:
            yield Fault("unclosed_tag", at=at, facts={"text": opened[:_LONGEST]})
    found = _GUIDE.search(text)
    if found is not None:
        yield Fault("guide_text", at=at, facts={"text": text.strip()[:_LONGEST]})


def _find_unclosed(text: str) -> str:
    """The tag that has one end alone, as far as the next; "" where all are whole."""
    depth, start = 0, 0
    for found in re.finditer(r"\{\{|\}\}", text):
        if found[0] == "{{":
            if depth:
                return text[start : found.start()]
            depth, start = 1, found.start()
        elif depth:
            depth = 0
        else:
            return text[max(0, found.end() - _LONGEST) : found.end()]
    return text[start:] if depth else ""
