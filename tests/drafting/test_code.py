"""Code on the working copy: one publish with the list, and what is left when it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from docforge import DocForge
from docforge.config import Settings
from docforge.sandbox.seal import can_seal
from tests.toy import read_toy, toy_bytes
from tests.toy.fixtures import TEMPLATE, fill, put, refused, snapshot

pytestmark = pytest.mark.skipif(not can_seal(), reason="this machine has no seccomp filters")
PATH = "quotes/hanbit.toyx"
RIGHT = "form[1].text = (form[1].text or '') + params['more']\nprint(len(form))"
WRONG = "x = 1\nraise ValueError('no such customer')"


def document(home: Path) -> bytes:
    return (home / PATH).read_bytes()


@pytest.mark.proves("CODE-1", "CODE-2")
def test_list_and_code_fill_a_copy_in_one_call(forge: DocForge, home: Path) -> None:
    result = forge.call("edit_toy", **fill(code=RIGHT, params={"more": " 귀중"}))
    assert (result["action"], result["written"], result["printed"]) == ("copied_and_edited", 2, "6\n")
    assert read_toy(document(home))["customer"] == "한빛스틸 귀중"
    assert result["parts"] == {"changed": ["[Content_Types].xml", "toy/form.xml"], "identical": 3}


@pytest.mark.proves("CODE-1", "CODE-2")
def test_code_alone_edits_a_document_in_place(forge: DocForge, home: Path) -> None:
    put(home, PATH, toy_bytes(kind="document"))
    code = "parts['toy/note.txt'] = assets['logo'].read()"
    put(home, "logo.txt", b"logo")
    result = forge.call("edit_toy", path=PATH, attach=False, code=code, assets={"logo": "logo.txt"})
    assert (result["action"], result["parts"]["changed"]) == ("edited", ["toy/note.txt"])
    assert b"logo" in document(home)


@pytest.mark.proves("RETRY-1", "RETRY-3")
def test_a_copy_whose_code_failed_is_kept_as_the_template_and_the_next_call_edits_it(
    forge: DocForge, home: Path
) -> None:
    before = (home / TEMPLATE).read_bytes()
    refusal = refused(forge, "edit_toy", **fill(code=WRONG))
    assert refusal["code"] == "code_failed"
    assert [(each["at"], each["message"]) for each in refusal["problems"]] == [
        ("code:2", "ValueError: no such customer")
    ]
    assert read_toy(document(home)) == read_toy(toy_bytes())
    assert (home / TEMPLATE).read_bytes() == before
    step = refusal["next"]
    assert step["needs"] == ["code"]
    mended = step["call"]["arguments"] | {"code": RIGHT, "params": {"more": "!"}}
    assert "template" not in mended
    result = forge.call("edit_toy", **mended)
    assert (result["action"], read_toy(document(home))["customer"]) == ("edited", "한빛스틸!")


@pytest.mark.proves("RETRY-1")
def test_what_was_kept_is_told_as_still_in_template_state(forge: DocForge) -> None:
    refused(forge, "edit_toy", **fill(code=WRONG))
    again = refused(forge, "edit_toy", **fill(code=RIGHT, params={"more": "!"}))
    assert again["code"] == "target_exists"
    assert "still as the template was" in again["message"]


@pytest.mark.proves("RETRY-2", "RETRY-3")
@pytest.mark.parametrize(
    "code",
    [
        WRONG,
        "while True: pass",
        "import os; os._exit(0)",
        "parts['a.exe'] = b'MZ'",
        "parts['toy/vbaProject.bin'] = b'code'",
        "parts['toy/form.xml'] = b'<!DOCTYPE a><a/>'",
        "parts['../a'] = b'x'",
        "parts['[Content_Types].xml'] = b'<a/>'",
        "gone.append('_rels/.rels')",
    ],
)
def test_a_document_whose_code_failed_is_what_it_was(home: Path, code: str) -> None:
    put(home, PATH, toy_bytes(kind="document"))
    forge = DocForge(language="en", settings=Settings(workspace=home, code_seconds=2.0))
    before = snapshot(home)
    refusal = refused(forge, "edit_toy", path=PATH, attach=False, code=code)
    assert refusal["code"] == "code_failed"
    assert refusal["next"]["needs"] == ["code"]
    assert str(home) not in str(refusal)
    assert snapshot(home) == before


@pytest.mark.proves("REJECT-6")
def test_code_does_not_run_where_the_list_is_refused(forge: DocForge, home: Path) -> None:
    before = snapshot(home)
    wrong = fill(code="raise SystemExit", fields=[{"at": "nowhere", "value": "a"}])
    assert refused(forge, "edit_toy", **wrong)["code"] == "fields_refused"
    assert snapshot(home) == before


@pytest.mark.proves("REJECT-6", "CODE-1")
def test_assets_that_are_not_there_are_refused_before_anything_runs(forge: DocForge, home: Path) -> None:
    before = snapshot(home)
    refusal = refused(forge, "edit_toy", **fill(code=RIGHT, assets={"logo": "none.png", "out": "../x"}))
    assert [each["at"] for each in refusal["problems"]] == ["assets.logo", "assets.out"]
    assert snapshot(home) == before


@pytest.mark.proves("CODE-1")
def test_where_code_is_off_it_is_refused_with_the_ways_on(home: Path) -> None:
    forge = DocForge(language="en", settings=Settings(workspace=home, code="off"))
    before = snapshot(home)
    assert refused(forge, "edit_toy", **fill(code=RIGHT))["code"] == "code_unavailable"
    assert snapshot(home) == before
    assert forge.call("edit_toy", **fill())["written"] == 2


@pytest.mark.proves("REJECT-4")
def test_code_on_a_macro_document_keeps_its_macros(forge: DocForge, home: Path) -> None:
    path = "quotes/macro.toym"
    put(home, path, toy_bytes(kind="macro", extra={"toy/vbaProject.bin": b"code"}))
    result = forge.call("edit_toy", path=path, attach=False, code="form[1].text = 'a'")
    assert result["parts"]["changed"] == ["toy/form.xml"]
    wrong = refused(forge, "edit_toy", path=path, attach=False, code="parts['toy/vbaProject.bin'] = b'other'")
    assert wrong["code"] == "code_failed"
