"""Long answers come in pages of 50 rows and 24,000 characters, and say how to go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docforge import DocForge, Refusal
from docforge.tools.pages import CHARACTERS, ROWS, cut_page
from tests.toy import toy_bytes
from tests.toy.fixtures import put, refused

LONG = "".join(f'<place name="p{n}" label="{"이름표" * (300 if n % 3 else 1)}"/>' for n in range(120))


@pytest.mark.proves("XREAD-2")
def test_pages_hold_every_row_once_within_both_limits(forge: DocForge, home: Path) -> None:
    put(home, "templates/long.toyt", toy_bytes(LONG))
    seen, cursor, pages = [], None, 0
    while True:
        page = forge.call("read_toy", path="templates/long.toyt", **({"cursor": cursor} if cursor else {}))
        pages += 1
        assert page["shown"] == len(page["places"]) <= ROWS
        assert len(json.dumps(page, ensure_ascii=False, separators=(",", ":"))) <= CHARACTERS
        assert page["total"] == 120
        assert ("extra" in page) == (pages == 1)
        seen += [place["at"] for place in page["places"]]
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    assert seen == [f"p{n}" for n in range(120)]
    assert pages > 3


@pytest.mark.proves("XREAD-2", "DOOR-1")
def test_limit_sets_the_rows_of_a_page(forge: DocForge, home: Path) -> None:
    put(home, "templates/long.toyt", toy_bytes(LONG))
    page = forge.call("read_toy", path="templates/long.toyt", limit=7)
    assert (page["shown"], page["next_cursor"]) == (7, "7")


@pytest.mark.proves("XREAD-2")
@pytest.mark.parametrize("cursor", ["6", "-1", "x", "", "99999999999999999999999999", "٣"])
def test_a_cursor_that_no_page_gave_is_refused(forge: DocForge, cursor: str) -> None:
    told = refused(forge, "read_toy", path="templates/quote.toyt", cursor=cursor)
    assert [problem["at"] for problem in told["problems"]] == ["cursor"]


@pytest.mark.proves("XREAD-2")
def test_a_row_whose_columns_are_too_long_is_cut_and_the_next_page_goes_on() -> None:
    columns = [{"cell": f"{letter}10", "allowed": [f"제품 {n}" for n in range(5_000)]} for letter in "ABC"]
    page = cut_page("read_toy", [{"at": "x"}, {"at": "y", "columns": columns}], cursor="1", limit=None)
    assert [column["cell"] for column in page.rows[0]["columns"]] == ["A10", "B10", "C10"]
    assert page.rows[0]["columns"][0]["allowed"][-1] == "… 4980 more"
    assert (len(page.rows), page.next_cursor) == (1, None)
    long = {"at": "x", "allowed": ["가" * 30_000] * 40}
    crowded = {"tables": [{"name": "가" * 3_000}] * 30}
    page = cut_page("read_toy", [long, {"at": "y"}], cursor=None, limit=1, beside=crowded)
    assert (len(page.rows), page.next_cursor) == (1, "1")
    assert len(json.dumps([page.rows, page.beside], ensure_ascii=False)) < CHARACTERS


@pytest.mark.proves("XREAD-2")
def test_one_row_that_alone_is_too_long_is_cut_and_not_left_out() -> None:
    monster = {"at": "x", "allowed": [f"value {n}" for n in range(9_000)], "label": "가" * 30_000}
    page = cut_page("read_toy", [monster, {"at": "y"}], cursor=None, limit=None, beside={"sheets": ["s" * 40] * 2_000})
    assert [row["at"] for row in page.rows] == ["x", "y"]
    assert page.rows[0]["allowed"][:2] == ["value 0", "value 1"]
    assert len(json.dumps([page.rows, page.beside], ensure_ascii=False)) < CHARACTERS


@pytest.mark.proves("XREAD-2")
def test_an_empty_list_is_one_empty_page() -> None:
    page = cut_page("list_files", [], cursor=None, limit=None)
    assert (page.rows, page.next_cursor) == ([], None)
    with pytest.raises(Refusal):
        cut_page("list_files", [], cursor="1", limit=None)
