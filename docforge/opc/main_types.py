"""What the content type of a main part says: which family, template or document, with macros or without.

Knows the names of the types alone; ECMA-376-1 annexes and the ones that Office and its converters write.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Family = Literal["docx", "xlsx", "pptx", "xlsb"]

_FAMILIES: dict[str, Family] = {
    "wordprocessingml": "docx", "ms-word": "docx",
    "spreadsheetml": "xlsx", "ms-excel": "xlsx",
    "presentationml": "pptx", "ms-powerpoint": "pptx",
}  # fmt: skip
# Variants in the wild: vnd.ms-excel.template.main+xml, template.macroEnabledTemplate, types without .main or +xml.
_PATTERN = re.compile(
    r"application/vnd\.(?:openxmlformats-officedocument\.)?"
    r"(?P<vendor>wordprocessingml|spreadsheetml|presentationml|ms-word|ms-excel|ms-powerpoint)"
    r"\.(?P<kind>document|sheet|presentation|slideshow|template|addin)"
    r"(?P<binary>\.binary)?(?P<macro>\.macroenabled(?:template)?)?(?:\.main)?(?:\+xml)?"
)
_DOCUMENTS: dict[tuple[Family, bool], str] = {
    ("docx", False): "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ("docx", True): "application/vnd.ms-word.document.macroEnabled.main+xml",
    ("xlsx", False): "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    ("xlsx", True): "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    ("pptx", False): "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    ("pptx", True): "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
}


@dataclass(frozen=True, slots=True)
class MainType:
    """What one content type says; `has_macros` whether the type admits macros, not whether there are any."""

    family: Family
    is_template: bool
    has_macros: bool

    def document(self, *, macros: bool) -> str | None:
        """Content type of a document of this family; None where it has no such documents of its own (xlsb)."""
        return _DOCUMENTS.get((self.family, macros))


def main_type_of(content_type: str) -> MainType | None:
    """What a content type says when it is that of a main part; letter case and parameters do not matter (RFC 2045)."""
    found = _PATTERN.fullmatch(content_type.partition(";")[0].strip().lower())
    if found is None:
        return None
    if found["binary"]:
        return MainType("xlsb", is_template=False, has_macros=False)
    macros = found["macro"] is not None or found["kind"] == "addin"
    return MainType(_FAMILIES[found["vendor"]], found["kind"] == "template", macros)
