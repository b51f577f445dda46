"""The four-way matrix: what a call means, decided by three facts. Knows no file."""

from __future__ import annotations

from typing import Literal

Case = Literal["edit", "no_target", "copy_and_edit", "target_exists", "template_not_found"]


def decide(*, template_given: bool, template_exists: bool, file_exists: bool) -> Case:
    """What to do with a call; `file_exists` speaks of its path (MATRIX-1 to MATRIX-4, REJECT-1)."""
    if not template_given:
        return "edit" if file_exists else "no_target"
    if not template_exists:
        return "template_not_found"
    return "target_exists" if file_exists else "copy_and_edit"
