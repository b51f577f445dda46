"""The text that file managers show of a Hangul document, Preview/PrvText.txt. Knows no place.

As Hangul makes it: about the first thousand characters, a line a paragraph, cells as <text>.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docforge.formats.hwpx.markup import children, name_of, paragraphs, text_of
from docforge.opc import Element

MOST = 1023
_COMPARED = 300
_BLANK = re.compile(r"\s+")


def make_preview(sections: Sequence[Element]) -> str:
    """The preview of these sections as they are now."""
    lines: list[str] = []
    length = 0
    for line in (line for section in sections for paragraph in children(section, "p") for line in _lines(paragraph)):
        lines.append(line)
        length += len(line) + 2
        if length > MOST:
            break
    return "".join(f"{line}\r\n" for line in lines)[:MOST]


def is_preview_of(preview: str, sections: Sequence[Element]) -> bool:
    """Whether a preview was made of this text, as far as its beginning tells; blanks do not matter."""
    made, held = (_BLANK.sub("", text)[:_COMPARED] for text in (make_preview(sections), preview))
    return bool(held) and made == held


def _lines(paragraph: Element) -> Iterator[str]:
    """The lines of one paragraph: its text, then each of its tables, a line a row."""
    line = ""
    for run in children(paragraph, "run"):
        for each in run:
            if name_of(each) == "t":
                line += text_of(each)
            elif name_of(each) == "tbl":
                if line.strip():
                    yield line
                yield from ("".join(map(_cell, children(row, "tc"))) for row in children(each, "tr"))
                line = ""
    yield line


def _cell(tc: Element) -> str:
    inner = (line for paragraph in paragraphs(tc) for line in _lines(paragraph))
    return f"<{' '.join(inner)}>"
