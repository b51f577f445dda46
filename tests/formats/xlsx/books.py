"""Workbooks to test with: the sheets of real files, and small ones made on the spot. Knows nothing of DocForge."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[4] / "shared" / "corpus"
CORPUS = Path(os.environ.get("DOCFORGE_CORPUS", str(_BESIDE)))
NO_CORPUS = "the corpus of real files is not here (DOCFORGE_CORPUS)"
_BIGGEST = 4 * 2**20


def corpus_books(*folders: str) -> list[Path]:
    """Readable real workbooks, by name; a skip where there is no corpus."""
    if not CORPUS.is_dir():
        pytest.skip(NO_CORPUS)
    files = [path for folder in folders or ("xlsx", "xltx") for path in sorted((CORPUS / folder).iterdir())]
    return [path for path in files if zipfile.is_zipfile(path)]


def sheet_parts(book: Path, biggest: int = _BIGGEST) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each worksheet part up to `biggest` bytes."""
    with zipfile.ZipFile(book) as archive:
        for entry in archive.infolist():
            name = entry.filename.lower()
            if "worksheets/" in name and name.endswith(".xml") and entry.file_size <= biggest:
                yield entry.filename, archive.read(entry)
