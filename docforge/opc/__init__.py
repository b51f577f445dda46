"""Zip and OPC packages, bytes in and bytes out. Knows no format and no disk."""

from docforge.opc.package import LIMITS, Limits, Package, Relationship

__all__ = ["LIMITS", "Limits", "Package", "Relationship"]
