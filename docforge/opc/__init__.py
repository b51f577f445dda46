"""Zip and OPC packages, bytes in and bytes out. Knows no format and no disk."""

from docforge.opc.active import active_parts, has_macros, is_signed
from docforge.opc.compare import Difference, compare
from docforge.opc.deflate import Packed, pack_pieces
from docforge.opc.hazards import ExternalTarget, check_safe, external_targets
from docforge.opc.limits import LIMITS, Limits
from docforge.opc.main_types import MainType, main_type_of
from docforge.opc.markup import Element, parse_xml
from docforge.opc.package import Package
from docforge.opc.properties import find_people, read_title
from docforge.opc.relationships import Relationship

__all__ = [
    "LIMITS",
    "Difference",
    "Element",
    "ExternalTarget",
    "Limits",
    "MainType",
    "Package",
    "Packed",
    "Relationship",
    "active_parts",
    "check_safe",
    "compare",
    "external_targets",
    "find_people",
    "has_macros",
    "is_signed",
    "main_type_of",
    "pack_pieces",
    "parse_xml",
    "read_title",
]
