"""An office that fills decks through the door for programs, and reads them as strangers do."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from openxml_audit import OpenXmlValidator, ValidationSeverity
from pptx import Presentation

from docforge import DocForge, Refusal

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "pptx"
PROPOSAL = (FIXTURES / "proposal.potx").read_bytes()
FORM, RESULT = "templates/proposal.potx", "out/proposal.pptx"
ALL_TAGS = "4 tags are left as they are: placeholder:제안명, placeholder:고객사, placeholder:이름, placeholder:직함"
Json = dict[str, Any]


@dataclass
class Office:
    """A workspace with one form in it; `form` is its bytes."""

    folder: Path
    form: bytes = PROPOSAL
    told: Json | None = None

    def __post_init__(self) -> None:
        self.forge = DocForge(self.folder, language="en")
        self.put(FORM, self.form)

    def put(self, path: str, data: bytes) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def read(self, path: str = FORM, **more: Any) -> dict[str, Json]:
        """The places that the read tool tells, by address."""
        return {place["at"]: place for place in self.forge.call("read_pptx", path=path, **more)["places"]}

    def fill(self, *fields: Json, template: str | None = FORM, path: str = RESULT) -> Any:
        """Fill and open the result with python-pptx; what the tool told is kept in `told`."""
        source = {"template": template} if template else {}
        self.told = self.forge.call("edit_pptx", **source, path=path, attach=False, fields=list(fields))
        return Presentation(io.BytesIO(self.bytes(path)))

    def refuse(self, *fields: Json, template: str | None = FORM, path: str = RESULT) -> list[Json]:
        """The problems of a fill that is refused; nothing may be left behind."""
        before = {one: one.read_bytes() for one in self.folder.rglob("*.pptx")}
        source = {"template": template} if template else {}
        with pytest.raises(Refusal) as raised:
            self.forge.call("edit_pptx", **source, path=path, attach=False, fields=list(fields))
        assert {one: one.read_bytes() for one in self.folder.rglob("*.pptx")} == before
        assert raised.value.code == "fields_refused"
        return raised.value.to_dict()["problems"]

    def bytes(self, path: str = RESULT) -> bytes:
        return (self.folder / path).read_bytes()

    @property
    def warnings(self) -> list[str]:
        return list((self.told or {}).get("warnings", ()))


def shape(deck: Any, slide: int, name: str) -> Any:
    """The shape of a name on a slide counted from 1."""
    return next(one for one in deck.slides[slide - 1].shapes if one.name == name)


def lines(frame: Any) -> list[str]:
    return [paragraph.text for paragraph in frame.paragraphs]


def rows(table: Any) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


def changed_parts(before: bytes, after: bytes) -> set[str]:
    """Parts that differ, came or went."""
    one, other = zipfile.ZipFile(io.BytesIO(before)), zipfile.ZipFile(io.BytesIO(after))
    names = set(one.namelist()) ^ set(other.namelist())
    return names | {name for name in set(one.namelist()) & set(other.namelist()) if one.read(name) != other.read(name)}


def part(data: bytes, name: str) -> bytes:
    return zipfile.ZipFile(io.BytesIO(data)).read(name)


def has_part(data: bytes, name: str) -> bool:
    return name in zipfile.ZipFile(io.BytesIO(data)).namelist()


def with_parts(data: bytes, edit: Callable[[str, bytes], bytes]) -> bytes:
    """The package with each part run through `edit`."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(entry, edit(entry.filename, old.read(entry)))
    return stream.getvalue()


def with_text(data: bytes, name: str, old: str, new: str) -> bytes:
    """The package with one text of one part replaced, which must be there."""
    assert old.encode() in part(data, name), (name, old)
    return with_parts(data, lambda each, body: body.replace(old.encode(), new.encode()) if each == name else body)


def audit(data: bytes, folder: Path) -> set[tuple[str, str]]:
    """The faults that the checker of Open XML rules finds; a checker is good for one file."""
    path = folder / "audited.pptx"
    path.write_bytes(data)
    found = OpenXmlValidator().validate(path).errors
    path.unlink()
    return {(str(one.part_uri), one.description) for one in found if one.severity == ValidationSeverity.ERROR}


def dangling(data: bytes) -> Iterator[str]:
    """Internal relationships that lead to no part."""
    from docforge.opc import Package

    package = Package.open(data)
    for name in package.names:
        for one in package.relationships(name):
            if not one.external and not package.has(one.target):
                yield f"{name}: {one.target}"
