"""Packages with parts and relationships put in by hand. Knows nothing of DocForge."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
Links = Mapping[str, Sequence[tuple[str, str]]]


def with_parts(data: bytes, parts: Mapping[str, str], links: Links | None = None) -> bytes:
    """The package with `parts` added or replaced, and a relationship (type, target) added to each part of `links`."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    content |= {name: text.encode() for name, text in parts.items()}
    for part, added in (links or {}).items():
        folder, _, leaf = part.rpartition("/")
        name = f"{folder}/_rels/{leaf}.rels".removeprefix("/")
        tags = [
            f'<Relationship Id="added{index}" Type="{kind}" Target="{target}"/>'
            for index, (kind, target) in enumerate(added)
        ]
        empty = f'<Relationships xmlns="{RELATIONSHIPS}"></Relationships>'.encode()
        content[name] = content.get(name, empty).replace(
            b"</Relationships>", "".join(tags).encode() + b"</Relationships>"
        )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in content.items():
            archive.writestr(name, body)
    return stream.getvalue()


def read_part(data: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def replaced_in(data: bytes, name: str, *pairs: tuple[str, str]) -> bytes:
    """The package with texts of one part replaced; each must be there."""
    text = read_part(data, name)
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return with_parts(data, {name: text})
