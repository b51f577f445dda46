"""What two states of a package share, part by part. Knows no format."""

from __future__ import annotations

from dataclasses import dataclass

from docforge.opc.archive import Archive
from docforge.opc.directory import Entry
from docforge.opc.package import Package


@dataclass(frozen=True, slots=True)
class Difference:
    """Names of parts `changed`, `added` and `removed`, and the number of those `identical`; folders do not count."""

    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    identical: int


def compare(before: Package, after: Package) -> Difference:
    """Parts of two packages by content. Inflates only what is not the same already as it lies in the archive."""
    changed: list[str] = []
    added: list[str] = []
    identical = 0
    for entry in _parts(after.archive):
        former = before.archive.find(entry.name)
        if former is None:
            added.append(entry.name)
        elif _same(before.archive, former, after.archive, entry):
            identical += 1
        else:
            changed.append(entry.name)
    removed = [entry.name for entry in _parts(before.archive) if not after.has(entry.name)]
    return Difference(tuple(changed), tuple(added), tuple(removed), identical)


def _parts(archive: Archive) -> list[Entry]:
    return [entry for entry in archive.directory.entries if not entry.name.endswith("/")]


def _same(first: Archive, one: Entry, second: Archive, other: Entry) -> bool:
    if (one.size, one.crc) != (other.size, other.crc):
        return False
    as_packed = one.method == other.method and first.packed(one) == second.packed(other)
    return as_packed or first.read(one) == second.read(other)
