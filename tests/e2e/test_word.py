"""The Korean service contract (fixtures/docx/contract.dotx) through the doors: read, fill, be refused, correct."""

from __future__ import annotations

import io
import itertools
import json
from pathlib import Path
from typing import Any

import docx
import pytest

from docforge.opc import Package, compare
from tests.conftest import ROOT
from tests.e2e.callers import Caller
from tests.e2e.room import Room

TEMPLATE = "templates/contract.dotx"
CONTRACT = (ROOT / "fixtures/docx/contract.dotx").read_bytes()
_NUMBERS = itertools.count(1)
VALUES: dict[str, Any] = {
    "control:Customer": "하늘상사 & <주>",
    "#1184403": "2026-09-01",
    "control:PayTerm": "월말 30일",
    "control:NDA": True,
    "placeholder:담당자": "김민준",
    "label:대표자": "이하늘",
    "label:주소": "서울 중구\n세종대로 110",
}
FORMATTED = [
    {"at": "placeholder:계약금액", "value": 12_400_000, "format": "hangul_amount"},
    {"at": "label:사업자등록번호", "value": "1234567890", "format": "business_number"},
]
ITEMS = [
    {"품목": "기획", "수량": 1, "단가": 2_400_000, "금액": 2_400_000},
    {"품목": "개발", "수량": 2, "금액": 10_000_000},
]
FIELDS = [
    *({"at": at, "value": value} for at, value in VALUES.items()),
    *FORMATTED,
    {"at": "T2R2", "rows": ITEMS, "format": "number:0"},
]


@pytest.fixture
def path() -> str:
    """A path that no test of this run has used."""
    return f"contracts/하늘-{next(_NUMBERS)}.docx"


@pytest.fixture
def contract(caller: Caller, room: Room, path: str) -> str:
    """A contract that was made from its template, every place filled."""
    room.put(TEMPLATE, CONTRACT)
    ok, body = caller.call("edit_docx", template=TEMPLATE, path=path, attach=True, fields=FIELDS)
    assert ok, body
    return path


def lines(data: bytes) -> list[str]:
    """The paragraphs of the body and of its header and footer, as a stranger reads them, controls among them."""
    document = docx.Document(io.BytesIO(data))
    section = document.sections[0]
    parts = (section.header._element, document.element.body, section.footer._element)
    paragraphs = (paragraph for part in parts for paragraph in part.iterchildren("{*}p"))
    return ["".join(node.text or "" for node in paragraph.iter("{*}t")) for paragraph in paragraphs]


def cells(data: bytes, table: int) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in docx.Document(io.BytesIO(data)).tables[table].rows]


@pytest.mark.proves("PLACE-1")
def test_a_reading_tells_every_place_with_what_it_takes(caller: Caller, room: Room):
    room.put(TEMPLATE, CONTRACT)
    ok, body = caller.call("read_docx", path=TEMPLATE)
    assert ok, body
    places = {place["at"]: place for place in body["places"]}
    assert places["control:Customer"] | {"guide": ""} == {
        "at": "control:Customer", "kind": "text", "label": "고객사", "bound": True, "places": 2, "guide": ""
    }  # fmt: skip
    assert places["#1184403"]["format"] == "yyyy년 M월 d일"
    assert places["control:PayTerm"]["allowed"] == ["선불", "월말 30일", "분할 3회"]
    assert places["T2R2"] == {
        "at": "T2R2", "kind": "rows", "columns": ["품목", "수량", "단가", "금액"], "blank": 5, "footer": 1
    }  # fmt: skip
    assert places["#page1"]["why_not"] == "Word가 만듭니다(PAGE)"
    assert "why_not" in places["control:ContractNo"]
    assert not {"T2R3C1", "T2R2C1"} & set(places)


@pytest.mark.proves("WORD-1", "WORD-2", "WORD-3", "PLACE-2", "SERVE-8", "POTX-1")
def test_a_contract_is_filled_in_one_call(room: Room, contract: str):
    data = room.read(contract)
    assert lines(data) == [
        "용역 계약서 — 하늘상사 & <주>",
        "용역 계약서",
        "고객사: 하늘상사 & <주>",
        "계약일: 2026년 9월 1일",
        "지급 조건: 월말 30일",
        "비밀 유지 약정 ☒",
        "담당자는 김민준이며, 계약 금액은 금 일천이백사십만원정으로 한다.",
        "용역 내역",
        "계약 번호: DF-2026-001",
        "담당 김민준 · 1",
    ]
    assert cells(data, 0) == [
        ["대표자", "이하늘", "사업자등록번호", "123-45-67890"],
        ["주소", "서울 중구\n세종대로 110", "연락처", ""],
    ]
    items = cells(data, 1)
    assert items[1:3] == [["기획", "1", "2,400,000", "2,400,000"], ["개발", "2", "", "10,000,000"]]
    assert (len(items), items[3], items[-1][0]) == (7, [""] * 4, "합계")


@pytest.mark.proves("PLACE-3", "POTX-1")
def test_only_the_parts_that_hold_what_was_filled_change(room: Room, contract: str):
    difference = compare(Package.open(CONTRACT), Package.open(room.read(contract)))
    named = {"[Content_Types].xml", "word/document.xml", "word/header1.xml", "word/footer1.xml", "customXml/item2.xml"}
    assert (set(difference.changed), list(difference.added), list(difference.removed)) == (named, [], [])


@pytest.mark.proves("PLACE-2", "PLACE-4", "REJECT-2")
def test_all_that_is_wrong_is_told_at_once_and_nothing_is_made(caller: Caller, room: Room, path: str):
    room.put(TEMPLATE, CONTRACT)
    before = room.tree()
    wrong: list[tuple[str, Any, str]] = [
        ("control:Customr", "x", "no_place"),
        ("control:PayTerm", "외상", "not_in_list"),
        ("#1184403", "2026/9/1", "bad_date"),
        ("control:NDA", "예", "bad_value"),
        ("control:ContractNo", "DF-1", "locked"),
        ("T1R1C1", "대표이사", "label_cell"),
        ("T2R1C1", "품명", "header_cell"),
        ("#page1", "2", "calculated"),
        ("control:Customer", "a\nb", "one_line"),
        ("placeholder:담당자", "\x07", "bad_character"),
    ]
    fields = [{"at": at, "value": value} for at, value, _ in wrong]
    ok, body = caller.call("edit_docx", template=TEMPLATE, path=path, attach=True, fields=fields)
    assert not ok
    assert [(one["at"], one["code"]) for one in body["problems"]] == [(at, code) for at, _, code in wrong]
    by_code = {one["code"]: one for one in body["problems"]}
    assert by_code["no_place"]["nearest"] == "control:Customer"
    assert by_code["not_in_list"]["allowed"] == ["선불", "월말 30일", "분할 3회"]
    assert by_code["label_cell"]["use"] in {"label:대표자", "T1R1C2"}
    assert by_code["bad_date"]["use"] == "2026-09-01"
    assert room.tree() == before


@pytest.mark.proves("PLACE-2", "MATRIX-1")
def test_a_contract_is_corrected_in_place(caller: Caller, room: Room, contract: str):
    fields = [
        {"at": "control:Customer", "value": "바다상사"},
        {"at": "label:대표자", "value": "박바다", "expect": "이하늘"},
    ]
    ok, body = caller.call("edit_docx", path=contract, attach=False, fields=fields)
    assert ok, body
    assert body["replaced"] == [
        {"at": "control:Customer", "before": "하늘상사 & <주>"},
        {"at": "label:대표자", "before": "이하늘"},
    ]
    data = room.read(contract)
    assert (lines(data)[0], lines(data)[2]) == ("용역 계약서 — 바다상사", "고객사: 바다상사")
    assert b"<customer>" in Package.open(data).read("customXml/item2.xml")
    ok, body = caller.call("edit_docx", path=contract, attach=False, fields=[fields[1]])
    assert (ok, body["problems"][0]["code"]) == (False, "not_as_expected")


def test_the_fixture_is_what_its_script_makes(tmp_path: Path):
    from fixtures.docx.make_contract import make

    made, kept = Package.open(make()), Package.open(CONTRACT)
    assert made.names == kept.names
    assert all(made.read(name) == kept.read(name) for name in made.names)


@pytest.mark.proves("GUIDE-1", "PLACE-2")
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_call_that_the_guide_shows_can_be_made(caller: Caller, room: Room, language: str):
    room.put(TEMPLATE, CONTRACT)
    guide = (ROOT / f"guides/docx.{language}.md").read_text(encoding="utf-8")
    shown = json.loads(guide.partition("```json")[2].partition("```")[0])
    ok, body = caller.call("edit_docx", **shown)
    assert ok, body
    assert shown["fields"][0]["value"] in lines(room.read(shown["path"]))[2]
