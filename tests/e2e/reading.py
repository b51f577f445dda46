"""Reads workbooks back as a stranger would, and compares packages byte by byte. Knows nothing of DocForge."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openxml_audit import OpenXmlValidator

_LOCAL_HEADER = 30


def open_workbook(data: bytes, **options: Any) -> Workbook:
    """The workbook as openpyxl opens it, which says of some extensions that it would lose them on saving."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r".* extension is not supported and will be removed", UserWarning)
        return load_workbook(io.BytesIO(data), **options)


def cell_values(data: bytes, sheet: str, cells: Sequence[str]) -> list[Any]:
    """What openpyxl finds in these cells."""
    opened = open_workbook(data)[sheet]
    return [opened[cell].value for cell in cells]


def parts(data: bytes) -> dict[str, bytes]:
    """Name → bytes of every part."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed_parts(data: bytes) -> dict[str, bytes]:
    """Name → compressed bytes of every entry, as they lie in the archive (APPNOTE 4.3.7)."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {entry.filename: _packed(data, entry) for entry in archive.infolist()}


def _packed(data: bytes, entry: zipfile.ZipInfo) -> bytes:
    name, extra = struct.unpack_from("<HH", data, entry.header_offset + _LOCAL_HEADER - 4)
    start = entry.header_offset + _LOCAL_HEADER + name + extra
    return data[start : start + entry.compress_size]


def schema_errors(path: Path) -> set[tuple[str, str]]:
    """(part, description) of each rule of ECMA-376 that the workbook at `path` breaks, as openxml-audit sees it."""
    found = OpenXmlValidator().validate(path).errors
    return {(str(error.part_uri), error.description) for error in found if error.severity.name == "ERROR"}
