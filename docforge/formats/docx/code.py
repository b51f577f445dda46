"""How edit code sees a Word document: `doc`, a Document of python-docx. Loaded by the sandbox; knows no path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import docx

from docforge.formats.overlay import Overlay, stream

LIBRARIES = ("docx",)


class Opened:
    """A document under code; `names` is what the code sees."""

    def __init__(self, data: bytes) -> None:
        document: Any = docx.Document(stream(data))
        self._overlay = Overlay(data, document.part.package)
        self.names: Mapping[str, Any] = {"doc": document}

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        """See `docforge.sandbox.worker.Opened`."""
        return self._overlay.changes()


def open_code(data: bytes) -> Opened:
    """The document `data`; raises what python-docx raises where it cannot open it."""
    return Opened(data)
