"""Builds zip archives byte by byte, honest and lying ones, so that tests need no writer's goodwill."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Descriptor = Literal["bare", "marked", "bare wide", "marked wide"]


@dataclass(frozen=True)
class Item:
    """One entry. The fields after `comment` are lies: what a header says instead of the truth."""

    name: str
    content: bytes = b""
    method: int = 8
    flags: int = 0
    descriptor: Descriptor | None = None
    zip64: bool = False
    local_extra: bytes = b""
    extra: bytes = b""
    time: int = 0x6000
    date: int = 0x5A21
    made: int = 20
    external: int = 0
    comment: bytes = b""
    local_name: str | None = None
    local_method: int | None = None
    local_size: int | None = None
    size: int | None = None
    crc: int | None = None
    at: int | None = None

    def encoded(self) -> bytes:
        return self.name.encode()

    def packed(self) -> bytes:
        if self.method != 8:
            return self.content
        deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
        return deflater.compress(self.content) + deflater.flush()

    def told(self) -> tuple[int, int, int]:
        """CRC, packed and full size as the directory tells them."""
        crc = zlib.crc32(self.content) if self.crc is None else self.crc
        return crc, len(self.packed()), len(self.content) if self.size is None else self.size

    def all_flags(self) -> int:
        return self.flags | (0x8 if self.descriptor else 0) | (0 if self.name.isascii() else 0x800)

    def record(self) -> bytes:
        """Local header, data and descriptor."""
        crc, packed, size = self.told()
        size = size if self.local_size is None else self.local_size
        name = self.encoded() if self.local_name is None else self.local_name.encode()
        method = self.method if self.local_method is None else self.local_method
        extra = self.local_extra
        if self.zip64:
            extra = struct.pack("<2H2Q", 1, 16, *((0, 0) if self.descriptor else (size, packed))) + extra
            packed = size = 0xFFFFFFFF
        elif self.descriptor:
            packed, size = 0, self.local_size or 0
        crc = 0 if self.descriptor else crc
        head = (20, self.all_flags(), method, self.time, self.date, crc, packed, size, len(name), len(extra))
        return struct.pack("<4s5H3I2H", b"PK\3\4", *head) + name + extra + self.packed() + self._descriptor()

    def _descriptor(self) -> bytes:
        if self.descriptor is None:
            return b""
        mark = b"PK\x07\x08" if "marked" in self.descriptor else b""
        return mark + struct.pack("<I2Q" if "wide" in self.descriptor else "<3I", *self.told())

    def central(self, offset: int) -> bytes:
        """The record in the directory; in zip64 all three numbers stand in the extra field."""
        offset = offset if self.at is None else self.at
        crc, packed, size = self.told()
        extra = self.extra
        if self.zip64:
            extra = struct.pack("<2H3Q", 1, 24, size, packed, offset) + extra
            packed = size = offset = 0xFFFFFFFF
        head = (self.made, 45 if self.zip64 else 20, self.all_flags(), self.method, self.time, self.date, crc, packed)
        lengths = (len(self.encoded()), len(extra), len(self.comment))
        fixed = struct.pack("<4s6H3I5H2I", b"PK\1\2", *head, size, *lengths, 0, 0, self.external, offset)
        return fixed + self.encoded() + extra + self.comment


def build(
    items: Sequence[Item], *, comment: bytes = b"", zip64: bool = False, before: bytes = b"", between: bytes = b"",
) -> bytes:  # fmt: skip
    """An archive of `items`, with `before` in front of it and `between` behind each record."""
    body, directory = bytearray(before), bytearray()
    for item in items:
        directory += item.central(len(body))
        body += item.record() + between
    return bytes(body + directory) + ending(len(items), len(body), len(directory), comment=comment, zip64=zip64)


def ending(count: int, offset: int, size: int, *, comment: bytes = b"", zip64: bool = False) -> bytes:
    """The end record, with the larger one and its locator before it in zip64."""
    large = b""
    if zip64:
        large = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
        large += struct.pack("<4sIQI", b"PK\6\7", 0, offset + size, 1)
        count, size, offset = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF
    return large + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, size, offset, len(comment)) + comment
