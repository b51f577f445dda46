"""The toy format made known as any format is: its folder beside the others, its guide beside the guides."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import docforge.formats
from docforge.tools import guides, load_tools

HERE = Path(__file__).resolve().parent
MACROS = {"toy/vbaProject.bin": b"code"}
QUOTE = (
    '<place name="title" label="" fixed="1">견적서</place>'
    '<place name="customer" label="고객사명"/>'
    '<place name="number" label="견적번호"/>'
    '<place name="currency" label="통화" allowed="KRW USD EUR">KRW</place>'
    '<place name="item" label="품목">(예) 품목</place>'
    '<place name="total" label="합계" calculated="item number">0</place>'
)


def register() -> None:
    """Put the toy's folder and guide where DocForge looks."""
    docforge.formats.__path__.append(str(HERE / "formats"))
    guides.FOLDERS.append(HERE / "guides")
    _forget()


@contextmanager
def registered() -> Iterator[None]:
    """The toy is known inside the block, and only there."""
    register()
    yield
    docforge.formats.__path__.remove(str(HERE / "formats"))
    guides.FOLDERS.remove(HERE / "guides")
    _forget()


def _forget() -> None:
    docforge.formats.load_formats.cache_clear()
    load_tools.cache_clear()


def toy_bytes(places: str = QUOTE, kind: str = "template", extra: dict[str, bytes] | None = None, **told: str) -> bytes:
    """A toy package; `kind` is template, document or macro."""
    from docforge.formats.toy import make_form

    parts = make_form(places, main_type=f"application/x-toy.{kind}+xml", **told)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (parts | (extra or {})).items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), content)
    return held.getvalue()


def read_toy(data: bytes) -> dict[str, str]:
    """What the places of a toy package hold, read without DocForge."""
    from lxml import etree

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = etree.fromstring(archive.read("toy/form.xml"))
    return {each.get("name", ""): each.text or "" for each in root.iter("place")}
