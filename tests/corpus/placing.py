"""Fills every place of a real document with a value of its kind, one by one and together. Knows no format's parts."""

from __future__ import annotations

import struct
import tempfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openxml_audit import OpenXmlValidator, ValidationSeverity

from docforge.errors import Refusal
from docforge.formats.base import Filled, Format
from docforge.formats.fields import FieldsEngine, Place
from docforge.opc import Package, compare

PICTURE = "그림.png"
DAY = "2026-11-30"
_MOST_ALONE = 10


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int = 2, height: int = 2) -> bytes:
    """A red picture."""
    rows = b"".join(b"\0" + b"\xff\0\0" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@dataclass(frozen=True)
class Placed:
    """One fill: before, after, what was asked for and what must be seen, by address."""

    before: Package
    after: Package
    filled: Filled
    shown: dict[str, tuple[str, ...]]

    @property
    def unexpected(self) -> set[str]:
        """Parts that changed, came or went though the result does not name them."""
        difference = compare(self.before, self.after)
        changed = {*difference.added, *difference.removed, *difference.changed}
        return changed ^ set(self.filled.changed)


@dataclass(frozen=True)
class Ask:
    """An item for a place and the texts that a stranger must then see."""

    place: Place
    item: dict[str, Any]
    shown: tuple[str, ...] = ()


def ask_all(fmt: Format[Any, Any], package: Package) -> list[Ask]:
    """An item for every place that takes one; texts are all different, so that none is taken for another."""
    asked = (_ask(number, place) for number, place in enumerate(open_places(fmt, package), 1) if not place.fault)
    return [one for one in asked if one is not None]


def open_places(fmt: Format[Any, Any], package: Package) -> Sequence[Place]:
    engine = fmt.engine
    assert isinstance(engine, FieldsEngine)
    return engine._open(package).places


def _ask(number: int, place: Place) -> Ask | None:
    text = f"채움{number} & <{number}>"
    match place.takes:
        case "rows":
            row = [text] + [None] * (len(place.columns) - 1)
            return Ask(place, {"at": place.at, "rows": [row]}, (text,))
        case "image":
            return Ask(place, {"at": place.at, "image": {"source": PICTURE, "fit": "contain"}})
        case "value":
            return _ask_value(text, place)
        case _:
            return None


def _ask_value(text: str, place: Place) -> Ask | None:
    if place.kind == "list" and not place.allowed:
        return None
    shown: dict[str, tuple[Any, tuple[str, ...]]] = {
        "check": (True, ()),
        "date": (DAY, ("2026",) if "yyyy" in place.format else ()),
        **(dict.fromkeys(("list", "combo"), (place.allowed[-1], (place.allowed[-1],))) if place.allowed else {}),
    }
    given = text[: place.limit] if place.limit else text
    value, seen = shown.get(place.kind, (given, (given,) if given == text else ()))
    return Ask(place, {"at": place.at, "value": value}, seen if place.kind != "list" else ())


def pick_apart(asked: Iterable[Ask]) -> list[Ask]:
    """Those that can be filled in one call: none over another, the first of two taken."""
    taken = list[Ask]()
    for one in asked:
        spans = [span for other in taken for span in other.place.spans]
        if not any(span.overlaps(held) for span in one.place.spans for held in spans):
            taken.append(one)
    return taken


def pick_alone(asked: Sequence[Ask]) -> Sequence[Ask]:
    """Some of them, spread over the document."""
    return asked[:: max(1, len(asked) // _MOST_ALONE)]


def fill(fmt: Format[Any, Any], path: Path, asked: Sequence[Ask]) -> Placed:
    """Fill as the edit tool does; a template becomes a document."""
    before = Package.open(path.read_bytes())
    items = fmt.items.model_validate({"fields": [one.item for one in asked]})
    plan = fmt.engine.plan(before, items, origin=before, sources={PICTURE: png()}, force_calculation=False)
    filled = fmt.engine.apply(plan, as_document=True)
    return Placed(before, Package.open(filled.data), filled, {one.place.at: one.shown for one in asked})


def new_errors(placed: Placed, path: Path, suffix: str) -> set[tuple[str, str]]:
    """Errors of the Open XML rules that the result has and the document as it was has not."""
    return audit_errors(placed.filled.data, suffix) - audit_errors(placed.before.data, path.suffix)


def audit_errors(data: bytes, suffix: str) -> set[tuple[str, str]]:
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        found = OpenXmlValidator().validate(file.name).errors
    return {(one.part_uri, one.description) for one in found if one.severity == ValidationSeverity.ERROR}


class Tally:
    """Figures over all files of a format; what strangers see of a fill is the format's own."""

    format: Format[Any, Any]
    faults = "new audit errors"

    def __init__(self) -> None:
        self.read, self.refused, self.places, self.written = 0, list[str](), 0, 0
        self.lost, self.changed, self.errors = list[str](), list[str](), list[str]()

    def ask(self, package: Package) -> list[Ask]:
        """An item for every place that takes one."""
        return ask_all(self.format, package)

    def pick_together(self, asked: Sequence[Ask]) -> list[Ask]:
        """Those that are filled in one call."""
        return pick_apart(asked)

    def find_lost(self, placed: Placed, asked: Sequence[Ask]) -> list[str]:
        """Addresses whose value a stranger does not see."""
        raise NotImplementedError

    def find_errors(self, placed: Placed, path: Path) -> list[str]:
        """What a checker has against the document with all its places filled, and had not before."""
        raise NotImplementedError

    def add(self, path: Path) -> None:
        """Read one file, fill its places one by one and together, and look at what came of it."""
        try:
            package = Package.open(path.read_bytes())
            self.places += sum(place.listed for place in open_places(self.format, package))
        except Refusal as refusal:
            self.refused.append(f"{path.name}: {refusal.code}")
            return
        self.read += 1
        asked = self.ask(package)
        together = self.pick_together(asked)
        for group in [[one] for one in pick_alone(asked)] + ([together] if together else []):
            placed = fill(self.format, path, group)
            self.written += len(group)
            self.lost += [f"{path.name}: {at}" for at in self.find_lost(placed, group)]
            self.changed += [f"{path.name}: {name}" for name in placed.unexpected]
            if group is together:
                self.errors += [f"{path.name}: {told}" for told in self.find_errors(placed, path)]

    def describe(self) -> str:
        """The figures in one line."""
        return (
            f"{self.format.name}: {self.read} files read, {len(self.refused)} refused, {self.places} places found,"
            f" {self.written} values written, {len(self.lost)} lost, {len(self.changed)} parts changed beyond the"
            f" touched, {len(self.errors)} {self.faults}"
        )


def opened_before(read: Callable[[bytes], str | None], placed: Placed) -> bool:
    """Whether a stranger opens the file as it was, a template as the document that it becomes."""
    return read(placed.before.save(placed.before.as_document())) is not None
