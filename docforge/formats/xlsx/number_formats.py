"""Number formats (ECMA-376-1 §18.8.30): what kind of value a code shows. Knows no cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Literal

Kind = Literal["general", "number", "percent", "currency", "date", "time", "datetime", "duration", "text"]

# §18.8.30, with the Korean meaning of the ids that depend on the language
BUILT_IN: dict[int, str] = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"₩"#,##0;\\-"₩"#,##0',
    6: '"₩"#,##0;[Red]\\-"₩"#,##0',
    7: '"₩"#,##0.00;\\-"₩"#,##0.00',
    8: '"₩"#,##0.00;[Red]\\-"₩"#,##0.00',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    27: 'yyyy"年" mm"月" dd"日"',
    28: "mm-dd",
    29: "mm-dd",
    30: "mm-dd-yy",
    31: 'yyyy"년" mm"월" dd"일"',
    32: 'h"시" mm"분"',
    33: 'h"시" mm"분" ss"초"',
    34: "yyyy-mm-dd",
    35: "yyyy-mm-dd",
    36: 'yyyy"年" mm"月" dd"日"',
    37: "#,##0;\\-#,##0",
    38: "#,##0;[Red]\\-#,##0",
    39: "#,##0.00;\\-#,##0.00",
    40: "#,##0.00;[Red]\\-#,##0.00",
    41: '_-* #,##0_-;\\-* #,##0_-;_-* "-"_-;_-@_-',
    42: '_-"₩"* #,##0_-;\\-"₩"* #,##0_-;_-"₩"* "-"_-;_-@_-',
    43: '_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-',
    44: '_-"₩"* #,##0.00_-;\\-"₩"* #,##0.00_-;_-"₩"* "-"??_-;_-@_-',
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
    50: 'yyyy"年" mm"月" dd"日"',
    51: "mm-dd",
    52: "yyyy-mm-dd",
    53: "yyyy-mm-dd",
    54: "mm-dd",
    55: "yyyy-mm-dd",
    56: "yyyy-mm-dd",
    57: 'yyyy"年" mm"月" dd"日"',
    58: "mm-dd",
}
_FIXED = {0, 1, 2, 3, 4, 9, 10, 11, 20, 21, 46, 49}
_BY_CODE = {code: number for number, code in reversed(BUILT_IN.items()) if number in _FIXED}
_SIGNS = re.compile(r'"[^"]*"|\\.|.', re.DOTALL)
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_LITERAL = re.compile(r'"[^"]*"|\\.|[_*].|\[[^\]]*\]|E[+-]|AM/PM|A/P|오전/오후|上午/下午', re.IGNORECASE)
_MONEY = re.compile(r'\[\$[^-\]]+|"[^"]*[₩￦원$€¥￥£][^"]*"|[₩￦$€¥￥£]')
_FILLER = re.compile(r"\\(?=[-./ ])|;@$|\[\$-[0-9A-F]+\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A format code and the kind of value that it shows."""

    code: str
    kind: Kind


GENERAL = NumberFormat("General", "general")


@cache
def read_number_format(code: str) -> NumberFormat:
    """What `code` shows, by its first section."""
    return NumberFormat(code, _kind_of(code))


def _kind_of(code: str) -> Kind:
    if code.strip().casefold() in {"general", "g/표준", ""}:
        return "general"
    first = _first_section(code)
    if _ELAPSED.search(re.sub(r'"[^"]*"|\\.', "", first)):
        return "duration"
    letters = _LITERAL.sub("", first).casefold().replace("general", "0")
    if moment := _moment(letters, has_noon=re.search(r"AM/PM|A/P|오전/오후", first, re.IGNORECASE) is not None):
        return moment
    if letters.strip() == "@":
        return "text"
    if "%" in letters:
        return "percent"
    return "currency" if _MONEY.search(first) else "number"


def _first_section(code: str) -> str:
    return "".join(takewhile(lambda sign: sign != ";", _SIGNS.findall(code)))


def _moment(letters: str, *, has_noon: bool) -> Literal["date", "time", "datetime"] | None:
    clock = has_noon or any(letter in letters for letter in "hs")
    day = any(letter in letters for letter in "ydgea") or ("m" in letters and not clock)
    if day and clock:
        return "datetime"
    return "date" if day else "time" if clock else None


def built_in_id(code: str) -> int | None:
    """The id of a code that means the same in every language; None when it needs a numFmt of its own."""
    return _BY_CODE.get(code)


def shows_alike(first: str, second: str) -> bool:
    """Whether two codes differ in spelling alone (escapes that need not be, language tags, a text section)."""
    return _FILLER.sub("", first).casefold() == _FILLER.sub("", second).casefold()
