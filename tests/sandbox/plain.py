"""The least binding that a job can name: the document's bytes, and what the code puts into `parts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LIBRARIES = ("docx", "pptx", "openpyxl")


@dataclass
class Plain:
    names: dict[str, Any] = field(default_factory=dict)

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        return self.names["parts"], self.names["dropped"]


def open_code(data: bytes) -> Plain:
    return Plain({"data": data, "parts": {}, "dropped": []})
