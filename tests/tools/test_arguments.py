"""Arguments: unknown, missing, of the wrong type, as JSON text; all faults at once and the next call with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docforge import DocForge
from docforge.tools.jsontext import read_json_text
from tests.toy.fixtures import fill, refused, snapshot


def problems(told: dict) -> list[tuple[str, str]]:
    return [(problem["at"], problem["code"]) for problem in told.get("problems", [])]


@pytest.mark.proves("DOOR-3")
def test_an_unknown_argument_is_named_with_the_tool_that_takes_it(forge: DocForge) -> None:
    told = refused(forge, "read_toy", path="templates/quote.toyt", template="templates/quote.toyt")
    assert problems(told) == [("template", "unknown_argument")]
    assert "edit_toy takes it" in told["problems"][0]["message"]
    here, there = told["next"]["choices"]
    assert here["call"] == {"tool": "read_toy", "arguments": {"path": "templates/quote.toyt"}}
    assert (there["call"]["tool"], there["needs"]) == ("edit_toy", ["attach"])


@pytest.mark.proves("DOOR-3", "DOOR-8")
def test_a_misspelt_argument_comes_back_under_its_name(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(attach=None), atach=True)
    following = told["next"]["call"]["arguments"]
    assert ("atach", "unknown_argument") in problems(told)
    assert (following["attach"], "atach" in following) == (True, False)
    assert forge.call("edit_toy", **following)["attach"] is True


@pytest.mark.proves("DOOR-3", "DOOR-8")
def test_an_argument_that_nobody_takes_is_left_out_of_the_next_call(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(), colour="red")
    assert forge.call("edit_toy", **told["next"]["call"]["arguments"])["written"] == 2


@pytest.mark.proves("DOOR-3", "DOOR-8")
def test_an_argument_without_a_name_is_told_as_one(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(), **{"": 1})
    assert problems(told) == [("", "unknown_argument")]
    assert told["problems"][0]["message"].startswith('""')
    assert forge.call("edit_toy", **told["next"]["call"]["arguments"])["written"] == 2


@pytest.mark.proves("DOOR-3")
def test_an_unknown_key_inside_an_item_is_named_with_its_place(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(fields=[{"at": "customer", "value": "x", "colour": 1}]))
    assert problems(told) == [("fields[0].colour", "unknown_argument")]


@pytest.mark.proves("DOOR-4", "ATTACH-1")
def test_a_missing_attach_offers_both_values_with_what_each_means(forge: DocForge, home: Path) -> None:
    before = snapshot(home)
    told = refused(forge, "edit_toy", **fill(attach=None))
    assert problems(told) == [("attach", "missing_argument")]
    assert told["next"]["needs"] == ["attach"]
    choices = told["next"]["choices"]
    assert [choice["call"]["arguments"]["attach"] for choice in choices] == [True, False]
    assert [choice["means"] for choice in choices] == [
        "Hand the file to the user as a card",
        "Keep it as an intermediate file",
    ]
    assert snapshot(home) == before
    assert forge.call("edit_toy", **choices[1]["call"]["arguments"])["attach"] is False


@pytest.mark.proves("ATTACH-1")
@pytest.mark.parametrize("tool", ["edit_toy", "copy_file"])
def test_tools_that_change_files_require_attach_and_have_no_default(forge: DocForge, tool: str) -> None:
    told = refused(forge, tool)
    assert ("attach", "missing_argument") in problems(told)
    assert "attach" in told["next"]["needs"]


@pytest.mark.proves("ATTACH-1")
def test_attach_null_is_attach_missing(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", template="templates/quote.toyt", path="a.toyx", attach=None, fields=[])
    assert ("attach", "missing_argument") in problems(told)


@pytest.mark.proves("DOOR-4")
def test_all_faults_of_a_call_come_in_one_reply(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", path=7, template=["x"], fields=[{"at": 1}, "x"], colour="red")
    assert set(problems(told)) == {
        ("fields[0].at", "wrong_type"),
        ("fields[0].value", "missing_argument"),
        ("fields[1]", "wrong_type"),
        ("path", "wrong_type"),
        ("attach", "missing_argument"),
        ("template", "wrong_type"),
        ("colour", "unknown_argument"),
    }


@pytest.mark.proves("DOOR-4")
def test_a_missing_attach_does_not_hide_what_else_is_wrong(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", **fill(attach=None, template="templates/qoute.toyt", path="a.txt"))
    assert {code for _, code in problems(told)} == {"missing_argument", "template_not_found", "wrong_format"}


@pytest.mark.proves("DOOR-5")
@pytest.mark.parametrize(
    "changed",
    [
        {"attach": "false"},
        {"fields": json.dumps([{"at": "customer", "value": "한빛"}], ensure_ascii=False)},
        {"fields": [json.dumps({"at": "customer", "value": "한빛"})]},
        {"fields": [{"at": "title", "value": "새 제목", "overwrite": "true"}]},
    ],
    ids=["boolean", "list", "object in a list", "boolean in an object"],
)
def test_json_text_is_read_where_no_string_is_taken(forge: DocForge, changed: dict) -> None:
    assert forge.call("edit_toy", **fill(**changed))["written"] >= 1


@pytest.mark.proves("DOOR-5")
@pytest.mark.parametrize("value", ["12", "true", "null", "[1]", '{"a": 1}'])
def test_text_stays_text_where_a_string_is_taken(forge: DocForge, home: Path, value: str) -> None:
    forge.call("edit_toy", **fill(fields=[{"at": "customer", "value": value}]))
    places = forge.call("read_toy", path="quotes/hanbit.toyx")["places"]
    assert next(place["now"] for place in places if place["at"] == "customer") == value


@pytest.mark.proves("DOOR-5")
@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"attach": "yes"}, "attach"),
        ({"attach": 1}, "attach"),
        ({"attach": "1"}, "attach"),
        ({"attach": '"true"'}, "attach"),
        ({"path": 5}, "path"),
        ({"fields": "[{"}, "fields"),
        ({"fields": "NaN"}, "fields"),
        ({"fields": "[" * 100_000}, "fields"),
        ({"fields": {"at": "customer"}}, "fields"),
        ({"fields": [{"at": "customer", "value": ["x"]}]}, "fields[0].value"),
    ],
)
def test_anything_else_of_the_wrong_type_is_refused_never_coerced(forge: DocForge, changed: dict, at: str) -> None:
    told = refused(forge, "edit_toy", **fill(**changed))
    assert problems(told) == [(at, "wrong_type")]


@pytest.mark.proves("DOOR-5")
@pytest.mark.parametrize(
    ("value", "annotation", "read"),
    [
        ("3", int, 3),
        ("3.5", float | None, 3.5),
        ("null", int | None, None),
        ("3", int | str, "3"),
        ('{"a": "1"}', dict[str, int], {"a": 1}),
        ("[[1]]", list[list[int]], [[1]]),
        ("Infinity", float, "Infinity"),
    ],
)
def test_json_text_is_read_by_the_type_of_its_place(value: str, annotation: object, read: object) -> None:
    assert read_json_text(value, annotation) == read


@pytest.mark.proves("DOOR-4")
def test_a_value_outside_its_limits_is_told_with_the_limit(forge: DocForge) -> None:
    told = refused(forge, "list_files", limit=0, kind="forms")
    assert dict(problems(told)) == {"limit": "bad_value", "kind": "wrong_type"}
    assert told["problems"][0]["allowed"] == ["template", "document", "any"]


@pytest.mark.proves("DOOR-6")
def test_messages_speak_the_language_of_the_call(home: Path) -> None:
    korean = refused(DocForge(home, language="ko"), "edit_toy", **fill(attach=None))
    assert korean["problems"][0]["message"].startswith("attach가 필요합니다.")
    assert korean["next"]["choices"][0]["means"] == "사용자에게 파일을 카드로 건넨다"


@pytest.mark.proves("DOOR-3")
def test_an_unknown_tool_is_named_with_the_nearest_ones(forge: DocForge) -> None:
    told = refused(forge, "edit_tou")
    assert told["code"] == "not_found"
    assert told["next"]["choices"][0]["call"]["tool"] == "edit_toy"


@pytest.mark.proves("DOOR-4")
def test_a_copy_without_attach_is_told_its_other_faults_too(forge: DocForge, home: Path) -> None:
    before = snapshot(home)
    told = refused(forge, "copy_file", source="templates/qoute.toyt", path="../x")
    assert {code for _, code in problems(told)} == {"missing_argument", "not_found", "bad_path"}
    assert snapshot(home) == before
