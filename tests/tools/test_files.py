"""Copying, listing, and getting a file in."""

from __future__ import annotations

from pathlib import Path

import pytest

from docforge import DocForge
from tests.toy import MACROS, toy_bytes
from tests.toy.fixtures import TEMPLATE, fill, put, refused, snapshot


def copy(**changed: object) -> dict:
    return {"source": TEMPLATE, "path": "copies/quote.toyx", "attach": False} | changed


@pytest.mark.proves("COPY-1")
@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("plain.txt", "copies/plain.txt"),
        ("plain.TXT", "copies/plain.txt"),
        ("noname", "copies/noname"),
        ("done.toyx", "copies/done.toyx"),
        ("macro.toym", "copies/macro.toym"),
    ],
)
def test_any_file_is_copied_byte_for_byte(forge: DocForge, home: Path, source: str, path: str) -> None:
    put(home, source, toy_bytes(kind="document") if "toy" in source else b"bytes")
    result = forge.call("copy_file", **copy(source=source, path=path))
    assert (home / path).read_bytes() == (home / source).read_bytes()
    assert (result["action"], result["written"], result["path"]) == ("copied", 0, path)


@pytest.mark.proves("COPY-1")
@pytest.mark.parametrize(
    ("source", "path", "right"),
    [
        ("a.txt", "b.toyx", "b.txt"),
        ("a.toyx", "b.txt", "b.toyx"),
        ("a.toyx", "b.toym", "b.toyx"),
        ("a.toym", "b.toyx", "b.toym"),
        ("a.toyl", "b.toyx", "b.toym"),
        ("a.toyt", "b.txt", "b.toyx"),
        ("a.toyt", "b.toyt", "b.toyx"),
        ("a.toyx", "templates/b.toyx", "b.toyx"),
    ],
)
def test_every_other_change_of_extension_comes_back_with_the_right_one(
    forge: DocForge, home: Path, source: str, path: str, right: str
) -> None:
    put(home, source, toy_bytes(kind="document"))
    before = snapshot(home)
    told = refused(forge, "copy_file", **copy(source=source, path=path))
    assert told["code"] in {"wrong_format", "is_a_template"}
    assert snapshot(home) == before
    assert forge.call("copy_file", **told["next"]["call"]["arguments"])["path"] == right


@pytest.mark.proves("COPY-1")
def test_a_copy_is_never_made_over_a_file(forge: DocForge, home: Path) -> None:
    put(home, "copies/quote.toyx", b"mine")
    told = refused(forge, "copy_file", **copy())
    assert told["code"] == "target_exists"
    assert (home / "copies/quote.toyx").read_bytes() == b"mine"
    assert forge.call("copy_file", **told["next"]["choices"][0]["call"]["arguments"])["path"] == "copies/quote-2.toyx"


@pytest.mark.proves("COPY-1", "MATRIX-9")
def test_a_copied_template_is_in_template_state_until_it_is_filled(forge: DocForge) -> None:
    assert forge.call("copy_file", **copy())["template"] == TEMPLATE
    assert "still as the template was" in refused(forge, "edit_toy", **fill(path="copies/quote.toyx"))["message"]
    edit = {"path": "copies/quote.toyx", "attach": False}
    labels = refused(forge, "edit_toy", **edit, fields=[{"at": "title", "value": "x"}])
    assert labels["problems"][0]["code"] == "label_cell"
    forge.call("edit_toy", **edit, fields=[{"at": "customer", "value": "x"}])
    assert "1 places filled" in refused(forge, "edit_toy", **fill(path="copies/quote.toyx"))["message"]


@pytest.mark.proves("COPY-1", "REJECT-3")
def test_a_macro_document_under_a_plain_name_may_be_copied_to_its_own(forge: DocForge, home: Path) -> None:
    put(home, "hidden.toyx", toy_bytes(kind="macro", extra=MACROS))
    assert forge.call("copy_file", **copy(source="hidden.toyx", path="named.toym"))["path"] == "named.toym"


@pytest.mark.proves("COPY-1", "REJECT-3")
def test_a_template_that_hides_macros_is_not_copied_to_a_macro_free_name(forge: DocForge, home: Path) -> None:
    put(home, "templates/hidden.toyt", toy_bytes(kind="macro", extra=MACROS))
    told = refused(forge, "copy_file", **copy(source="templates/hidden.toyt", path="named.toyx"))
    assert told["code"] == "wrong_format"
    assert not (home / "named.toyx").exists()
    assert forge.call("copy_file", **told["next"]["call"]["arguments"])["path"] == "named.toym"


@pytest.mark.proves("COPY-1")
def test_a_file_that_cannot_be_opened_is_copied_as_it_is(forge: DocForge, home: Path) -> None:
    put(home, "broken.toyx", b"broken")
    forge.call("copy_file", **copy(source="broken.toyx", path="copies/broken.toyx"))
    assert (home / "copies/broken.toyx").read_bytes() == b"broken"


@pytest.mark.proves("COPY-1")
def test_a_source_that_is_not_there_is_told_with_near_names(forge: DocForge) -> None:
    told = refused(forge, "copy_file", **copy(source="templates/qoute.toyt", path="b.toyx"))
    assert told["code"] == "not_found"
    assert told["next"]["choices"][0]["call"]["arguments"]["source"] == TEMPLATE


@pytest.mark.proves("SERVE-10")
def test_templates_are_listed_with_title_format_and_number_of_places(forge: DocForge, home: Path) -> None:
    put(home, "templates/plain.toyt", toy_bytes('<place name="a" label="b"/>'))
    put(home, "templates/broken.toyt", b"broken")
    put(home, "templates/readme.txt", b"text")
    forge.call("edit_toy", **fill(attach=True))
    listed = forge.call("list_files")
    assert listed == {
        "total": 5,
        "shown": 5,
        "files": [
            {"path": "quotes/hanbit.toyx", "kind": "document", "format": "toy", "delivered": True},
            {"path": "templates/broken.toyt", "kind": "template", "format": "toy", "title": "broken",
             "fault": "not_a_document", "next": {"say": "Upload it again, saved by its own program."}},
            {"path": "templates/plain.toyt", "kind": "template", "format": "toy", "title": "plain", "places": 1},
            {"path": TEMPLATE, "kind": "template", "format": "toy", "title": "견적서 양식", "places": 6},
            {"path": "templates/readme.txt", "kind": "other"},
        ],
    }  # fmt: skip


@pytest.mark.proves("SERVE-10")
def test_files_are_listed_by_folder_and_kind(forge: DocForge, home: Path) -> None:
    put(home, "quotes/a.toyx", toy_bytes(kind="document"))
    put(home, "other/b.toyx", toy_bytes(kind="document"))
    assert [each["path"] for each in forge.call("list_files", kind="template")["files"]] == [TEMPLATE]
    assert [each["path"] for each in forge.call("list_files", folder="quotes/")["files"]] == ["quotes/a.toyx"]
    assert forge.call("list_files", folder="nowhere") == {"total": 0, "shown": 0, "files": []}


@pytest.mark.proves("SERVE-10")
def test_a_template_exchanged_under_its_name_is_described_anew(forge: DocForge, home: Path) -> None:
    assert forge.call("list_files", kind="template")["files"][0]["places"] == 6
    put(home, TEMPLATE, toy_bytes('<place name="a" label="b"/>', title="새 양식"))
    listed = forge.call("list_files", kind="template")["files"][0]
    assert (listed["places"], listed["title"]) == (1, "새 양식")


@pytest.mark.proves("SERVE-10")
def test_who_owns_the_workspace_is_told_where_to_lay_a_file(forge: DocForge, home: Path) -> None:
    told = forge.call("upload_link", path="templates/new.toyt")
    Path(told["location"]).write_bytes(toy_bytes())
    assert Path(told["location"]).parent == home / "templates"
    assert forge.call("read_toy", path="templates/new.toyt")["total"] == 6
