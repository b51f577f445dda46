"""What is refused before anything runs, and that nothing is left of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from docforge import DocForge
from tests.toy import MACROS, read_toy, toy_bytes
from tests.toy.fixtures import TEMPLATE, fill, put, refused, snapshot

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


@pytest.mark.proves("REJECT-1", "DOOR-8")
def test_a_missing_template_is_told_with_near_names(forge: DocForge, home: Path) -> None:
    told = refused(forge, "edit_toy", **fill(template="templates/qoute.toyt"))
    following = told["next"]["choices"][0]["call"]["arguments"]
    assert (told["code"], following["template"]) == ("template_not_found", TEMPLATE)
    assert forge.call("edit_toy", **following)["template"] == TEMPLATE


@pytest.mark.proves("REJECT-2")
@pytest.mark.parametrize(
    ("template", "path", "code"),
    [
        ("templates/note.txt", "a.toyx", "wrong_format"),
        (TEMPLATE, "a.txt", "wrong_format"),
        (TEMPLATE, "a.toym", "wrong_format"),
        (TEMPLATE, "a", "wrong_format"),
        (None, "a.txt", "wrong_format"),
        ("templates/quote.TOYT", "a.TOYX", None),
        ("quotes/old.ToyX", "a.toyx", None),
    ],
)
def test_extensions_decide_in_any_letter_case(
    forge: DocForge, home: Path, template: str | None, path: str, code: str | None
) -> None:
    put(home, "templates/note.txt", b"text")
    put(home, "templates/quote.TOYT", toy_bytes())
    put(home, "quotes/old.ToyX", toy_bytes(kind="document"))
    put(home, "a.txt", b"text")
    if code is None:
        assert forge.call("edit_toy", **fill(template=template, path=path))["action"] == "copied_and_edited"
    else:
        assert refused(forge, "edit_toy", **fill(template=template, path=path))["code"] == code


@pytest.mark.proves("REJECT-2", "DOOR-8")
def test_a_path_of_the_wrong_extension_comes_back_with_the_right_one(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(path="quotes/hanbit.txt"))
    following = told["next"]["call"]["arguments"]
    assert following["path"] == "quotes/hanbit.toyx"
    assert forge.call("edit_toy", **following)["path"] == "quotes/hanbit.toyx"


@pytest.mark.proves("REJECT-3", "DOOR-8")
@pytest.mark.parametrize("name", ["macro.toyl", "macro.toym", "hidden.toyt", "hidden.toyx"])
def test_macros_are_found_by_name_and_by_content_and_the_way_round_works(
    forge: DocForge, home: Path, name: str
) -> None:
    put(home, f"templates/{name}", toy_bytes(kind="macro", extra=MACROS))
    told = refused(forge, "edit_toy", **fill(template=f"templates/{name}"))
    following = told["next"]["call"]
    assert (told["code"], following["tool"]) == ("macro_template", "copy_file")
    copied = forge.call(following["tool"], **following["arguments"])
    edited = forge.call("edit_toy", **fill(template=None, path=copied["path"]))
    assert (copied["path"], edited["action"]) == ("quotes/hanbit.toym", "edited")


@pytest.mark.proves("REJECT-4")
def test_a_macro_document_is_edited_in_place_and_its_macros_stay(forge: DocForge, home: Path) -> None:
    put(home, "quotes/macro.toym", toy_bytes(kind="macro", extra=MACROS))
    result = forge.call("edit_toy", **fill(template=None, path="quotes/macro.toym"))
    data = (home / "quotes/macro.toym").read_bytes()
    assert result["parts"] == {"changed": ["toy/form.xml"], "identical": 5}
    assert read_toy(data)["customer"] == "한빛스틸"
    assert MACROS["toy/vbaProject.bin"] in data


@pytest.mark.proves("REJECT-5")
def test_a_macro_document_under_a_plain_name_is_not_edited(forge: DocForge, home: Path) -> None:
    put(home, "quotes/hidden.toyx", toy_bytes(kind="macro", extra=MACROS))
    told = refused(forge, "edit_toy", **fill(template=None, path="quotes/hidden.toyx"))
    copied = forge.call(told["next"]["call"]["tool"], **told["next"]["call"]["arguments"])
    assert (told["code"], copied["path"]) == ("renamed", "quotes/hidden.toym")


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_a_document"),
        (b"plain text", "not_a_document"),
        (toy_bytes.__doc__ or "", "not_a_document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "not_a_document"),
    ],
)
@pytest.mark.parametrize("as_template", [True, False])
def test_a_file_that_is_not_what_it_says_has_its_own_code(
    forge: DocForge, home: Path, data: bytes | str, code: str, as_template: bool
) -> None:
    put(home, "templates/bad.toyt", data if isinstance(data, bytes) else data.encode())
    put(home, "bad.toyx", data if isinstance(data, bytes) else data.encode())
    changed = {"template": "templates/bad.toyt"} if as_template else {"template": None, "path": "bad.toyx"}
    assert refused(forge, "edit_toy", **fill(**changed))["code"] == code


@pytest.mark.proves("REJECT-5")
def test_a_file_of_another_family_is_named_for_what_it_is(forge: DocForge, home: Path) -> None:
    data = toy_bytes(kind="document")
    put(home, "letter.toyx", data)
    renamed = _with_main_type(data, WORD)
    put(home, "letter.toyx", renamed)
    told = refused(forge, "edit_toy", **fill(template=None, path="letter.toyx"))
    assert told["code"] == "renamed"
    assert "Word" in told["message"]


def _with_main_type(data: bytes, content_type: str) -> bytes:
    import io
    import zipfile

    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "[Content_Types].xml":
                content = content.replace(b"application/x-toy.document+xml", content_type.encode())
            new.writestr(entry, content)
    return held.getvalue()


@pytest.mark.proves("REJECT-6")
@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"template": "templates/none.toyt"}, "template_not_found"),
        ({"template": "templates/macro.toyl"}, "macro_template"),
        ({"template": "templates/broken.toyt"}, "not_a_document"),
        ({"template": "../outside.toyt"}, "bad_path"),
        ({"path": "quotes/hanbit.txt"}, "wrong_format"),
        ({"path": "templates/new.toyx"}, "is_a_template"),
        ({"path": "quotes/taken.toyx"}, "target_exists"),
        ({"template": None}, "no_target"),
        ({"fields": []}, "nothing_to_do"),
        ({"fields": [{"at": "total", "value": 1}]}, "fields_refused"),
        ({"fields": [{"at": "customer", "value": "x"}, {"at": "currency", "value": "JPY"}]}, "fields_refused"),
        ({"template": None, "path": "quotes/taken.toyx", "version": "0" * 12}, "version_changed"),
        ({"fields": [{"at": "customer"}]}, "bad_arguments"),
    ],
)
def test_a_refusal_leaves_the_workspace_exactly_as_it_was(
    forge: DocForge, home: Path, changed: dict, code: str
) -> None:
    put(home, "templates/macro.toyl", toy_bytes(kind="macro", extra=MACROS))
    put(home, "templates/broken.toyt", b"broken")
    put(home, "quotes/taken.toyx", toy_bytes(kind="document"))
    arguments = fill(**changed)
    before = snapshot(home)
    assert refused(forge, "edit_toy", **arguments)["code"] == code
    assert snapshot(home) == before


@pytest.mark.proves("DOOR-4", "REJECT-1", "REJECT-2")
def test_all_faults_of_both_paths_come_in_one_reply(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(template="templates/qoute.toyt", path="templates/x.txt", fields=[]))
    assert [problem["code"] for problem in told["problems"]] == ["template_not_found", "is_a_template", "nothing_to_do"]
    assert [problem["at"] for problem in told["problems"]] == ["template", "path", "fields"]


@pytest.mark.proves("DOOR-4", "DOOR-8")
def test_one_next_call_mends_the_faults_of_both_paths(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(template="templates/qoute.toyt", path="quotes/x.txt"))
    following = told["next"]["choices"][0]["call"]["arguments"]
    assert forge.call("edit_toy", **following)["path"] == "quotes/x.toyx"


@pytest.mark.proves("DOOR-9")
@pytest.mark.parametrize(
    "path", ["../x.toyx", "/etc/x.toyx", "a\\b.toyx", "a\0b.toyx", "con.toyx", "x" * 300 + ".toyx"]
)
def test_an_unsafe_path_is_refused_without_a_word_of_the_server(forge: DocForge, home: Path, path: str) -> None:
    told = refused(forge, "edit_toy", **fill(path=path))
    assert (told["code"], told["next"]["needs"]) == ("bad_path", ["path"])
    assert str(home) not in str(told)


def test_too_many_items_are_refused_before_they_are_looked_at(home: Path) -> None:
    from docforge.config import Settings

    forge = DocForge(settings=Settings(workspace=home, max_items=2), language="en")
    fields = [{"at": "customer", "value": str(n)} for n in range(3)]
    told = refused(forge, "edit_toy", **fill(fields=fields))
    assert (told["code"], told["problems"][0]["code"]) == ("bad_arguments", "too_many")
    assert "3" in told["problems"][0]["message"]
