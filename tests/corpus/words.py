"""What strangers see in a filled Word document: python-docx its text, the checker of Open XML rules its faults."""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from pathlib import Path

import docx

from docforge.errors import Refusal
from docforge.formats.docx import FORMAT
from docforge.opc import Package
from tests.corpus.placing import Placed, ask_all, fill, new_errors, open_places, pick_alone, pick_apart

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
SUFFIXES = (".docx", ".dotx", ".docm", ".dotm")
REFUSED = {"strict_format", "encrypted", "not_a_document"}
_ID = re.compile(rb'<(?:w:id w:val|wp:docPr id)="([^"]*)"|w14:paraId="([^"]*)"')


def word_files(corpus: Path) -> list[Path]:
    """Every Word file of the corpus."""
    return sorted(path for path in corpus.rglob("*") if path.suffix in SUFFIXES)


def read_by_python_docx(data: bytes) -> str | None:
    """All text of every part that python-docx knows as one of Word's; None where it does not open the document."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            package = docx.Document(io.BytesIO(data)).part.package
        except (KeyError, ValueError, SyntaxError):
            return None
        return "\n".join(_text(getattr(part, "element", None), part.blob) for part in package.iter_parts())


def _text(element: object, blob: bytes) -> str:
    found = element if element is not None else _parsed(blob)
    return "" if found is None else "".join(node.text or "" for node in found.iter(f"{W}t"))  # type: ignore[attr-defined]


def _parsed(blob: bytes) -> object:
    return docx.oxml.parse_xml(blob) if b"wordprocessingml" in blob[:4096] and blob.lstrip()[:1] == b"<" else None


def lost(placed: Placed) -> list[str]:
    """Addresses whose value python-docx does not see."""
    text = read_by_python_docx(placed.filled.data)
    if text is None:
        return []
    return [at for at, shown in placed.shown.items() if not all(one.replace("\n", "") in text for one in shown)]


def repeated_ids(package: Package) -> Counter[bytes]:
    """Ids of the main part that stand more often than once."""
    counts = Counter(one or other for one, other in _ID.findall(package.read(package.main_part)))
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
        asked = ask_all(FORMAT, package)
        together = pick_apart(asked)
        for group in [[one] for one in pick_alone(asked)] + ([together] if together else []):
            placed = fill(FORMAT, path, group)
            self.written += len(group)
            self.lost += [f"{path.name}: {at}" for at in lost(placed)]
            self.changed += [f"{path.name}: {name}" for name in placed.unexpected]
            if group is together:
                self.errors += [f"{path.name}: {part} {said}" for part, said in new_errors(placed, path, ".docx")]
                new = repeated_ids(placed.after) - repeated_ids(placed.before)
                self.errors += [f"{path.name}: the id {one.decode()} {count} times" for one, count in new.items()]
