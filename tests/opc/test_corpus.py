"""Every real file of the corpus opens or is refused with a code, and saves with untouched entries as they lay."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest

from docforge.errors import Refusal
from docforge.opc import Package, check_safe, compare, has_macros, is_signed
from docforge.opc.rewrite import rewrite

FOLDERS = ("xlsx", "xltx", "docx", "dotx", "pptx", "potx", "hwpx", "macro", "hostile")
READABLE = FOLDERS[:-1]
# What is refused of the files made to break readers; all others open.
REFUSED = {
    "ClosedXML__~$LoadPivotTables.xlsx": "not_a_document",
    "exceljs__missing-bits.xlsx": "not_a_document",
    "jakal-hwpx__CLIKC8433486198790825_attach_1.hwpx": "not_a_document",
    "jxls__CorruptExcelFileTest.xlsx": "not_a_document",
    "poi__54764.xlsx": "hostile_file",
    "poi__bug53475-password-is-pass.docx": "encrypted",
    "poi__fuzz-POIFuzzer-5205835528404992.pptx": "hostile_file",
    "poi__fuzz-POIXSLFFuzzer-6254434927378432.pptx": "not_a_document",
    "poi__fuzz-POIXSSFFuzzer-4828727001088000.xlsx": "hostile_file",
    "poi__fuzz-POIXSSFFuzzer-5265527465181184.xlsx": "hostile_file",
    "poi__fuzz-POIXWPFFuzzer-6061520554164224.docx": "not_a_document",
    "poi__invalid.xlsx": "not_a_document",
    "poi__protected_sha512.xlsx": "encrypted",
    "poi__truncated62886.docx": "not_a_document",
    "tika__testAttachedTemplate.docx": "hostile_file",
}
MACROS = {"poi__keyframes.pptx", "poi__stress002.xlsx"}
# What the library of the format cannot open under any type, and why.
BEYOND_ITS_LIBRARY = {
    "Open-XML-SDK__ProjectStatusReport_TP10094814.xltx": "namespaces of a preview of Excel 2007",
    "Open-XML-SDK__EquityMergeFax.Dotx": "a part named in other case than its relationship says",
    "poi__60316b.dotx": "a relationship to a picture that is missing",
}
LONGEST = 2.0  # seconds of this thread alone, so that a busy machine fails nothing


def files(corpus: Path, *folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((corpus / folder).iterdir())]
    assert found
    return found


def opened(path: Path) -> Package:
    """The package after all that a caller's file must pass."""
    package = Package.open(path.read_bytes())
    assert package.main_type
    check_safe(package)
    for name in package.names:
        package.read(name)
    return package


@pytest.mark.proves("REJECT-5", "XFILL-12")
def test_every_file_opens_or_is_refused_with_its_code_within_two_seconds(corpus: Path) -> None:
    refused: dict[str, str] = {}
    for path in files(corpus, *FOLDERS):
        started = time.thread_time()
        try:
            opened(path)
        except Refusal as refusal:
            refused[path.name] = refusal.code
        assert time.thread_time() - started < LONGEST, path
    assert refused == REFUSED


@pytest.mark.proves("XFILL-8", "PLACE-3", "REJECT-4")
def test_every_file_written_anew_without_change_is_the_same_to_the_byte(corpus: Path) -> None:
    for path in files(corpus, *READABLE):
        package = Package.open(path.read_bytes())
        assert package.save({}) == package.data
        assert package.data.startswith(rewrite(package.archive, {}, {}, ())), path
        assert len(package.data) - len(rewrite(package.archive, {}, {}, ())) <= 1, path


@pytest.mark.proves("XFILL-8", "XFILL-12", "PLACE-3")
def test_one_part_replaced_leaves_every_other_entry_of_every_file_as_it_lay(corpus: Path) -> None:
    for path in files(corpus, *READABLE):
        before = Package.open(path.read_bytes())
        name = before.names[len(before.names) // 2]
        after = Package.open(before.save({name: b"<changed/>"}))
        assert after.names == before.names
        for one, other in zip(before.archive.directory.entries, after.archive.directory.entries, strict=True):
            if one.name != name:
                assert before.archive.packed(one) == after.archive.packed(other), (path, one.name)
                assert one.record[4:42] + one.record[46:] == other.record[4:42] + other.record[46:]
        with zipfile.ZipFile(io.BytesIO(after.data)) as archive:
            assert archive.testzip() is None
            assert archive.read(name) == b"<changed/>"


@pytest.mark.proves("POTX-1")
@pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")
def test_every_template_becomes_a_document_that_its_library_opens(corpus: Path) -> None:
    libraries = {
        "xltx": lambda data: openpyxl.load_workbook(data).sheetnames,
        "dotx": lambda data: docx.Document(data).element.body,
        "potx": lambda data: pptx.Presentation(data).slide_masters,
    }
    for folder, opens in libraries.items():
        for path in files(corpus, folder):
            before = Package.open(path.read_bytes())
            assert before.main
            assert before.main.is_template
            after = Package.open(before.save(before.as_document()))
            assert compare(before, after).changed == ("[Content_Types].xml",)
            assert after.names == before.names
            assert after.main
            assert not after.main.is_template
            assert after.main.family == before.main.family
            assert path.name in BEYOND_ITS_LIBRARY or opens(io.BytesIO(after.data)) is not None, path


@pytest.mark.proves("REJECT-3", "COPY-1")
def test_macros_are_found_in_every_macro_file_and_in_those_under_a_plain_name(corpus: Path) -> None:
    for path in files(corpus, *FOLDERS):
        if path.name in REFUSED:
            continue
        # One file bears the name of a macro presentation and holds none.
        expected = path.name in MACROS or (path.parent.name == "macro" and "examples_input" not in path.name)
        package = Package.open(path.read_bytes())
        assert has_macros(package) == expected, path
        assert package.main is None or has_macros(Package.open(package.save(package.as_document()))) == expected


@pytest.mark.proves("REJECT-5")
def test_strict_and_signed_files_are_told_apart(corpus: Path) -> None:
    packages = {path.name: Package.open(path.read_bytes()) for path in files(corpus, *READABLE)}
    assert [name for name, package in packages.items() if is_signed(package)] == ["poi__ms-office-2010-signed.xlsx"]
    assert sorted(name for name, package in packages.items() if package.is_strict) == [
        "Open-XML-SDK__[HC]viewPr-PresentationViewProperties-showComments-1.pptx",
        "Open-XML-SDK__textDirection-Paragraph_Text_Flow_Direction-val-tbRl.docx",
        "poi__sample.strict.xlsx",
    ]
