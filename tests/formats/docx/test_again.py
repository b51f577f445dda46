"""A document that was filled is corrected by the same addresses as its form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docx
import pytest

from docforge import DocForge, Refusal

ROOT = Path(__file__).resolve().parents[3]
TEMPLATE, PATH = "templates/form.docx", "out/a.docx"
CONTRACT = "templates/contract.dotx"
Json = dict[str, Any]
HEADS = (("고객사명", "", "담당자", ""), ("주소", "", "연락처", ""))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A workspace with the contract, and a form of labels beside cells above a block of items and a total."""
    (tmp_path / "templates").mkdir()
    (tmp_path / CONTRACT).write_bytes((ROOT / "fixtures/docx/contract.dotx").read_bytes())
    document = docx.Document()
    lay(document.add_table(2, 4), HEADS)
    lay(document.add_table(4, 3), (("품목", "수량", "금액"), ("", "", ""), ("", "", ""), ("합계", "", "")))
    document.save(str(tmp_path / TEMPLATE))
    return tmp_path


def lay(table: Any, texts: Any) -> None:
    for row, told in zip(table.rows, texts, strict=True):
        for cell, text in zip(row.cells, told, strict=True):
            cell.text = text


def edit(home: Path, *fields: Json, **more: Any) -> Json:
    return DocForge(home, language="en").call("edit_docx", path=PATH, attach=False, fields=list(fields), **more)


def places(home: Path, path: str = PATH) -> dict[str, Json]:
    return {place["at"]: place for place in DocForge(home, language="en").call("read_docx", path=path)["places"]}


def texts(home: Path) -> list[list[list[str]]]:
    document = docx.Document(str(home / PATH))
    return [[[cell.text for cell in row.cells] for row in table.rows] for table in document.tables]


@pytest.mark.proves("PLACE-1", "PLACE-4", "WORD-3")
def test_a_value_that_reads_like_a_label_changes_no_name(home: Path) -> None:
    before = set(places(home, TEMPLATE))
    edit(home, {"at": "label:고객사명", "value": "연락처"}, template=TEMPLATE)
    after = places(home)
    assert set(after) == before
    assert after["label:고객사명"]["now"] == "연락처"
    result = edit(home, {"at": "label:고객사명", "value": "한빛스틸"}, {"at": "label:연락처", "value": "02-1"})
    assert result["replaced"] == [{"at": "label:고객사명", "before": "연락처"}]
    assert texts(home)[0] == [["고객사명", "한빛스틸", "담당자", ""], ["주소", "", "연락처", "02-1"]]


@pytest.mark.proves("PLACE-4", "WORD-3")
def test_labels_below_rows_that_were_added_are_found_again(home: Path) -> None:
    rows = [["서버", 1, number] for number in range(5)]
    edit(home, {"at": "T2R2", "rows": rows}, {"at": "T2R4C3", "value": "10"}, template=TEMPLATE)
    known = places(home, TEMPLATE)
    total = next(at for at, place in known.items() if place.get("label", "").startswith("합계"))
    assert texts(home)[1][-1][0] == "합계"
    edit(home, {"at": total, "value": "15"})
    assert "15" in texts(home)[1][-1]
    assert len(texts(home)[1]) == 7


@pytest.mark.proves("PLACE-1", "PLACE-2")
def test_a_label_stays_one_after_its_place_was_filled(home: Path) -> None:
    edit(home, {"at": "label:고객사명", "value": "한빛스틸"}, template=TEMPLATE)
    with pytest.raises(Refusal) as caught:
        edit(home, {"at": "T1R1C1", "value": "x"})
    assert caught.value.to_dict()["problems"][0]["code"] == "label_cell"


@pytest.mark.proves("PLACE-2", "WORD-2")
def test_tags_that_are_left_and_values_that_are_tags_are_told(home: Path) -> None:
    field = {"at": "label:주소", "value": "{{거리}}"}
    warnings = edit(home, field, template=CONTRACT)["warnings"]
    assert any("2 tags are left" in told and "placeholder:담당자" in told for told in warnings)
    assert any("label:주소 holds a {{…}} tag" in told for told in warnings)


@pytest.mark.proves("PLACE-2")
def test_a_long_text_that_gives_way_is_told_shortly(home: Path) -> None:
    edit(home, {"at": "label:주소", "value": "가" * 5_000}, template=TEMPLATE)
    replaced = edit(home, {"at": "label:주소", "value": "서울"})["replaced"]
    assert len(replaced[0]["before"]) == 301
