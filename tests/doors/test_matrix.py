"""The matrix and the early refusals through MCP and REST: the promises that callers build on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.toy import MACROS, read_toy, toy_bytes
from tests.toy.fixtures import ERAS, TEMPLATE, Served, fill, put, snapshot

Door = Callable[..., dict[str, Any]]


@pytest.fixture(params=["rest", *ERAS])
def door(request: pytest.FixtureRequest, served: Served) -> Door:
    """edit_toy through one door; the body of its answer."""
    if request.param == "rest":
        return lambda **arguments: served.rest("edit_toy", arguments).json()
    handle = served.guide(request.param)

    def over_mcp(**arguments: Any) -> dict[str, Any]:
        return served.mcp("edit_toy", arguments | {"guide": handle}, era=request.param).structured_content

    return over_mcp


@pytest.mark.proves("MATRIX-1", "MATRIX-3", "MATRIX-4", "MATRIX-5")
def test_copy_then_edit_then_asked_then_edit_in_place(door: Door, served: Served) -> None:
    template = (served.folder / TEMPLATE).read_bytes()
    made = door(**fill())
    asked = door(**fill(fields=[{"at": "customer", "value": "다시"}]))
    edited = door(**fill(template=None, fields=[{"at": "number", "value": "Q-7"}]))
    assert [made.get("action"), asked.get("code"), edited.get("action")] == [
        "copied_and_edited",
        "target_exists",
        "edited",
    ]
    held = read_toy((served.folder / "quotes/hanbit.toyx").read_bytes())
    assert (held["customer"], held["number"]) == ("한빛스틸", "Q-7")
    assert (served.folder / TEMPLATE).read_bytes() == template


@pytest.mark.proves("MATRIX-2", "MATRIX-5", "REJECT-1", "REJECT-2", "REJECT-3", "REJECT-5", "REJECT-6")
@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"template": None}, "no_target"),
        ({"template": "templates/none.toyt"}, "template_not_found"),
        ({"template": "templates/letter.txt"}, "wrong_format"),
        ({"template": "templates/macro.toyl"}, "macro_template"),
        ({"template": "templates/hidden.toyt"}, "macro_template"),
        ({"template": "templates/broken.toyt"}, "not_a_document"),
        ({"template": None, "path": TEMPLATE}, "is_a_template"),
        ({"path": "quotes/hanbit.txt"}, "wrong_format"),
        ({"path": "../x.toyx"}, "bad_path"),
        ({"fields": []}, "nothing_to_do"),
        ({"attach": "yes"}, "bad_arguments"),
        ({"fields": [{"at": "total", "value": 1}]}, "fields_refused"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_left_of_it(
    door: Door, served: Served, changed: dict[str, Any], code: str
) -> None:
    put(served.folder, "templates/macro.toyl", toy_bytes(kind="macro", extra=MACROS))
    put(served.folder, "templates/hidden.toyt", toy_bytes(kind="macro", extra=MACROS))
    put(served.folder, "templates/broken.toyt", b"broken")
    before = snapshot(served.folder)
    assert door(**fill(**changed))["code"] == code
    assert snapshot(served.folder) == before


@pytest.mark.proves("DOOR-8")
@pytest.mark.parametrize(
    "changed",
    [
        {"template": None},
        {"template": "templates/qoute.toyt"},
        {"template": None, "path": TEMPLATE},
        {"path": "templates/new.toyx"},
        {"path": "quotes/hanbit.txt"},
        {"path": "quotes/taken.toyx"},
        {"attach": None},
        {"colour": "red"},
    ],
)
def test_whoever_only_follows_next_reaches_a_filled_document(
    door: Door, served: Served, changed: dict[str, Any]
) -> None:
    put(served.folder, "quotes/taken.toyx", toy_bytes(kind="document"))
    told = door(**fill(**changed))["next"]
    for offer in told.get("choices", [told]):
        reached = door(**offer["call"]["arguments"])
        assert reached["written"] == 2, offer
        put(served.folder, "quotes/taken.toyx", toy_bytes(kind="document"))
        (served.folder / "quotes/hanbit.toyx").unlink(missing_ok=True)
