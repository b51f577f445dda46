"""The workbooks in fixtures/ are what the scripts beside them make."""

from __future__ import annotations

import io
import runpy
import zipfile
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).parents[3] / "fixtures" / "xlsx"


def run(script: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(FIXTURES))
    return runpy.run_path(str(FIXTURES / script))


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_quote_is_made_by_its_script(monkeypatch: pytest.MonkeyPatch) -> None:
    made = run("make_quote.py", monkeypatch)["make"]()
    assert parts(made) == parts((FIXTURES / "quote.xltx").read_bytes())


def test_the_forms_are_made_by_their_script(monkeypatch: pytest.MonkeyPatch) -> None:
    script = run("make_forms.py", monkeypatch)
    for name, (write, options) in script["FORMS"].items():
        assert parts(script["make"](write, **options)) == parts((FIXTURES / name).read_bytes()), name


def test_the_dialects_are_made_by_their_script(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in run("make_dialects.py", monkeypatch)["DIALECTS"].items():
        assert parts(data) == parts((FIXTURES / name).read_bytes()), name
