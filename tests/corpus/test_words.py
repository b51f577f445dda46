"""Every place of every real Word document is filled; what strangers then see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import find_corpus
from tests.corpus.words import REFUSED, WordTally, word_files

CORPUS = find_corpus()
FILES = [pytest.param(path, id=path.name) for path in (word_files(CORPUS) if CORPUS else [])]


@pytest.mark.proves("PLACE-1", "PLACE-2", "PLACE-3", "POTX-1", "WORD-1", "WORD-2", "WORD-3")
@pytest.mark.parametrize("path", FILES)
def test_a_real_document_is_filled_whole_and_nothing_else_changes(path: Path) -> None:
    tally = WordTally()
    tally.add(path)
    assert (tally.lost, tally.changed, tally.errors) == ([], [], [])
    assert all(told.rpartition(": ")[2] in REFUSED for told in tally.refused)
