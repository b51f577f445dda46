"""What strangers see in a filled deck: python-pptx its texts and charts, the checker of Open XML rules its faults."""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pptx
from lxml import etree

from docforge.formats.fields import Place
from docforge.formats.pptx import FORMAT
from docforge.formats.pptx.targets import ChartTarget, CopiesTarget
from docforge.opc import Package
from tests.corpus.placing import Ask, Placed, Tally, new_errors, open_places, opened_before, pick_apart

SUFFIXES = (".pptx", ".potx", ".pptm", ".potm")
REFUSED = {"strict_format", "encrypted", "not_a_document"}
VALUE = 987_654.25
_SHOWN = re.compile(r"\{[^}]*(?:drawingml/2006/main|drawingml/2006/chart)\}[tv]")
_PART = re.compile(r"/ppt/(?:slides|notesSlides|charts)/")
_SLIDE_ID = re.compile(rb'<p:sldId\b[^>]*?\bid="(\d+)"')


def deck_files(corpus: Path) -> list[Path]:
    """Every file of the corpus that is named as a deck, the hostile ones apart: they have tests of their own."""
    found = (path for path in corpus.rglob("*") if path.suffix in SUFFIXES)
    return sorted(path for path in found if path.parent.name != "hostile")


def read_by_python_pptx(data: bytes) -> str | None:
    """All text and values of slides, notes and charts; None where python-pptx does not open the deck."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            deck = pptx.Presentation(io.BytesIO(data))
        except (KeyError, ValueError, SyntaxError):
            return None
        parts = [one for one in deck.part.package.iter_parts() if _PART.match(one.partname)]
        return "\n".join(text for one in parts if one.partname.endswith(".xml") for text in _texts(one.blob))


def _texts(blob: bytes) -> Iterator[str]:
    yield from (node.text or "" for node in etree.fromstring(blob).iter() if _SHOWN.fullmatch(str(node.tag)))


def _ask_chart(place: Place) -> Ask:
    count = max(1, len(place.target.chart.categories))
    series = [{"name": name, "values": [VALUE] * count} for name in place.columns]
    return Ask(place, {"at": place.at, "series": series}, (str(VALUE),))


def repeated_ids(package: Package) -> Counter[bytes]:
    """Ids of slides that stand more often than once."""
    counts = Counter(_SLIDE_ID.findall(package.read(package.main_part)))
    return Counter({each: count for each, count in counts.items() if count > 1})


class DeckTally(Tally):
    """Figures of decks; copies of a slide are made alone, since they move what stands behind."""

    format = FORMAT

    def ask(self, package: Package) -> list[Ask]:
        """Charts get as many values as they have categories."""
        charts = [one for one in open_places(FORMAT, package) if isinstance(one.target, ChartTarget)]
        return [*super().ask(package), *map(_ask_chart, charts)]

    def pick_together(self, asked: Sequence[Ask]) -> list[Ask]:
        return pick_apart(one for one in asked if not isinstance(one.place.target, CopiesTarget))

    def find_lost(self, placed: Placed, asked: Sequence[Ask]) -> list[str]:
        text = read_by_python_pptx(placed.filled.data)
        if text is None:
            return ["the whole deck"] if opened_before(read_by_python_pptx, placed) else []
        return [at for at, shown in placed.shown.items() if not all(one in text for one in shown)]

    def find_errors(self, placed: Placed, path: Path) -> list[str]:
        suffix = ".pptm" if path.suffix.endswith("m") else ".pptx"
        new = repeated_ids(placed.after) - repeated_ids(placed.before)
        return [
            *(f"{part} {said}" for part, said in new_errors(placed, path, suffix)),
            *(f"the id {one.decode()} {count} times" for one, count in new.items()),
        ]
