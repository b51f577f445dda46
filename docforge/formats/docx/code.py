"""How edit code sees a Word document: `doc`, a Document of python-docx. Loaded by the sandbox; knows no path."""

from __future__ import annotations

from typing import Any

import docx

from docforge.formats.overlay import Opened, Overlay, stream

LIBRARIES = ("docx",)


def open_code(data: bytes) -> Opened:
    """The document `data`; raises what python-docx raises where it cannot open it."""
    opened: Any = docx.Document(stream(data))
    return Opened({"doc": opened}, Overlay(data, opened.part.package))
