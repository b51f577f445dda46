"""Hostile, broken and macro-enabled real workbooks: a refusal with a code, or what is right, and never more."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from docforge import DocForge, Refusal

REFUSED = {
    "ClosedXML__~$LoadPivotTables.xlsx": "not_a_document",
    "exceljs__invalid-xml.xlsx": "not_a_document",
    "exceljs__missing-bits.xlsx": "not_a_document",
    "jxls__CorruptExcelFileTest.xlsx": "not_a_document",
    "poi__54764.xlsx": "hostile_file",
    "poi__fuzz-POIXSSFFuzzer-4828727001088000.xlsx": "hostile_file",
    "poi__fuzz-POIXSSFFuzzer-5265527465181184.xlsx": "hostile_file",
    "poi__invalid.xlsx": "not_a_document",
    "poi__protected_sha512.xlsx": "encrypted",
}
pytestmark = [pytest.mark.proves("REJECT-5"), pytest.mark.timeout(20)]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    return tmp_path


def place(corpus: Path, workspace: Path, name: str, path: str) -> None:
    shutil.copyfile(corpus / "hostile" / name, workspace / path)


def refusal(workspace: Path, tool: str, **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        DocForge(workspace=str(workspace)).call(tool, **arguments)
    return refused.value


def files(workspace: Path) -> set[str]:
    return {
        str(path.relative_to(workspace))
        for path in workspace.rglob("*")
        if path.is_file() and ".docforge" not in path.parts
    }


@pytest.mark.parametrize(("name", "code"), REFUSED.items(), ids=list(REFUSED))
def test_a_hostile_workbook_is_refused_by_name_when_it_is_read(
    corpus: Path, workspace: Path, name: str, code: str
) -> None:
    place(corpus, workspace, name, "book.xlsx")
    assert refusal(workspace, "read_xlsx", path="book.xlsx").code == code


@pytest.mark.proves("REJECT-6")
@pytest.mark.parametrize("name", REFUSED, ids=list(REFUSED))
def test_a_hostile_template_is_refused_and_leaves_nothing_behind(corpus: Path, workspace: Path, name: str) -> None:
    place(corpus, workspace, name, "templates/form.xlsx")
    cells = [{"sheet": "Sheet1", "cell": "A1", "value": "x"}]
    told = refusal(workspace, "edit_xlsx", template="templates/form.xlsx", path="new.xlsx", attach=False, cells=cells)
    assert told.code == REFUSED[name]
    assert files(workspace) == {"templates/form.xlsx"}


def test_a_schema_elsewhere_is_never_fetched_and_the_workbook_is_read(corpus: Path, workspace: Path) -> None:
    place(corpus, workspace, "poi__xxe_in_schema.xlsx", "book.xlsx")
    assert DocForge(workspace=str(workspace)).call("read_xlsx", path="book.xlsx")["sheets"]


@pytest.mark.proves("REJECT-3")
def test_a_macro_book_under_another_name_is_neither_a_template_nor_edited(corpus: Path, workspace: Path) -> None:
    place(corpus, workspace, "poi__stress002.xlsx", "templates/form.xlsx")
    place(corpus, workspace, "poi__stress002.xlsx", "book.xlsx")
    call: dict[str, Any] = {"attach": False, "cells": [{"sheet": "Sheet1", "cell": "A1", "value": "x"}]}
    assert (
        refusal(workspace, "edit_xlsx", template="templates/form.xlsx", path="new.xlsx", **call).code
        == "macro_template"
    )
    assert refusal(workspace, "edit_xlsx", path="book.xlsx", **call).code == "renamed"
    assert files(workspace) == {"templates/form.xlsx", "book.xlsx"}
