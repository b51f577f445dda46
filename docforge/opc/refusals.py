"""How the package layer refuses a file. Knows no archive; the words are rows of PHRASES."""

from __future__ import annotations

from typing import Any

from docforge.errors import Phrase, Refusal
from docforge.opc.limits import MEBIBYTE

_SHOWN = 80


def printable(name: str) -> str:
    """`name` fit to be shown: what cannot be seen or turns the line around becomes "?", and the length is bounded."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:_SHOWN])


def not_a_document(why: str, **facts: Any) -> Refusal:
    """Refusal of a file that is something else, or too damaged to be read."""
    return Refusal("not_a_document", why=Phrase(why, facts))


def damaged(name: str) -> Refusal:
    """Refusal of a file whose part `name` cannot be read."""
    return not_a_document("part_damaged", part=printable(name))


def hostile(why: str, name: str = "", **facts: Any) -> Refusal:
    """Refusal of a file that two readers would see differently, or that would do harm when opened."""
    return Refusal("hostile_file", why=Phrase(why, {"part": printable(name), **facts}))


def too_large(why: str, found: int, limit: int, name: str = "") -> Refusal:
    """Refusal of a file over a limit counted in bytes; said in MiB."""
    facts = {"found": -(-found // MEBIBYTE), "limit": limit // MEBIBYTE, "part": printable(name)}
    return Refusal("too_large", why=Phrase(why, facts))
