"""What a package holds besides content: macros and signatures, told by content and never by the file's name.

Knows the types that Office gives them ([MS-OFFMACRO2], [MS-XLSB], ECMA-376-2 13).
"""

from __future__ import annotations

from docforge.opc.package import Package
from docforge.opc.relationships import Relationship, source_name

_MACRO_TYPES = ("vnd.ms-office.vbaproject", "vnd.ms-excel.macrosheet", "vnd.ms-excel.intlmacrosheet", "ms-word.vbadata")
_MACRO_KINDS = frozenset({"vbaproject", "xlmacrosheet", "xlintlmacrosheet", "wordvbadata"})
_MACRO_LEAVES = ("vbaproject.bin", "vbadata.xml")
_SIGNATURE_KINDS = frozenset({"origin", "signature"})
_SIGNATURES = "/digital-signature/"


def all_relationships(package: Package) -> list[tuple[str, Relationship]]:
    """Every relationship of the package with the name of its source part ("" for the package itself)."""
    sources = [source for source in map(source_name, package.names) if source is not None]
    return [(source, each) for source in sources for each in package.relationships(source)]


def has_macros(package: Package) -> bool:
    """Whether the package carries code that Office runs: VBA or Excel 4 macro sheets, under whatever name.

    ActiveX controls and attached toolbars are not macros.
    """
    if package.main is not None and package.main.has_macros:
        return True
    return any(map(_is_macro_part, package.names, map(package.content_type, package.names))) or any(
        each.kind in _MACRO_KINDS for _, each in all_relationships(package)
    )


def active_parts(package: Package) -> dict[str, bytes]:
    """The parts that hold code that Office runs, with their bytes."""
    targets = {each.target for _, each in all_relationships(package) if each.kind in _MACRO_KINDS and not each.external}
    named = [name for name in package.names if name in targets or _is_macro_part(name, package.content_type(name))]
    return {name: package.read(name) for name in named}


def _is_macro_part(name: str, content_type: str) -> bool:
    leaf = name.rpartition("/")[2].lower()
    lowered = content_type.lower()
    return leaf in _MACRO_LEAVES or any(part in lowered for part in _MACRO_TYPES)


def is_signed(package: Package) -> bool:
    """Whether the package carries a digital signature, which any change makes void."""
    return any(
        each.kind in _SIGNATURE_KINDS and _SIGNATURES in each.type.lower() for each in package.relationships()
    ) or any(name.lower().startswith("_xmlsignatures/") for name in package.names)
