"""Each repair risk is found where it was put, and none where Excel finds none."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

from docforge.formats.xlsx.lint import find_risks
from docforge.opc import Package
from fixtures.xlsx.package import TEMPLATE_TYPE, write_package
from tests.formats.xlsx.books import corpus_books, sheet_parts
from tests.formats.xlsx.planned import FIXTURES, make_book

SHEET, TYPES, WORKBOOK = "xl/worksheets/sheet1.xml", "[Content_Types].xml", "xl/workbook.xml"
CHAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
Parts = dict[str, bytes]


def sound(book: xlsxwriter.Workbook) -> None:
    sheet, other = book.add_worksheet("견적서"), book.add_worksheet("고객")
    sheet.write_row("A4", ["번호", "Q-1"], book.add_format({"bold": True}))
    sheet.write_row("A5", [1, 2, 3])
    sheet.write_boolean("D5", True)
    sheet.write_formula("A6", '=SUM(A5:C5)&"("', None, "6(")
    sheet.merge_range("C4:E4", "")
    sheet.data_validation("B10", {"validate": "list", "source": ["현금", "30일"]})
    sheet.add_table("A14:B16", {"columns": [{"header": "품목"}, {"header": "수량"}]})
    other.write("A1", "x")


@pytest.fixture(scope="module")
def parts() -> Parts:
    with zipfile.ZipFile(io.BytesIO(make_book(sound))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def risks_of(parts: Parts, *, document: bool = True) -> set[str]:
    return {risk.rule for risk in find_risks(Package.open(write_package(parts)), document=document)}


def test_a_sound_workbook_has_no_risk(parts: Parts) -> None:
    assert risks_of(parts) == set()


def sub(old: str, new: str, part: str = SHEET) -> Callable[[Parts], Parts]:
    def corrupt(parts: Parts) -> Parts:
        after, count = re.subn(old.encode(), new.encode(), parts[part], count=1, flags=re.DOTALL)
        assert count == 1, old
        return parts | {part: after}

    return corrupt


def stale_chain(parts: Parts) -> Parts:
    chain = f'<calcChain xmlns="{MAIN}"><c r="A6" i="1"/><c r="B5"/></calcChain>'
    rel = f'<Relationship Id="rId99" Type="{REL}/calcChain" Target="calcChain.xml"/></Relationships>'
    parts = sub("</Relationships>", rel, "xl/_rels/workbook.xml.rels")(parts)
    override = f'<Override PartName="/xl/calcChain.xml" ContentType="{CHAIN}"/></Types>'
    return sub("</Types>", override, TYPES)(parts) | {"xl/calcChain.xml": chain.encode()}


NOT_WORKBOOKS = {"poi__sample.strict.xlsx", "Open-XML-SDK__ProjectStatusReport_TP10094814.xltx"}
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
CELL = '<c r="A5"><v>1</v></c>'
LONG_LIST = ",".join(f"item{number:03}" for number in range(40))
CORRUPTIONS: dict[str, tuple[str, Callable[[Parts], Parts]]] = {
    "a header cell that its table does not know": ("table_header", sub('<v>2</v></c>(?=<c r="B14")', "<v>0</v></c>")),
    "a stale chain": ("calculation_chain", stale_chain),
    "a cell twice": ("cell_order", sub(CELL, CELL * 2)),
    "cells out of order": ("cell_order", sub(r'(<c r="A5">.*?</c>)(<c r="B5">.*?</c>)', r"\2\1")),
    "rows out of order": ("row_order", sub('(<row r="4".*?</row>)(<row r="5".*?</row>)', r"\2\1")),
    "a row twice": ("row_order", sub('(<row r="5".*?</row>)', r"\1\1")),
    "a row below the last": ("row_number", sub("</sheetData>", '<row r="1048577"/></sheetData>')),
    "a cell of another row": ("cell_row", sub('<c r="B5"', '<c r="B9"')),
    "merges that overlap": ("merge_overlap", sub('(<mergeCell ref="C4:E4"/>)', r'\1<mergeCell ref="D4:F5"/>')),
    "a string that is not there": ("string_index", sub('t="s"><v>0<', 't="s"><v>9999<')),
    "a style that is not there": ("style_index", sub('<c r="A5"', '<c r="A5" s="99"')),
    "elements out of order": (
        "element_order",
        sub("(<sheetData>.*</sheetData>)(.*?)(<mergeCells.*?</mergeCells>)", r"\3\1\2"),
    ),
    "a text too long": ("text_length", sub(CELL, f'<c r="A5" t="inlineStr"><is><t>{"x" * 32_768}</t></is></c>')),
    "a control character": ("not_well_formed", sub(CELL, '<c r="A5" t="inlineStr"><is><t>\x01</t></is></c>')),
    "a shared formula without a master": ("shared_master", sub("<f>.*?</f>", '<f t="shared" si="7"/>')),
    "an inline string in a value": ("inline_value", sub(CELL, '<c r="A5" t="inlineStr"><v>Q</v></c>')),
    "a number that is none": ("number_value", sub(CELL, '<c r="A5"><v>abc</v></c>')),
    "a number that is no number": ("number_value", sub(CELL, '<c r="A5"><v>NaN</v></c>')),
    "a boolean that is neither": ("boolean_value", sub('t="b"><v>1<', 't="b"><v>2<')),
    "a date as text": ("cell_type", sub(CELL, '<c r="A5" t="d"><v>2026-12-01</v></c>')),
    "a formula with an equals sign": ("formula_equals", sub("<f>", "<f>=")),
    "a formula that does not close": ("formula_syntax", sub("<f>.*?</f>", "<f>SUM((A1</f>")),
    "a formula with a lone quote": ("formula_syntax", sub("<f>.*?</f>", '<f>A1&amp;"x</f>')),
    "a formula too long": ("formula_length", sub("<f>.*?</f>", f"<f>{'1+' * 4_100}1</f>")),
    "a list too long": ("list_length", sub('<formula1>"[^<]*"</formula1>', f'<formula1>"{LONG_LIST}"</formula1>')),
    "a part that is not there": (
        "missing_part",
        sub("../tables/table1", "../tables/table7", "xl/worksheets/_rels/sheet1.xml.rels"),
    ),
    "a template as a document": (
        "template_type",
        sub('application/[^"]*sheet.main.xml', TEMPLATE_TYPE, TYPES),
    ),
    "a sheet name too long": ("sheet_name", sub('name="고객"', f'name="{"가" * 32}"', WORKBOOK)),
    "a sheet name with a sign": ("sheet_name", sub('name="고객"', 'name="a/b"', WORKBOOK)),
    "two sheets of one name": ("sheet_name_twice", sub('name="고객"', 'name="견적서"', WORKBOOK)),
}


@pytest.mark.proves("XFILL-8")
@pytest.mark.parametrize(("rule", "corrupt"), CORRUPTIONS.values(), ids=CORRUPTIONS)
def test_a_deliberate_corruption_is_found(parts: Parts, rule: str, corrupt: Callable[[Parts], Parts]) -> None:
    assert rule in risks_of(corrupt(parts))


def test_a_template_is_sound_as_a_template(parts: Parts) -> None:
    _, corrupt = CORRUPTIONS["a template as a document"]
    assert risks_of(corrupt(parts), document=False) == set()


def test_a_shared_formula_with_its_master_is_sound(parts: Parts) -> None:
    shared = '<f t="shared" ref="A6:B6" si="0">A5</f><v>1</v></c><c r="B6"><f t="shared" si="0"/></c></row>'
    assert risks_of(sub('t="str"><f>.*?</row>', f">{shared}")(parts)) == set()


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.glob("*.xl*")))
def test_the_forms_of_the_house_have_no_risk(name: str) -> None:
    assert find_risks(Package.open((FIXTURES / name).read_bytes())) == []


def test_real_files_have_no_risk_but_one_that_lacks_a_part() -> None:
    risky = {}
    for book in (book for book in corpus_books() if book.name not in NOT_WORKBOOKS and small(book)):
        found = find_risks(Package.open(book.read_bytes()))
        if found:
            risky[book.name] = sorted({risk.rule for risk in found})
    assert risky == {"Open-XML-SDK__missingcalcchainpart.xlsx": ["missing_part"]}


def small(book: Path) -> bool:
    return sum(len(data) for _, data in sheet_parts(book, biggest=2**30)) < 200_000
