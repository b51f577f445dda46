"""The four-way matrix as a table, and every case of it on real files."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from docforge import DocForge
from docforge.drafting.matrix import decide
from tests.toy import read_toy, toy_bytes
from tests.toy.fixtures import TEMPLATE, fill, put, refused, snapshot

TABLE = {
    # template given, template exists, file exists
    (False, False, True): "edit",
    (False, True, True): "edit",
    (False, False, False): "no_target",
    (False, True, False): "no_target",
    (True, True, False): "copy_and_edit",
    (True, True, True): "target_exists",
    (True, False, False): "template_not_found",
    (True, False, True): "template_not_found",
}


@pytest.mark.proves("MATRIX-1", "MATRIX-2", "MATRIX-3", "MATRIX-4", "REJECT-1")
@pytest.mark.parametrize("facts", list(product([False, True], repeat=3)))
def test_the_matrix_has_an_answer_for_every_combination(facts: tuple[bool, bool, bool]) -> None:
    given, template, file = facts
    assert decide(template_given=given, template_exists=template, file_exists=file) == TABLE[facts]


@pytest.mark.proves("MATRIX-1")
def test_a_document_is_edited_in_place_and_keeps_what_was_not_addressed(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    result = forge.call("edit_toy", path="quotes/hanbit.toyx", attach=False, fields=[{"at": "number", "value": "Q-1"}])
    held = read_toy((home / "quotes/hanbit.toyx").read_bytes())
    assert (result["action"], result.get("template")) == ("edited", None)
    assert (held["number"], held["customer"], held["item"]) == ("Q-1", "한빛스틸", "서버 임대")


@pytest.mark.proves("MATRIX-3")
def test_a_template_is_copied_and_the_copy_filled_in_one_call(forge: DocForge, home: Path) -> None:
    result = forge.call("edit_toy", **fill())
    held = read_toy((home / "quotes/hanbit.toyx").read_bytes())
    assert held["customer"] == "한빛스틸"
    assert result == {
        "path": "quotes/hanbit.toyx",
        "action": "copied_and_edited",
        "template": TEMPLATE,
        "version": result["version"],
        "attach": False,
        "written": 2,
        "replaced": [{"at": "item", "before": "(예) 품목"}],
        "parts": {"changed": ["[Content_Types].xml", "toy/form.xml"], "identical": 3},
    }


@pytest.mark.proves("MATRIX-5")
@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, None),
        ({"fields": [{"at": "total", "value": 1}]}, "fields_refused"),
        ({"template": None, "path": TEMPLATE}, "is_a_template"),
        ({"path": "templates/other.toyx"}, "is_a_template"),
        ({"path": "other.toyt"}, "is_a_template"),
    ],
    ids=["filled", "refused item", "as path", "path in the folder", "path with its extension"],
)
def test_the_template_never_changes_whatever_the_outcome(
    forge: DocForge, home: Path, changed: dict, code: str | None
) -> None:
    before = (home / TEMPLATE).read_bytes(), (home / TEMPLATE).stat().st_mtime_ns
    if code is None:
        forge.call("edit_toy", **fill(**changed))
    else:
        assert refused(forge, "edit_toy", **fill(**changed))["code"] == code
    assert ((home / TEMPLATE).read_bytes(), (home / TEMPLATE).stat().st_mtime_ns) == before


@pytest.mark.proves("MATRIX-2")
def test_neither_template_nor_file_names_documents_templates_and_the_create_tool(forge: DocForge, home: Path) -> None:
    for name in ("offer.toyt", "order.toyt", "bill.toyt"):
        put(home, f"templates/{name}", toy_bytes())
    put(home, "quotes/hanbit.toyx", toy_bytes(kind="document"))
    told = refused(forge, "edit_toy", **fill(template=None, path="quotes/hanbitt.toyx"))
    calls = [choice["call"]["arguments"] for choice in told["next"]["choices"]]
    assert (told["code"], told["status"]) == ("no_target", 404)
    assert calls[0]["path"] == "quotes/hanbit.toyx"
    assert len([call for call in calls if "template" in call]) == 3
    assert all(call["path"] == "quotes/hanbitt.toyx" for call in calls if "template" in call)
    assert "copy_file" in told["next"]["say"]
    assert not (home / "quotes/hanbitt.toyx").exists()


@pytest.mark.proves("MATRIX-2", "DOOR-8")
def test_each_way_out_of_no_target_leads_to_a_document(forge: DocForge, home: Path) -> None:
    put(home, "quotes/hanbit.toyx", toy_bytes(kind="document"))
    told = refused(forge, "edit_toy", **fill(template=None, path="quotes/hanbitt.toyx"))
    done = [forge.call(each["call"]["tool"], **each["call"]["arguments"])["action"] for each in told["next"]["choices"]]
    assert done == ["edited", "copied_and_edited"]


@pytest.mark.proves("MATRIX-4")
def test_a_taken_path_is_told_with_its_history_and_both_ways_on(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill(attach=True))
    before = snapshot(home)
    told = refused(forge, "edit_toy", **fill(fields=[{"at": "customer", "value": "다른 손님"}]))
    choices = [choice["call"]["arguments"] for choice in told["next"]["choices"]]
    assert (told["code"], told["status"]) == ("target_exists", 409)
    for fact in (TEMPLATE, "the same caller", "today", "2 places filled", "handed to the user"):
        assert fact in told["message"]
    assert ["template" in call for call in choices] == [False, True]
    assert choices[1]["path"] == "quotes/hanbit-2.toyx"
    assert snapshot(home) == before


@pytest.mark.proves("MATRIX-4")
def test_what_lies_there_is_told_as_it_is(forge: DocForge, home: Path) -> None:
    put(home, "quotes/own.toyx", toy_bytes(kind="document"))
    forge.call("copy_file", source=TEMPLATE, path="quotes/copy.toyx", attach=False)
    assert "no record" in refused(forge, "edit_toy", **fill(path="quotes/own.toyx"))["message"]
    told = refused(forge, "edit_toy", **fill(path="quotes/copy.toyx"))["message"]
    assert "still as the template was" in told
    assert "not handed over" in told


@pytest.mark.proves("MATRIX-4", "DOOR-8")
def test_both_ways_out_of_a_taken_path_lead_to_a_document(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    told = refused(forge, "edit_toy", **fill(fields=[{"at": "customer", "value": "새 손님"}]))
    for choice in told["next"]["choices"]:
        forge.call(choice["call"]["tool"], **choice["call"]["arguments"])
    held = [read_toy((home / f"quotes/{name}").read_bytes()) for name in ("hanbit.toyx", "hanbit-2.toyx")]
    assert [each["customer"] for each in held] == ["새 손님", "새 손님"]
    assert [each["item"] for each in held] == ["서버 임대", "(예) 품목"]


@pytest.mark.proves("MATRIX-5")
@pytest.mark.parametrize("path", [TEMPLATE, "templates/quote.TOYT"])
def test_a_template_given_as_path_comes_back_as_template_with_a_free_path(
    forge: DocForge, home: Path, path: str
) -> None:
    put(home, "templates/quote.TOYT", toy_bytes())
    put(home, "quote.toyx", toy_bytes(kind="document"))
    told = refused(forge, "edit_toy", **fill(template=None, path=path))
    following = told["next"]["call"]["arguments"]
    assert (told["code"], following["template"], following["path"]) == ("is_a_template", path, "quote-2.toyx")
    assert forge.call("edit_toy", **following)["action"] == "copied_and_edited"


@pytest.mark.proves("MATRIX-5")
def test_a_path_below_the_template_folder_is_offered_outside_of_it(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(path="templates/2026/new.toyx"))
    assert (told["code"], told["next"]["call"]["arguments"]["path"]) == ("is_a_template", "new.toyx")


@pytest.mark.proves("MATRIX-6")
def test_of_many_processes_with_one_path_one_wins_and_the_rest_are_asked(home: Path) -> None:
    arguments = json.dumps(fill())
    command = [sys.executable, "-m", "tests.toy.race", str(home), arguments]
    started = [
        subprocess.Popen([*command, f"caller{n}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for n in range(6)
    ]
    assert [process.stdout.readline() for process in started] == ["ready\n"] * 6
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [json.loads(process.communicate(timeout=60)[0]) for process in started]
    assert sorted(each.get("action") or each["code"] for each in told) == ["copied_and_edited"] + ["target_exists"] * 5
    winner = next(each for each in told if "action" in each)
    stored = (home / "quotes/hanbit.toyx").read_bytes()
    assert DocForge(home).call("read_toy", path="quotes/hanbit.toyx")["version"] == winner["version"]
    assert read_toy(stored)["customer"] == "한빛스틸"


@pytest.mark.proves("MATRIX-8")
def test_an_edit_of_a_version_that_is_no_more_is_refused(forge: DocForge, home: Path) -> None:
    first = forge.call("edit_toy", **fill())["version"]
    again = {"path": "quotes/hanbit.toyx", "attach": False, "version": first}
    second = forge.call("edit_toy", **again, fields=[{"at": "number", "value": "Q-1"}])["version"]
    told = refused(forge, "edit_toy", **again, fields=[{"at": "number", "value": "Q-2"}])
    assert (told["code"], told["next"]["needs"]) == ("version_changed", ["version"])
    assert second in told["message"]
    assert read_toy((home / "quotes/hanbit.toyx").read_bytes())["number"] == "Q-1"


@pytest.mark.proves("MATRIX-8")
def test_a_template_that_was_exchanged_since_it_was_read_is_refused(forge: DocForge, home: Path) -> None:
    version = forge.call("read_toy", path=TEMPLATE)["version"]
    put(home, TEMPLATE, toy_bytes(note="another"))
    assert refused(forge, "edit_toy", **fill(version=version))["code"] == "version_changed"


@pytest.mark.proves("MATRIX-9")
def test_labels_are_judged_on_the_template_as_it_was_when_copied(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    put(home, TEMPLATE, toy_bytes('<place name="customer" label="" fixed="1">이름표</place>'))
    edit = {"path": "quotes/hanbit.toyx", "attach": False}
    assert forge.call("edit_toy", **edit, fields=[{"at": "customer", "value": "고침"}])["written"] == 1
    told = refused(forge, "edit_toy", **edit, fields=[{"at": "title", "value": "다른 제목"}])
    assert told["problems"][0]["code"] == "label_cell"
