"""How edit code sees a deck: `prs`, a Presentation of python-pptx. Loaded by the sandbox; knows no path."""

from __future__ import annotations

from typing import Any

import pptx

from docforge.formats.overlay import Opened, Overlay, stream

LIBRARIES = ("pptx",)


def open_code(data: bytes) -> Opened:
    """The document `data`; raises what python-pptx raises where it cannot open it."""
    opened: Any = pptx.Presentation(stream(data))
    return Opened({"prs": opened}, Overlay(data, opened.part.package))
