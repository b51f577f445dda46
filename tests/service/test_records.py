"""What is kept of a call: one row of audit, a log without contents, the end of what began."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from docforge import DocForge
from docforge.config import Settings
from docforge.formats import load_formats
from tests.toy import read_toy, toy_bytes
from tests.toy.fixtures import TEMPLATE, Served, fill, put, refused, serve

SECRET_WORDS = "비밀고객이름"
CLIENTS = ("httpx", "httpcore", "mcp.client")  # what the test itself calls with


def rows(home: Path) -> list[dict]:
    with sqlite3.connect(home / ".docforge/records.db") as records:
        records.row_factory = sqlite3.Row
        return [dict(row) for row in records.execute("select * from calls order by id")]


@pytest.mark.proves("DOOR-10", "SERVE-9")
def test_every_call_leaves_one_row_refusals_too(forge: DocForge, home: Path) -> None:
    forge.call("edit_toy", **fill())
    refused(forge, "edit_toy", **fill())
    refused(forge, "edit_toy", path="../x")
    told = rows(home)
    assert [row["outcome"] for row in told] == ["done", "target_exists", "bad_arguments"]
    assert [row["path"] for row in told] == ["quotes/hanbit.toyx", "quotes/hanbit.toyx", None]
    assert {(row["tool"], row["caller"], row["door"], row["tenant"]) for row in told} == {
        ("edit_toy", "local", "python", "default")
    }
    assert told[0]["version_before"] is None
    assert told[0]["version_after"] == forge.call("read_toy", path="quotes/hanbit.toyx")["version"]


@pytest.mark.proves("DOOR-10")
def test_versions_before_and_after_an_edit_are_in_its_row(forge: DocForge, home: Path) -> None:
    made = forge.call("edit_toy", **fill())["version"]
    changed = forge.call("edit_toy", **fill(template=None, fields=[{"at": "number", "value": "1"}]))["version"]
    assert [(row["version_before"], row["version_after"]) for row in rows(home)] == [(None, made), (made, changed)]


@pytest.mark.proves("DOOR-9")
def test_logs_hold_no_content_name_key_or_path(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    path = f"{SECRET_WORDS}/{SECRET_WORDS}.toyx"
    fields = [{"at": "customer", "value": SECRET_WORDS}]
    for served in serve(Settings(workspace=home, port=0)):  # what is logged after an answer is there at the end of it
        card = served.rest("edit_toy", fill(path=path, attach=True, fields=fields)).json()["card"]
        served.rest("edit_toy", fill(path=path, fields=[{"at": SECRET_WORDS, "value": SECRET_WORDS}]))
        served.edit(**fill(path=path, fields=fields))
        httpx.get(card["url"])
        httpx.get(f"{served.url}/v1/files/{path}")
        httpx.get(f"{served.url}/{SECRET_WORDS}")
    requests = [json.loads(record.message) for record in caplog.records if record.name == "docforge.requests"]
    routes = {"/v1/tools/edit_toy", "/d/{signed}", "/v1/files/{path:path}", "/mcp", None}
    assert {each["route"] for each in requests} == routes
    assert all(len(each["request_id"]) == 16 for each in requests)
    own = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(CLIENTS))
    encoded = httpx.URL(f"http://x/{SECRET_WORDS}").raw_path.decode()[1:]
    for word in (SECRET_WORDS, encoded, card["url"].rsplit("/")[-1], str(home)):
        assert word not in own


@pytest.mark.proves("DOOR-9", "DOOR-6")
def test_a_fault_of_our_own_is_a_refusal_with_a_request_number_that_the_log_holds(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    put(served.folder, "templates/crash.toyt", toy_bytes(f'<place name="a" crash="1">{SECRET_WORDS}</place>'))
    answer = served.rest("read_toy", {"path": "templates/crash.toyt"})
    told, request_id = answer.json(), answer.headers["x-request-id"]
    assert (answer.status_code, told["code"]) == (500, "internal")
    assert request_id in told["message"]
    assert SECRET_WORDS not in answer.text
    [logged] = [json.loads(record.message) for record in caplog.records if record.name == "docforge.calls"]
    assert (logged["request_id"], logged["error"], logged["tool"]) == (request_id, "RuntimeError", "read_toy")
    assert SECRET_WORDS not in caplog.text
    assert rows(served.folder)[-1]["outcome"] == "internal"


@pytest.mark.proves("DOOR-11")
@pytest.mark.parametrize("path", ["/v1/tools/edit_toy", "/mcp"])
def test_a_call_that_began_is_finished_when_its_connection_is_dropped(
    served: Served, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()
    engine = load_formats()["toy"].engine
    apply = type(engine).apply

    def slow(self: object, plan: object, *, as_document: bool) -> object:
        begun.set()
        assert go_on.wait(30)
        filled = apply(self, plan, as_document=as_document)
        done.set()
        return filled

    monkeypatch.setattr(type(engine), "apply", slow)
    call = fill()
    if path == "/mcp":
        call |= {"guide": served.guide()}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "edit_toy", "arguments": call,
            "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                      "io.modelcontextprotocol/clientCapabilities": {}}}}  # fmt: skip
    body = json.dumps(call).encode()
    port = httpx.URL(served.url).port
    with socket.create_connection(("127.0.0.1", port)) as connection:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
            f"Mcp-Method: tools/call\r\nMcp-Name: edit_toy\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        connection.sendall(head.encode() + body)
        assert begun.wait(30)
    go_on.set()
    assert done.wait(30)
    monkeypatch.undo()
    told = refused(DocForge(served.folder, language="en"), "edit_toy", **fill())
    assert (told["code"], read_toy((served.folder / "quotes/hanbit.toyx").read_bytes())["customer"]) == (
        "target_exists",
        "한빛스틸",
    )


@pytest.mark.proves("DOOR-11")
def test_what_was_carried_out_is_told_even_where_its_row_cannot_be_written(
    forge: DocForge, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    forge.call("list_files")
    with sqlite3.connect(home / ".docforge/records.db") as records:
        records.execute("alter table calls rename to lost")
    assert forge.call("copy_file", source=TEMPLATE, path="a.toyx", attach=False)["action"] == "copied"
    assert [json.loads(record.message)["event"] for record in caplog.records] == ["audit_failed"]


@pytest.mark.proves("DOOR-9", "DOOR-6")
def test_a_fault_outside_of_tools_is_answered_and_logged_without_its_message(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite3.connect(served.folder / ".docforge/records.db") as records:
        records.execute("alter table cards rename to lost")
    answer = httpx.get(f"{served.url}/v1/cards", headers={"docforge-conversation": "secret-talk"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.headers["x-request-id"] in answer.json()["message"]
    assert "request_failed" in caplog.text
    assert "secret-talk" not in caplog.text + answer.text
