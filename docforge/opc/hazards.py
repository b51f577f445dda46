"""The gate: what Office would fetch or run when the user opens a package, and what no part may hold.

Knows how Office refers outside and which formula or field starts a program; judges nothing else of a format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote

from lxml import etree

from docforge.errors import Refusal
from docforge.opc.active import all_relationships
from docforge.opc.directory import Entry
from docforge.opc.markup import Element, check_prolog, looks_like_xml, parse_xml
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
_DRIVE = re.compile(r"/*[a-z][:|]", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)

_PIPE = rb"(?:\||&#(?:0*124|x0*7c);)"
_PIPED_FORMULA = re.compile(
    rb"(?i)<(?:[\w.-]+:)?(?:f|definedName)(?:\s[^<>]*)?>(?P<text>(?:<!\[CDATA\[)?[^<]*?" + _PIPE + rb"[^<]*)"
)
# Where a formula may hold "|" that is no call of a program: text, quoted sheet names, names of a table's columns.
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]")
_DDE_FIELD = re.compile(r"\s*\"?DDE(?:AUTO)?\b", re.IGNORECASE)
_FIELD_PARTS = ("instrText", "fldChar", "fldSimple")


@dataclass(frozen=True, slots=True)
class ExternalTarget:
    """One reference out of the package: the part it stands in, its kind ("hyperlink"), and the address as written.

    `is_remote` tells whether another machine is asked; `is_taken_over` whether Office fetches it unasked and runs it.
    """

    source: str
    kind: str
    target: str
    is_remote: bool
    is_taken_over: bool


def external_targets(package: Package) -> tuple[ExternalTarget, ...]:
    """All references out of the package, harmless ones too, in the order of the archive."""
    return tuple(
        ExternalTarget(
            source, each.kind, each.target, remote := is_remote(each.target), remote and _is_taken(source, each.kind)
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


def _is_taken(source: str, kind: str) -> bool:
    """A chart may name a workbook elsewhere: its numbers are data, and Office asks before it reads them."""
    return kind in _TAKEN_OVER and not (kind == "oleobject" and "/charts/" in f"/{source.lower()}")


def check_safe(package: Package) -> None:
    """Refuse what does harm when opened; what only points outside passes, and `external_targets` tells of it.

    Raises Refusal hostile_file: a document type in any part, a program among the parts, a template, object or frame
    from another machine, a field, formula or link that starts a program (DDE). encrypted: a hwpx with a password.
    """
    for entry in package.archive.directory.entries:
        _check_entry(package, entry)
    for found in external_targets(package):
        if found.is_taken_over:
            raise hostile("remote_content", found.source, target=printable(found.target[:_SHOWN_TARGET]))
    for name in package.names:
        _check_dde(package, name)


def _check_entry(package: Package, entry: Entry) -> None:
    lowered = entry.name.lower()
    if lowered.endswith(_PROGRAMS):
        raise hostile("program_inside", entry.name)
    archive = package.archive
    if looks_like_xml(archive.peek(entry, 16)):
        check_prolog(entry.name, lambda length: archive.peek(entry, length))
    if lowered == "meta-inf/manifest.xml" and b"encryption-data" in archive.read(entry):
        raise Refusal("encrypted")


def _check_dde(package: Package, name: str) -> None:
    lowered = name.lower()
    if not lowered.endswith(".xml"):
        return
    if lowered.startswith("word/"):
        found = _starts_program(package, name)
    elif "/externallinks/" in lowered:
        found = b"ddeLink" in package.read(name)
    else:
        found = lowered.startswith("xl/") and _has_piped_formula(package.read(name))
    if found:
        raise hostile("starts_program", name)


def _has_piped_formula(content: bytes) -> bool:
    """Whether a formula or name asks a program by DDE: application|topic!item outside of all quotes (18.17.2)."""
    if b"|" not in content and not (b"#" in content and re.search(rb"(?i)&#(?:0*124|x0*7c);", content)):
        return False
    formulas = (unescape(found["text"].decode("utf-8", "replace")) for found in _PIPED_FORMULA.finditer(content))
    return any("|" in _QUOTED.sub("", formula.removeprefix("<![CDATA[")) for formula in formulas)


def _starts_program(package: Package, name: str) -> bool:
    """Whether a Word part has a field DDE or DDEAUTO, its instruction split over runs or not (17.16.5)."""
    content = package.read(name)
    if b"nstrText" not in content and b"fldSimple" not in content and content[1:2] != b"\0":
        return False
    return any(_DDE_FIELD.match(instruction) for instruction in _instructions(parse_xml(content, name)))


def _instructions(root: Element) -> list[str]:
    """Instructions of all fields: attributes of simple ones, and the text between the marks of complex ones."""
    pieces = [""]
    for element in root.iter(*(f"{{*}}{local}" for local in _FIELD_PARTS)):
        local = etree.QName(element).localname
        if local == "instrText":
            pieces[-1] += element.text or ""
        else:
            pieces.append("")
        if local == "fldSimple":
            pieces.append(next((str(value) for key, value in element.items() if str(key).endswith("instr")), ""))
            pieces.append("")
    return pieces
