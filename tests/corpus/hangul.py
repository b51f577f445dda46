"""What strangers see in a filled Hangul document: unhwp its text, python-hwpx its faults, rhwp whether it shows."""

from __future__ import annotations

import io
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import hwp_ingest
import unhwp
from hwpx.tools.package_validator import validate_package

from docforge.formats.hwpx import FORMAT
from tests.corpus.placing import Ask, Placed, Tally

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


def lost(placed: Placed, asked: Sequence[Ask]) -> tuple[list[str], int]:
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


class HangulTally(Tally):
    """Figures of Hangul documents, with how many values unhwp reads and how many pages rhwp lays out."""

    format = FORMAT
    faults = "new issues"

    def __init__(self) -> None:
        super().__init__()
        self.seen = self.pages = 0

    def find_lost(self, placed: Placed, asked: Sequence[Ask]) -> list[str]:
        missing, seen = lost(placed, asked)
        self.seen += seen
        return missing

    def find_errors(self, placed: Placed, path: Path) -> list[str]:
        self.pages += pages(placed.filled.data)
        return [*(issues(placed.filled.data) - issues(placed.before.data))]

    def describe(self) -> str:
        return f"{super().describe()}; unhwp reads {self.seen} of the values, rhwp lays out {self.pages} pages"
