"""An XML part that is written keeps all that was not touched."""

from __future__ import annotations

import io
import zipfile

import pytest

from docforge.errors import Refusal
from docforge.formats.fields import XmlPart
from docforge.opc import Package

BODY = "<a xmlns='urn:a'><!-- kept --><b x='1'>한글 &amp; &lt;</b>\n  <c/></a>"


def package(content: bytes) -> Package:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("part.xml", content)
    return Package.open(held.getvalue())


@pytest.mark.proves("PLACE-3")
@pytest.mark.parametrize(
    "prolog",
    ["", '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n', "<?xml version='1.0'?><!-- a --><?b c?>\n"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_prolog_and_byte_order_mark_stay(prolog: str, encoding: str) -> None:
    part = XmlPart(package((prolog + BODY.replace("'", '"')).encode(encoding)), "part.xml")
    assert part.to_bytes() == part.data


@pytest.mark.proves("PLACE-3")
def test_a_part_in_utf_16_stays_in_it() -> None:
    data = ('<?xml version="1.0" encoding="UTF-16"?>' + BODY).encode("utf-16")
    part = XmlPart(package(data), "part.xml")
    part.root[1].text = "값"
    again = XmlPart(package(part.to_bytes()), "part.xml")
    assert again.root[1].text == "값"
    assert part.to_bytes()[:2] == data[:2]


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize("content", [b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", b"<a><b></a>"])
def test_a_document_type_and_a_broken_part_are_refused(content: bytes) -> None:
    with pytest.raises(Refusal) as caught:
        XmlPart(package(content), "part.xml")
    assert caught.value.code in {"hostile_file", "not_a_document"}
