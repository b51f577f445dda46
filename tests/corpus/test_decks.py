"""Every place of every real deck is filled; what strangers then see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import find_corpus
from tests.corpus.decks import REFUSED, DeckTally, deck_files

CORPUS = find_corpus()
FILES = [pytest.param(path, id=path.name) for path in (deck_files(CORPUS) if CORPUS else [])]


@pytest.mark.proves("PLACE-1", "PLACE-2", "PLACE-3", "POTX-1", "SLIDE-1", "SLIDE-2")
@pytest.mark.parametrize("path", FILES)
def test_a_real_deck_is_filled_whole_and_nothing_else_changes(path: Path) -> None:
    tally = DeckTally()
    tally.add(path)
    assert (tally.lost, tally.changed, tally.errors) == ([], [], [])
    assert all(told.rpartition(": ")[2] in REFUSED for told in tally.refused)
