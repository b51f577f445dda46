"""Finds the place that an address means, or says why it means none (PLACE-2). Knows no format and never writes.

An address is matched as the read tool tells it, then by what else names the place; letter case, blanks and the
normal form of Hangul do not matter. `[2]` behind an address picks among equals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache

from docforge.errors import Problem
from docforge.formats.fields.place import Place

_PICK = re.compile(r"(?P<base>.+?)\s*\[(?P<number>[1-9]\d{0,3})\]", re.DOTALL)
_BLANK = re.compile(r"\s+")
_MOST = 12


@lru_cache(8192)
def fold(address: str) -> str:
    """The address as it is compared: NFC, without case, runs of white space as one blank."""
    return _BLANK.sub(" ", unicodedata.normalize("NFC", address)).strip().casefold()


def number_equals(addresses: Sequence[str]) -> list[str]:
    """The addresses with `[2]`, `[3]` … behind all but the first of equal ones."""
    seen: dict[str, int] = {}
    numbered: list[str] = []
    for address in addresses:
        key = fold(address)
        seen[key] = seen.get(key, 0) + 1
        numbered.append(address if seen[key] == 1 else f"{address}[{seen[key]}]")
    return numbered


def number_first(places: Iterable[Place]) -> None:
    """Put `[1]` behind the address of the first of equals, so that each address as told means one place."""
    known = {fold(place.at): place for place in places}
    for key, place in known.items():
        if f"{key}[2]" in known:
            place.at = f"{place.at}[1]"


class Addresses:
    """Every place by every address that means it."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._listed: list[str] = []
        self._exact: dict[str, list[Place]] = {}
        self._also: dict[str, list[Place]] = {}
        for place in places:
            self._exact.setdefault(fold(place.at), []).append(place)
            for other in dict.fromkeys(map(fold, place.also)):
                self._also.setdefault(other, []).append(place)
            if place.listed:
                self._listed.append(place.at)

    def find(self, at: str) -> Place | Problem:
        """The one place that `at` means; Problem no_place with near addresses, or ambiguous with the candidates.

        An address with no number, where several are equal, means none of them: all are candidates.
        """
        key = fold(at)
        found = self._all(key)
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            return Problem("ambiguous", at=at, allowed=tuple(place.at for place in found[:_MOST]))
        picked = _PICK.fullmatch(key)
        equals = self._all(picked["base"]) if picked else []
        if picked and int(picked["number"]) <= len(equals):
            return equals[int(picked["number"]) - 1]
        return self._nothing(at, equals)

    def _all(self, key: str) -> list[Place]:
        """Every place of this address: as told, with the equals that follow it, else by what else names it."""
        told = list(self._exact.get(key) or self._exact.get(f"{key}[1]") or ())
        number = 2
        while told and (more := self._exact.get(f"{key}[{number}]")):
            told += more
            number += 1
        return told or self._also.get(key, [])

    def _nothing(self, at: str, equals: Sequence[Place]) -> Problem:
        if equals:
            return Problem("no_place", at=at, allowed=tuple(place.at for place in equals[:_MOST]))
        by_key = {fold(address): address for address in self._listed}
        near = get_close_matches(fold(at), by_key, n=3, cutoff=0.6)
        offered = [by_key[key] for key in near] or self._listed[:_MOST]
        return Problem("no_place", at=at, nearest=by_key[near[0]] if near else None, allowed=tuple(offered))
