"""Tools from a shell: JSON on stdout, refusals on stderr, exit codes, options, files from one's own disk."""

from __future__ import annotations

import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from docforge import DocForge
from docforge.cli.shown import progress_bar
from docforge.formats import load_formats
from docforge.tools import load_tools
from tests.cli.conftest import Shell
from tests.toy import read_toy, toy_bytes
from tests.toy.fixtures import TEMPLATE, fill, put

CALLS: dict[str, dict[str, Any]] = {
    "enable_tools": {"names": ["edit_toy"]},
    "read_toy": {"path": TEMPLATE},
    "edit_toy": fill(attach=True),
    "copy_file": {"source": TEMPLATE, "path": "copy.toyx", "attach": False},
    "list_files": {},
    "check_template": {"path": TEMPLATE},
    "upload_link": {"path": "new.toyx"},
}


@pytest.mark.proves("DOOR-1", "SERVE-1")
@pytest.mark.parametrize("tool", CALLS)
def test_every_tool_can_be_called_from_a_shell(shell: Shell, home: Path, tool: str) -> None:
    assert CALLS.keys() >= {name for name, told in load_tools().items() if told.format in (None, "toy")} - {"get_job"}
    told = shell("call", tool, json.dumps(CALLS[tool])).result
    for made in ("quotes/hanbit.toyx", "copy.toyx"):
        (home / made).unlink(missing_ok=True)
    assert told.keys() == DocForge(home, language="en").call(tool, **CALLS[tool]).keys()


@pytest.mark.proves("DOOR-1")
@pytest.mark.parametrize(("tool", "total"), [("read_toy", 6), ("list_files", 2)])
def test_a_shell_may_say_how_many_rows_a_page_has(shell: Shell, home: Path, tool: str, total: int) -> None:
    put(home, "templates/second.toyt", toy_bytes())
    first = shell("call", tool, json.dumps({**CALLS[tool], "limit": total - 1})).result
    assert (first["shown"], first["total"]) == (total - 1, total)
    second = shell("call", tool, json.dumps({**CALLS[tool], "limit": 1, "cursor": first["next_cursor"]})).result
    assert (second["shown"], "next_cursor" in second) == (1, False)


@pytest.mark.proves("DOOR-7")
def test_a_refusal_is_json_on_stderr_with_exit_code_2(shell: Shell) -> None:
    assert shell("call", "read_toy", '{"path": "templates/qoute.toyt"}').refusal["code"] == "not_found"
    assert shell("call", "edit_toi", "{}").refusal["next"]["choices"][0]["call"]["tool"] == "edit_toy"
    assert shell("tools", "edit_toi").refusal["code"] == "not_found"
    assert shell("call", "read_toy", "[]").refusal["code"] == "bad_request"


@pytest.mark.proves("DOOR-7")
@pytest.mark.parametrize("wrong", [["bogus"], ["call"], ["call", "list_files", "--bogus"], ["serve", "--port", "x"]])
def test_a_command_line_that_is_none_is_refused_in_json_where_no_terminal_reads_it(
    shell: Shell, wrong: list[str]
) -> None:
    told = shell(*wrong).refusal
    assert (told["code"], told["status"]) == ("bad_request", 400)


@pytest.mark.proves("DOOR-7", "DOOR-9")
def test_our_own_fault_is_exit_code_1_and_quotes_no_document(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("비밀")

    monkeypatch.setattr(type(load_formats()["toy"].engine), "read", broken)
    code, out, err = shell("call", "read_toy", json.dumps({"path": TEMPLATE}))
    assert (code, out) == (1, "")
    assert '"code": "internal"' in err
    assert "비밀" not in err


@pytest.mark.proves("DOOR-7", "DOOR-9")
def test_settings_that_do_not_fit_are_named_without_their_values(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCFORGE_PORT", "hunter2")
    told = shell("call", "list_files").refusal
    assert told["code"] == "cannot_start"
    assert "DOCFORGE_PORT" in told["message"]
    assert "hunter2" not in str(told)


@pytest.mark.proves("DOOR-7")
def test_a_workspace_that_cannot_be_opened_is_told_with_its_reason(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"")
    told = shell("call", "list_files", "--workspace", str(tmp_path / "file")).refusal
    assert (told["code"], str(tmp_path) in told["message"]) == ("cannot_start", True)
    monkeypatch.setenv("DOCFORGE_SECRET", "short")
    told = shell("call", "list_files").refusal
    assert (told["code"], "16" in told["message"]) == ("cannot_start", True)


@pytest.mark.proves("DOOR-10", "DOOR-6")
def test_options_say_workspace_conversation_turn_and_language(shell: Shell, tmp_path: Path) -> None:
    other = tmp_path / "other"
    put(other, TEMPLATE, toy_bytes())
    options = ["-w", str(other), "--conversation", "c1", "--turn", "t1", "--language", "ko"]
    assert "없습니다" in shell("call", "read_toy", '{"path": "none.toyx"}', *options).refusal["message"]
    assert shell("call", "edit_toy", json.dumps(fill()), *options).result["path"] == "quotes/hanbit.toyx"
    assert (other / "quotes/hanbit.toyx").is_file()
    with sqlite3.connect(other / ".docforge/records.db") as records:
        rows = set(records.execute("select conversation, turn, door from calls"))
    assert rows == {("c1", "t1", "cli")}


@pytest.mark.proves("DOOR-12")
def test_a_shell_waits_for_what_takes_long_unless_told_not_to(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCFORGE_JOB_AFTER_SECONDS", "0")
    assert shell("call", "edit_toy", json.dumps(fill())).result["action"] == "copied_and_edited"
    started = shell("call", "edit_toy", json.dumps(fill(path="b.toyx")), "--no-wait").result
    assert started.keys() == {"job", "state"}
    job = json.dumps({"job": started["job"]})
    while (told := shell("call", "get_job", job).result)["state"] in ("queued", "running"):
        assert "result" not in told
    assert told["result"]["path"] == "b.toyx"


class TestProgress:
    """A bar on stderr while it takes long."""

    def test_a_terminal_is_shown_how_far_it_is(self) -> None:
        seen = io.StringIO()
        with progress_bar("edit_xlsx", after=0, console=Console(file=seen, force_terminal=True, width=80)) as told:
            told(0.25)
            while "25%" not in seen.getvalue():
                told(0.25)
        assert "edit_xlsx" in seen.getvalue()

    def test_what_is_quick_shows_nothing(self) -> None:
        seen = io.StringIO()
        with progress_bar("edit_xlsx", console=Console(file=seen, force_terminal=True)) as told:
            told(0.5)
        assert seen.getvalue() == ""

    def test_nothing_is_shown_where_no_terminal_reads(self) -> None:
        seen = io.StringIO()
        with progress_bar("edit_xlsx", after=0, console=Console(file=seen)) as told:
            told(0.5)
        assert seen.getvalue() == ""

    @pytest.mark.proves("DOOR-12")
    def test_an_edit_tells_how_far_it_is(self, home: Path) -> None:
        told: list[float] = []
        DocForge(home, progress=told.append).call("edit_toy", **fill())
        assert told == sorted(told)
        assert len(set(told)) >= 4
        assert all(0 <= share <= 1 for share in told)


class TestPut:
    """A file from one's own disk."""

    @pytest.mark.proves("SERVE-10")
    def test_a_form_is_brought_in_and_filled(self, shell: Shell, tmp_path: Path) -> None:
        form = tmp_path / "내 양식.toyt"
        form.write_bytes(toy_bytes(title="내 양식"))
        filed = shell("put", str(form)).result
        assert (filed["path"], filed["size"]) == ("templates/내 양식.toyt", form.stat().st_size)
        [listed] = [file for file in shell("call", "list_files").result["files"] if file["path"] == filed["path"]]
        assert (listed["kind"], listed["title"], listed["places"]) == ("template", "내 양식", 6)
        made = shell("call", "edit_toy", json.dumps(fill(template=filed["path"]))).result
        assert made["template"] == filed["path"]

    @pytest.mark.proves("SERVE-10")
    def test_what_is_no_form_lies_where_it_is_told_to(self, shell: Shell, home: Path, tmp_path: Path) -> None:
        document = tmp_path / "old.toyx"
        document.write_bytes(toy_bytes(kind="document"))
        assert shell("put", str(document)).result["path"] == "old.toyx"
        assert shell("put", str(document), "quotes/old.toyx").result["path"] == "quotes/old.toyx"
        assert read_toy((home / "quotes/old.toyx").read_bytes())["title"] == "견적서"

    @pytest.mark.proves("SERVE-10", "DOOR-8")
    def test_a_file_never_comes_to_lie_over_another(self, shell: Shell, home: Path, tmp_path: Path) -> None:
        form = tmp_path / "quote.toyt"
        form.write_bytes(toy_bytes())
        before = (home / TEMPLATE).read_bytes()
        told = shell("put", str(form)).refusal
        assert told["code"] == "target_exists"
        free = told["next"]["choices"][0]["same_but"]["path"]
        assert shell("put", str(form), free).result["path"] == free
        assert (home / TEMPLATE).read_bytes() == before

    def test_what_is_wrong_with_a_file_is_refused(
        self, shell: Shell, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        form = tmp_path / "quote.toyt"
        form.write_bytes(toy_bytes())
        assert shell("put", str(form), "../x.toyt").refusal["code"] == "bad_path"
        assert shell("put", str(tmp_path / "none")).refusal["code"] == "bad_request"
        monkeypatch.setenv("DOCFORGE_MAX_FILE_BYTES", "100")
        assert shell("put", str(form), "big.toyt").refusal["code"] == "too_large"
        assert not (home / "big.toyt").exists()
