"""Handles: short, bound to caller, format, guide and time, checked by whoever holds the secret."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from docforge import DocForge
from docforge.call import Call
from docforge.formats import load_formats
from docforge.tools import guides
from docforge.tools.guides import check_handle, guide_version, make_handle, read_guide
from tests.toy import HERE
from tests.toy.fixtures import refused

SECRET, NOW, HOURS = b"s" * 32, 1_800_000_000.0, 7_200
CALL = Call(caller="key-1", door="mcp")


def holds(handle: str, *, call: Call = CALL, secret: bytes = SECRET, later: float = 0, name: str = "toy") -> bool:
    return check_handle(secret, call, name, handle, seconds=HOURS, now=NOW + later)


@pytest.mark.proves("GUIDE-3")
def test_a_handle_is_twelve_characters_of_letters_and_digits() -> None:
    handles = {make_handle(SECRET, CALL, ["toy"], now=NOW + n) for n in range(200)}
    assert len(handles) == 200
    assert all(re.fullmatch("[a-z0-9]{12}", handle) for handle in handles)
    assert all(holds(handle, later=300) for handle in handles)


@pytest.mark.proves("GUIDE-3")
@pytest.mark.parametrize(
    ("later", "valid"), [(0, True), (HOURS, True), (HOURS + 1, False), (36**4, False), (-1, False)]
)
def test_a_handle_is_valid_for_two_hours_and_never_again(later: float, valid: bool) -> None:
    assert holds(make_handle(SECRET, CALL, ["toy"], now=NOW), later=later) is valid


@pytest.mark.proves("GUIDE-3")
def test_a_handle_is_bound_to_caller_tenant_and_secret() -> None:
    handle = make_handle(SECRET, CALL, ["toy"], now=NOW)
    assert holds(handle)
    assert not holds(handle, call=replace(CALL, caller="key-2"))
    assert not holds(handle, call=replace(CALL, tenant="other"))
    assert not holds(handle, secret=b"t" * 32)


@pytest.mark.proves("GUIDE-3")
def test_a_handle_is_bound_to_its_formats() -> None:
    others = [name for name in load_formats() if name != "toy"]
    assert not holds(make_handle(SECRET, CALL, others, now=NOW))
    assert holds(make_handle(SECRET, CALL, [*others, "toy"], now=NOW))


@pytest.mark.proves("GUIDE-3")
def test_a_handle_ends_with_the_guide_it_was_given_for(tmp_path: Path) -> None:
    handle = make_handle(SECRET, CALL, ["toy"], now=NOW)
    changed = tmp_path / "toy.ko.md"
    changed.write_text((HERE / "guides/toy.ko.md").read_text() + "\n한 줄 더")
    guides.FOLDERS.insert(0, tmp_path)
    guide_version.cache_clear()
    try:
        assert not holds(handle)
    finally:
        guides.FOLDERS.remove(tmp_path)
        guide_version.cache_clear()
    assert holds(handle)


@pytest.mark.proves("GUIDE-3")
def test_no_other_text_is_a_handle() -> None:
    handle = make_handle(SECRET, CALL, ["toy"], now=NOW)
    for place in range(len(handle)):
        assert not holds(handle[:place] + ("a" if handle[place] != "a" else "b") + handle[place + 1 :])
    for text in ("", handle[:-1], handle + "0", handle.upper(), "가" * 12, "z" * 12):
        assert not holds(text)


@pytest.mark.proves("GUIDE-1")
def test_enable_tools_gives_guide_and_handle_every_time(forge: DocForge) -> None:
    told = [forge.call("enable_tools", names=["edit_toy", "read_toy", "copy_file"]) for _ in range(2)]
    assert [each["guides"] for each in told] == [{"toy": read_guide("toy", "en")}] * 2
    assert all(re.fullmatch("[a-z0-9]{12}", each["guide"]) for each in told)


@pytest.mark.proves("GUIDE-1")
def test_a_tool_without_a_format_needs_no_guide(forge: DocForge) -> None:
    assert forge.call("enable_tools", names=["copy_file"]) == {}


@pytest.mark.proves("GUIDE-1")
def test_unknown_names_are_refused_with_the_nearest(forge: DocForge) -> None:
    told = refused(forge, "enable_tools", names=["edit_tou", "edit_toy", "zzz"])
    assert [(each["at"], each.get("nearest")) for each in told["problems"]] == [
        ("names[0]", "edit_toy"),
        ("names[2]", None),
    ]


@pytest.mark.proves("GUIDE-4")
def test_every_format_has_its_guide_in_both_languages() -> None:
    for name in load_formats():
        assert read_guide(name, "ko") != read_guide(name, "en") != ""


@pytest.mark.proves("GUIDE-2", "DOOR-1")
def test_no_door_but_mcp_asks_for_the_handle(forge: DocForge) -> None:
    told = refused(forge, "edit_toy", path="a.toyx", attach=False, fields=[], guide="1c5unne6b1ef")
    assert ("guide", "unknown_argument") in [(each["at"], each["code"]) for each in told["problems"]]
