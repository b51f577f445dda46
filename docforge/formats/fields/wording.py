"""What the text of a table cell is to a person: a label, a sum, a running number, a unit. Knows no table, no format."""

from __future__ import annotations

import re

LONGEST_LABEL = 40
_SPACES = re.compile(r"\s+")
_DECORATION = " :：*※·•□■○●◦▪▶◆"
_SENTENCE = re.compile(r"[다요오][.。]$|(\S+\s+){5,}\S+[.!?。]$")
_TO_FILL = re.compile(r"\{\{|\{[%#/]|\{\w+\}|«|^\[.*\]$|\(\s{2,}\)|\[\s*\]|□|☐|_{3,}", re.DOTALL)
_MEASURE = re.compile(r"[\d.,~～\-+<>≤≥±×*/\s%]*\d[\d.,~～\-+<>≤≥±×*/\s%]*[A-Za-z/%℃Ω°²³]*")
_UNIT = re.compile(
    r"(?:십|백|천|만|백만|억)?원|명|건|개|개월|회|부|식|[년월일시분초\s./]+|[yYmMdD]{2,4}(?:[.\-/~\s]*[yYmMdD]{2,4})*"
)
_TOTAL = re.compile(
    r"(?:합계|총계|소계|총액|부가세|세액|계|총합계|합계금액|공급가액|누계|(?:sub|grand )?total|vat|(?:sales )?tax)\b",
    re.IGNORECASE,
)
_RUNNING = re.compile(r"(?P<before>(?:no\.?\s*)?\(?)(?P<number>\d{1,4})(?P<behind>[.)]{0,2})", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{\{[^{}]+\}\}")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def is_label(text: str) -> bool:
    """Whether a text names what stands beside or below it: short, no sentence, no value, nothing to be filled in."""
    plain = text.strip()
    if not 0 < len(plain) <= LONGEST_LABEL or not any(map(str.isalpha, plain)):
        return False
    is_value = _MEASURE.fullmatch(plain) or _UNIT.fullmatch(plain)
    return not is_value and not _SENTENCE.search(plain) and not _TO_FILL.search(plain)


def plain_label(text: str) -> str:
    """A label without what only decorates it: line breaks, colons, bullets, blanks inside a Korean word."""
    joined = _SPACES.sub(" ", text).strip(_DECORATION)
    letters = joined.split(" ")
    spaced = len(letters) > 1 and all(len(one) == 1 and "가" <= one <= "힣" for one in letters)
    return "".join(letters) if spaced else joined


def is_total(text: str) -> bool:
    """Whether a text names a sum, as a cell of a footer row does."""
    return _TOTAL.match(plain_label(text)) is not None


def is_placeholder(text: str) -> bool:
    """Whether a text is one `{{name}}` and nothing else."""
    return _PLACEHOLDER.fullmatch(text.strip()) is not None


def is_running(text: str) -> bool:
    """Whether a text is the running number of a line item: 3, 3., (3), No. 3, ③."""
    plain = text.strip()
    return plain in _CIRCLED if len(plain) == 1 and not plain.isdecimal() else _RUNNING.fullmatch(plain) is not None


def next_running(text: str, step: int = 1) -> str:
    """The running number `step` behind `text`, written as that is."""
    plain = text.strip()
    if plain in _CIRCLED:
        number = _CIRCLED.index(plain) + step
        return _CIRCLED[number] if number < len(_CIRCLED) else str(number + 1)
    found = _RUNNING.fullmatch(plain)
    if found is None:
        return text
    number = str(int(found["number"]) + step).zfill(len(found["number"]))
    return f"{found['before']}{number}{found['behind']}"
