"""Markers in every value, name and header of calls through REST and MCP: no log holds them, no fault shows them."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.serving import Server
from tests.toy import toy_bytes
from tests.toy.fixtures import Json, fill, put

VALUE, NAME, HEADER, CONTENT = "표지값값", "표지이름", "marker-of-a-header", "표지내용"
KEY, SECRET = "marker-of-the-key-0123456789", "marker-of-the-secret-0123456789"
ENCODED = httpx.URL(f"http://x/{NAME}").raw_path.decode()[1:]
FORM, PATH = f"templates/{NAME}.toyt", f"{NAME}/{NAME}.toyx"
PLACE = f'<place name="customer" label="{CONTENT}">{CONTENT}</place>'
HEADERS = {
    "Authorization": f"Bearer {KEY}",
    "Docforge-Conversation": HEADER,
    "Docforge-Turn": HEADER,
    "Idempotency-Key": HEADER,
    "User-Agent": HEADER,
    "Accept-Language": f"en, {HEADER}",
    "X-Request-Id": HEADER,
    "X-Other": HEADER,
    "Cookie": f"a={HEADER}",
    "Accept": "application/json, text/event-stream",
}
RUN = (sys.executable, "-m", "tests.toy.run", "serve")
_REQUEST_ID = re.compile(r"[0-9a-f]{16}")


@dataclass
class Watched:
    """A service that logs all it can, what was answered so far, and the key to it."""

    server: Server
    answers: list[httpx.Response] = field(default_factory=list)

    def send(self, method: str, path: str, **told: Any) -> httpx.Response:
        headers = HEADERS | told.pop("headers", {})
        answer = httpx.request(method, f"{self.server.url}{path}", headers=headers, timeout=60, **told)
        self.answers.append(answer)
        return answer

    def rest(self, tool: str, arguments: Json) -> httpx.Response:
        return self.send("POST", f"/v1/tools/{tool}", json=arguments)

    def mcp(self, tool: str, arguments: Json) -> httpx.Response:
        meta = {"docforge/conversation": HEADER, "docforge/turn": HEADER, "other": HEADER}
        return self.message("tools/call", {"name": tool, "arguments": arguments, "_meta": meta})

    def message(self, method: str, params: Json) -> httpx.Response:
        return self.send("POST", "/mcp", json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    @property
    def workspace(self) -> Path:
        return self.server.workspace


@pytest.fixture(params=["json", "text"])
def watched(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """The service, in either form of log, at its most talkative."""
    folder = tmp_path / "workspace"
    put(folder, FORM, toy_bytes(PLACE, title=CONTENT, note=CONTENT))
    told = {"api_key": KEY, "secret": SECRET, "language": "en", "log_level": "debug", "log_format": request.param}
    server = Server(folder, told, *RUN)
    try:
        yield Watched(server)
    finally:
        server.stop()


def use_everything(watched: Watched) -> None:
    """Calls that are done, refused and badly wrong, through both doors, each with every marker."""
    cells = [{"at": "customer", "value": VALUE}]
    made = watched.rest("edit_toy", fill(template=FORM, path=PATH, attach=True, fields=cells)).json()
    watched.send("GET", httpx.URL(made["card"]["url"]).raw_path.decode())
    guide = json.loads(content_of(watched.mcp("enable_tools", {"names": ["edit_toy"]})))["guide"]
    for call, handle in ((watched.rest, {}), (watched.mcp, {"guide": guide})):
        call("edit_toy", fill(template=FORM, path=PATH, attach=True, fields=cells) | handle)
        call("edit_toy", fill(template=None, path=PATH, fields=[{"at": VALUE, "value": VALUE}]) | handle)
        call("edit_toy", {VALUE: VALUE, "path": NAME, "attach": VALUE} | handle)
        call("read_toy", {"path": FORM})
        call("read_toy", {"path": f"../{NAME}"})
        call("list_files", {"folder": NAME})
        call("upload_link", {"path": f"{NAME}.toyt"})
        call(VALUE, {VALUE: VALUE})
    watched.send("PUT", f"/v1/files/templates/{NAME}-2.toyt", content=toy_bytes(title=CONTENT))
    watched.send("GET", f"/v1/files/{PATH}")
    watched.send("DELETE", f"/v1/files/{NAME}/none.toyx", headers={"If-Match": HEADER})
    watched.send("PATCH", f"/v1/files/{PATH}", content=VALUE.encode())
    watched.send("POST", "/v1/tools/read_toy", content=f'{{"{VALUE}'.encode())
    watched.send("POST", "/mcp", content=f'{{"{VALUE}'.encode())
    watched.message(VALUE, {VALUE: VALUE})
    watched.send("GET", f"/{NAME}?{NAME}={VALUE}")
    watched.send("GET", f"/d/{NAME}")
    watched.send("GET", "/v1/cards", headers={"Authorization": f"Bearer {HEADER}"})
    watched.send("GET", "/v1/cards", headers={"Host": HEADER})
    watched.send("GET", "/v1/cards", headers={"Origin": f"https://{HEADER}"})


def break_everything(watched: Watched) -> list[httpx.Response]:
    """Faults of our own inside tools and outside of them, and what is answered then."""
    with sqlite3.connect(watched.workspace / ".docforge/records.db") as records:
        records.execute("alter table documents rename to lost")
    before = len(watched.answers)
    watched.rest("read_toy", {"path": FORM})
    watched.mcp("read_toy", {"path": FORM})
    watched.send("DELETE", f"/v1/files/{PATH}")
    watched.send("GET", "/readyz")
    return watched.answers[before:]


def content_of(answer: httpx.Response) -> str:
    """The text of an MCP result, whichever way it was sent."""
    body = answer.text.partition("data: ")[2] or answer.text
    return json.loads(body)["result"]["content"][0]["text"]


@pytest.mark.proves("DOOR-9", "SERVE-9")
def test_no_log_holds_a_marker_and_no_fault_shows_one(watched: Watched) -> None:
    use_everything(watched)
    faults = break_everything(watched)
    watched.server.stop()
    log = "".join(watched.server.lines)
    for marker in (VALUE, NAME, ENCODED, HEADER, CONTENT, KEY, SECRET):
        assert marker not in log
    for answer in watched.answers:
        for hidden in (HEADER, KEY, SECRET, str(watched.workspace)):
            assert hidden not in answer.text
    assert [fault.status_code for fault in faults] == [500, 200, 500, 500]
    for fault in faults:
        assert "internal" in fault.text
        assert not any(marker in fault.text for marker in (VALUE, NAME, CONTENT, "lost", "sqlite"))
    assert "failed" in log


@pytest.mark.proves("SERVE-9", "DOOR-10")
@pytest.mark.parametrize("watched", ["json"], indirect=True)
def test_one_number_leads_from_an_answer_to_its_log_its_row_and_its_refusal(watched: Watched) -> None:
    refused = watched.rest("read_toy", {"path": "none.toyx"})
    asked = watched.mcp("list_files", {})
    [broken, over_mcp, *_] = break_everything(watched)
    watched.server.stop()
    lines = [json.loads(line) for line in watched.server.lines if line.startswith("{")]
    assert all({"event", "level", "timestamp", "logger"} <= line.keys() for line in lines)
    with sqlite3.connect(watched.workspace / ".docforge/records.db") as records:
        rows = dict(records.execute("select request_id, outcome from calls"))
    for answer, outcome in ((refused, "not_found"), (asked, "done"), (broken, "internal"), (over_mcp, "internal")):
        number = answer.headers["x-request-id"]
        assert _REQUEST_ID.fullmatch(number)
        assert rows[number] == outcome
        logged = {line["event"]: line for line in lines if line.get("request_id") == number}
        assert {"request", "call"} <= logged.keys()
        assert (logged["call"]["outcome"], "tool_failed" in logged) == (outcome, outcome == "internal")
    assert refused.json()["instance"] == f"urn:docforge:request:{refused.headers['x-request-id']}"
    for answer in (asked, over_mcp):
        body = json.loads(answer.text.partition("data: ")[2] or answer.text)
        assert body["result"]["_meta"]["docforge/request"] == answer.headers["x-request-id"]
    for answer in (broken, over_mcp):
        assert answer.headers["x-request-id"] in answer.text


@pytest.mark.proves("SERVE-9")
@pytest.mark.parametrize(
    ("level", "events"),
    [("info", {"request", "call", "tool_failed"}), ("warning", {"tool_failed"}), ("error", {"tool_failed"})],
)
def test_the_level_says_what_is_logged(tmp_path: Path, level: str, events: set[str]) -> None:
    put(tmp_path / "workspace", FORM, toy_bytes())
    server = Server(tmp_path / "workspace", {"api_key": KEY, "log_level": level}, *RUN)
    watched = Watched(server)
    watched.rest("list_files", {})
    with sqlite3.connect(server.workspace / ".docforge/records.db") as records:
        records.execute("alter table documents rename to lost")
    watched.rest("read_toy", {"path": FORM})
    server.stop()
    assert {json.loads(line)["event"] for line in server.lines if line.startswith("{")} == events
