"""What strangers see in a filled Word document: python-docx its text, the checker of Open XML rules its faults."""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import docx

from docforge.formats.docx import FORMAT
from docforge.opc import Package
from tests.corpus.placing import Ask, Placed, Tally, new_errors, opened_before

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


def repeated_ids(package: Package) -> Counter[bytes]:
    """Ids of the main part that stand more often than once."""
    counts = Counter(one or other for one, other in _ID.findall(package.read(package.main_part)))
    return Counter({each: count for each, count in counts.items() if count > 1})


class WordTally(Tally):
    """Figures of Word documents."""

    format = FORMAT

    def find_lost(self, placed: Placed, asked: Sequence[Ask]) -> list[str]:
        text = read_by_python_docx(placed.filled.data)
        if text is None:
            return ["the whole document"] if opened_before(read_by_python_docx, placed) else []
        return [at for at, shown in placed.shown.items() if not all(one.replace("\n", "") in text for one in shown)]

    def find_errors(self, placed: Placed, path: Path) -> list[str]:
        new = repeated_ids(placed.after) - repeated_ids(placed.before)
        return [
            *(f"{part} {said}" for part, said in new_errors(placed, path, ".docx")),
            *(f"the id {one.decode()} {count} times" for one, count in new.items()),
        ]
