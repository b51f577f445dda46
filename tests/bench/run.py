"""Prints speed and memory side by side with a plain file copy and with what others do. Asserts nothing."""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterable

from tests.bench import call, decks, engine, hangul, package, words
from tests.bench.books import subjects

Row = tuple[str, ...]
FULL, SMOKE = 50_000, 500


def width(text: str) -> int:
    """Columns that a terminal gives the text; Hangul takes two each."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def show(rows: Iterable[Row]) -> None:
    table = list(rows)
    widths = [max(width(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        print("  ".join(cell + " " * (widths[place] - width(cell)) for place, cell in enumerate(row)).rstrip())
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small books and few rounds: does it run at all")
    smoke = parser.parse_args().smoke
    measured = subjects(SMOKE if smoke else FULL)
    show(package.rows(measured, rounds=2 if smoke else 10))
    show(engine.rows(measured, rounds=2 if smoke else 10))
    show(words.rows(rounds=3 if smoke else 40))
    show(hangul.rows(rounds=3 if smoke else 40))
    show(decks.rows(rounds=3 if smoke else 40))
    show(call.rows(rounds=3 if smoke else 40))


if __name__ == "__main__":
    main()
