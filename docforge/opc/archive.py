"""A zip archive held as bytes: its entries by name, inflated when asked for. Knows no package and no disk."""

from __future__ import annotations

from collections.abc import Iterator

from docforge.opc.deflate import crc32, unpack, unpack_pieces
from docforge.opc.directory import STORED, Directory, Entry, key_of, read_directory
from docforge.opc.limits import LIMITS, Limits
from docforge.opc.marks import find_marks
from docforge.opc.refusals import damaged, hostile

_SMALL = 1 << 16
_LARGE = 1 << 20  # content from here on is kept only where it is asked for as a whole


class Archive:
    """The entries of `data` in the order of its directory. What is read is kept, so that it is inflated once."""

    def __init__(self, data: bytes, limits: Limits = LIMITS) -> None:
        self.data = data
        self.directory: Directory = read_directory(data, limits)
        self._view = memoryview(data)
        self._read: dict[str, bytes] = {}
        self._marks: dict[str, frozenset[bytes]] = {}

    def find(self, name: str) -> Entry | None:
        """The entry of that name, in any case."""
        return self.directory.by_key.get(key_of(name))

    def packed(self, entry: Entry) -> memoryview:
        """The entry's data as it lies in the archive."""
        return self._view[entry.start : entry.start + entry.packed]

    def read(self, entry: Entry) -> bytes:
        """The entry's content, of the length and CRC-32 that the directory gives.

        Raises Refusal hostile_file where there is more than the directory says, not_a_document where it is damaged.
        """
        known = self._read.get(entry.name)
        if known is None:
            known = self._read[entry.name] = self._inflate(entry)
        return known

    def pieces(self, entry: Entry) -> Iterator[bytes]:
        """The content piece by piece, to be looked at without being held; refused as by `read`, at its end at last."""
        known = self._read.get(entry.name)
        if known is not None or entry.size < _LARGE or entry.method == STORED:
            yield self.read(entry)
            return
        size = crc = 0
        try:
            for piece in unpack_pieces(self.packed(entry), entry.size + 1):
                size, crc = size + len(piece), crc32(piece, crc)
                yield piece
        except EOFError:
            raise damaged(entry.name) from None
        _check_content(entry, size, crc)

    def marks(self, entry: Entry) -> frozenset[bytes]:
        """Which of MARKS occur in the content; looked for once. Refused as by `read`."""
        known = self._marks.get(entry.name)
        if known is None:
            known = self._marks[entry.name] = find_marks(self.pieces(entry))
        return known

    @property
    def held(self) -> int:
        """Bytes of content that was read and is kept."""
        return sum(map(len, list(self._read.values())))

    def put_away(self) -> None:
        """Forget large content that was read."""
        for name in [name for name, content in list(self._read.items()) if len(content) >= _LARGE]:
            self._read.pop(name, None)

    def peek(self, entry: Entry, length: int) -> bytes:
        """At most the first `length` bytes of the content; all of a small entry is read and checked for it."""
        if entry.size <= _SMALL or entry.name in self._read:
            return self.read(entry)[:length]
        return self._inflate_up_to(entry, length, self.packed(entry)[: length + _SMALL])[0]

    def _inflate(self, entry: Entry) -> bytes:
        content, ended = self._inflate_up_to(entry, entry.size + 1, self.packed(entry))
        if not ended and len(content) <= entry.size:
            raise damaged(entry.name)
        _check_content(entry, len(content), crc32(content))
        return content

    def _inflate_up_to(self, entry: Entry, cap: int, packed: memoryview) -> tuple[bytes, bool]:
        """At most `cap` bytes from `packed`, or from all data where that is too little; and whether it ended there."""
        if entry.method == STORED or not packed:
            return bytes(packed[:cap]), True
        unpacked = unpack(packed, cap)
        if unpacked is None:
            raise damaged(entry.name)
        content, ended = unpacked
        if len(content) < cap and not ended and len(packed) < entry.packed:
            return self._inflate_up_to(entry, cap, self.packed(entry))
        return content, ended


def _check_content(entry: Entry, size: int, crc: int) -> None:
    if size > entry.size:
        raise hostile("size_lies", entry.name)
    if size != entry.size or crc != entry.crc:
        raise damaged(entry.name)
