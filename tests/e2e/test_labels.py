"""What a label is, is decided on the template: a value that a fill wrote never is one (XFILL-4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.callers import Caller
from tests.e2e.reading import cell_values
from tests.e2e.room import Room
from tests.e2e.wrong_books import fixture

QUOTE = "templates/quote.xltx"


def write(caller: Caller, path: str, cell: str, value: Any, **more: Any) -> tuple[bool, dict[str, Any]]:
    item = {"sheet": "견적서", "cell": cell, "value": value}
    overwrite = {"overwrite": True} if more.pop("overwrite", False) else {}
    return caller.call("edit_xlsx", **{"path": path, "attach": False, "cells": [item | overwrite], **more})


@pytest.fixture
def document(caller: Caller, room: Room, fresh: str) -> str:
    """A quote that was made from its template."""
    room.put(QUOTE, fixture("quote.xltx"))
    ok, body = write(caller, fresh, "A10", "백업", template=QUOTE)
    assert ok, body
    return fresh


@pytest.mark.proves("XFILL-4", "MATRIX-9")
def test_a_value_that_a_fill_wrote_is_corrected_without_a_word(caller: Caller, room: Room, document: str):
    ok, body = write(caller, document, "A10", "보안")
    assert ok, body
    assert body["replaced"] == [{"at": "견적서!A10", "before": "백업"}]
    assert cell_values(room.read(document), "견적서", ["A10"]) == ["보안"]


@pytest.mark.proves("XFILL-4", "MATRIX-9")
def test_a_label_of_the_template_is_a_label_of_the_document_until_overwrite_is_said(
    caller: Caller, room: Room, document: str
):
    before = room.tree()
    ok, body = write(caller, document, "A4", "상호")
    assert not ok
    assert [(problem["code"], problem["use"]) for problem in body["problems"]] == [("label_cell", "견적서!B4")]
    assert room.tree() == before

    ok, body = write(caller, document, "A4", "상호", overwrite=True)
    assert ok, body
    assert cell_values(room.read(document), "견적서", ["A4"]) == ["상호"]


@pytest.mark.proves("XFILL-4")
def test_a_document_that_came_from_outside_gets_a_warning_for_its_labels(caller: Caller, room: Room, fresh: str):
    room.put(fresh, fixture("invoice.xlsx"))
    cells = [{"sheet": "Invoice", "cell": "A5", "value": "Client:"}]
    ok, body = caller.call("edit_xlsx", path=fresh, attach=False, cells=cells)
    assert ok, body
    assert any("Customer:" in warning for warning in body["warnings"])
    assert cell_values(room.read(fresh), "Invoice", ["A5"]) == ["Client:"]


@pytest.mark.proves("XFILL-4")
def test_the_label_of_a_place_with_a_default_is_kept_as_that_of_an_empty_one(caller: Caller, document: str):
    ok, body = write(caller, document, "A6", "USD")
    assert not ok
    assert [(problem["code"], problem["use"]) for problem in body["problems"]] == [("label_cell", "견적서!B6")]
