"""Relationships lead to parts however their targets are spelled."""

from __future__ import annotations

import pytest

from docforge.opc import Package
from docforge.opc.relationships import rels_name, source_name
from tests.opc.packages import OFFICE, pack, rels, xlsx

STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet"


@pytest.mark.proves("XFILL-12")
@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("/xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("../xl/./worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("Worksheets/SHEET1.XML", "xl/worksheets/sheet1.xml"),
        ("\\xl\\worksheets\\sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("worksheets/sheet1.xml#A1", "xl/worksheets/sheet1.xml"),
        ("worksheets/%EC%8B%9C%ED%8A%B8.xml", "xl/worksheets/시트.xml"),
        ("worksheets/my%20sheet.xml", "xl/worksheets/my sheet.xml"),
        ("worksheets/a b.xml", "xl/worksheets/a%20b.xml"),
        ("../../../xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
        ("worksheets/none.xml", "xl/worksheets/none.xml"),
        ("#Sheet1!A1", "#Sheet1!A1"),
    ],
)
def test_a_target_is_found_absolute_relative_in_odd_case_and_escaped(target: str, part: str) -> None:
    parts = xlsx() | {
        "xl/worksheets/시트.xml": b"<a/>",
        "xl/worksheets/my sheet.xml": b"<a/>",
        "xl/worksheets/a%20b.xml": b"<a/>",
        "xl/_rels/workbook.xml.rels": rels(("worksheet", target)),
    }
    (found,) = Package.open(pack(parts)).relationships("xl/workbook.xml")
    assert (found.id, found.type, found.target, found.external) == ("rId1", OFFICE + "worksheet", part, False)


def test_external_targets_stay_as_written_and_entities_are_read() -> None:
    parts = xlsx()
    parts["xl/_rels/workbook.xml.rels"] = rels(
        ("hyperlink", "!&#104;ttps://example.com/a%20b?q=1"),
        ("hyperlink", "mailto:a@example.com"),
        (STRICT, "none.xml"),
    )
    found = Package.open(pack(parts)).relationships("xl/workbook.xml")
    assert [(each.target, each.external) for each in found] == [
        ("https://example.com/a%20b?q=1", True), ("mailto:a@example.com", True), ("xl/none.xml", False),
    ]  # fmt: skip
    assert found[2].kind == "worksheet"


def test_a_prefixed_namespace_reads_the_same_and_a_part_without_relationships_has_none() -> None:
    parts = xlsx()
    plain = parts["xl/_rels/workbook.xml.rels"]
    prefixed = (
        plain.replace(b"<Relationship", b"<r:Relationship")
        .replace(b"</Rel", b"</r:Rel")
        .replace(b"xmlns=", b"xmlns:r=")
    )
    package = Package.open(pack(parts | {"xl/_rels/workbook.xml.rels": prefixed}))
    assert package.relationships("xl/workbook.xml") == Package.open(pack(parts)).relationships("xl/workbook.xml")
    assert package.relationships("xl/worksheets/sheet1.xml") == ()


@pytest.mark.parametrize(
    ("source", "rels_part"),
    [("", "_rels/.rels"), ("a.xml", "_rels/a.xml.rels"), ("xl/a.xml", "xl/_rels/a.xml.rels")],
)
def test_the_name_of_a_relationship_part_goes_both_ways(source: str, rels_part: str) -> None:
    assert rels_name(source) == rels_part
    assert source_name(rels_part) == source
    assert [source_name(name) for name in ("xl/workbook.xml", "xl/_rels/a.xml", "xl/a.rels")] == [None] * 3
