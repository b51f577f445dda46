"""Which paths a caller may name: relative, NFC, plain names, the same on every system. Knows no disk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import count
from pathlib import PurePosixPath

from docforge.errors import Phrase, Refusal

MAX_CHARACTERS = 255
MAX_LEVELS = 16
MAX_NAME_BYTES = 255
_ALIKE = 0.4

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Default_Ignorable_Code_Point (Unicode 15.1) outside those categories: fillers and variation selectors show nothing.
_IGNORABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_FORBIDDEN = frozenset('<>:"|?*')  # by Windows, where a colon also names a stream
_ENCODED = re.compile("%(?:2e|2f|5c|00)", re.IGNORECASE)
_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$"}) | {
    f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)
}


def safe_path(text: str, argument: str = "path") -> str:
    """`text` in NFC when it is a plain relative path; nothing is repaired.

    Raises Refusal bad_path, naming `argument` and the rule that was broken.
    """
    rule = broken_rule(text)
    if rule is not None:
        raise Refusal("bad_path", argument=argument, rule=Phrase(rule))
    return unicodedata.normalize("NFC", text)


def broken_rule(text: str) -> str | None:
    """The first rule (a row of PHRASES) that `text` breaks as a path, or None."""
    return _broken_by_characters(text) or _broken_by_names(unicodedata.normalize("NFC", text).split("/"))


def _broken_by_characters(text: str) -> str | None:
    if not text:
        return "path_empty"
    if len(text) > MAX_CHARACTERS:
        return "path_long"
    if any(unicodedata.category(character) in _UNSEEN for character in text) or _IGNORABLE.search(text):
        return "path_unseen"
    if text[0] in "/~" or "\\" in text or _FORBIDDEN & set(text):
        return "path_plain"
    return "path_encoded" if _ENCODED.search(text) else None


def _broken_by_names(names: Sequence[str]) -> str | None:
    if len(names) > MAX_LEVELS:
        return "path_deep"
    return next((rule for rule in map(_broken_by_name, names) if rule), None)


def _broken_by_name(name: str) -> str | None:
    seen = unicodedata.normalize("NFKC", name)  # what a careless program makes of full-width signs
    if not name.strip(".") or not seen.strip(".") or "/" in seen or "\\" in seen:
        return "path_dots"
    if seen[0] in ".~":
        return "path_hidden"
    if name != name.strip() or name.endswith(".") or seen != seen.strip() or seen.endswith("."):
        return "path_ending"
    if seen.split(".")[0].rstrip().casefold() in _DEVICES:
        return "path_device"
    return "path_long_name" if len(name.encode()) > MAX_NAME_BYTES else None


def is_below(path: str, folders: Sequence[str]) -> bool:
    """True where `path` lies in one of `folders`, in any letter case: some disks do not tell cases apart."""
    folded = path.casefold()
    return any(folded.startswith(_folded(folder) + "/") for folder in folders if folder)


def _folded(folder: str) -> str:
    return unicodedata.normalize("NFC", folder).strip("/").casefold()


def numbered(path: str) -> Iterator[str]:
    """`path`, then `name-2.ext`, `name-3.ext` … beside it; the name is cut where the number would make it too long."""
    yield path
    parts = PurePosixPath(path)
    for number in count(2):
        ending = f"-{number}{parts.suffix}"
        stem = _cut(parts.stem, MAX_NAME_BYTES - len(ending.encode()))
        stem = stem[: MAX_CHARACTERS - len(path) + len(parts.name) - len(ending)]
        yield str(parts.with_name(stem + ending))


def _cut(text: str, size: int) -> str:
    return text.encode()[:size].decode(errors="ignore")


def nearest(path: str, candidates: Sequence[str], limit: int) -> list[str]:
    """At most `limit` of the candidates, those whose last names are most like that of `path` first."""
    wanted = _stem(path)
    alike = sorted(((_likeness(wanted, _stem(other)), other) for other in candidates), key=lambda pair: -pair[0])
    return [other for likeness, other in alike[:limit] if likeness >= _ALIKE]


def _likeness(wanted: str, other: str) -> float:
    """Share of Hangul letters and signs in common, from 0 to 1; decomposed, so that 한빛 and 한빗 are near."""
    return SequenceMatcher(None, wanted, other, autojunk=False).ratio()


def _stem(path: str) -> str:
    return unicodedata.normalize("NFD", PurePosixPath(path).stem.casefold())
