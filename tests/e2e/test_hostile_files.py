"""Real files that are broken, locked or made to do harm: each is refused with a code, at once and by every tool."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import find_corpus
from tests.e2e.callers import RestCaller
from tests.e2e.room import Room
from tests.e2e.shapes import assert_refusal

SUFFIXES = {".xlsx", ".xltx", ".xlsm", ".xltm"}
CODES = {"encrypted", "not_a_document", "strict_format", "hostile_file", "too_large", "renamed", "macro_template"}


def hostile_files() -> list[Path]:
    folder = find_corpus()
    found = sorted((folder / "hostile").iterdir()) if folder else []
    return [path for path in found if path.suffix.lower() in SUFFIXES]


@pytest.mark.slow
@pytest.mark.proves("REJECT-5", "REJECT-6")
@pytest.mark.parametrize("file", hostile_files(), ids=lambda path: path.name)
def test_a_hostile_file_is_filled_whole_or_refused_with_a_code(
    file: Path, room: Room, fresh: str, rest_callers: dict[str, RestCaller]
):
    template = f"templates/hostile{file.suffix.lower()}"
    room.put(template, file.read_bytes())
    before = room.tree()
    read = rest_callers["en"].call("read_xlsx", path=template)
    sheet = read.body["sheets"][0]["name"] if read.ok else "Sheet1"
    cells = [{"sheet": sheet, "cell": "ZZ9000", "value": "x"}]

    ok, body = rest_callers["en"].call("edit_xlsx", template=template, path=fresh, attach=False, cells=cells)

    if not read.ok:
        assert_refusal(read.body, "en")
        assert read.body["code"] in CODES
        assert not ok
    if not ok:
        assert_refusal(body, "en")
        assert body["code"] in CODES | ({"cells_refused"} if read.ok else set())
        assert room.tree() == before
