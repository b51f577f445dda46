"""DocForge fills company templates in office formats in one call.

This module is the way in for Python programs. Knows no other door.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docforge.client import DocForge
    from docforge.errors import Refusal

__all__ = ["DocForge", "Refusal", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load what a program asks for when it asks (PEP 562), so that a room can be imported without all the others."""
    if name == "DocForge":
        from docforge.client import DocForge  # noqa: PLC0415  at first use

        return DocForge
    if name == "Refusal":
        from docforge.errors import Refusal  # noqa: PLC0415  at first use

        return Refusal
    raise AttributeError(name)
