"""Forms checked before anyone fills them: the sample passes as it stands, and each fault is told with what to do."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import pytest
import xlsxwriter
from openpyxl import load_workbook

from tests.e2e.callers import Caller
from tests.e2e.room import Room
from tests.e2e.wrong_books import fixture
from tests.formats.xlsx.packages import with_parts

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
FORM = "templates/faulty.xlsx"
Json = dict[str, Any]


def faulty_book() -> bytes:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.set_properties({"author": "홍길동", "company": "(주)한빛"})
        sheet, box = book.add_worksheet("신청서"), book.add_format({"border": 1, "font_name": "나눔고딕"})
        for row, label in enumerate(("성명:", "부서:", "직급:")):
            sheet.write(row, 0, label)
            sheet.write_blank(row, 1, None, box)
        sheet.data_validation("B2", {"validate": "list", "source": "=INDIRECT(Z9)"})
        sheet.data_validation("B3", {"validate": "custom", "value": "=LEN(B3)>900"})
        sheet.write("A5", "금액")
        sheet.write_formula("B5", "=1+1", box)
        sheet.data_validation("B5", {"validate": "decimal", "criteria": ">", "value": 0})
        sheet.write("D7", "비고:")
        sheet.write("D8", "끝")
        sheet.write_row("D10", ["연락처:", "내용:"])
        sheet.write("D11", "메모:")
        sheet.write("A12", "{{담당자 귀하")
        sheet.write("A13", "담당 {{이름}} 귀하")
        sheet.write_formula("D14", "=#REF!+1")
        sheet.write_comment("A1", "안내")
        book.add_worksheet("자료").hide()
        guarded = book.add_worksheet("잠금")
        guarded.protect()
        guarded.write("A1", "이름:")
        guarded.write_blank("B1", None, box)
        guarded.data_validation("B1", {"validate": "length", "criteria": "<", "value": 9})
        guarded.write_blank("B2", None, book.add_format({"locked": False, "border": 1}))
        book.set_calc_mode("manual")
    link = (f"{OFFICE}/externalLinkPath", 'file:///D:/가격.xlsx" TargetMode="External')
    return with_parts(stream.getvalue(), {"xl/connections.xml": "<connections/>"}, {"xl/workbook.xml": [link]})


def faults(body: Json) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for one in body["faults"]:
        told.setdefault(one["code"], []).append(one.get("at", ""))
    return told


@pytest.mark.proves("SERVE-7")
@pytest.mark.parametrize("book", ["quote.xltx", "leave.xlsx", "invoice.xlsx", "book1904.xlsx", "formulas.xlsx"])
def test_the_sample_call_passes_as_it_stands(book: str, doors: Mapping[str, Caller], room: Room) -> None:
    room.put(f"templates/{book}", fixture(book))
    for language, caller in doors.items():
        ok, body = caller.call("check_template", path=f"templates/{book}")
        assert ok, body
        arguments = body["sample"]["arguments"]
        done, made = caller.call(body["sample"]["tool"], **arguments)
        assert done, made
        assert made["written"] == len(arguments["cells"])
        said = {cell["value"] for cell in arguments["cells"]} & {"견본", "Sample"}
        assert said <= {{"ko": "견본", "en": "Sample"}[language]}
        room.clear()
        room.put(f"templates/{book}", fixture(book))


@pytest.mark.proves("SERVE-7")
def test_a_check_counts_the_places_and_gives_their_schema(doors: Mapping[str, Caller], room: Room) -> None:
    room.put("templates/quote.xltx", fixture("quote.xltx"))
    ok, body = doors["ko"].call("check_template", path="templates/quote.xltx")
    assert ok
    assert (body["format"], body["role"]) == ("xlsx", "template")
    assert body["places"]["total"] == sum(body["places"]["kinds"].values()) == 9
    properties = body["schema"]["properties"]
    assert properties["견적서!B6"] == {"title": "통화", "enum": ["KRW", "USD", "EUR"]}
    assert properties["견적서!A10:D18"]["items"]["properties"].keys() == {"품목", "규격", "수량", "단가"}
    assert "견적서!B23" not in properties


@pytest.mark.proves("SERVE-7")
def test_each_fault_is_told_with_its_place_its_severity_and_what_to_do(doors: Mapping[str, Caller], room: Room) -> None:
    room.put(FORM, faulty_book())
    for language, caller in doors.items():
        ok, body = caller.call("check_template", path=FORM)
        assert ok, body
        told = faults(body)
        assert told == {
            "unclosed_tag": ["신청서!A12"],
            "broken_formula": ["신청서!D14"],
            "outside_link": ["xl/workbook.xml"],
            "linked_data": [""],
            "missing_font": [""],
            "formula_in_input": ["신청서!B5"],
            "no_choices": ["신청서!B2"],
            "sample_refused": ["신청서!B3"],
            "locked_place": ["잠금!B1"],
            "personal_data": [""],
            "comments_left": [""],
            "untitled": [""],
            "hidden_part": ["자료"],
            "by_hand": [""],
            "label_alone": ["신청서!D10"],
            "tag_among_text": ["신청서!A13"],
            "is_protected": ["잠금"],
        }
        order = [fault["severity"] for fault in body["faults"]]
        assert order == sorted(order, key=["error", "warning", "info"].index)
        assert all(fault["message"] and fault["todo"] for fault in body["faults"])
        hangul = any("가" <= letter <= "힣" for letter in body["faults"][-1]["todo"])
        assert hangul == (language == "ko")
        assert "홍길동" not in str(body)
        room.clear()
        room.put(FORM, faulty_book())


@pytest.mark.proves("SERVE-7")
def test_a_form_with_macros_is_an_error_and_has_no_sample_as_template(doors: Mapping[str, Caller], room: Room) -> None:
    macro = with_parts(fixture("quote.xltx"), {"xl/vbaProject.bin": "x"})
    room.put("templates/macro.xltm", macro)
    ok, body = doors["en"].call("check_template", path="templates/macro.xltm")
    assert ok, body
    assert body["faults"][0]["code"] == "has_macros"
    assert "sample" not in body


@pytest.mark.proves("SERVE-7")
def test_a_book_with_nothing_to_fill_says_so(doors: Mapping[str, Caller], room: Room) -> None:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.add_worksheet()
    room.put("templates/empty.xlsx", stream.getvalue())
    ok, body = doors["en"].call("check_template", path="templates/empty.xlsx")
    assert ok
    assert body["faults"][0]["code"] == "nothing_to_fill"
    assert body["places"] == {"total": 0, "kinds": {}}


@pytest.mark.proves("SERVE-7")
def test_a_form_with_very_many_places_is_told_of_within_one_answer(doors: Mapping[str, Caller], room: Room) -> None:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet, box = book.add_worksheet(), book.add_format({"border": 1})
        for row in range(0, 800, 2):
            sheet.write(row, 0, f"이름표 {'가나다라마바사'[row % 7]}{'아자차카타파하'[row // 7 % 7]}:")
            sheet.write_blank(row, 1, None, box)
    room.put("templates/many.xlsx", stream.getvalue())
    ok, body = doors["ko"].call("check_template", path="templates/many.xlsx")
    assert ok
    assert "many_places" in faults(body)
    assert body["places"]["shown"] < body["places"]["total"] == 400
    assert len(body["schema"]["properties"]) == body["places"]["shown"]
    assert len(str(body)) < 30_000


@pytest.mark.proves("SERVE-7")
@pytest.mark.parametrize(
    ("path", "code"),
    [("templates/none.xltx", "not_found"), ("templates/x.txt", "wrong_format"), ("../x.xltx", "bad_path")],
)
def test_what_cannot_be_checked_is_refused(path: str, code: str, doors: Mapping[str, Caller], room: Room) -> None:
    room.put("templates/x.txt", b"x")
    ok, body = doors["en"].call("check_template", path=path)
    assert (ok, body["code"]) == (False, code)


@pytest.mark.proves("SERVE-8", "XFILL-6")
@pytest.mark.filterwarnings("ignore:Data Validation extension")
def test_a_pattern_shows_the_value_in_a_cell(doors: Mapping[str, Caller], room: Room, fresh: str) -> None:
    room.put("templates/quote.xltx", fixture("quote.xltx"))
    cells = [
        {"sheet": "견적서", "cell": "F3", "value": "2026-09-01", "format": "yyyy. M. d. (aaa)"},
        {"sheet": "견적서", "cell": "B3", "value": 1250, "format": '#,##0"호"'},
    ]
    ok, body = doors["ko"].call("edit_xlsx", template="templates/quote.xltx", path=fresh, attach=False, cells=cells)
    assert ok, body
    sheet = load_workbook(io.BytesIO(room.read(fresh)))["견적서"]
    assert (sheet["F3"].number_format, sheet["F3"].is_date) == ("[$-412]yyyy\\. m\\. d\\. \\(aaa\\)", True)
    assert (sheet["B3"].number_format, sheet["B3"].value) == ('#,##0"호"', 1250)
    ok, body = doors["en"].call(
        "edit_xlsx", path=fresh, attach=False, cells=[{"sheet": "견적서", "cell": "B3", "value": 1, "format": "won"}]
    )
    assert (ok, body["problems"][0]["code"]) == (False, "bad_format")
    assert "currency:KRW" in body["problems"][0]["allowed"]
