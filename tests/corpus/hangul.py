"""What strangers see in a filled Hangul document: unhwp its text, python-hwpx its faults, rhwp whether it shows."""

from __future__ import annotations

import io
import unicodedata
import zipfile
from collections import Counter
from pathlib import Path

import hwp_ingest
import unhwp
from hwpx.tools.package_validator import validate_package

from docforge.errors import Refusal
from docforge.formats.hwpx import FORMAT
from docforge.opc import Package
from tests.corpus.placing import Ask, Placed, ask_all, fill, open_places, pick_alone, pick_apart

REFUSED = {"encrypted", "not_a_document", "hostile_file"}
_TEXT_KINDS = {"field", "cell", "placeholder", "rows"}


def hangul_files(corpus: Path) -> list[Path]:
    """Every Hangul file of the corpus."""
    return sorted(path for path in corpus.rglob("*.hwpx"))


def plain(text: str) -> str:
    """Text as it is compared between readers that treat blanks and line ends in their own ways."""
    return "".join(unicodedata.normalize("NFC", text).replace("\\", "").split())


def read_by_unhwp(data: bytes) -> str:
    """The text of a document as unhwp reads it, which shares no code with DocForge."""
    return plain(unhwp.parse_bytes(data).text)


def sections_text(data: bytes) -> str:
    """The raw XML of every section and master page, for what unhwp does not read (headers, text boxes)."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist() if name.startswith("Contents/"))


def lost(placed: Placed, asked: list[Ask]) -> tuple[list[str], int]:
    """Addresses whose value stands nowhere, and how many values unhwp reads of those in text."""
    raw = plain(sections_text(placed.filled.data).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    seen = read_by_unhwp(placed.filled.data)
    texts = {one.place.at: one.shown for one in asked if one.place.kind in _TEXT_KINDS}
    missing = [at for at, shown in texts.items() if not all(plain(one) in raw for one in shown)]
    return missing, sum(all(plain(one) in seen for one in shown) for shown in texts.values())


def issues(data: bytes) -> Counter[str]:
    """What python-hwpx finds wrong with a package."""
    return Counter(str(one) for one in validate_package(data).issues)


def pages(data: bytes) -> int:
    """How many pages rhwp lays out."""
    return len(hwp_ingest.to_svg_pages(data))


class HangulTally:
    """Figures over all files."""

    def __init__(self) -> None:
        self.read, self.refused, self.places, self.written, self.seen = 0, list[str](), 0, 0, 0
        self.lost, self.changed, self.errors, self.pages = list[str](), list[str](), list[str](), 0

    def add(self, path: Path) -> None:
        """Read one file, fill its places one by one and together, and look at what came of it."""
        try:
            package = Package.open(path.read_bytes())
            self.places += sum(place.listed for place in open_places(FORMAT, package))
        except Refusal as refusal:
            self.refused.append(f"{path.name}: {refusal.code}")
            return
        self.read += 1
        asked = ask_all(FORMAT, package)
        together = pick_apart(asked)
        for group in [[one] for one in pick_alone(asked)] + ([together] if together else []):
            self._look(path, fill(FORMAT, path, group), group, whole=group is together)

    def _look(self, path: Path, placed: Placed, group: list[Ask], *, whole: bool) -> None:
        missing, seen = lost(placed, group)
        self.written, self.seen = self.written + len(group), self.seen + seen
        self.lost += [f"{path.name}: {at}" for at in missing]
        self.changed += [f"{path.name}: {name}" for name in placed.unexpected]
        if whole:
            new = issues(placed.filled.data) - issues(placed.before.data)
            self.errors += [f"{path.name}: {one}" for one in new]
            self.pages += pages(placed.filled.data)
