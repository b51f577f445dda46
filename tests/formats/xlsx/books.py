"""Workbooks to test with: the sheets of real files. Knows nothing of DocForge."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import find_corpus

_BIGGEST = 4 * 2**20


def corpus_books(*folders: str) -> list[Path]:
    """Readable real workbooks, by name; a skip where there is no corpus."""
    corpus = find_corpus()
    if corpus is None:
        pytest.skip("the corpus of real files is absent (DOCFORGE_CORPUS names its folder)")
    files = [path for folder in folders or ("xlsx", "xltx") for path in sorted((corpus / folder).iterdir())]
    return [path for path in files if zipfile.is_zipfile(path)]


def sheet_parts(book: Path, biggest: int = _BIGGEST) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each worksheet part up to `biggest` bytes."""
    with zipfile.ZipFile(book) as archive:
        for entry in archive.infolist():
            name = entry.filename.lower()
            if "worksheets/" in name and name.endswith(".xml") and entry.file_size <= biggest:
                yield entry.filename, archive.read(entry)
