"""`docforge demo`, run as a new user runs it, and the workbook that it leaves read back by strangers."""

from __future__ import annotations

import datetime as dt
import io
import json
import subprocess
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from tests.e2e.reading import cell_values, open_workbook, packed_parts, parts, schema_errors
from tests.e2e.serving import COMMAND, environment
from tests.e2e.wrong_books import FIXTURES, fixture

EXPECTED = json.loads((FIXTURES / "quote.expected.json").read_text(encoding="utf-8"))
DOCUMENT = Path("demo-workspace/quotes/hanbit.xlsx")
MAY_CHANGE = {"[Content_Types].xml", "xl/worksheets/sheet1.xml"}


def run_demo(folder: Path) -> str:
    """What `docforge demo` prints in `folder`."""
    done = subprocess.run(
        [*COMMAND, "demo"],
        cwd=folder,
        env=environment(folder / "not-here"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder that the demo ran in, and what it printed."""
    folder = tmp_path_factory.mktemp("demo")
    return folder, run_demo(folder)


@pytest.fixture
def document(demo: tuple[Path, str]) -> Path:
    return demo[0] / DOCUMENT


@pytest.mark.proves("SERVE-1", "XFILL-1")
def test_the_demo_shows_the_call_its_result_and_where_the_file_lies(demo: tuple[Path, str], document: Path):
    folder, printed = demo
    assert document.is_file()
    assert {path.name for path in folder.iterdir()} == {"demo-workspace"}
    assert str(DOCUMENT) in printed
    assert '"action": "copied_and_edited"' in printed
    assert all(json.dumps(cell, ensure_ascii=False) in printed for cell in EXPECTED["call"]["cells"])


@pytest.mark.proves("XFILL-10", "REJECT-6")
def test_the_demo_shows_what_was_refused_on_a_wrong_call(demo: tuple[Path, str]):
    printed = demo[1]
    for problem in EXPECTED["refused"]["problems"]:
        assert problem["at"] in printed
        assert problem["code"] in printed


@pytest.mark.proves("XFILL-1", "XFILL-6", "XFILL-10")
def test_strangers_read_the_values_of_the_demo_back(document: Path):
    data = document.read_bytes()
    stored = {**EXPECTED["stored"], "F3": dt.datetime(2026, 11, 30)}  # noqa: DTZ001  a cell knows no zone
    assert cell_values(data, "견적서", list(stored)) == list(stored.values())
    rows = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name("견적서").to_python(skip_empty_area=False)
    assert rows[3][1] == "(주)한빛스틸"
    assert rows[2][5] == dt.date(2026, 11, 30)
    assert rows[9][2:4] == [3.0, 1_250_000.0]


@pytest.mark.proves("XFILL-9")
def test_no_stale_result_is_left_in_the_demo(document: Path):
    computed = open_workbook(document.read_bytes(), data_only=True)["견적서"]
    assert [computed[cell].value for cell in EXPECTED["computed"]] == [None] * len(EXPECTED["computed"])
    formulas = open_workbook(document.read_bytes())["견적서"]
    assert all(str(formulas[cell].value).startswith("=") for cell in EXPECTED["computed"])


@pytest.mark.proves("XFILL-8", "POTX-1")
def test_all_other_parts_of_the_demo_are_those_of_the_template(document: Path):
    template = fixture("quote.xltx")
    before, after = packed_parts(template), packed_parts(document.read_bytes())
    assert list(before) == list(after)
    assert {name for name in before if before[name] != after[name]} == MAY_CHANGE
    types = parts(template)["[Content_Types].xml"], parts(document.read_bytes())["[Content_Types].xml"]
    assert types[0].replace(b"spreadsheetml.template.main", b"spreadsheetml.sheet.main") == types[1]


@pytest.mark.proves("XFILL-8", "XFILL-11")
def test_the_demo_breaks_no_rule_that_its_template_keeps(document: Path):
    assert schema_errors(document) <= schema_errors(FIXTURES / "quote.xltx")


@pytest.mark.proves("MATRIX-5")
def test_a_second_run_makes_a_second_quote(tmp_path: Path):
    run_demo(tmp_path)
    first = (tmp_path / DOCUMENT).read_bytes()
    printed = run_demo(tmp_path)
    second = DOCUMENT.with_name("hanbit-2.xlsx")
    assert str(second) in printed
    assert (tmp_path / DOCUMENT).read_bytes() == first
    assert (tmp_path / second).is_file()
