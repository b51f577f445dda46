"""Keeps what a call tells besides its result short, however large the workbook. Knows no workbook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from docforge.errors import Notice

MOST_ALIKE = 20


def few_of_each(notices: Sequence[Notice]) -> Iterator[Notice]:
    """The first notices of each kind, then how many more there are of it."""
    counts: Counter[str] = Counter()
    for notice in notices:
        counts[notice.code] += 1
        if counts[notice.code] <= MOST_ALIKE:
            yield notice
    for code, count in counts.items():
        if count > MOST_ALIKE:
            yield Notice("more_like_it", {"code": code, "count": count - MOST_ALIKE})
