"""The gate: what Office would fetch or run when the user opens a package, and what no part may hold.

Knows how Office refers outside; judges nothing else of a format.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from docforge.errors import Refusal
from docforge.opc.active import all_relationships
from docforge.opc.dde import find_look
from docforge.opc.directory import Entry
from docforge.opc.markup import check_prolog, looks_like_xml, with_ascii
from docforge.opc.package import Package
from docforge.opc.refusals import hostile, printable

_PROGRAMS = (
    ".exe", ".dll", ".com", ".scr", ".pif", ".bat", ".cmd", ".ps1", ".vbs", ".vbe", ".jse", ".wsf", ".wsh", ".hta",
    ".lnk", ".msi", ".jar", ".cpl", ".reg",
)  # fmt: skip
# What is fetched and taken over without a question, so that a remote one is an attack (CVE-2017-0199, CVE-2022-30190).
_TAKEN_OVER = frozenset({
    "attachedtemplate", "subdocument", "frame", "oleobject", "control", "afchunk", "slideupdateurl", "transform",
})  # fmt: skip
_SHOWN_TARGET = 120
_HEAD = 16
_DRIVE = re.compile(r"/*[a-z][:|]", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ExternalTarget:
    """One reference out of the package: the part it stands in, its kind ("hyperlink"), and the address as written.

    `is_remote` tells whether another machine is asked; `is_fetched` whether Office takes over unasked what it finds.
    """

    source: str
    kind: str
    target: str
    is_remote: bool
    is_fetched: bool

    @property
    def is_dangerous(self) -> bool:
        """Whether opening the document takes over what another machine answers."""
        return self.is_remote and self.is_fetched


def external_targets(package: Package) -> tuple[ExternalTarget, ...]:
    """All references out of the package, harmless ones too, in the order of the archive."""
    return tuple(
        ExternalTarget(
            source, each.kind, each.target, is_remote(each.target), _is_taken_over(package, source, each.kind)
        )
        for source, each in all_relationships(package)
        if each.external
    )


def is_remote(target: str) -> bool:
    """Whether an address reaches another machine: any scheme but `file:` on a local path, or a network share."""
    address = unquote(target).strip().replace("\\", "/")
    if address[:5].lower() == "file:":
        rest = address[5:].removeprefix("//")
        host = rest.partition("/")[0].lower()
        return not (_DRIVE.match(rest) or host in {"", "localhost"}) or rest.startswith("//")
    if _DRIVE.match(address):
        return False
    return address.startswith("//") or _SCHEME.match(address) is not None


def _is_taken_over(package: Package, source: str, kind: str) -> bool:
    """A chart may name a workbook elsewhere: its numbers are data, and Office asks before it reads them."""
    is_chart = kind == "oleobject" and package.content_type(source).lower().endswith(".chart+xml")
    return kind in _TAKEN_OVER and not is_chart


def check_safe(package: Package) -> None:
    """Refuse what does harm when opened; what only points outside passes, and `external_targets` tells of it.

    Raises Refusal hostile_file: a document type in any part, a program among the parts, a template, object or frame
    from another machine, a field, formula or link that starts a program (DDE). encrypted: a hwpx with a password.
    """
    parts = [entry for entry in package.archive.directory.entries if _check_entry(package, entry)]
    _check_references(package)
    _check_programs(package, parts)


def _check_entry(package: Package, entry: Entry) -> bool:
    """Whether the entry is XML, after its name and its beginning have passed."""
    lowered, archive = entry.name.lower(), package.archive
    if lowered.endswith(_PROGRAMS):
        raise hostile("program_inside", entry.name)
    if not looks_like_xml(archive.peek(entry, _HEAD)):
        return False
    check_prolog(entry.name, lambda length: archive.peek(entry, length))
    if lowered == "meta-inf/manifest.xml" and b"encryption-data" in archive.read(entry):
        raise Refusal("encrypted")
    return True


def _check_references(package: Package) -> None:
    for found in external_targets(package):
        if found.is_dangerous:
            raise hostile("remote_content", found.source, target=printable(found.target[:_SHOWN_TARGET]))


def _check_programs(package: Package, parts: Sequence[Entry]) -> None:
    links = [each.target for _, each in all_relationships(package) if each.kind == "externallink" and not each.external]
    for link in filter(package.has, links):
        if b"ddeLink" in with_ascii(package.read(link), link):
            raise hostile("starts_program", link)
    starts_program = find_look(package.main.family) if package.main else None
    for entry in parts if starts_program else ():
        if starts_program and starts_program(package.archive, entry):
            raise hostile("starts_program", entry.name)
