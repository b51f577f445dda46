"""Notes, threads of comments and prompts of rules are told with the place that they are about."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from xlsxwriter import Workbook

from docforge import DocForge

pytestmark = pytest.mark.proves("XREAD-1")
PATH, PART = "form.xlsx", "xl/worksheets/sheet1.xml"
RELATIONS = "xl/worksheets/_rels/sheet1.xml.rels"
THREAD = "xl/threadedComments/threadedComment1.xml"
MICROSOFT = "http://schemas.microsoft.com/office"
LONG = "이 칸은 " + "계약서에 적힌 그대로 " * 20


def draw(folder: Path, **options: Any) -> DocForge:
    """A workspace with one form: notes on a label, a place and a column of items, and a prompt without a rule."""
    with Workbook(folder / PATH, options) as book:
        sheet, box = book.add_worksheet("Form"), book.add_format({"border": 1})
        for row, label in enumerate(["고객사명", "담당자", "납기", "비고", "결제"]):
            sheet.write_string(row, 0, label, box)
            sheet.write_blank(row, 1, None, box)
        sheet.write_comment("A1", "영업팀:\n사업자등록증의\n상호", {"author": "영업팀"})
        sheet.write_comment("B2", "부서까지")
        sheet.data_validation("B3", {"validate": "any", "input_title": "납기", "input_message": "영업일로 적습니다"})
        sheet.data_validation("B4", {"validate": "length", "criteria": "<=", "value": 200, "input_message": LONG})
        quiet = {"validate": "any", "input_message": "보이지 않음", "show_input": False}
        sheet.data_validation("B5", quiet)
        sheet.add_table("A8:B12", {"columns": [{"header": "품목"}, {"header": "단가"}]})
        sheet.write_comment("B8", "VAT 별도")
    return DocForge(folder, language="en")


def notes(forge: DocForge) -> dict[str, str]:
    places = forge.call("read_xlsx", path=PATH)["places"]
    told = [one for place in places for one in (place, *place.get("columns", []))]
    return {one["cell"]: one["note"] for one in told if "note" in one}


def test_what_the_author_says_of_a_place_or_of_its_label_is_told_shortly(tmp_path: Path) -> None:
    found = notes(draw(tmp_path))
    assert len(found.pop("B4")) == 100
    assert found == {"B1": "사업자등록증의 상호", "B2": "부서까지", "B3": "영업일로 적습니다", "B9": "VAT 별도"}


def test_a_thread_is_told_instead_of_the_note_that_stands_in_for_it(tmp_path: Path) -> None:
    forge = draw(tmp_path)
    add_thread(tmp_path / PATH, ["부서도 적나요?", "네, 부서까지"])
    found = notes(forge)
    assert (found["B2"], found["B1"]) == ("부서도 적나요? / 네, 부서까지", "사업자등록증의 상호")


def add_thread(book: Path, texts: list[str]) -> None:
    """Comments at B2 as Excel 365 keeps them: the older note stays beside them and says that there are some."""
    said = "".join(
        f'<threadedComment ref="B2" id="{{{n}}}"><text>{text}</text></threadedComment>' for n, text in enumerate(texts)
    )
    thread = f'<ThreadedComments xmlns="{MICROSOFT}/spreadsheetml/2018/threadedcomments">{said}</ThreadedComments>'
    relation = f'<Relationship Id="rId99" Type="{MICROSOFT}/2017/10/relationships/threadedComment" Target="/{THREAD}"/>'
    with zipfile.ZipFile(book) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    parts[RELATIONS] = parts[RELATIONS].replace("</Relationships>", f"{relation}</Relationships>")
    with zipfile.ZipFile(book, "w") as archive:
        for name, text in (parts | {THREAD: thread}).items():
            archive.writestr(name, text)


def test_notes_of_real_forms_are_told(corpus: Path, tmp_path: Path) -> None:
    real = corpus / "xlsx" / "PhpSpreadsheet__issue.1432b.xlsx"
    (tmp_path / PATH).write_bytes(real.read_bytes())
    assert notes(DocForge(tmp_path))["D2"] == "Please select an Award Type from the dropdown."
