"""`docforge doctor`: what is well, what is missing, what is wrong, and nothing left behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from docforge import doctor
from docforge.cli.health import lay_out
from docforge.config import Settings
from docforge.workspace import checkup
from tests.cli.conftest import Shell
from tests.toy import MACROS, toy_bytes
from tests.toy.fixtures import TEMPLATE, put, snapshot

EVERYWHERE = {"python", "docforge", "libraries", "zone", "workspace", "libreoffice", "hwp_ingest", "korean_fonts"}
WORKSPACE = {"storage", "locks", "records", "secret", "templates", "template"}


def states(shell: Shell, *arguments: str, code: int = 0) -> dict[str, list[tuple[str, str]]]:
    """The state and words of each check by name."""
    done = shell("doctor", *arguments)
    body = json.loads(done.out)
    assert (done.code, done.err, body["ok"]) == (code, "", code == 0)
    found: dict[str, list[tuple[str, str]]] = {}
    for each in body["checks"]:
        found.setdefault(each["name"], []).append((each["state"], each["about"]))
    return found


def state(found: dict[str, list[tuple[str, str]]], name: str) -> str:
    [(told, _)] = found[name]
    return told


@pytest.mark.proves("SERVE-1")
def test_a_sound_workspace_is_found_sound_and_left_as_it_was(shell: Shell, home: Path) -> None:
    before = snapshot(home)
    found = states(shell)
    assert found.keys() == EVERYWHERE | WORKSPACE
    for name in ("python", "docforge", "zone", "workspace", "storage", "locks", "records", "secret", "templates"):
        assert state(found, name) == "ok"
    assert found["template"] == [("ok", f"{TEMPLATE}: 6 places")]
    assert snapshot(home) == before
    assert not list((home / ".docforge").glob("probe-*"))
    assert found["workspace"] == [("ok", str(home))]


@pytest.mark.proves("SERVE-6")
def test_engines_that_are_absent_are_said_and_fail_nothing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    found = states(shell)
    assert {state(found, name) for name in ("libreoffice", "hwp_ingest", "korean_fonts")} == {"absent"}


def test_a_workspace_that_is_not_there_is_not_made(shell: Shell, tmp_path: Path) -> None:
    found = states(shell, "-w", str(tmp_path / "none"))
    assert state(found, "workspace") == "absent"
    assert found.keys() == EVERYWHERE
    assert not (tmp_path / "none").exists()


@pytest.mark.proves("SERVE-7")
def test_each_template_is_opened(shell: Shell, home: Path) -> None:
    put(home, "templates/broken.toyt", toy_bytes()[:200])
    put(home, "templates/macro.toyt", toy_bytes(extra=MACROS))
    put(home, "templates/note.txt", b"note")
    told = dict.fromkeys(("broken", "macro", "note", "quote"))
    for each, about in states(shell, code=1)["template"]:
        told[next(name for name in told if name in about)] = each
    assert told == {"broken": "failed", "macro": "warning", "note": "warning", "quote": "ok"}


def ignored(_: object, __: object, ___: object) -> None:
    """A store that is asked to refuse and does not."""


WRONG: dict[str, tuple[str, Callable[[pytest.MonkeyPatch, Path], None]]] = {
    "a short secret": ("secret", lambda patch, _: patch.setenv("DOCFORGE_SECRET", "hunter2-short")),
    "a secret that others may read": ("secret", lambda _, home: open_to_all(home)),
    "a database that is none": ("records", lambda patch, _: patch.setenv("DOCFORGE_DATABASE_URL", "sqlite:////none/x")),
    "a zone that is none": ("zone", lambda patch, _: patch.setenv("DOCFORGE_ZONE", "Asia/Nowhere")),
    "a store that is none": ("storage", lambda patch, _: patch.setenv("DOCFORGE_STORAGE", "ftp://x")),
    "a lock that two hold": ("locks", lambda patch, _: patch.setattr("fcntl.flock", lambda *_: None)),
    "a store that writes over files": ("storage", lambda patch, _: patch.setattr(checkup, "Taken", KeyError)),
}


def open_to_all(home: Path) -> None:
    secret = home / ".docforge" / "secret"
    secret.parent.mkdir()
    secret.write_text("s" * 64)
    secret.chmod(0o644)


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_named_and_no_secret_with_it(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    name, spoil = WRONG[wrong]
    spoil(monkeypatch, home)
    found = states(shell, code=1)
    assert {check for check, told in found.items() if told[0][0] == "failed"} == {name}
    assert "hunter2" not in str(found)
    assert "template" not in found or name == "zone"


def test_a_password_of_the_database_is_not_shown(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCFORGE_DATABASE_URL", "postgresql+psycopg://kim:hunter2@127.0.0.1:1/none")
    assert "hunter2" not in str(states(shell, code=1))


def test_a_library_that_is_missing_is_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "requires", lambda _: ["lxml>=6", "no-such-library>=1", "psycopg; extra == 'postgres'"])
    assert states(shell, code=1)["libraries"] == [("failed", "no-such-library")]


def test_a_person_reads_a_table(home: Path) -> None:
    console = Console(width=200, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    with console.file:
        console.print(lay_out(doctor.examine(Settings(workspace=home, language="ko"))))
    lines = console.export_text().splitlines()
    assert any(line.startswith("ok") and TEMPLATE in line and "자리 6개" in line for line in lines)
