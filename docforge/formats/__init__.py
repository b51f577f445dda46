"""Office formats. Finds every folder that offers FORMAT, so a fifth format is one folder. Knows no path and no door."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from docforge.formats.base import Format


@cache
def load_formats() -> dict[str, Format[Any, Any]]:
    """All formats by name, in the order of their folders' names."""
    folders = (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    found = (getattr(import_module(f"{__name__}.{name}"), "FORMAT", None) for name in sorted(folders))
    return {fmt.name: fmt for fmt in found if fmt is not None}
