"""Hangul documents made for tests, as text, and what a fill by the Python door makes of them."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from docforge import DocForge, Refusal

NAMES = " ".join(
    f'xmlns:{short}="http://www.hancom.co.kr/hwpml/2011/{long}"'
    for short, long in (("hp", "paragraph"), ("hs", "section"), ("hc", "core"))
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
LINES = (
    '<hp:linesegarray><hp:lineseg textpos="0" vertpos="0" vertsize="1000" textheight="1000" baseline="850" '
    'spacing="600" horzpos="0" horzsize="42520" flags="393216"/></hp:linesegarray>'
)
SECTION, MANIFEST, PREVIEW = "Contents/section0.xml", "Contents/content.hpf", "Preview/PrvText.txt"
GUIDE_STYLE, OUTER = 7, 0
Item = dict[str, Any]


def run(text: str, style: int = OUTER) -> str:
    return f'<hp:run charPrIDRef="{style}"><hp:t>{text}</hp:t></hp:run>'


def para(inside: str = "", lines: str = LINES) -> str:
    attributes = 'id="0" paraPrIDRef="0" styleIDRef="0" pageBreak="0" columnBreak="0" merged="0"'
    return f"<hp:p {attributes}>{inside}{lines}</hp:p>"


def begin(
    name: str, guide: str = "", number: int = 11, *, dirty: int = 0, kind: str = "CLICK_HERE", more: str = ""
) -> str:
    asked = f'<hp:stringParam name="Direction">{guide}</hp:stringParam>' if guide else ""
    return (
        f'<hp:ctrl><hp:fieldBegin id="{number}" type="{kind}" name="{name}" editable="1" dirty="{dirty}" zorder="-1" '
        f'fieldid="627272811"{more}><hp:parameters cnt="1" name="">{asked}</hp:parameters></hp:fieldBegin></hp:ctrl>'
    )


def end(number: int = 11) -> str:
    return f'<hp:ctrl><hp:fieldEnd beginIDRef="{number}" fieldid="627272811"/></hp:ctrl>'


def click(name: str, guide: str, number: int = 11, before: str = "", after: str = "") -> str:
    """A field as Hangul writes it unfilled: the guide text in a run and a style of its own."""
    first = f"<hp:t>{before}</hp:t>" if before else ""
    last = f"<hp:t>{after}</hp:t>" if after else "<hp:t/>"
    return (
        f'<hp:run charPrIDRef="{OUTER}">{first}{begin(name, guide, number)}</hp:run>{run(guide, GUIDE_STYLE)}'
        f'<hp:run charPrIDRef="{OUTER}">{end(number)}{last}</hp:run>'
    )


def clicked(name: str, guide: str, value: str, number: int = 11, *, before: str = "", after: str = "") -> str:
    """The same field as Hangul writes it filled: dirty, the value in the outer style, all in one run."""
    first = f"<hp:t>{before}</hp:t>" if before else ""
    last = f"<hp:t>{after}</hp:t>" if after else "<hp:t/>"
    return (
        f'<hp:run charPrIDRef="{OUTER}">{first}{begin(name, guide, number, dirty=1)}<hp:t>{value}</hp:t>'
        f"{end(number)}{last}</hp:run>"
    )


@dataclass(frozen=True)
class Looks:
    """Of a table's cells: widths of the columns and height in 1/7200 inch, border, margin at the sides and ends."""

    widths: tuple[int, int] = (5_000, 5_000)
    height: int = 1_000
    border: int = 1
    margin: tuple[int, int] = (0, 0)

    def size(self, column: int) -> str:
        """Of a cell; columns beyond those named are as wide as the last."""
        return f'<hp:cellSz width="{self.widths[min(column, 1)]}" height="{self.height}"/>'


PLAIN = Looks()


def cell(
    row: int,
    column: int,
    text: str = "",
    *,
    rows: int = 1,
    columns: int = 1,
    style: int = 0,
    name: str = "",
    more: str = "",
    looks: Looks = PLAIN,
) -> str:
    inside = (
        text if text.startswith("<hp:p ") else para(run(text, style) if text else f'<hp:run charPrIDRef="{style}"/>')
    )
    return (
        f'<hp:tc name="{name}" header="0" hasMargin="0" protect="0" editable="0" dirty="0"'
        f' borderFillIDRef="{looks.border}"{more}>'
        f'<hp:subList id="">{inside}</hp:subList><hp:cellAddr colAddr="{column}" rowAddr="{row}"/>'
        f'<hp:cellSpan colSpan="{columns}" rowSpan="{rows}"/>{looks.size(column)}'
        f"<hp:cellMargin {_margins(*looks.margin)}/></hp:tc>"
    )


def _margins(sides: int, ends: int) -> str:
    return f'left="{sides}" right="{sides}" top="{ends}" bottom="{ends}"'


def table(*rows: tuple[str, ...], more: str = "", looks: Looks = PLAIN) -> str:
    """A table in a paragraph; a plain text becomes the cell at its place."""
    made = [
        "".join(
            one if one.startswith("<hp:tc") else cell(at, column, one, looks=looks) for column, one in enumerate(row)
        )
        for at, row in enumerate(rows)
    ]
    inside = "".join(f"<hp:tr>{row}</hp:tr>" for row in made)
    size = f'<hp:sz width="{sum(looks.widths)}" height="{len(rows) * looks.height}"/>'
    sides = 'left="0" right="0" top="0" bottom="0"'
    size += '<hp:pos treatAsChar="1" vertRelTo="PARA" horzRelTo="PARA" vertAlign="TOP" horzAlign="LEFT"/>'
    size += f"<hp:outMargin {sides}/><hp:inMargin {sides}/>"
    return para(
        f'<hp:run charPrIDRef="0"><hp:tbl id="9" rowCnt="{len(rows)}" colCnt="2">{size}{inside}{more}</hp:tbl></hp:run>'
    )


def picture(item: str = "image1", more: str = "") -> str:
    return (
        '<hp:run charPrIDRef="0"><hp:pic id="1"><hp:orgSz width="3000" height="3000"/>'
        '<hp:curSz width="6000" height="6000"/>'
        f'<hp:renderingInfo><hc:scaMatrix e1="2" e2="0" e3="0" e4="0" e5="2" e6="0"/></hp:renderingInfo>'
        f'<hc:img binaryItemIDRef="{item}"/><hp:imgClip left="0" right="1500" top="0" bottom="3000"/>'
        f'<hp:imgDim dimwidth="3000" dimheight="3000"/><hp:sz width="6000" height="6000"/>{more}</hp:pic></hp:run>'
    )


def document(*body: str, extra: Mapping[str, bytes] | None = None, items: str = "", preview: str = "") -> bytes:
    """A package as Hangul orders it."""
    manifest = (
        f'{HEAD}<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:metadata><opf:title>양식</opf:title></opf:metadata>'
        '<opf:manifest><opf:item id="header" href="Contents/header.xml" media-type="application/xml"/>'
        f'{items}<opf:item id="section0" href="{SECTION}" media-type="application/xml"/></opf:manifest>'
        '<opf:spine><opf:itemref idref="header"/><opf:itemref idref="section0"/></opf:spine></opf:package>'
    )
    container = '<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container"><ocf:rootfiles>'
    container += f'<ocf:rootfile full-path="{MANIFEST}"/></ocf:rootfiles></ocf:container>'
    parts: dict[str, bytes] = {
        "mimetype": b"application/hwp+zip",
        "version.xml": b"<v/>",
        "Contents/header.xml": b"<head/>",
        SECTION: f"{HEAD}<hs:sec {NAMES}>{''.join(body)}</hs:sec>".encode(),
        PREVIEW: preview.encode(),
        MANIFEST: manifest.encode(),
        "META-INF/container.xml": container.encode(),
        "META-INF/manifest.xml": b"<manifest/>",
    } | dict(extra or {})
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            method = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), content, method)
    return held.getvalue()


def png(width: int = 20, height: int = 10) -> bytes:
    """A blue picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + b"\0\0\xff" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def part(data: bytes, name: str = SECTION) -> str:
    return parts_of(data)[name].decode()


def body(data: bytes) -> str:
    """What stands in the section, without its head and its cached lines."""
    return part(data).partition(f"{NAMES}>")[2].removesuffix("</hs:sec>")


class Desk:
    """A workspace with the Python door."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.forge = folder, DocForge(folder, language="en")
        self._number = 0

    def put(self, path: str, data: bytes) -> str:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return path

    def read(self, data: bytes, **more: Any) -> dict[str, Item]:
        """The places that read_hwpx lists, by address."""
        told = self.forge.call("read_hwpx", path=self.put("templates/form.hwpx", data), **more)
        return {place["at"]: place for place in told["places"]}

    def result(self, data: bytes, *fields: Item) -> dict[str, Any]:
        self._number += 1
        self.put("templates/form.hwpx", data)
        path = f"out/{self._number}.hwpx"
        return self.forge.call(
            "edit_hwpx", template="templates/form.hwpx", path=path, attach=False, fields=list(fields)
        )

    def fill(self, data: bytes, *fields: Item) -> bytes:
        """The document that one edit_hwpx makes of a form."""
        return (self.folder / self.result(data, *fields)["path"]).read_bytes()

    def refused(self, data: bytes, *fields: Item) -> dict[str, Item]:
        """The problems by address."""
        with pytest.raises(Refusal) as caught:
            self.result(data, *fields)
        assert not list(self.folder.glob("out/*"))
        return {problem["at"]: problem for problem in caught.value.to_dict("en").get("problems", [])}

    def code(self, data: bytes, *fields: Item) -> str:
        with pytest.raises(Refusal) as caught:
            self.result(data, *fields)
        return caught.value.code
