"""Pictures to put into documents: what they are by content, and how large. Knows no document; decodes nothing."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_IHDR_END = 33
_SIZES = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))
_ALONE = (0x01, *range(0xD0, 0xD8))
_LARGEST = 30_000


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or JPEG: its bytes, its extension without a dot, and its size in pixels."""

    data: bytes
    kind: Literal["png", "jpeg"]
    width: int
    height: int

    @property
    def media_type(self) -> str:
        return f"image/{self.kind}"


def read_picture(data: bytes) -> Picture | None:
    """The picture that `data` is by its content (PNG: ISO/IEC 15948; JPEG: ISO/IEC 10918-1); None for all else."""
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) >= _IHDR_END:
        return _sized(data, "png", *struct.unpack_from(">II", data, 16))
    if data.startswith(_JPEG):
        return next((_sized(data, "jpeg", *size) for size in _jpeg_sizes(data)), None)
    return None


def _sized(data: bytes, kind: Literal["png", "jpeg"], width: int, height: int) -> Picture | None:
    whole = 0 < width <= _LARGEST and 0 < height <= _LARGEST
    return Picture(data, kind, width, height) if whole else None


def _jpeg_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    """Width and height of each frame header."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:  # noqa: PLR2004  every marker begins with it
        mark = data[at + 1]
        if mark in _SIZES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            yield width, height
        at += 2 if mark in _ALONE else 1 if mark == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")  # noqa: PLR2004
