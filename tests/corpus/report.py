"""Prints how well real workbooks are read and filled: `make corpus`. Exit 1 where a goal is missed."""

from __future__ import annotations

import sys
from pathlib import Path

from docforge.errors import Refusal
from tests.conftest import find_corpus
from tests.corpus.decks import DeckTally, deck_files
from tests.corpus.filling import (
    VALUE,
    can_be_checked,
    fill_one,
    new_errors,
    readable_workbooks,
    unexpected_changes,
    values_read_back,
)
from tests.corpus.gold import describe, precision, recall, score_all
from tests.corpus.hangul import HangulTally, hangul_files
from tests.corpus.placing import Tally
from tests.corpus.test_labels import PRECISION, RECALL
from tests.corpus.words import WordTally, word_files


def print_labels(corpus: Path) -> bool:
    """Each sheet of the gold, then recall and precision; whether both goals are reached."""
    scores = score_all(corpus)
    for score in scores:
        print("\n".join(describe(score)))
    found, right = recall(scores), precision(scores)
    print(f"labels: recall {found:.1%} (goal {RECALL:.0%}), precision {right:.1%} (goal {PRECISION:.0%})")
    return found >= RECALL and right >= PRECISION


def print_fills(corpus: Path) -> bool:
    """Each workbook with what went wrong, then how many are as they should be; whether all are."""
    paths = readable_workbooks(corpus)
    faults = {path.name: found for path in paths if (found := fill_faults(path))}
    for name, found in faults.items():
        print(f"{name}: {'; '.join(found)}")
    unchecked = [path.name for path in paths if not can_be_checked(path)]
    print(f"fills: {len(paths) - len(faults)} of {len(paths)} workbooks as they should be")
    print(f"too large for the checker of Open XML rules: {', '.join(unchecked)}")
    return not faults


def fill_faults(path: Path) -> list[str]:
    """What is not as it should be after one cell was filled, in words."""
    try:
        fill = fill_one(path)
    except Refusal as refusal:
        return [f"refused: {refusal.code}"]
    changed = [f"changed {name}" for name in unexpected_changes(fill)]
    read = [f"{reader} reads {value!r}" for reader, value in values_read_back(fill).items() if value != VALUE]
    broken = new_errors(fill) if can_be_checked(path) else ()
    return [*changed, *read, *(f"{part}: {error}" for part, error in broken)]


def print_tally(tally: Tally, paths: list[Path]) -> bool:
    """Each fault of a filled document, then the figures over all; whether nothing was lost and nothing broke."""
    for path in paths:
        tally.add(path)
    print("\n".join((*tally.refused, *tally.lost, *tally.changed, *tally.errors)))
    print(tally.describe())
    return not (tally.lost or tally.changed or tally.errors)


def main() -> int:
    corpus = find_corpus()
    if corpus is None:
        print("The corpus of real files is absent; DOCFORGE_CORPUS names its folder.")
        return 0
    shown = [
        print_labels(corpus),
        print_fills(corpus),
        print_tally(WordTally(), word_files(corpus)),
        print_tally(DeckTally(), deck_files(corpus)),
        print_tally(HangulTally(), hangul_files(corpus)),
    ]
    return 0 if all(shown) else 1


if __name__ == "__main__":
    sys.exit(main())
