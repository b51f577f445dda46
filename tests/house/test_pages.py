"""The written pages: fresh, whole, and in both languages where a model reads them."""

from __future__ import annotations

import re

import pytest

from tests.house.tree import ROOT

GUIDES = ROOT / "guides"
DECISIONS = sorted((GUIDES / "decisions").glob("*.md"))
HEADINGS = ["Status", "Context", "Decision", "Consequences", "Alternatives"]


@pytest.mark.proves("GUIDE-4")
def test_every_guide_exists_in_both_languages() -> None:
    spoken = {
        lang: {path.name.removesuffix(f".{lang}.md") for path in GUIDES.glob(f"*.{lang}.md")} for lang in ("ko", "en")
    }
    assert spoken["ko"] == spoken["en"]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_has_its_five_headings(path: object) -> None:
    assert re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) == HEADINGS
