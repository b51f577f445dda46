"""A document type declaration is refused in every encoding that a parser would read, and only there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from docforge.errors import Refusal
from docforge.opc import Package, check_safe, parse_xml
from tests.opc.packages import docx, pack

TYPE = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


def declared(encoding: str, rest: str) -> str:
    return f'<?xml version="1.0" encoding="{encoding}"?>{rest}<w/>'


DOCTYPES = {
    "plain": declared("UTF-8", TYPE).encode(),
    "without declaration": f"{TYPE}<w/>".encode(),
    "after a byte order mark": declared("UTF-8", TYPE).encode("utf-8-sig"),
    "after a comment": declared("UTF-8", f"<!-- a > b -->\n{TYPE}").encode(),
    "after a processing instruction": declared("UTF-8", f"<?p <w> ?>{TYPE}").encode(),
    "after a long comment": declared("UTF-8", f"<!-- {'a' * 5000} -->{TYPE}").encode(),
    "after much space": declared("UTF-8", f"{' ' * 1010}\n{TYPE}").encode(),
    "after a long declaration": f'<?xml version="1.0"{" " * 3000}encoding="UTF-8"?>{TYPE}<w/>'.encode(),
    "UTF-16 with mark": declared("UTF-16", TYPE).encode("utf-16"),
    "UTF-16 big-endian with mark": b"\xfe\xff" + declared("UTF-16", TYPE).encode("utf-16-be"),
    "UTF-16 without mark": declared("UTF-16", TYPE).encode("utf-16-le"),
    "UTF-16 big-endian without mark": declared("UTF-16", TYPE).encode("utf-16-be"),
    "UTF-16 without declaration": f"{TYPE}<w/>".encode("utf-16"),
    "Korean": declared("euc-kr", f"<!-- 견적 -->{TYPE}").encode("euc-kr"),
    "laughs": declared("UTF-8", '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>').encode(),
    "from the net": declared("UTF-8", '<!DOCTYPE w SYSTEM "http://127.0.0.1:1/x.dtd">').encode(),
}
ENCODINGS = {
    "UTF-7": declared("UTF-7", "+ADwAIQ-DOCTYPE w+AD4-").encode(),
    "UTF-7 in single quotes": b"<?xml version='1.0' encoding='utf-7'?><w/>",
    "UTF-32": declared("UTF-32", TYPE).encode("utf-32"),
    "UTF-32 big-endian": declared("UTF-32", TYPE).encode("utf-32-be"),
    "EBCDIC": declared("cp037", "").encode(),
    "UTF-16 that is none": declared("UTF-16", "").encode(),
    "ISO-2022-KR": declared("ISO-2022-KR", "").encode(),
}
ORDINARY = {
    "in a comment": declared("UTF-8", f"<!-- {TYPE} -->").encode(),
    "in a long comment": declared("UTF-8", f"<!-- {'a' * 2000} {TYPE} -->").encode(),
    "in a processing instruction": declared("UTF-8", "<?p <!DOCTYPE w> ?>").encode(),
    "in CDATA": b"<w><![CDATA[" + TYPE.encode() + b"]]></w>",
    "in a comment of the content": b"<w><!--" + TYPE.encode() + b"--></w>",
    "escaped": b"<w>&lt;!DOCTYPE w></w>",
    "in a comment in UTF-16": declared("UTF-16", f"<!-- {TYPE} -->").encode("utf-16"),
    "none, in Korean": declared("ks_c_5601-1987", "<!-- 견적 -->").encode("euc-kr"),
    "none, in another case": declared("utf-8", "").encode(),
    "none, after a line break": b"\n<w/>",
}


def refusals_of(content: bytes) -> list[tuple[str, str]]:
    """Code and reason at each gate that a part passes: its own reading, and the check of the whole package."""
    found: list[tuple[str, str]] = []
    gates: list[Callable[[Package], object]] = [lambda package: package.read_xml("word/document.xml"), check_safe]
    for gate in gates:
        with pytest.raises(Refusal) as caught:
            gate(Package.open(pack(docx() | {"word/document.xml": content})))
        found.append((caught.value.code, caught.value.facts["why"].code))
    return found


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("content", DOCTYPES.values(), ids=DOCTYPES)
def test_a_document_type_is_refused_wherever_a_parser_would_see_it(content: bytes) -> None:
    assert refusals_of(content) == [("hostile_file", "doctype")] * 2


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("content", ENCODINGS.values(), ids=ENCODINGS)
def test_an_encoding_that_could_hide_a_document_type_is_refused(content: bytes) -> None:
    assert refusals_of(content) == [("hostile_file", "unusual_encoding")] * 2


@pytest.mark.proves("REJECT-5", "XFILL-12")
@pytest.mark.parametrize("content", ORDINARY.values(), ids=ORDINARY)
def test_the_word_alone_is_no_document_type(content: bytes) -> None:
    package = Package.open(pack(docx() | {"word/document.xml": content}))
    check_safe(package)
    assert package.read_xml("word/document.xml") == content


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("name", ["[Content_Types].xml", "_rels/.rels"])
def test_the_parts_of_the_package_itself_are_read_no_less_carefully(name: str) -> None:
    parts = docx()
    parts[name] = parts[name].replace(b"?>", b"?>" + TYPE.encode(), 1)
    with pytest.raises(Refusal) as caught:
        _ = Package.open(pack(parts)).main_type
    assert caught.value.facts["why"].code == "doctype"


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("content", [b"", b"<w>", b"<w>\x01</w>", b"<a>" * 300 + b"</a>" * 300])
def test_what_is_not_well_formed_or_too_deep_is_damaged(content: bytes) -> None:
    with pytest.raises(Refusal) as caught:
        parse_xml(content, "word/document.xml")
    assert caught.value.to_dict("en")["message"].endswith("word/document.xml is damaged.")
