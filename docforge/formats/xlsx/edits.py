"""Ordered edits of a run of bytes. Knows no XML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """`data[start:end]` becomes `new`; an insertion where both are equal."""

    start: int
    end: int
    new: bytes


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """`data` with the edits; those at one place in the order given. The same object when there are none.

    Raises ValueError when two overlap.
    """
    view, parts, at = memoryview(data), list[memoryview | bytes](), 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        if edit.start < at:
            raise ValueError(f"edits overlap at byte {edit.start}")
        parts += (view[at : edit.start], edit.new)
        at = edit.end
    if not parts:
        return data
    parts.append(view[at:])
    return b"".join(parts)
