"""Number pictures and case switches of Word's fields (ECMA-376-1 §17.16.4). Knows no field."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

_PART = re.compile(
    r"'(?P<quoted>[^']*)'|(?P<digit>[0#x])|(?P<point>\.)|(?P<comma>,)|(?P<sign>[-+])|(?P<other>.)", re.DOTALL
)
_WORD = re.compile(r"\S+")


def show_word_number(number: float, picture: str) -> str:
    """The number by the picture of a `\\#` switch: `0` a digit, `#` a digit or a blank, `,` groups of three.

    Sections for negative numbers and zero follow a semicolon; `x` cuts off what stands left of it.
    """
    exact = Decimal(repr(number))
    positive, *others = picture.strip('"').split(";")
    index = 1 if exact < 0 else 2 if exact == 0 else 0
    if 0 < index <= len(others):
        return _show(abs(exact), others[index - 1], "")
    return _show(abs(exact), positive, "-" if exact < 0 else " ")


def _show(number: Decimal, picture: str, sign: str) -> str:
    parts = [(str(found.lastgroup), found[str(found.lastgroup)]) for found in _PART.finditer(picture)]
    point = next((n for n, (kind, _) in enumerate(parts) if kind == "point"), len(parts))
    whole_places = [text for kind, text in parts[:point] if kind == "digit"]
    decimals = sum(kind == "digit" for kind, _ in parts[point:])
    whole, _, part = f"{number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}".partition(".")
    groups = any(kind == "comma" for kind, _ in parts[:point])
    signed = any(kind == "sign" for kind, _ in parts)
    digits = _deal(whole.lstrip("0"), whole_places, groups=groups)
    shown = "".join(_fill(parts, point, digits, part, sign))
    return f"-{shown}" if sign == "-" and not signed else shown


def _deal(whole: str, places: list[str], *, groups: bool) -> list[str]:
    """What each place of the whole number shows, the first of them all that is left."""
    missing = len(places) - len(whole)
    blanks = ["0" if "0" in places[: n + 1] else " " if text == "#" else "" for n, text in enumerate(places)]
    digits = [*blanks[: max(missing, 0)], *whole]
    if places[:1] == ["x"]:
        digits = digits[len(digits) - len(places) :]
    count = len(digits)
    marked = [f"{one}," if groups and one.isdigit() and left and left % 3 == 0 else one
              for one, left in zip(digits, range(count - 1, -1, -1), strict=True)]  # fmt: skip
    extra = max(count - len(places), 0)
    return ["".join(marked[: extra + 1]), *marked[extra + 1 :]]


def _fill(parts: list[tuple[str, str]], point: int, digits: list[str], part: str, sign: str) -> list[str]:
    whole, rest, shown = iter(digits), iter(part), list[str]()
    for index, (kind, text) in enumerate(parts):
        match kind:
            case "point":
                shown += [*whole, text]
            case "digit":
                shown.append(next(whole, "") if index < point else next(rest, ""))
            case "sign":
                shown.append("-" if sign == "-" else "+" if text == "+" else sign)
            case "comma":
                shown.append("")
            case _:
                shown.append(text)
    return shown


def change_case(text: str, switch: str) -> str:
    """The text by a `\\*` switch (Upper, Lower, FirstCap, Caps), any other switch leaving it as it is."""
    match switch.casefold():
        case "upper":
            return text.upper()
        case "lower":
            return text.lower()
        case "firstcap":
            return text[:1].upper() + text[1:]
        case "caps":
            return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:], text)
        case _:
            return text
