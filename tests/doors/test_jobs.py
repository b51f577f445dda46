"""What takes long goes on as a job, the same through every door; whoever called asks how far it is (DOOR-12)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from docforge import DocForge
from docforge.call import Call
from docforge.config import Settings
from docforge.formats import load_formats
from docforge.tools import load_tools
from docforge.workspace import Workspace
from docforge.workspace.records.jobs import LOST_SECONDS
from tests.toy import read_toy
from tests.toy.fixtures import ERAS, TEMPLATE, Json, Served, fill, refused, serve

MADE = "quotes/hanbit.toyx"
CHANGE = fill(template=None, fields=[{"at": "number", "value": "Q-1"}])
SLOW: dict[str, Json] = {
    "read_toy": {"path": TEMPLATE},
    "edit_toy": fill(attach=True),
    "copy_file": {"source": TEMPLATE, "path": "copy.toyx", "attach": True},
    "list_files": {"kind": "template"},
    "check_template": {"path": TEMPLATE},
}
Ask = Callable[..., Json]


def impatient(home: Path, **changed: Any) -> Settings:
    """Settings by which every slow call becomes a job."""
    return Settings(workspace=home, port=0, language="en", job_after_seconds=0, **changed)


@pytest.fixture
def service(home: Path) -> Iterator[Served]:
    """A service that waits for no slow call."""
    yield from serve(impatient(home))


@pytest.fixture
def program(home: Path) -> DocForge:
    """A program that waits for no slow call."""
    return DocForge(settings=impatient(home))


def by_rest(service: Served) -> Ask:
    return lambda tool, **arguments: service.rest(tool, arguments).json()


def by_mcp(service: Served, era: str) -> Ask:
    def ask(tool: str, **arguments: Any) -> Json:
        guide = {"guide": service.guide(era)} if tool == "edit_toy" else {}
        return service.mcp(tool, arguments | guide, era=era).structured_content

    return ask


def by_python(service: Served) -> Ask:
    return DocForge(settings=service.settings).call


DOORS: dict[str, Callable[[Served], Ask]] = {
    "rest": by_rest,
    "python": by_python,
    **{f"mcp {era}": (lambda service, era=era: by_mcp(service, era)) for era in ERAS},
}


def ended(ask: Ask, job: str) -> Json:
    """What is told of a job when it has come to its end."""
    while (told := ask("get_job", job=job))["state"] in ("queued", "running"):
        assert 0 <= told["progress"] <= 1
    return told


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Fills begin, which the event tells, and do not end before the block does."""
    begun, go_on = threading.Event(), threading.Event()
    engine = type(load_formats()["toy"].engine)
    apply = engine.apply

    def slow(self: object, plan: object, *, as_document: bool) -> object:
        begun.set()
        assert go_on.wait(30)
        return apply(self, plan, as_document=as_document)

    monkeypatch.setattr(engine, "apply", slow)
    try:
        yield begun
    finally:
        go_on.set()


@pytest.mark.proves("DOOR-12", "DOOR-2")
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("tool", SLOW)
def test_a_slow_call_gives_a_job_whose_result_is_the_calls_own(
    service: Served, home: Path, tmp_path: Path, tool: str, door: str
) -> None:
    ask = DOORS[door](service)
    started = ask(tool, **SLOW[tool])
    assert started.keys() == {"job", "state"}
    assert started["state"] in ("queued", "running")
    told = ended(ask, started["job"])
    assert {key: told[key] for key in ("job", "tool", "state", "progress")} == {
        "job": started["job"],
        "tool": tool,
        "state": "done",
        "progress": 1.0,
    }
    other = DocForge(home.rename(tmp_path / "moved"), language="en")
    for made in ("quotes/hanbit.toyx", "copy.toyx"):
        (other.settings.workspace / made).unlink(missing_ok=True)
    assert without_card(told["result"]) == without_card(other.call(tool, **SLOW[tool]))


def without_card(body: Json) -> Json:
    assert ("card" in body) == (body.get("attach", False))
    return {key: value for key, value in body.items() if key != "card"}


@pytest.mark.proves("DOOR-12")
def test_every_tool_that_works_on_documents_may_become_a_job() -> None:
    slow = {name for name, tool in load_tools().items() if tool.slow}
    assert {name for name in slow if load_tools()[name].format in (None, "toy")} == SLOW.keys()
    assert slow >= {name for name, tool in load_tools().items() if tool.format is not None}


@pytest.mark.proves("DOOR-12")
def test_over_rest_a_job_is_accepted_with_its_address(service: Served) -> None:
    answer = service.rest("read_toy", {"path": TEMPLATE})
    job = answer.json()["job"]
    assert (answer.status_code, answer.headers["location"]) == (202, f"/v1/jobs/{job}")
    ended(by_rest(service), job)
    told = httpx.get(f"{service.url}{answer.headers['location']}", headers=service.headers).json()
    assert told == service.rest("get_job", {"job": job}).json()
    assert told["result"]["path"] == TEMPLATE
    lost = httpx.get(f"{service.url}/v1/jobs/none")
    assert (lost.status_code, lost.json()["code"]) == (404, "not_found")


@pytest.mark.proves("DOOR-12", "ATTACH-2")
@pytest.mark.parametrize("era", ERAS)
def test_over_mcp_the_card_of_a_job_is_a_link_too(service: Served, era: str) -> None:
    started = service.edit(era=era, **fill(attach=True)).structured_content
    ended(by_mcp(service, era), started["job"])
    answer = service.mcp("get_job", {"job": started["job"]}, era=era)
    [link] = [block for block in answer.content if block.type == "resource_link"]
    assert str(link.uri) == answer.structured_content["result"]["card"]["url"]
    assert httpx.get(str(link.uri)).content == (service.folder / MADE).read_bytes()


@pytest.mark.proves("DOOR-12", "DOOR-11")
def test_a_job_tells_how_far_it_is_and_an_equal_call_is_told_the_same_job(
    program: DocForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(monkeypatch) as begun:
        started = program.call("edit_toy", **fill())
        assert begun.wait(30)
        told = program.call("get_job", job=started["job"])
        assert (told["state"], told.keys()) == ("running", {"job", "tool", "state", "progress"})
        assert 0 < told["progress"] < 1
        assert program.call("edit_toy", **fill())["job"] == started["job"]
        assert program.call("edit_toy", **fill(path="other.toyx"))["job"] != started["job"]
    assert ended(program.call, started["job"])["result"]["path"] == MADE


@pytest.mark.proves("DOOR-12", "DOOR-11")
def test_a_key_stands_for_the_arguments_of_a_job_and_for_no_others(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(monkeypatch) as begun:
        first = service.rest("edit_toy", fill(), idempotency_key="k1").json()
        assert begun.wait(30)
        assert service.rest("edit_toy", fill(), idempotency_key="k1").json()["job"] == first["job"]
        other = service.rest("edit_toy", fill(path="other.toyx"), idempotency_key="k1").json()
        assert other["code"] == "key_reused"
    assert ended(by_rest(service), first["job"])["state"] == "done"


@pytest.mark.proves("DOOR-12")
def test_a_job_is_nobody_elses(program: DocForge, home: Path) -> None:
    job = program.call("edit_toy", **fill())["job"]
    other = DocForge(settings=program.settings, caller="somebody", language="en")
    assert refused(other, "get_job", job=job)["code"] == "not_found"
    assert refused(other, "get_job", job=job)["next"]["needs"] == ["job"]
    acme = Workspace.open(program.settings, "acme")
    assert acme.jobs.find(Call(), job) is None
    assert ended(program.call, job)["state"] == "done"


@pytest.mark.proves("DOOR-12")
def test_what_is_wrong_with_the_arguments_is_refused_at_once(program: DocForge) -> None:
    assert refused(program, "edit_toy", **fill(attach=None))["code"] == "bad_arguments"


@pytest.mark.proves("DOOR-12")
def test_a_job_that_is_refused_brings_the_refusal_with_its_next_call(program: DocForge) -> None:
    told = ended(program.call, program.call("edit_toy", **fill(template="templates/qoute.toyt"))["job"])
    assert (told["state"], told["refusal"]["code"]) == ("refused", "template_not_found")
    [choice] = told["refusal"]["next"]["choices"]
    again = ended(program.call, program.call(choice["call"]["tool"], **choice["call"]["arguments"])["job"])
    assert again["result"]["action"] == "copied_and_edited"


@pytest.mark.proves("DOOR-12", "DOOR-9")
def test_a_job_that_fails_on_our_own_fault_says_so_and_no_more(
    program: DocForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("비밀")

    monkeypatch.setattr(type(load_formats()["toy"].engine), "apply", broken)
    told = ended(program.call, program.call("edit_toy", **fill())["job"])
    assert (told["state"], told["refusal"]["code"]) == ("failed", "internal")
    assert "비밀" not in str(told)


@pytest.mark.proves("DOOR-12")
def test_calls_beyond_the_threads_of_the_process_wait_in_a_queue(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = DocForge(settings=impatient(home, job_threads=1))
    with held(monkeypatch) as begun:
        first = program.call("edit_toy", **fill())
        assert begun.wait(30)
        second = program.call("edit_toy", **fill(path="second.toyx"))
        assert second["state"] == "queued"
        assert program.call("get_job", job=second["job"])["state"] == "queued"
    assert [ended(program.call, each["job"])["state"] for each in (first, second)] == ["done", "done"]


@pytest.mark.proves("DOOR-12", "DOOR-11")
def test_a_job_goes_on_when_its_service_is_asked_to_stop(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with held(monkeypatch) as begun:
        for service in serve(impatient(home)):
            job = service.rest("edit_toy", fill()).json()["job"]
            assert begun.wait(30)
    assert ended(DocForge(home, language="en").call, job)["state"] == "done"
    assert read_toy((home / MADE).read_bytes())["customer"] == "한빛스틸"


@pytest.mark.proves("DOOR-12", "DOOR-10")
def test_a_job_leaves_one_row_of_audit_as_any_call(program: DocForge) -> None:
    ended(program.call, program.call("edit_toy", **fill())["job"])
    told = refused(
        DocForge(settings=program.settings.model_copy(update={"job_after_seconds": 60})), "edit_toy", **fill()
    )
    assert told["next"]["choices"][0]["result"]["path"] == MADE  # found by its row


class TestKeeping:
    """A job is kept for an hour after its end; one that nobody works on any more is told as lost."""

    START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)

    def at(self, home: Path, seconds: float) -> Workspace:
        return Workspace.open(Settings(workspace=home), now=lambda: self.START + timedelta(seconds=seconds))

    def begun(self, home: Path) -> str:
        return self.at(home, 0).jobs.add(Call(), tool="edit_toy", digest="d", state="running", progress=0.5)

    @pytest.mark.proves("DOOR-12")
    def test_a_job_that_ended_is_kept_for_an_hour(self, home: Path) -> None:
        job = self.begun(home)
        self.at(home, 10).jobs.end(job, "done", {"path": "a"})
        assert self.at(home, 3610).jobs.find(Call(), job).answer == {"path": "a"}
        assert self.at(home, 3611).jobs.find(Call(), job) is None

    @pytest.mark.proves("DOOR-12")
    def test_a_job_that_has_ended_is_told_nothing_more(self, home: Path) -> None:
        job = self.begun(home)
        self.at(home, 1).jobs.end(job, "done", {"path": "a"})
        self.at(home, 2).jobs.tell(job, "running", 0.7)
        assert self.at(home, 2).jobs.find(Call(), job).state == "done"

    @pytest.mark.proves("DOOR-12")
    def test_the_job_of_a_process_that_died_is_lost_and_its_call_can_be_made_again(self, home: Path) -> None:
        job = self.begun(home)
        assert not self.at(home, LOST_SECONDS).jobs.find(Call(), job).lost
        assert self.at(home, LOST_SECONDS).jobs.find_open(Call(), "edit_toy", "d").id == job
        later = self.at(home, LOST_SECONDS + 1)
        assert later.jobs.find(Call(), job).lost
        assert later.jobs.find_open(Call(), "edit_toy", "d") is None
        told = load_tools()["get_job"].function(Call(language="en"), later, self.asked(job)).to_dict("en")
        assert (told["state"], told["refusal"]["code"]) == ("failed", "job_lost")

    def asked(self, job: str) -> Any:
        return load_tools()["get_job"].arguments(job=job)

    @pytest.mark.proves("DOOR-12")
    def test_old_jobs_are_forgotten_when_another_begins(self, home: Path) -> None:
        old = self.begun(home)
        later = self.at(home, 3601)
        later.jobs.add(Call(), tool="edit_toy", digest="e", state="running", progress=0)
        assert self.at(home, 0).jobs.find(Call(), old) is None
