"""The directory of a zip archive (PKWARE APPNOTE 6.3.10), read and held against all else the archive says of itself.

Inflates nothing. Knows no package: names are names.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from docforge.errors import Phrase, Refusal
from docforge.opc.kinds import refusal_of
from docforge.opc.limits import Limits
from docforge.opc.refusals import hostile, not_a_document, too_large

STORED, DEFLATED = 0, 8
ENCRYPTED, DESCRIPTOR, UTF8 = 0x1, 0x8, 0x800
STRONGLY_ENCRYPTED, MASKED = 0x40, 0x2000
AES = 99
SATURATED, SATURATED_COUNT = 0xFFFFFFFF, 0xFFFF
ZIP64_EXTRA = 1

CENTRAL = struct.Struct("<4s6H3I5H2I")
LOCAL = struct.Struct("<4s5H3I2H")
END = struct.Struct("<4s4H2IH")
END64 = struct.Struct("<4sQ2H2I4Q")
LOCATOR = struct.Struct("<4sIQI")
CENTRAL_MARK, LOCAL_MARK, END_MARK, END64_MARK, LOCATOR_MARK = (
    b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07",
)  # fmt: skip

_NAME_LENGTH_AT = 28
_TRAILING = 1024
_LONGEST_NAME = 512
_REGULAR = frozenset({0, 0o100000, 0o040000})
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\]|^/|^[A-Za-z]:|(?:^|/)\.{1,2}(?:/|$)")
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(slots=True)
class Entry:
    """One entry: `start` is where its data begins, `end` where the next record does, `record` its directory record."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int
    record: bytes
    start: int = 0
    end: int = 0

    @property
    def raw_name(self) -> bytes:
        """The name as it is written."""
        length = int.from_bytes(self.record[_NAME_LENGTH_AT : _NAME_LENGTH_AT + 2], "little")
        return self.record[CENTRAL.size : CENTRAL.size + length]


@dataclass(frozen=True, slots=True)
class Directory:
    """All entries in the order of the directory, the same by `key_of` their names, and what the end record says."""

    entries: tuple[Entry, ...]
    by_key: dict[str, Entry]
    comment: bytes
    zip64: bool


@dataclass(frozen=True, slots=True)
class _End:
    count: int
    offset: int
    stop: int
    comment: bytes
    zip64: bool


def key_of(name: str) -> str:
    """What two names share that one reader would take for the same: case, composition, a closing slash."""
    if name.isascii():
        return name.lower().rstrip("/")
    return unicodedata.normalize("NFC", name).casefold().rstrip("/")


def read_directory(data: bytes, limits: Limits) -> Directory:
    """Index `data`. Raises Refusal: encrypted, not_a_document, hostile_file, too_large."""
    if len(data) > limits.file:
        raise too_large("file_over_limit", len(data), limits.file)
    if not data.startswith(LOCAL_MARK):
        raise refusal_of(data)
    end = _read_end(data)
    if end.count > limits.parts:
        raise Refusal("too_large", why=Phrase("parts_over_limit", {"found": end.count, "limit": limits.parts}))
    entries = tuple(_read_records(data, end))
    by_key = _check_names(entries)
    _check_sizes(entries, limits)
    _check_layout(data, entries, end.offset)
    return Directory(entries, by_key, end.comment, end.zip64)


# ── the end record ───────────────────────────────────────────────────────────────────────────────────────────────────
def _read_end(data: bytes) -> _End:
    at = data.rfind(END_MARK)
    if at < 0 or at + END.size > len(data):
        raise not_a_document("is_cut")
    _, disk, first_disk, here, count, size, offset, comment = END.unpack_from(data, at)
    trailing = len(data) - at - END.size - comment
    if trailing < 0 or (trailing > _TRAILING and offset + size != at):
        raise not_a_document("is_cut")
    if trailing > _TRAILING:
        raise hostile("data_after_archive")
    told = data[at + END.size : at + END.size + comment]
    if data[at - LOCATOR.size : at - LOCATOR.size + 4] == LOCATOR_MARK:
        return _read_end64(data, at - LOCATOR.size, (here, count, size, offset), told)
    if disk or first_disk or here != count or offset + size != at:
        raise hostile("directory_misplaced")
    return _End(count, offset, at, told, zip64=False)


def _read_end64(data: bytes, locator: int, small: tuple[int, int, int, int], comment: bytes) -> _End:
    """The end record of zip64 (4.3.14), which must stand right before its locator and agree with the small one."""
    _, disk, at, disks = LOCATOR.unpack_from(data, locator)
    if disk or disks > 1 or at + END64.size > locator or data[at : at + 4] != END64_MARK:
        raise hostile("directory_misplaced")
    _, length, _, _, disk, first_disk, *large = END64.unpack_from(data, at)
    here, count, size, offset = large
    ceilings = (SATURATED_COUNT, SATURATED_COUNT, SATURATED, SATURATED)
    agree = all(a in (b, top) for a, b, top in zip(small, large, ceilings, strict=True))
    placed = at + 12 + length == locator and offset + size == at
    if disk or first_disk or here != count or not agree or not placed:
        raise hostile("directory_misplaced")
    return _End(count, offset, at, comment, zip64=True)


# ── the records ──────────────────────────────────────────────────────────────────────────────────────────────────────
def _read_records(data: bytes, end: _End) -> list[Entry]:
    entries: list[Entry] = []
    at = end.offset
    for _ in range(end.count):
        if at + CENTRAL.size > end.stop or data[at : at + 4] != CENTRAL_MARK:
            raise not_a_document("is_damaged")
        entry = _read_record(data, at)
        entries.append(entry)
        at += len(entry.record)
    if at != end.stop:
        raise not_a_document("is_damaged")
    if not entries:
        raise not_a_document("is_empty_archive")
    return entries


def _read_record(data: bytes, at: int) -> Entry:
    head = CENTRAL.unpack_from(data, at)
    _, _, _, flags, method, _, _, crc, packed, size, name_length, extra, comment, _, _, external, offset = head
    middle = at + CENTRAL.size + name_length
    name = _decode(data[at + CENTRAL.size : middle], flags)
    if SATURATED in (size, packed, offset):
        size, packed, offset = _widened(data[middle : middle + extra], name, size, packed, offset)
    if flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED) or method == AES:
        raise Refusal("encrypted")
    if method not in (STORED, DEFLATED):
        raise hostile("unusual_method", name)
    if (external >> 16) & 0o170000 not in _REGULAR:
        raise hostile("special_entry", name)
    return Entry(name, flags, method, crc, packed, size, offset, data[at : middle + extra + comment])


def _decode(raw: bytes, flags: int) -> str:
    """A name in UTF-8 where it is, else in code page 437 (APPNOTE, appendix D); some writers forget the flag."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        if flags & UTF8:
            raise hostile("unsafe_name", raw.decode("latin-1")) from None
        return raw.decode("cp437")


def extra_fields(extra: bytes) -> list[tuple[int, bytes]]:
    """The fields of an extra area as (id, content), up to where it stops making sense."""
    fields: list[tuple[int, bytes]] = []
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        fields.append((kind, extra[at + 4 : at + 4 + length]))
        at += 4 + length
    return fields


def _widened(extra: bytes, name: str, *values: int) -> list[int]:
    """`values` (size, packed size, offset) with the saturated ones taken from the zip64 field (4.5.3)."""
    wide = next((content for kind, content in extra_fields(extra) if kind == ZIP64_EXTRA), b"")
    if len(wide) < 8 * values.count(SATURATED):
        raise hostile("headers_differ", name)
    numbers = iter(struct.unpack_from(f"<{len(wide) // 8}Q", wide))
    return [next(numbers) if value == SATURATED else value for value in values]


# ── what the records say together ────────────────────────────────────────────────────────────────────────────────────
def _check_names(entries: tuple[Entry, ...]) -> dict[str, Entry]:
    """The entries by what no two names may share."""
    seen: dict[str, Entry] = {}
    for entry in entries:
        name = entry.name
        if not name or len(name) > _LONGEST_NAME or _UNSAFE.search(name) or not (name.isascii() or _is_plain(name)):
            raise hostile("unsafe_name", name)
        key = key_of(name)
        if key in seen:
            raise hostile("same_name_twice", name)
        seen[key] = entry
    return seen


def _is_plain(name: str) -> bool:
    """True where nothing is invisible and no full-width sign becomes a path when another program folds it."""
    return not (_INVISIBLE.search(name) or _UNSAFE.search(unicodedata.normalize("NFKC", name)))


def _check_sizes(entries: tuple[Entry, ...], limits: Limits) -> None:
    for entry in entries:
        if entry.size > limits.part:
            raise too_large("part_over_limit", entry.size, limits.part, entry.name)
        if entry.size > limits.ratio_floor and entry.size > limits.ratio * entry.packed:
            raise hostile("bomb", entry.name)
        if entry.size and entry.name.endswith("/"):
            raise hostile("special_entry", entry.name)
    total = sum(entry.size for entry in entries)
    if total > limits.inflated:
        raise too_large("inflated_over_limit", total, limits.inflated)


def _check_layout(data: bytes, entries: tuple[Entry, ...], stop: int) -> None:
    """Hold every local header against its record, and see that records neither overlap nor leave hidden ones between.

    Fills in `start` and `end` of the entries.
    """
    ordered = sorted(entries, key=lambda entry: entry.offset)
    if ordered[0].offset:
        raise hostile("data_before_archive")
    if ordered[-1].offset >= stop:
        raise hostile("directory_misplaced")
    for entry, following in pairwise(ordered):
        entry.end = following.offset
    ordered[-1].end = stop
    for entry in ordered:
        described = _check_local(data, entry)
        _check_gap(data, entry, described)


def _check_local(data: bytes, entry: Entry) -> bool:
    """True where the sizes stand in a descriptor behind the data alone."""
    at = entry.offset
    if at + LOCAL.size > entry.end:
        raise hostile("entries_overlap", entry.name)
    mark, _, flags, method, _, _, crc, packed, size, name_length, extra = LOCAL.unpack_from(data, at)
    if mark != LOCAL_MARK:
        raise not_a_document("is_damaged")
    entry.start = at + LOCAL.size + name_length + extra
    if entry.start + entry.packed > entry.end:
        raise hostile("entries_overlap", entry.name)
    if flags & ENCRYPTED:
        raise Refusal("encrypted")
    if SATURATED in (packed, size):
        size, packed = _widened(data[entry.start - extra : entry.start], entry.name, size, packed)
    same_name = data[at + LOCAL.size : entry.start - extra] == entry.raw_name
    same_sizes = (crc, packed, size) == (entry.crc, entry.packed, entry.size)
    later = not same_sizes and bool(flags & DESCRIPTOR) and packed in {0, entry.packed} and size in {0, entry.size}
    if method != entry.method or not same_name or not (same_sizes or later):
        raise hostile("headers_differ", entry.name)
    return later


def _check_gap(data: bytes, entry: Entry, described: bool) -> None:
    """What lies between the data and the next record: a descriptor (4.3.9), and nothing that another reader finds."""
    at = entry.start + entry.packed
    if at == entry.end and not described:
        return
    gap = data[at : entry.end]
    descriptor = _descriptor(gap, entry)
    if described and not descriptor:
        raise hostile("headers_differ", entry.name)
    if b"PK" in gap[len(descriptor) :]:
        raise hostile("entry_hidden", entry.name)


def _descriptor(gap: bytes, entry: Entry) -> bytes:
    """The descriptor that `gap` begins with: marked or not, with sizes of four or eight bytes; b"" if none."""
    forms = [struct.pack("<I2Q", entry.crc, entry.packed, entry.size)]
    if max(entry.packed, entry.size) < SATURATED:
        forms.append(struct.pack("<3I", entry.crc, entry.packed, entry.size))
    marked = [mark + form for form in forms for mark in (b"", b"PK\x07\x08")]
    return next((form for form in marked if gap.startswith(form)), b"")
