"""Field codes (ECMA-376-1 §17.16.2): a name, an argument, switches; and a value shown by them. Knows no document."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docforge.formats.pictures import change_case, show_date, show_word_number
from docforge.formats.typed import ValueProblem, read_date, read_datetime

_TOKEN = re.compile(
    r'\\(?P<switch>[A-Za-z*#@!])|"(?P<quoted>(?:\\["\\]|[^"])*)"|(?P<formula>^\s*=.*)|(?P<word>[^\s"\\]+)'
)
_ESCAPED = re.compile(r'\\(["\\])')
_CASES = frozenset({"upper", "lower", "firstcap", "caps"})
_LOOKS = frozenset({"mergeformat", "charformat", "mergeformatinet"})
Scalar = str | bool | int | float | None


@dataclass(frozen=True, slots=True)
class FieldCode:
    """`MERGEFIELD 고객명 \\* Upper`: name in capitals (`=` for a formula), first argument, switches in order."""

    name: str
    argument: str
    switches: tuple[tuple[str, str], ...]

    def values(self, switch: str) -> list[str]:
        """The arguments of one switch, as often as it stands."""
        return [argument for name, argument in self.switches if name == switch]


def read_code(text: str) -> FieldCode:
    """Read the text of a field's instruction; "" gives a code without a name."""
    name, arguments, switches = "", list[str](), list[tuple[str, str]]()
    for found in _TOKEN.finditer(text):
        quoted = found["quoted"]
        token = _ESCAPED.sub(r"\1", quoted) if quoted is not None else found["word"] or found["formula"] or ""
        if found["switch"]:
            switches.append((found["switch"].lower(), ""))
        elif not name and quoted is None:
            name = "=" if token.lstrip().startswith("=") else token.upper()
        elif switches and not switches[-1][1]:
            switches[-1] = (switches[-1][0], token)
        else:
            arguments.append(token)
    return FieldCode(name, arguments[0] if arguments else "", tuple(switches))


def show_by_code(value: Scalar, text: str, code: FieldCode) -> tuple[str, list[str]]:
    """What a merge field shows of a value (`text` as it shows plainly), and the switches that could not be honoured.

    A number takes the number picture, an ISO day or moment the date picture; text before and after (`\\b`, `\\f`)
    comes with text alone.
    """
    if not text:
        return "", []
    skipped = list[str]()
    for switch, show in (("#", _by_number), ("@", _by_date)):
        for picture in code.values(switch):
            shown = show(value, picture)
            text = text if shown is None else shown
            skipped += [f"\\{switch} {picture}"] if shown is None else []
    for case in code.values("*"):
        text = change_case(text, case)
        skipped += [] if case.casefold() in _CASES | _LOOKS else [f"\\* {case}"]
    return "".join([*code.values("b"), text, *code.values("f")]), skipped


def _by_number(value: Scalar, picture: str) -> str | None:
    if isinstance(value, str | bool) or value is None:
        return None
    return show_word_number(value, picture).strip()


def _by_date(value: Scalar, picture: str) -> str | None:
    if not isinstance(value, str):
        return None
    try:
        return show_date(read_datetime(value) if "T" in value else read_date(value), picture)
    except ValueProblem:
        return None
