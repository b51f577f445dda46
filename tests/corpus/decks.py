"""What strangers see in a filled deck: python-pptx its texts and charts, the checker of Open XML rules its faults."""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pptx
from lxml import etree

from docforge.errors import Refusal
from docforge.formats.fields import Place
from docforge.formats.pptx import FORMAT
from docforge.formats.pptx.targets import ChartTarget, CopiesTarget
from docforge.opc import Package
from tests.corpus.placing import Ask, Placed, ask_all, fill, new_errors, open_places, pick_alone, pick_apart

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


def lost(placed: Placed) -> list[str]:
    """Addresses whose value python-pptx does not see."""
    text = read_by_python_pptx(placed.filled.data)
    if text is None:
        return [] if read_by_python_pptx(placed.before.data) is None else ["the whole deck"]
    return [at for at, shown in placed.shown.items() if not all(one in text for one in shown)]


def asks(package: Package) -> list[Ask]:
    """An item for every place that takes one, charts with as many values as they have categories."""
    charts = [one for one in open_places(FORMAT, package) if isinstance(one.target, ChartTarget)]
    return [*ask_all(FORMAT, package), *map(_ask_chart, charts)]


def _ask_chart(place: Place) -> Ask:
    count = max(1, len(place.target.chart.categories))
    series = [{"name": name, "values": [VALUE] * count} for name in place.columns]
    return Ask(place, {"at": place.at, "series": series}, (str(VALUE),))


def repeated_ids(package: Package) -> Counter[bytes]:
    """Ids of slides that stand more often than once."""
    counts = Counter(_SLIDE_ID.findall(package.read(package.main_part)))
    return Counter({each: count for each, count in counts.items() if count > 1})


class Tally:
    """Figures over all files."""

    def __init__(self) -> None:
        self.read, self.refused, self.places, self.written = 0, list[str](), 0, 0
        self.lost, self.changed, self.errors = list[str](), list[str](), list[str]()

    def add(self, path: Path) -> None:
        """Read one file, fill its places one by one and together, and look at what came of it."""
        try:
            package = Package.open(path.read_bytes())
            self.places += sum(place.listed for place in open_places(FORMAT, package))
        except Refusal as refusal:
            self.refused.append(f"{path.name}: {refusal.code}")
            return
        self.read += 1
        asked = asks(package)
        together = pick_apart(one for one in asked if not isinstance(one.place.target, CopiesTarget))
        for group in [[one] for one in pick_alone(asked)] + ([together] if together else []):
            placed = fill(FORMAT, path, group)
            self.written += len(group)
            self.lost += [f"{path.name}: {at}" for at in lost(placed)]
            self.changed += [f"{path.name}: {name}" for name in placed.unexpected]
            if group is together:
                suffix = ".pptm" if path.suffix.endswith("m") else ".pptx"
                self.errors += [f"{path.name}: {part} {said}" for part, said in new_errors(placed, path, suffix)]
                new = repeated_ids(placed.after) - repeated_ids(placed.before)
                self.errors += [f"{path.name}: the id {one.decode()} {count} times" for one, count in new.items()]
