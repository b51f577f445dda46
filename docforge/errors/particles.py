"""Korean particles that follow the final consonant of the word before them. Knows no message."""

from __future__ import annotations

from string import Formatter
from typing import Any

_SYLLABLES = range(0xAC00, 0xD7A4)
_RIEUL = 8
_DIGITS = {"0": 21, "1": _RIEUL, "3": 16, "6": 1, "7": _RIEUL, "8": _RIEUL}
_LETTERS = {"l": _RIEUL, "m": 16, "n": 4, "r": _RIEUL}
_SILENT = "\"'”’)]}>」』 "


def final_consonant(word: str) -> int:
    """Index of the final consonant that `word` is read with (0: none, 8: ㄹ), as in Unicode's Hangul syllables."""
    last = word.rstrip(_SILENT)[-1:].lower()
    if last and ord(last) in _SYLLABLES:
        return (ord(last) - 0xAC00) % 28
    return _DIGITS.get(last, 0) or _LETTERS.get(last, 0)


def with_particle(word: str, pair: str) -> str:
    """`word` and the right one of `pair`, written as "을/를", "은/는", "이/가", "과/와", "으로/로"."""
    after_consonant, after_vowel = pair.split("/")
    final = final_consonant(word)
    if final == 0 or (final == _RIEUL and after_vowel == "로"):
        return word + after_vowel
    return word + after_consonant


class Sentence(Formatter):
    """`str.format` that also understands `{name:을/를}`; a fact that is not known shows as the thing it stands for."""

    def __init__(self, unknown: str) -> None:
        super().__init__()
        self._unknown = unknown

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:  # noqa: ARG002  Formatter's signature
        return kwargs.get(key, self._unknown)

    def format_field(self, value: Any, format_spec: str) -> Any:
        if "/" in format_spec:
            return with_particle(str(value), format_spec)
        return super().format_field(value, format_spec)
