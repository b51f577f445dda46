"""The gate: what Office would fetch or run when the user opens a package, and what no part may hold.

Knows how Office refers outside and which formula or field starts a program; judges nothing else of a format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote

from lxml import etree

from docforge.errors import Refusal
from docforge.opc.active import all_relationships
from docforge.opc.directory import Entry
from docforge.opc.markup import Element, check_prolog, looks_like_xml, parse_xml, with_ascii
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

_PIPE = rb"&#(?:0*124|x0*7c);"
_ESCAPED_PIPE = re.compile(_PIPE, re.IGNORECASE)
_PIPED_FORMULA = re.compile(
    rb"<(?:[\w.-]+:)?(?:f|definedName)(?:\s[^<>]*)?>(?P<text>[^<]*?(?:\||" + _PIPE + rb")[^<]*)", re.IGNORECASE
)
# Where a formula may hold "|" that is no call of a program: text, quoted sheet names, names of a table's columns.
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]")
_DDE_FIELD = re.compile(r"\s*\"?DDE(?:AUTO)?\b", re.IGNORECASE)


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
    for found in external_targets(package):
        if found.is_dangerous:
            raise hostile("remote_content", found.source, target=printable(found.target[:_SHOWN_TARGET]))
    looks = _LOOKS.get(package.main.family if package.main else "")
    for entry in parts if looks else ():
        content = package.archive.read(entry)
        if looks and looks(content, with_ascii(content, entry.name), entry.name):
            raise hostile("starts_program", entry.name)


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


# ── programs started by data (DDE) ───────────────────────────────────────────────────────────────────────────────────
def _has_dde_of_excel(content: bytes, ascii_content: bytes, name: str) -> bool:
    """Whether a link, formula or defined name asks a program: application|topic!item outside all quotes (18.17.2)."""
    if b"ddeLink" in ascii_content:
        return True
    if b"|" not in ascii_content and not (b"#" in ascii_content and _ESCAPED_PIPE.search(ascii_content)):
        return False
    return any("|" in _QUOTED.sub("", formula) for formula in _formulas(content, ascii_content, name))


def _formulas(content: bytes, ascii_content: bytes, name: str) -> Iterator[str]:
    """Texts of formulas and defined names that hold "|"; read by a parser where comments or CDATA may split them."""
    if b"<!" in ascii_content:
        yield from (str(each.xpath("string()")) for each in parse_xml(content, name).iter("{*}f", "{*}definedName"))
    else:
        yield from (
            unescape(each["text"].decode("utf-8", "replace")) for each in _PIPED_FORMULA.finditer(ascii_content)
        )


def _has_dde_of_word(content: bytes, ascii_content: bytes, name: str) -> bool:
    """Whether a Word part has a field DDE or DDEAUTO, its instruction split over runs or not (17.16.5)."""
    if b"instrText" not in ascii_content and b"fldSimple" not in ascii_content:
        return False
    return any(_DDE_FIELD.match(instruction) for instruction in _instructions(parse_xml(content, name)))


def _instructions(root: Element) -> list[str]:
    """Instructions of all fields: attributes of simple ones, and the text between the marks of complex ones."""
    pieces = [""]
    for element in root.iter("{*}instrText", "{*}fldChar", "{*}fldSimple"):
        local = etree.QName(element).localname
        if local == "instrText":
            pieces[-1] += str(element.xpath("string()"))
        elif local == "fldChar":
            pieces.append("")
        else:
            pieces += [next((str(value) for key, value in element.items() if str(key).endswith("instr")), ""), ""]
    return pieces


_LOOKS = {"xlsx": _has_dde_of_excel, "docx": _has_dde_of_word}
