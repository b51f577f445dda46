"""The labels that read_xlsx tells of real forms, against those that a person wrote down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.gold import Score, describe, precision, recall, score_all

RECALL, PRECISION, FORMS = 0.90, 0.95, 20
pytestmark = pytest.mark.proves("XREAD-1")


@pytest.fixture(scope="module")
def scores(corpus: Path) -> list[Score]:
    return score_all(corpus)


def told(scores: list[Score]) -> str:
    return "\n".join(line for score in scores for line in describe(score))


def test_the_gold_covers_twenty_forms(scores: list[Score]) -> None:
    assert len({score.file for score in scores}) >= FORMS


def test_nine_of_ten_labels_of_real_forms_are_found(scores: list[Score]) -> None:
    assert recall(scores) >= RECALL, told(scores)


def test_of_twenty_labels_told_of_real_forms_nineteen_are_right(scores: list[Score]) -> None:
    assert precision(scores) >= PRECISION, told(scores)
