"""Cell formats: what they show, twins, and what is appended."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest
import xlsxwriter
from lxml import etree

from docforge.formats.xlsx.styles import Styles
from tests.formats.xlsx.books import corpus_books

NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
NOT_FOR_OPENPYXL = {"poi__style-alternate-content.xlsx", "Open-XML-SDK__ProjectStatusReport_TP10094814.xltx"}
ISO = "yyyy\\-mm\\-dd"


def part(formats: str, numbers: str = "", prefix: str = "") -> bytes:
    count = formats.count("<xf")
    body = f'{numbers}<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>'
    body += f'<cellXfs count="{count}">{formats}</cellXfs>'
    body = f'<styleSheet>{body}<dxfs count="1"><dxf><numFmt numFmtId="9" formatCode="0"/></dxf></dxfs></styleSheet>'
    if prefix:
        body = body.replace("</", "</\x00").replace("<", f"<{prefix}").replace(f"{prefix}/\x00", f"/{prefix}")
    return body.replace(
        "styleSheet>", f"styleSheet {NS if not prefix else NS.replace('xmlns', 'xmlns:x')}>", 1
    ).encode()


BORDERED = '<xf numFmtId="0" borderId="2" xfId="0"><alignment wrapText="1"/><protection locked="0"/></xf>'
PLAIN = '<xf numFmtId="0" xfId="0"/>'


def lists_of(data: bytes) -> dict[str, tuple[str | None, int]]:
    """What each list of the part says to hold, and what it holds."""
    return {
        etree.QName(one).localname: (one.get("count"), len(one)) for one in etree.fromstring(data).iterchildren("{*}*")
    }


@pytest.mark.proves("XFILL-6", "XFILL-8")
@pytest.mark.parametrize("prefix", ["", "x:"])
def test_a_style_that_no_cell_has_is_appended_once_for_a_base_and_a_format(prefix: str) -> None:
    styles = Styles(part(PLAIN + BORDERED, prefix=prefix))
    assert styles.showing(1, ISO) == styles.showing(1, ISO) == 2
    assert styles.showing(0, ISO) == 3
    assert styles.added == [(1, ISO), (0, ISO)]
    assert lists_of(styles.data)["cellXfs"] == ("4", 4)
    again = Styles(styles.data)
    assert [again.number_format(index).code for index in range(4)] == ["General", "General", ISO, ISO]
    assert again.wraps(2)
    assert not again.is_locked(2)
    assert again.showing(1, ISO) == 2


@pytest.mark.proves("XFILL-6", "XFILL-8")
def test_a_twin_that_differs_in_its_number_format_alone_serves() -> None:
    twin = BORDERED.replace('numFmtId="0"', 'numFmtId="14" applyNumberFormat="1"')
    styles = Styles(part(PLAIN + BORDERED + twin))
    assert styles.showing(1, ISO) == 2
    assert styles.showing(2, ISO) == 2
    assert styles.showing(0, ISO) == 3
    assert styles.showing(1, 'yyyy"년"\\ m"월"\\ d"일"') == 4


@pytest.mark.proves("XFILL-8")
def test_nothing_appended_leaves_the_part_as_it_was() -> None:
    data = part(PLAIN, '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy/mm/dd;@"/></numFmts>')
    styles = Styles(data)
    assert styles.showing(0, "General") == 0
    assert styles.data == data


@pytest.mark.proves("XFILL-6")
@pytest.mark.parametrize(
    "numbers",
    [
        "",
        "<numFmts/>",
        '<numFmts count="0"></numFmts>',
        '<numFmts count="1"><numFmt numFmtId="180" formatCode="[&gt;9]0"/></numFmts>',
        '<numFmts count="1"><numFmt formatCode="[>9]0" numFmtId="180"/></numFmts>',
        '<!-- <numFmts><numFmt/></numFmts> --><numFmts count="1"><numFmt numFmtId="180" formatCode="0"/></numFmts>',
    ],
)
def test_a_code_of_its_own_joins_the_list_of_codes(numbers: str) -> None:
    styles = Styles(part(PLAIN, numbers))
    assert styles.showing(0, ISO) == 1
    said, held = lists_of(styles.data)["numFmts"]
    assert said in {None, str(held)}
    assert Styles(styles.data).number_format(1).code == ISO


@pytest.mark.proves("XFILL-6")
def test_a_code_that_is_built_in_needs_no_entry() -> None:
    styles = Styles(part(PLAIN))
    assert styles.showing(0, "0%") == 1
    assert b'numFmtId="9" applyNumberFormat="1"' in styles.data
    assert b"numFmts" not in styles.data


def test_a_book_without_styles_has_the_general_format_and_nowhere_to_append() -> None:
    styles = Styles(None)
    assert styles.number_format(None).kind == "general"
    assert styles.is_locked(None)
    assert not styles.wraps(None)
    assert styles.showing(None, ISO) is None


def test_a_style_that_does_not_exist_shows_as_general() -> None:
    assert Styles(part(PLAIN)).number_format(99).kind == "general"
    assert Styles(part(PLAIN)).showing(99, ISO) is None


@pytest.mark.proves("XFILL-6")
@pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")
def test_the_formats_agree_with_openpyxl_in_every_real_file() -> None:
    for book in (book for book in corpus_books() if book.name not in NOT_FOR_OPENPYXL):
        with zipfile.ZipFile(book) as archive:
            names = [name for name in archive.namelist() if name.lower() == "xl/styles.xml"]
            styles = Styles(archive.read(names[0]) if names else None)
        loaded = openpyxl.load_workbook(io.BytesIO(book.read_bytes()))
        numbers = (style.numFmtId for style in loaded._cell_styles)
        codes = {index: loaded._number_formats[n - 164] for index, n in enumerate(numbers) if n >= 164}
        assert {index: styles.number_format(index).code for index in codes} == {
            index: code or "General" for index, code in codes.items()
        }, book.name


@pytest.mark.proves("XFILL-6", "XFILL-12")
def test_a_style_can_be_appended_to_every_real_file() -> None:
    for book in corpus_books():
        with zipfile.ZipFile(book) as archive:
            names = [name for name in archive.namelist() if name.lower() == "xl/styles.xml"]
            if not names:
                continue
            data = archive.read(names[0])
        styles = Styles(data)
        index = styles.showing(0, "0.000%")
        assert index is not None, book.name
        added = {name: held - lists_of(data).get(name, ("", 0))[1] for name, (_, held) in lists_of(styles.data).items()}
        assert {name: count for name, count in added.items() if count} == {"cellXfs": 1, "numFmts": 1}, book.name
        again = Styles(styles.data)
        assert again.number_format(index).code == "0.000%", book.name
        assert [again.number_format(n) for n in range(index)] == [styles.number_format(n) for n in range(index)]


def test_locked_and_wrapped_are_read_from_a_file_of_another_writer() -> None:
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet()
        sheet.write("A1", 1, book.add_format({"locked": False, "text_wrap": True, "num_format": "yyyy/m/d"}))
    styles = Styles(zipfile.ZipFile(buffer).read("xl/styles.xml"))
    assert (styles.is_locked(0), styles.is_locked(1)) == (True, False)
    assert (styles.wraps(0), styles.wraps(1)) == (False, True)
    assert styles.number_format(1).kind == "date"
