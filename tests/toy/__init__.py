"""The toy format made known as any format is: its folder beside the others, its guide beside the guides."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import docforge.formats
from docforge.tools import guides, load_tools

HERE = Path(__file__).resolve().parent


def register() -> None:
    """Put the toy's folder and guide where DocForge looks, before anything was loaded."""
    folder = str(HERE / "formats")
    if folder not in docforge.formats.__path__:
        docforge.formats.__path__.append(folder)
        guides.FOLDERS.append(HERE / "guides")
        docforge.formats.load_formats.cache_clear()
        load_tools.cache_clear()


QUOTE = (
    '<place name="title" label="" fixed="1">견적서</place>'
    '<place name="customer" label="고객사명"/>'
    '<place name="number" label="견적번호"/>'
    '<place name="currency" label="통화" allowed="KRW USD EUR">KRW</place>'
    '<place name="item" label="품목">(예) 품목</place>'
    '<place name="total" label="합계" calculated="item number">0</place>'
)


def toy_bytes(places: str = QUOTE, kind: str = "template", extra: dict[str, bytes] | None = None, **told: str) -> bytes:
    """A toy package; `kind` is template, document or macro."""
    from docforge.formats.toy import make_form

    parts = make_form(places, main_type=f"application/x-toy.{kind}+xml", **told)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), text)
        for name, data in (extra or {}).items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), data)
    return held.getvalue()
