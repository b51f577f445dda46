"""What a presentation has against fillings that passed the common checks, and what it has to tell. Never writes.

Knows no package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docforge.errors import Notice, Problem
from docforge.formats.fields import Filling
from docforge.formats.pptx.pictures import tell_picture
from docforge.formats.pptx.targets import PictureTarget


def check_fillings(fillings: Sequence[Filling]) -> Iterator[Problem | Notice]:
    """Every problem and notice, in the order of the fillings."""
    for filling in fillings:
        target = filling.place.target
        if isinstance(target, PictureTarget):
            told = tell_picture(filling, target)
            yield from [told] if told else []
