"""Every real form of the corpus is checked, and its sample call passes as it stands (SERVE-7)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docforge import DocForge, Refusal
from docforge.formats import load_formats
from tests.conftest import find_corpus

CORPUS = find_corpus()
UNREADABLE = {"strict_format", "not_a_document", "encrypted", "hostile_file", "renamed"}
FORMS = sorted(
    path
    for path in (CORPUS.rglob("*") if CORPUS is not None else ())
    if path.is_file()
    and "hostile" not in path.parts
    and any(path.suffix.lower() in fmt.templates for fmt in load_formats().values())
)


@pytest.mark.slow
@pytest.mark.proves("SERVE-7")
@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.name)
def test_the_sample_of_a_real_form_passes(form: Path, tmp_path: Path) -> None:
    path = f"templates/form{form.suffix.lower()}"
    (tmp_path / "templates").mkdir()
    (tmp_path / path).write_bytes(form.read_bytes())
    forge = DocForge(workspace=str(tmp_path))
    body = checked(forge, path)
    if "sample" in body:
        call = body["sample"]
        written = forge.call(call["tool"], **call["arguments"])["written"]
        assert written == len(call["arguments"].get("cells") or call["arguments"]["fields"])


def checked(forge: DocForge, path: str) -> dict[str, Any]:
    """What the check tells; nothing of a file that is refused for what it is."""
    try:
        return forge.call("check_template", path=path)
    except Refusal as refusal:
        if refusal.code not in UNREADABLE:
            raise
        return {}
