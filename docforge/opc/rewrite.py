"""Writes an archive anew: what is not replaced is copied as it lies, with header, descriptor, time and extra fields.

Knows no package: it is told which entries change.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from docforge.opc.archive import Archive
from docforge.opc.deflate import Packed, crc32, pack
from docforge.opc.directory import (
    CENTRAL,
    CENTRAL_MARK,
    DEFLATED,
    DESCRIPTOR,
    END,
    END64,
    END64_MARK,
    END_MARK,
    LOCAL,
    LOCAL_MARK,
    LOCATOR,
    LOCATOR_MARK,
    SATURATED,
    SATURATED_COUNT,
    STORED,
    UTF8,
    ZIP64_EXTRA,
    Entry,
    extra_fields,
)

_NEEDS_DEFLATE, _NEEDS_ZIP64 = 20, 45
_EPOCH = 0x21  # 1980-01-01, the first day that the format can tell and the one that Office writes
_OFFSET_AT = 42


def rewrite(
    archive: Archive,
    replaced: Mapping[str, bytes | Packed],
    added: Mapping[str, bytes | Packed],
    dropped: Collection[str],
    *,
    zip64_from: int = SATURATED,
) -> bytes:
    """The archive with the content of some entries `replaced`, entries `added` behind the last, and some `dropped`.

    Names are as spelled in the archive; what is packed already is written as it is. Sizes and offsets from `zip64_from`
    on are written in zip64 fields.
    """
    writer = _Writer(archive, zip64_from)
    for entry in sorted(archive.directory.entries, key=lambda entry: entry.offset):
        if entry.name in replaced:
            writer.replace(entry, replaced[entry.name])
        elif entry.name not in dropped:
            writer.keep(entry)
    for name, content in added.items():
        writer.add(name, content)
    return writer.finish()


class _Writer:
    def __init__(self, archive: Archive, zip64_from: int) -> None:
        self._archive, self._zip64_from = archive, zip64_from
        self._view = memoryview(archive.data)
        self._chunks: list[bytes | memoryview] = []
        self._position = 0
        self._run = (0, 0)
        self._records: dict[str, bytes] = {}

    def keep(self, entry: Entry) -> None:
        """Copy the entry; entries that follow one another are copied in one piece."""
        offset = self._position + self._run[1] - self._run[0]
        if self._run[1] == entry.offset:
            self._run = (self._run[0], entry.end)
        else:
            self._end_run()
            self._run = (entry.offset, entry.end)
        self._records[entry.name] = self._moved(entry, offset)

    def replace(self, entry: Entry, content: bytes | Packed) -> None:
        """Write the entry's new content under its own name, time, attributes and extra fields."""
        head = CENTRAL.unpack_from(entry.record)
        _, made, needed, flags, _, time, date, _, _, _, name_length, extra_length, _, _, internal, external, _ = head
        middle = CENTRAL.size + name_length
        fields = _Fields(
            name=entry.record[CENTRAL.size : middle],
            made=made,
            needed=needed,
            flags=flags & ~DESCRIPTOR,
            method=DEFLATED if isinstance(content, Packed) else entry.method,
            stamp=(time, date),
            attributes=(internal, external),
            extra=_without_zip64(entry.record[middle : middle + extra_length]),
            local_extra=_without_zip64(self._local_extra(entry, name_length)),
            comment=entry.record[middle + extra_length :],
        )
        self._records[entry.name] = self._write(fields, content)

    def add(self, name: str, content: bytes | Packed) -> None:
        """Write a new entry, deflated, dated as Office dates its own."""
        flags = 0 if name.isascii() else UTF8
        fields = _Fields(name.encode(), _NEEDS_DEFLATE, _NEEDS_DEFLATE, flags, DEFLATED, (0, _EPOCH), (0, 0))
        self._records[name] = self._write(fields, content)

    def finish(self) -> bytes:
        """Write the directory in its old order, then what ends it."""
        self._end_run()
        order = [entry.name for entry in self._archive.directory.entries if entry.name in self._records]
        known = set(order)
        order += [name for name in self._records if name not in known]
        start = self._position
        self._emit(b"".join(self._records[name] for name in order))
        self._emit(self._ending(len(order), start, self._position - start))
        return b"".join(self._chunks)

    def _emit(self, chunk: bytes | memoryview) -> None:
        self._chunks.append(chunk)
        self._position += len(chunk)

    def _end_run(self) -> None:
        start, stop = self._run
        if stop > start:
            self._emit(self._view[start:stop])
        self._run = (0, 0)

    def _local_extra(self, entry: Entry, name_length: int) -> bytes:
        return bytes(self._view[entry.offset + LOCAL.size + name_length : entry.start])

    def _write(self, fields: _Fields, content: bytes | Packed) -> bytes:
        """Write local header and data; the record for the directory."""
        self._end_run()
        packed = content if isinstance(content, Packed) else _packed(content, fields.method)
        sizes, offset = (packed.size, len(packed.stream)), self._position
        self._emit(fields.local(packed.crc, sizes, self._zip64_from))
        self._emit(packed.stream)
        return fields.central(packed.crc, sizes, offset, self._zip64_from)

    def _moved(self, entry: Entry, offset: int) -> bytes:
        """The entry's record with its new offset; nothing else in it changes unless the offset needs a wider field."""
        record = entry.record
        if offset == entry.offset:
            return record
        saturated = record[_OFFSET_AT : _OFFSET_AT + 4] == b"\xff\xff\xff\xff"
        if offset < self._zip64_from and not saturated:
            return record[:_OFFSET_AT] + struct.pack("<I", offset) + record[_OFFSET_AT + 4 :]
        return _widened(entry, offset)

    def _ending(self, count: int, start: int, size: int) -> bytes:
        """The end record; the larger one before it where the archive had one or needs one (4.3.14 to 4.3.16)."""
        comment, large = self._archive.directory.comment, b""
        wide = count >= SATURATED_COUNT or max(start, size) >= self._zip64_from
        if wide or self._archive.directory.zip64:
            large = END64.pack(END64_MARK, 44, 45, 45, 0, 0, count, count, size, start)
            large += LOCATOR.pack(LOCATOR_MARK, 0, start + size, 1)
            count, size, start = SATURATED_COUNT, SATURATED, SATURATED
        return large + END.pack(END_MARK, 0, 0, count, count, size, start, len(comment)) + comment


@dataclass(frozen=True, slots=True)
class _Fields:
    """What the two headers of one entry share (4.3.7, 4.3.12)."""

    name: bytes
    made: int
    needed: int
    flags: int
    method: int
    stamp: tuple[int, int]
    attributes: tuple[int, int]
    extra: bytes = b""
    local_extra: bytes = b""
    comment: bytes = b""

    def local(self, crc: int, sizes: tuple[int, int], zip64_from: int) -> bytes:
        """The local header of (size, packed size); both sizes go into the zip64 field when one must (4.5.3)."""
        size, packed = sizes
        extra, needed = self.local_extra, self.needed
        if max(sizes) >= zip64_from:
            extra = _zip64(sizes) + extra
            size = packed = SATURATED
            needed = max(needed, _NEEDS_ZIP64)
        time, date = self.stamp
        lengths = (len(self.name), len(extra))
        head = LOCAL.pack(LOCAL_MARK, needed, self.flags, self.method, time, date, crc, packed, size, *lengths)
        return head + self.name + extra

    def central(self, crc: int, sizes: tuple[int, int], offset: int, zip64_from: int) -> bytes:
        """The record of the directory; each number that is too large goes into the zip64 field."""
        numbers = (*sizes, offset)
        large = [number for number in numbers if number >= zip64_from]
        size, packed, offset = (SATURATED if number >= zip64_from else number for number in numbers)
        extra = (_zip64(large) if large else b"") + self.extra
        needed = max(self.needed, _NEEDS_ZIP64) if large else self.needed
        time, date = self.stamp
        lengths = (len(self.name), len(extra), len(self.comment))
        head = CENTRAL.pack(
            CENTRAL_MARK, self.made, needed, self.flags, self.method, time, date, crc, packed, size, *lengths,
            0, *self.attributes, offset,
        )  # fmt: skip
        return head + self.name + extra + self.comment


def _packed(content: bytes, method: int) -> Packed:
    return Packed(content if method == STORED else pack(content), len(content), crc32(content))


def _widened(entry: Entry, offset: int) -> bytes:
    """The record with all its numbers in the zip64 field, `offset` among them."""
    head = list(CENTRAL.unpack_from(entry.record))
    middle = CENTRAL.size + head[10]
    extra = entry.record[middle : middle + head[11]]
    wide = _zip64((entry.size, entry.packed, offset)) + _without_zip64(extra)
    head[2], head[8], head[9], head[11], head[16] = (
        max(head[2], _NEEDS_ZIP64),
        SATURATED,
        SATURATED,
        len(wide),
        SATURATED,
    )
    return CENTRAL.pack(*head) + entry.record[CENTRAL.size : middle] + wide + entry.record[middle + len(extra) :]


def _zip64(numbers: Collection[int]) -> bytes:
    return struct.pack(f"<2H{len(numbers)}Q", ZIP64_EXTRA, 8 * len(numbers), *numbers)


def _without_zip64(extra: bytes) -> bytes:
    kept = [(kind, content) for kind, content in extra_fields(extra) if kind != ZIP64_EXTRA]
    return b"".join(struct.pack("<2H", kind, len(content)) + content for kind, content in kept)
