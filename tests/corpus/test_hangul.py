"""Every place of every real Hangul document is filled; what strangers then see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docforge.formats.hwpx import FORMAT
from docforge.opc import Package
from tests.conftest import find_corpus
from tests.corpus.hangul import REFUSED, HangulTally, hangul_files

CORPUS = find_corpus()
FILES = [pytest.param(path, id=path.name) for path in (hangul_files(CORPUS) if CORPUS else [])]
EXAM = "python-hwpx__A_form.hwpx"


@pytest.mark.slow
@pytest.mark.timeout(900)  # the largest form has nearly two thousand places
@pytest.mark.proves("PLACE-1", "PLACE-2", "PLACE-3", "HANGUL-2")
@pytest.mark.parametrize("path", FILES)
def test_a_real_document_is_filled_whole_and_nothing_else_changes(path: Path) -> None:
    tally = HangulTally()
    tally.add(path)
    assert (tally.lost, tally.changed, tally.errors) == ([], [], [])
    assert all(told.rpartition(": ")[2] in REFUSED for told in tally.refused)


@pytest.mark.proves("HANGUL-1")
def test_a_field_is_filled_as_hangul_filled_its_neighbour_in_the_same_line(corpus: Path) -> None:
    """Of three fields that ask `몇` Hangul itself filled two; ours then stands in the same run in the same way."""
    package = Package.open((corpus / "hwpx" / EXAM).read_bytes())
    asked = [place for place in FORMAT.engine.read(package).places if place.get("guide") == "몇"]
    blank = asked[next(number for number, place in enumerate(asked) if place.get("now")) - 1]
    items = FORMAT.items.model_validate({"fields": [{"at": blank["at"], "value": "3"}]})
    plan = FORMAT.engine.plan(package, items, origin=package, sources={}, force_calculation=False)
    made = Package.open(FORMAT.engine.apply(plan, as_document=True).data).read("Contents/section0.xml").decode()
    line = next(
        run for run in re.findall(r"<hp:run [^>]*>.*?</hp:run>", made) if run.count(">몇</hp:stringParam>") == 3
    )
    fields = re.findall(r"<hp:ctrl><hp:fieldBegin .*?<hp:fieldEnd [^>]*/></hp:ctrl>", line)
    shapes = {re.sub(r'(?:id|beginIDRef)="\d+"|<hp:t>\d</hp:t>', "", one) for one in fields[:3]}
    assert len(shapes) == 1
