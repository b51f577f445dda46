"""Measures what read_xlsx tells of labels against labels.yaml. Knows the gold, and a reading as any caller gets it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from docforge.formats.xlsx import FORMAT
from docforge.formats.xlsx.refs import Area, Cell, read_area, read_cell
from docforge.opc import Package

GOLD = Path(__file__).with_name("labels.yaml")
SHOWN = 40  # characters of a label that the gold gives


@dataclass
class Score:
    """Labels of one sheet: what the gold wants, and what was told of it."""

    file: str
    sheet: str
    wanted: dict[Cell, str]
    told: dict[Cell, str] = field(default_factory=dict)

    @property
    def right(self) -> set[Cell]:
        return {cell for cell, label in self.told.items() if self.wanted.get(cell) == label}

    @property
    def wrong(self) -> dict[str, str]:
        return {str(cell): label for cell, label in self.told.items() if cell not in self.right}

    @property
    def missed(self) -> dict[str, str]:
        return {str(cell): label for cell, label in self.wanted.items() if cell not in self.right}


def score_all(corpus: Path) -> list[Score]:
    """One score a sheet of the gold."""
    gold = yaml.safe_load(GOLD.read_text(encoding="utf-8"))
    return [score for file, items in gold.items() for score in _score_file(corpus, file, items)]


def recall(scores: list[Score]) -> float:
    """The share of wanted labels that were told."""
    return sum(len(score.right) for score in scores) / sum(len(score.wanted) for score in scores)


def precision(scores: list[Score]) -> float:
    """The share of told labels that are right."""
    return sum(len(score.right) for score in scores) / sum(len(score.told) for score in scores)


def _score_file(corpus: Path, file: str, items: list[dict[str, str]]) -> Iterator[Score]:
    package = Package.open((corpus / file).read_bytes())
    sheets: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for item in items:
        sheets[item["sheet"]].append(item)
    for sheet, own in sheets.items():
        score = Score(file, sheet, {_cell(item["cell"]): item["label"] for item in own if "cell" in item})
        open_areas = [read_area(item["undecided"]) for item in own if "undecided" in item]
        for cell, label in _told(package, sheet, score.wanted):
            if not any(area is not None and cell in area for area in open_areas):
                score.told[cell] = label[:SHOWN].strip()
        yield score


def _told(package: Package, sheet: str, wanted: dict[Cell, str]) -> Iterator[tuple[Cell, str]]:
    """Labelled cells of a reading; a column of item rows counts for the gold's cell in it, else for its first cell."""
    for place in FORMAT.engine.read(package, part=sheet).places:
        if place.get("why_not") == "computed":
            continue
        rows = read_area(place.get("rows", ""))
        for one in place.get("columns", [place]):
            if "label" in one:
                yield _gold_cell(_cell(one["cell"]), rows, wanted), one["label"]


def _gold_cell(cell: Cell, rows: Area | None, wanted: dict[Cell, str]) -> Cell:
    if rows is None:
        return cell
    return next((gold for gold in wanted if gold in rows and gold.column == cell.column), cell)


def _cell(text: str) -> Cell:
    cell = read_cell(text)
    assert cell is not None, text
    return cell


def describe(score: Score) -> list[str]:
    """What to print of a sheet: the counts, then what was wrong and what was missed."""
    head = f"{score.file} [{score.sheet}]: {len(score.right)} of {len(score.wanted)}"
    lines: list[Any] = [f"    wrong  {cell}: {label}" for cell, label in score.wrong.items()]
    return [head, *lines, *(f"    missed {cell}: {label}" for cell, label in score.missed.items())]
