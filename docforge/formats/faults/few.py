"""Keeps a list of faults short: errors first, and few of each kind. Knows no form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from docforge.errors import Fault

MOST_ALIKE = 10
_ORDER = ("error", "warning", "info")


def few_of_each(faults: Iterable[Fault]) -> list[Fault]:
    """The faults by severity, equal ones once, the first ten of each code and how many more there are."""
    once = {(one.code, one.at, str(one.facts)): one for one in faults}.values()
    counts, shown = Counter[str](), list[Fault]()
    for one in once:
        counts[one.code] += 1
        if counts[one.code] <= MOST_ALIKE:
            shown.append(one)
    more = [
        Fault("more_faults", facts={"code": code, "count": count - MOST_ALIKE})
        for code, count in counts.items()
        if count > MOST_ALIKE
    ]
    return sorted([*shown, *more], key=lambda one: _ORDER.index(one.severity))
