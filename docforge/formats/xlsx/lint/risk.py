"""One repair risk. Knows no rule."""

from __future__ import annotations

from typing import NamedTuple


class Risk(NamedTuple):
    """The rule that a part breaks, and where: an address, a name or an id."""

    rule: str
    part: str
    at: str = ""
