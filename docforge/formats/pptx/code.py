"""How edit code sees a deck: `prs`, a Presentation of python-pptx. Loaded by the sandbox; knows no path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pptx

from docforge.formats.overlay import Overlay, stream

LIBRARIES = ("pptx",)


class Opened:
    """A deck under code; `names` is what the code sees."""

    def __init__(self, data: bytes) -> None:
        deck: Any = pptx.Presentation(stream(data))
        self._overlay = Overlay(data, deck.part.package)
        self.names: Mapping[str, Any] = {"prs": deck}

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        """See `docforge.sandbox.worker.Opened`."""
        return self._overlay.changes()


def open_code(data: bytes) -> Opened:
    """The deck `data`; raises what python-pptx raises where it cannot open it."""
    return Opened(data)
