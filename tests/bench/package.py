"""The package layer alone, bytes to bytes, beside a plain file copy: index, gate, and saving with one part replaced."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from docforge.opc import Package, check_safe, has_macros
from tests.bench.books import Subject
from tests.bench.engine import copy, shortest

Row = tuple[str, ...]
HEAD: Row = ("package layer", "copy", "open", "× copy", "open and save one part", "× copy", "gate", "× copy")


def save_one_part(data: bytes) -> bytes:
    """The main part replaced by itself and a space, so that it is packed anew; all else copied as it lies."""
    package = Package.open(data)
    return package.save({package.main_part: package.read(package.main_part) + b" "})


def pass_gate(data: bytes) -> bool:
    """Everything that a file must pass before it is worked on."""
    package = Package.open(data)
    check_safe(package)
    return has_macros(package)


def rows(subjects: Sequence[Subject], rounds: int) -> Iterator[Row]:
    """One row a subject, with the head before them."""
    yield HEAD
    with tempfile.TemporaryDirectory() as folder:
        for subject in subjects:
            yield _row(Path(folder), subject, rounds)


def _row(folder: Path, subject: Subject, rounds: int) -> Row:
    plain = shortest(copy(folder, subject), rounds)
    works: tuple[Callable[[bytes], object], ...] = (Package.open, save_one_part, pass_gate)
    taken = [shortest(lambda work=work: work(subject.data), rounds) for work in works]
    told = [text for seconds in taken for text in (f"{seconds * 1000:.2f} ms", f"{seconds / plain:.1f}")]
    return subject.name, f"{plain * 1000:.2f} ms", *told
