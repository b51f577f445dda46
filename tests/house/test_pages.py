"""The written pages: fresh, whole, and in both languages where a model reads them."""

from __future__ import annotations

import re

import pytest

from docforge.config import Settings
from docforge.errors import FAULTS, NOTICES, PROBLEMS, REFUSALS
from tests.house.reference import FOLDER, PAGES, render
from tests.house.tree import ROOT

GUIDES = ROOT / "guides"
DECISIONS = sorted((GUIDES / "decisions").glob("*.md"))
HEADINGS = ["Status", "Context", "Decision", "Consequences", "Alternatives"]


def headings(page: str) -> set[str]:
    """The code names that stand in headings of a page."""
    return set(re.findall(r"^#+ `([^`]+)`$", (FOLDER / page).read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_reference_is_as_the_tables_are(page: str) -> None:
    assert (FOLDER / page).read_text(encoding="utf-8") == render(page), "run: make reference"


def test_every_setting_has_its_heading() -> None:
    assert headings("settings.md") == {f"DOCFORGE_{name.upper()}" for name in Settings.model_fields}


def test_every_setting_says_what_it_is_for() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_every_code_has_its_heading() -> None:
    assert headings("codes.md") == {*REFUSALS, *PROBLEMS, *NOTICES, *FAULTS}


@pytest.mark.proves("GUIDE-4")
def test_every_guide_exists_in_both_languages() -> None:
    spoken = {
        lang: {path.name.removesuffix(f".{lang}.md") for path in GUIDES.glob(f"*.{lang}.md")} for lang in ("ko", "en")
    }
    assert spoken["ko"] == spoken["en"]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_has_its_five_headings(path: object) -> None:
    assert re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) == HEADINGS
