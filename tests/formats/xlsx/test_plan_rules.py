"""Data validations: values that a form does not take."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from docforge.formats.xlsx.formula.functions import new_evaluator
from docforge.formats.xlsx.validation import describe_rule, read_listing
from docforge.formats.xlsx.workbook import Workbook
from docforge.opc import Package
from tests.formats.xlsx.packages import replaced_in
from tests.formats.xlsx.planned import fixture, make_book, notices_of, plan_of, problem_of, problems_of, put

pytestmark = pytest.mark.proves("XFILL-5")
X14 = """<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"
 xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:dataValidations count="2"
 xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidation type="list" allowBlank="1"
 showErrorMessage="1"><x14:formula1><xm:f>목록!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>H1:H2 J1</xm:sqref>
</x14:dataValidation><x14:dataValidation type="list"><x14:formula1><xm:f>$Z$1:$Z$2</xm:f></x14:formula1>
<xm:sqref>H4</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst></worksheet>"""
QUOTED = """<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice
 xmlns:x12ac="http://schemas.microsoft.com/office/spreadsheetml/2011/1/ac"
 Requires="x12ac"><x12ac:list>"서울, 부산",광주
</x12ac:list></mc:Choice><mc:Fallback><formula1>"서울, 부산,광주"</formula1></mc:Fallback></mc:AlternateContent>"""


def lists(book: xlsxwriter.Workbook) -> None:
    sheet, source = book.add_worksheet("S"), book.add_worksheet("목록")
    source.write_column("A1", ["Seoul", "부산", 30])
    source.write_column("B1", ["개발1팀", "개발2팀"])
    source.write_column("C1", ["영업팀"])
    source.write_column("D1", [f"거래처{number:03}" for number in range(120)])
    source.write_formula("E1", '="계산"&"값"')
    sheet.write_column("Z1", ["가", "나"])
    book.define_name("도시", "=목록!$A$1:$A$3")
    book.define_name("부서_개발", "=목록!$B$1:$B$2")
    book.define_name("부서_영업", "=목록!$C$1:$C$1")
    for cell, formula in {
        "A1": ["KRW", "USD", "EUR"],
        "A2": "=$Z$1:$Z$2",
        "A3": "=목록!$A$1:$A$3",
        "A4": "=도시",
        "A5": '=INDIRECT("부서_"&$B$5)',
        "A6": "=목록!$D$1:$D$120",
        "A7": "=OFFSET(목록!$A$1,0,0,COUNTA(목록!$A:$A)-1)",
        "A8": "=목록!$E$1:$E$1",
        "A9": "=없는이름",
    }.items():
        sheet.data_validation(cell, {"validate": "list", "source": formula})
    sheet.data_validation("A10", {"validate": "list", "source": ["가", "나"], "error_type": "warning"})
    sheet.data_validation("A11", {"validate": "list", "source": ["가", "나"], "show_error": False})
    sheet.data_validation("A12:B13", {"validate": "list", "source": "=Z1:Z1"})
    sheet.data_validation("A20", {"validate": "list", "source": ["서울", "광주"]})


@pytest.fixture(scope="module")
def book() -> bytes:
    data = replaced_in(make_book(lists), "xl/worksheets/sheet1.xml", ("</worksheet>", X14))
    return replaced_in(data, "xl/worksheets/sheet1.xml", ('<formula1>"서울,광주"</formula1>', QUOTED))


@pytest.mark.parametrize(
    ("cell", "value", "allowed"),
    [
        ("A1", "JPY", ["KRW", "USD", "EUR"]),
        ("A1", "krw", ["KRW", "USD", "EUR"]),
        ("A2", "다", ["가", "나"]),
        ("A3", "광주", ["Seoul", "부산", 30]),
        ("A3", 31, ["Seoul", "부산", 30]),
        ("A3", "30", ["Seoul", "부산", 30]),
        ("A4", True, ["Seoul", "부산", 30]),
        ("A7", 30, ["Seoul", "부산"]),
        ("A8", "다른", ["계산값"]),
        ("A11", "다", ["가", "나"]),
        ("H2", "광주", ["Seoul", "부산", 30]),
        ("J1", "광주", ["Seoul", "부산", 30]),
        ("H4", "다", ["가", "나"]),
        ("A20", "서울", ["서울, 부산", "광주"]),
    ],
)
def test_a_value_outside_a_list_is_refused_with_what_is_allowed(
    book: bytes, cell: str, value: Any, allowed: list[Any]
) -> None:
    problem = problem_of(book, [put(cell, value)])
    assert (problem["at"], problem["code"], problem["allowed"]) == (f"S!{cell}", "not_in_list", allowed)


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("A1", "KRW"),
        ("A2", "나"),
        ("A3", "seoul"),
        ("A3", 30),
        ("A4", "부산"),
        ("A7", "Seoul"),
        ("A8", "계산값"),
        ("H1", "부산"),
        ("H4", "가"),
        ("A1", None),
        ("A20", "서울, 부산"),
        ("H3", "무엇이든"),
    ],
)
def test_a_value_of_the_list_is_taken_and_so_is_clearing(book: bytes, cell: str, value: Any) -> None:
    found = plan_of(book, [put(cell, value)])
    assert (found.places, notices_of(found)) == ([f"S!{cell}"], [])


@pytest.mark.parametrize(
    ("cell", "value", "nearest"),
    [
        ("A1", "krw", "KRW"),
        ("A1", " EUR ", "EUR"),
        ("A3", "부 산", "부산"),
        ("A3", "30", 30),
        ("A3", 31, 30),
        ("A1", "?", None),
    ],
)
def test_the_nearest_value_is_named_where_one_is_near(book: bytes, cell: str, value: Any, nearest: Any) -> None:
    assert problem_of(book, [put(cell, value)]).get("nearest") == nearest


def test_a_list_of_dates_is_given_and_compared_as_dates() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("S")
        date = book.add_format({"num_format": "yyyy-mm-dd"})
        for row, day in enumerate([dt.date(2026, 3, 31), dt.date(2026, 6, 30), dt.date(2026, 3, 31)]):
            sheet.write_datetime(row, 5, dt.datetime.combine(day, dt.time()), date)
        sheet.data_validation("A1", {"validate": "list", "source": "=$F$1:$F$3"})

    data = make_book(build)
    problem = problem_of(data, [put("A1", "2026-06-29", format="date")])
    assert problem["message"] == '"2026-06-29" is not in the list.'
    assert (problem["allowed"], problem["nearest"]) == (["2026-03-31", "2026-06-30"], "2026-06-30")
    assert plan_of(data, [put("A1", "2026-06-30", format="date")]).places == ["S!A1"]


def test_of_a_long_list_the_ten_nearest_are_given_and_how_many_there_are(book: bytes) -> None:
    problem = problem_of(book, [put("A6", "거래처 57")])
    assert len(problem["allowed"]) == 10
    assert "거래처057" in problem["allowed"]
    assert problem["message"] == '"거래처 57" is not in the list. Of 120 allowed values the nearest are given.'


def test_a_dependent_list_is_held_against_the_values_of_the_same_call_in_any_order(book: bytes) -> None:
    assert plan_of(book, [put("A5", "개발2팀"), put("B5", "개발")]).places == ["S!A5", "S!B5"]
    problem = problem_of(book, [put("A5", "개발2팀"), put("B5", "영업")])
    assert problem["allowed"] == ["영업팀"]


@pytest.mark.parametrize(("cell", "why"), [("A5", "#REF!"), ("A9", "없는이름")])
def test_a_list_that_cannot_be_evaluated_is_told_not_ignored(book: bytes, cell: str, why: str) -> None:
    found = plan_of(book, [put(cell, "무엇이든")])
    assert [(notice.code, notice.facts) for notice in found.notices] == [
        ("rule_not_checked", {"at": f"S!{cell}", "why": why})
    ]


def test_where_the_form_only_advises_the_value_is_taken_with_a_notice(book: bytes) -> None:
    assert notices_of(plan_of(book, [put("A10", "다")])) == ["rule_warns"]


def test_relative_references_are_seen_from_the_top_left_of_the_rule(book: bytes) -> None:
    assert problem_of(book, [put("A12", "나")])["allowed"] == ["가"]
    assert problem_of(book, [put("A13", "가")])["allowed"] == ["나"]


# ── rules with bounds ─────────────────────────────────────────────────────────────────────────────────────────────────


def bounds(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("S")
    date = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet.set_column("C:C", 12, date)
    sheet.set_column("D:D", 12, book.add_format({"num_format": "hh:mm"}))
    sheet.write("F1", 100)
    for cell, rule in {
        "A1": {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": 9999},
        "A2": {"validate": "decimal", "criteria": "<=", "value": "=F1"},
        "A3": {"validate": "integer", "criteria": "not between", "minimum": 3, "maximum": 5},
        "A4": {"validate": "decimal", "criteria": "==", "value": 7.5},
        "A5": {"validate": "decimal", "criteria": "!=", "value": 0},
        "A6": {"validate": "decimal", "criteria": ">", "value": 0},
        "B1": {"validate": "length", "criteria": "between", "minimum": 2, "maximum": 4},
        "C1": {"validate": "date", "criteria": ">=", "value": dt.date(2020, 1, 1)},
        "C2": {"validate": "date", "criteria": ">=", "value": "=C1"},
        "C3": {"validate": "date", "criteria": "<=", "value": "=TODAY()"},
        "D1": {"validate": "time", "criteria": "between", "minimum": dt.time(9), "maximum": dt.time(18)},
        "E1": {"validate": "custom", "value": "=COUNTIF($E$1:$E$9,E1)=1"},
        "E2": {"validate": "custom", "value": "=COUNTIF($E$1:$E$9,E2)=1"},
        "E3": {"validate": "custom", "value": '=ISNUMBER(SEARCH("@",E3))'},
        "E4": {"validate": "custom", "value": "=SUMPRODUCT(A1:A2)>0"},
        "E5": {"validate": "any"},
    }.items():
        sheet.data_validation(cell, rule)


@pytest.mark.parametrize(
    ("item", "rule", "nearest"),
    [
        (put("A1", 10_000), "whole 1..9999", 9999),
        (put("A1", 2.4), "whole 1..9999", 2),
        (put("A1", "셋"), "whole 1..9999", None),
        (put("A2", 100.5), "<= 100", 100),
        (put("A3", 4), "whole not 3..5", None),
        (put("A4", 7), "= 7.5", 7.5),
        (put("A5", 0), "<> 0", None),
        (put("A6", 0), "> 0", None),
        (put("B1", "다섯글자야"), "length 2..4", None),
        (put("B1", 12345), "length 2..4", None),
        (put("C1", "2019-12-31", format="date"), ">= 2020-01-01", "2020-01-01"),
        (put("D1", "18:01", format="time"), "09:00..18:00", "18:00"),
        (put("E3", "주소"), '=ISNUMBER(SEARCH("@",E3))', None),
    ],
)
def test_a_value_that_breaks_a_rule_is_refused_with_the_rule(item: dict[str, Any], rule: str, nearest: Any) -> None:
    problem = problem_of(make_book(bounds), [item])
    assert problem["code"] == "breaks_rule"
    assert problem["message"] == f"Breaks the rule: {rule}"
    assert problem.get("nearest") == nearest


@pytest.mark.parametrize(
    "item",
    [
        put("A1", 9999),
        put("A2", 100),
        put("A3", 6),
        put("A4", 7.5),
        put("A5", -1),
        put("A6", 0.1),
        put("B1", "네글자임"),
        put("C1", "2020-01-01", format="date"),
        put("D1", "09:00", format="time"),
        put("E1", "가"),
        put("E3", "a@b.kr"),
        put("E5", "아무"),
        put("A1", None),
    ],
)
def test_a_value_that_keeps_to_the_rule_is_taken(item: dict[str, Any]) -> None:
    assert notices_of(plan_of(make_book(bounds), [item])) == []


def test_a_rule_on_another_cell_sees_the_value_of_the_same_call() -> None:
    data = make_book(bounds)
    cells = [put("C2", "2026-05-01", format="date"), put("C1", "2026-06-01", format="date")]
    problem = problem_of(data, cells)
    assert (problem["at"], problem["message"]) == ("S!C2", "Breaks the rule: >= 2026-06-01")
    assert {one["at"] for one in problems_of(data, [put("E1", "같음"), put("E2", "같음")])} == {"S!E1", "S!E2"}


@pytest.mark.parametrize(
    ("item", "why"), [(put("C3", "2026-01-01", format="date"), "TODAY()"), (put("E4", 1), "SUMPRODUCT()")]
)
def test_a_rule_that_looks_at_the_clock_or_is_beyond_the_evaluator_is_told(item: dict[str, Any], why: str) -> None:
    found = plan_of(make_book(bounds), [item])
    assert [(notice.code, notice.facts["why"]) for notice in found.notices] == [("rule_not_checked", why)]


def test_of_many_like_notices_the_first_are_given_and_how_many_more_there_are() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("S").data_validation("A1:A100", {"validate": "custom", "value": "=A1<TODAY()"})

    found = plan_of(make_book(build), [put(f"A{row}", row) for row in range(1, 101)])
    assert [notice.code for notice in found.notices] == ["rule_not_checked"] * 20 + ["more_like_it"]
    assert found.notices[-1].text("en") == "There are 80 more of the notice rule_not_checked."


def test_a_rule_that_would_take_too_long_to_evaluate_is_told() -> None:
    def build(book: xlsxwriter.Workbook) -> None:
        rule = {"validate": "custom", "value": "=COUNTIF($A$1:$A$9000,A1)=1"}
        book.add_worksheet("S").data_validation("A1:A9000", rule)

    found = plan_of(make_book(build), [put(f"A{row}", row) for row in range(1, 9001)])
    assert {notice.code for notice in found.notices} == {"rule_not_checked", "more_like_it"}


def test_dates_of_a_rule_are_read_in_the_books_own_date_system() -> None:
    data = make_book(bounds, date_1904=True)
    assert problem_of(data, [put("C1", "2019-12-31", format="date")])["message"] == "Breaks the rule: >= 2020-01-01"


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (put("B4", "출장", "휴가신청서"), "not_in_list"),
        (put("D4", 16, "휴가신청서"), "breaks_rule"),
        (put("B5", "2025-12-31", "휴가신청서", format="date"), "breaks_rule"),
        (put("B6", "08:59", "휴가신청서", format="time"), "breaks_rule"),
        (put("D6", "12345", "휴가신청서"), "breaks_rule"),
        (put("B7", "짧음", "휴가신청서"), "breaks_rule"),
    ],
)
def test_every_kind_of_rule_of_a_real_form_holds(item: dict[str, Any], code: str) -> None:
    assert problem_of(fixture("leave.xlsx"), [item])["code"] == code


# ── real files ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rules_of_real_workbooks_are_described_and_their_lists_read(corpus: Path) -> None:
    kinds: set[str] = set()
    listed = 0
    for path in [*sorted((corpus / "xlsx").iterdir()), *sorted((corpus / "xltx").iterdir())]:
        book = Workbook(Package.open(path.read_bytes()))
        evaluator = new_evaluator(book, {})
        for sheet in book.worksheets:
            for area, rule in book.structure(sheet).rules:
                kinds.add(rule.kind)
                if rule.kind != "list":
                    assert describe_rule(evaluator, sheet, rule, area.first)
                elif rule.inline is not None or rule.first.startswith("$"):
                    listed += bool(read_listing(evaluator, sheet, rule, area.first).values)
    assert kinds == {"list", "whole", "decimal", "date", "time", "textLength", "custom"}
    assert listed > 40
