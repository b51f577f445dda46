"""An OPC package (ECMA-376-2) held as bytes: parts, content types, relationships, faithful saving. Knows no format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one package may hold: bytes of the archive, entries, bytes inflated in all and in one part."""

    file: int = 64 * 2**20
    parts: int = 5_000
    inflated: int = 512 * 2**20
    part: int = 192 * 2**20


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Relationship:
    """One relationship: `target` is a part name without leading slash, or the address as written when `external`."""

    id: str
    type: str
    target: str
    external: bool


class Package:
    """One package. Part names are given and returned without leading slash, as spelled in the archive.

    Every read is case-insensitive, as OPC asks. Raises Refusal: encrypted, not_a_document, hostile_file, too_large.
    """

    data: bytes

    @classmethod
    def open(cls, data: bytes, limits: Limits = LIMITS) -> Package:
        """Index `data`; all checks on the directory happen here, before anything is inflated."""
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all entries (folders too) in the order of the archive."""
        raise NotImplementedError

    def has(self, name: str) -> bool:
        raise NotImplementedError

    def read(self, name: str) -> bytes:
        """The part's inflated bytes, checked for length and CRC."""
        raise NotImplementedError

    def read_xml(self, name: str) -> bytes:
        """The part's bytes, refused (hostile_file) when it holds a document type declaration, in any encoding."""
        raise NotImplementedError

    def content_type(self, name: str) -> str:
        """Content type of a part, by override, else by default of its extension; "" when neither says."""
        raise NotImplementedError

    def relationships(self, name: str = "") -> tuple[Relationship, ...]:
        """Relationships of a part, of the package itself for ""; none when there is no .rels part."""
        raise NotImplementedError

    @property
    def main_part(self) -> str:
        """Name of the part that the officeDocument relationship points to."""
        raise NotImplementedError

    def save(self, parts: Mapping[str, bytes], *, drop: frozenset[str] = frozenset()) -> bytes:
        """The package with `parts` in place of (or added to) its own; all else is copied as compressed bytes.

        Order, times, flags and extra fields of untouched entries are kept.
        """
        raise NotImplementedError

    def as_document(self) -> Mapping[str, bytes]:
        """What to pass to `save` so that a template becomes a document: [Content_Types].xml alone, or {} (POTX-1)."""
        raise NotImplementedError
