"""The requirements, the tests that prove them and the mutants that prove the tests."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.conftest import REQUIREMENTS, RESOLVED, find_corpus
from tests.house.tree import ROOT

MUTANTS = sorted((ROOT / "tests/mutants").glob("*.patch"))
FAMILIES = ("MATRIX", "REJECT", "RETRY", "ATTACH", "GUIDE", "XFILL", "PLACE", "CODE", "PLAY", "QUERY", "PAIR")
MOST_CHANGED_LINES = 5


def test_the_requirements_are_those_of_the_contract() -> None:
    beside = (find_corpus() or ROOT).parent / "requirements.yaml"
    if not beside.is_file():
        pytest.skip("no contract lies beside the repository")
    ours = yaml.safe_load((ROOT / "tests/requirements.yaml").read_text(encoding="utf-8"))
    assert ours == yaml.safe_load(beside.read_text(encoding="utf-8"))


def test_an_id_is_a_word_and_a_number() -> None:
    assert [name for name in REQUIREMENTS if not re.fullmatch(r"[A-Z]+-\d+", name)] == []


def test_every_resolved_id_is_a_requirement() -> None:
    assert RESOLVED <= REQUIREMENTS


def test_every_resolved_id_of_these_families_has_a_mutant() -> None:
    wanted = {name for name in RESOLVED if name.split("-")[0] in FAMILIES}
    assert wanted - {path.stem for path in MUTANTS} == set()


@pytest.mark.parametrize("patch", MUTANTS, ids=lambda path: path.stem)
def test_a_mutant_is_small_and_changes_what_ships(patch: Path) -> None:
    lines = patch.read_text(encoding="utf-8").splitlines()
    changed = [line for line in lines if re.match(r"[+-](?![+-]{2} )", line)]
    touched = [line.split("/", 1)[1] for line in lines if line.startswith("+++ ")]
    assert patch.stem in REQUIREMENTS
    assert 1 <= len(changed) <= MOST_CHANGED_LINES
    assert all(name.startswith(("docforge/", "guides/")) for name in touched)


@pytest.mark.parametrize("patch", MUTANTS, ids=lambda path: path.stem)
def test_a_mutant_fits_the_code_as_it_is(patch: Path) -> None:
    told = subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.stderr == ""
