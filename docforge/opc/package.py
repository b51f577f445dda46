"""An OPC package (ECMA-376-2) held as bytes: parts, content types, relationships, faithful saving. Knows no format."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from docforge.opc.archive import Archive
from docforge.opc.content_types import PART as CONTENT_TYPES
from docforge.opc.content_types import ContentTypes, with_type
from docforge.opc.deflate import Packed
from docforge.opc.directory import Entry
from docforge.opc.limits import LIMITS, Limits
from docforge.opc.main_types import MainType, main_type_of
from docforge.opc.markup import check_prolog
from docforge.opc.refusals import hostile, not_a_document, printable
from docforge.opc.relationships import Relationship, parse_relationships, rels_name, source_name
from docforge.opc.rewrite import rewrite

_MAIN = "officedocument"
_MIMETYPE = "mimetype"
_LONGEST_MIMETYPE = 256
_STRICT = "http://purl.oclc.org/ooxml/"
_HWPX = ("application/hwp+zip", "application/owpml")
_OTHER_MIMETYPES = {"application/vnd.oasis.opendocument": "is_opendocument", "application/epub": "is_epub"}


class Package:
    """One package. Part names are given and returned without leading slash, as spelled in the archive.

    Every read is case-insensitive, as OPC asks. Raises Refusal: encrypted, not_a_document, hostile_file, too_large.
    """

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._relationships: dict[str, tuple[Relationship, ...]] = {}
        self._documents: dict[bool | None, Mapping[str, bytes]] = {}

    @classmethod
    def open(cls, data: bytes, limits: Limits = LIMITS) -> Package:
        """Index `data`; all checks on the directory happen here, before anything is inflated."""
        return cls(Archive(data, limits))

    @property
    def data(self) -> bytes:
        """The package as it was opened."""
        return self.archive.data

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all entries (folders too) in the order of the archive."""
        return tuple(entry.name for entry in self.archive.directory.entries)

    def has(self, name: str) -> bool:
        """Whether there is such a part, in any case."""
        return self.archive.find(name) is not None

    def spelled(self, name: str) -> str | None:
        """The name as the archive spells it; None where there is no such part."""
        entry = self.archive.find(name)
        return entry.name if entry else None

    def read(self, name: str) -> bytes:
        """The part's inflated bytes, checked for length and CRC; refused (not_a_document) where it is missing."""
        return self.archive.read(self._entry(name))

    def read_xml(self, name: str) -> bytes:
        """The part's bytes, refused (hostile_file) when it holds a document type declaration, in any encoding."""
        content = self.read(name)
        check_prolog(name, lambda length: content[:length])
        return content

    def marks(self, name: str) -> frozenset[bytes]:
        """Which of MARKS occur in the part, which is refused as by `read_xml`; a large one is not held for it."""
        entry = self._entry(name)
        check_prolog(name, lambda length: self.archive.peek(entry, length))
        return self.archive.marks(entry)

    @property
    def held(self) -> int:
        """Bytes held by now: the package, and the parts that were read."""
        return len(self.data) + self.archive.held

    def put_away(self) -> None:
        """Let go of large parts that were read; they are inflated anew when asked for."""
        self.archive.put_away()

    def content_type(self, name: str) -> str:
        """Content type of a part, by override, else by default of its extension; "" when neither says."""
        return self._content_types.type_of(name)

    def relationships(self, name: str = "") -> tuple[Relationship, ...]:
        """Relationships of a part, of the package itself for ""; none when there is no .rels part."""
        if name not in self._relationships:
            rels = self.spelled(rels_name(name))
            read = () if rels is None else parse_relationships(self.read_xml(rels), name, rels, self.spelled)
            self._relationships[name] = read
        return self._relationships[name]

    @cached_property
    def main_part(self) -> str:
        """Name of the part that the officeDocument relationship points to.

        Raises Refusal not_a_document where there is none, hostile_file where there are two.
        """
        targets = {each.target for each in self._main_relationships}
        if len(targets) > 1:
            raise hostile("two_main_parts")
        if not targets or not self.has(target := targets.pop()):
            raise not_a_document(self._other_kind())
        return target

    @cached_property
    def main_type(self) -> str:
        """Content type of the main part; in a package of the other kind (hwpx) what its `mimetype` says.

        Raises Refusal not_a_document, naming what it is, where it is neither.
        """
        if not self._main_relationships and self._mimetype in _HWPX:
            return self._mimetype
        content_type = self.content_type(self.main_part)
        if not content_type:
            raise not_a_document("has_no_main_part")
        return content_type

    @cached_property
    def main(self) -> MainType | None:
        """What the type of the main part says; None where it is no main type of an office document."""
        return main_type_of(self.main_type)

    @property
    def is_strict(self) -> bool:
        """Whether the package is ISO Strict (ISO/IEC 29500-1), told by its main relationship."""
        return any(each.type.startswith(_STRICT) for each in self._main_relationships)

    def save(self, parts: Mapping[str, bytes | Packed], *, drop: frozenset[str] = frozenset()) -> bytes:
        """The package with `parts` in place of (or added to) its own; all else is copied as compressed bytes.

        Order, times, flags and extra fields of untouched entries are kept; a part given as it was is untouched,
        unless it is given packed.
        """
        replaced: dict[str, bytes | Packed] = {}
        added: dict[str, bytes | Packed] = {}
        for name, content in parts.items():
            entry = self.archive.find(name)
            if entry is None:
                added[name] = content
            elif not self._holds(entry, content):
                replaced[entry.name] = content
        dropped = {spelled for spelled in map(self.spelled, drop) if spelled is not None}
        if not (replaced or added or dropped):
            return self.data
        return rewrite(self.archive, replaced, added, dropped)

    def as_document(self, *, macros: bool | None = None) -> Mapping[str, bytes]:
        """What to pass to `save` so that a template becomes a document: [Content_Types].xml alone, or {} (POTX-1).

        The type admits macros as the template's does, unless `macros` says: then a document's type is turned too.
        """
        if macros not in self._documents:
            self._documents[macros] = self._as_document(macros)
        return self._documents[macros]

    def _as_document(self, macros: bool | None) -> Mapping[str, bytes]:
        main = self.main
        if main is None or not (main.is_template or macros not in {None, main.has_macros}):
            return {}
        wanted = main.document(macros=main.has_macros if macros is None else macros)
        name = self._entry(CONTENT_TYPES).name
        return {name: with_type(self.read_xml(name), self.main_part, wanted)} if wanted else {}

    def _entry(self, name: str) -> Entry:
        entry = self.archive.find(name)
        if entry is None:
            raise not_a_document("part_missing", part=printable(name))
        return entry

    def _holds(self, entry: Entry, content: bytes | Packed) -> bool:
        if isinstance(content, Packed):
            return False
        return len(content) == entry.size and content == self.archive.read(entry)

    @cached_property
    def _content_types(self) -> ContentTypes:
        if not self.has(CONTENT_TYPES):
            return ContentTypes({}, {})
        return ContentTypes.parse(self.read_xml(CONTENT_TYPES))

    @cached_property
    def _main_relationships(self) -> tuple[Relationship, ...]:
        return tuple(each for each in self.relationships() if each.kind == _MAIN and not each.external)

    @cached_property
    def _mimetype(self) -> str:
        entry = self.archive.find(_MIMETYPE)
        return self.archive.read(entry).decode("latin-1").strip() if entry and entry.size < _LONGEST_MIMETYPE else ""

    def _other_kind(self) -> str:
        """Which row of PHRASES names a zip archive that has no main part."""
        for start, why in _OTHER_MIMETYPES.items():
            if self._mimetype.startswith(start):
                return why
        has_rels = any(source_name(name) is not None for name in self.names)
        return "has_no_main_part" if has_rels or self.has(CONTENT_TYPES) else "is_plain_zip"
