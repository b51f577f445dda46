"""Runs a tool for any door: checks the arguments, carries out, records, spells the next call. Knows no door."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from pydantic import BaseModel

from docforge.call import Call
from docforge.drafting.report import tell_time
from docforge.errors import Change, Choice, Notice, Refusal
from docforge.tools.arguments import join_faults, read_arguments
from docforge.tools.enabling import guide_needed, holds_guide
from docforge.tools.jobs import find_started, run_beside
from docforge.tools.log import get_log, log_fault
from docforge.tools.spelling import spell_out
from docforge.tools.tool import GUIDE, Json, Result, Tool
from docforge.workspace import Workspace

log = get_log("docforge.calls")


def run(tools: Mapping[str, Tool], name: str, call: Call, workspace: Workspace, raw: Mapping[str, Any]) -> Json:
    """The result of the call as a JSON object, the same through every door (DOOR-2).

    A slow tool's call may give a job instead (DOOR-12). Raises Refusal in the call's language, its next call spelled
    out; `internal` for a fault of our own, which the log holds under the request id. Each call leaves one row of audit.
    """
    run = _Run(tools, _find(tools, name, call), call, workspace, raw, perf_counter())
    with run.recording():
        arguments = run.arguments()
        job = find_started(call, workspace, name, run.digest) if run.tool.slow else None

    def deed(told: Call) -> Json:
        return replace(run, call=told).end(arguments)

    if job is not None:
        return job
    return run_beside(call, workspace, name, run.digest, deed) if run.tool.slow else deed(call)


def _find(tools: Mapping[str, Tool], name: str, call: Call) -> Tool:
    if name in tools:
        return tools[name]
    near = difflib.get_close_matches(name, tools, n=3)
    choices = [Choice("other_tool", Change(tool=other, arguments={}), {"tool": other}) for other in near]
    refusal = Refusal("not_found", what=name, choices=choices)
    refusal.language = call.language
    raise refusal


@dataclass(frozen=True, slots=True)
class _Outcome:
    code: str
    body: Json
    before: str | None = None
    kept: bool = True  # False: the result of an earlier call, not to be kept again


@dataclass(slots=True)
class _Run:
    tools: Mapping[str, Tool]
    tool: Tool
    call: Call
    workspace: Workspace
    raw: Mapping[str, Any]
    started: float

    @contextmanager
    def recording(self) -> Generator[None]:
        """What is raised inside leaves a row of audit, and leaves as a refusal in the caller's words."""
        try:
            yield
        except Refusal as refusal:
            self._record(refusal.code, None)
            raise self._finished(refusal) from refusal.__cause__
        except Exception as fault:
            self._record("internal", None)
            log_fault(log, "tool_failed", fault, request_id=self.call.request_id, tool=self.tool.name)
            raise self._finished(Refusal("internal", request_id=self.call.request_id)) from fault

    def end(self, arguments: BaseModel) -> Json:
        """Carry out the call, and record how it ended."""
        with self.recording():
            outcome = self._carry_out(arguments)
        self._record(outcome.code, outcome)
        return outcome.body

    def _finished(self, refusal: Refusal) -> Refusal:
        refusal.language = self.call.language
        return spell_out(refusal, self.tool, self.raw, self.tools)

    def _carry_out(self, arguments: BaseModel) -> _Outcome:
        repeats = self.tool.repeats(arguments)
        done = self._done() if self.tool.writes and (repeats or self.call.idempotency_key) else None
        if done is not None and repeats:
            when, body = done
            notice = Notice("already_done", {"when": when}).text(self.call.language)
            return _Outcome("repeated", {**body, "warnings": [*body.get("warnings", []), notice]}, kept=False)
        result = self._result(arguments)
        return _Outcome("done", result.to_dict(self.call.language), result.before)

    def _record(self, outcome: str, done: _Outcome | None) -> None:
        """One row and one line of log a call, for refusals too; the result stands where the row cannot be written."""
        milliseconds = (perf_counter() - self.started) * 1000
        about: Json = {"request_id": self.call.request_id, "door": self.call.door, "tool": self.tool.name}
        log.info("call", **about, outcome=outcome, milliseconds=round(milliseconds, 1))
        try:
            self._audit(outcome, done, milliseconds)
        except Exception as fault:  # noqa: BLE001  the caller must still hear what became of the document
            log_fault(log, "audit_failed", fault, request_id=self.call.request_id, tool=self.tool.name)

    def _audit(self, outcome: str, done: _Outcome | None, milliseconds: float) -> None:
        body = done.body if done is not None and done.kept else {}
        self.workspace.audit(
            self.call,
            tool=self.tool.name,
            digest=self.digest,
            outcome=outcome,
            path=body.get("path") or self._path(),
            before=done.before if done else None,
            after=body.get("version") if self.tool.writes else None,
            milliseconds=milliseconds,
            result=body if self.tool.writes and body else None,
        )

    def _path(self) -> str | None:
        """The path that was asked for, where it is one."""
        given = self.raw.get("path")
        try:
            return self.workspace.path(given) if isinstance(given, str) else None
        except Refusal:
            return None

    @property
    def digest(self) -> str:
        """Hash of the arguments, the handle aside: a repeat may come with a fresh one."""
        asked = {key: value for key, value in self.raw.items() if key != GUIDE}
        said = json.dumps(asked, ensure_ascii=False, sort_keys=True, default=str)
        return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()

    def arguments(self) -> BaseModel:
        """The checked arguments; over MCP the guide comes before everything else (GUIDE-2)."""
        asked, handle = dict(self.raw), None
        if self.call.door == "mcp" and self.tool.needs_guide:
            handle = asked.pop(GUIDE, None)
        arguments, fault = None, None
        try:
            arguments = read_arguments(self.tool, self.call, asked, self.tools)
        except Refusal as refusal:
            fault = refusal
        fault = self._with_rest(fault, asked) if fault else None
        if not holds_guide(self.tool, self.call, self.workspace, handle):
            raise guide_needed(self.tool, self.call, self.workspace, fault or self._fault_of(arguments))
        if fault or arguments is None:
            raise fault or Refusal("bad_arguments", tool=self.tool.name)
        return arguments

    def _with_rest(self, fault: Refusal, asked: Json) -> Refusal:
        """The fault with what else the call would have met, where `attach` alone keeps it from being checked."""
        offered = fault.choices[0].change if fault.choices and fault.choices[0].means == "attach_true" else None
        if offered is None or fault.choices[0].needs:
            return fault
        asked = {key: value for key, value in {**asked, **offered.same_but}.items() if value is not None}
        other = self._fault_of(read_arguments(self.tool, self.call, asked, self.tools))
        return join_faults(fault, other) if other is not None else fault

    def _fault_of(self, arguments: BaseModel | None) -> Refusal | None:
        if self.tool.check is None or arguments is None:
            return None
        try:
            self.tool.check(self.call, self.workspace, arguments)
        except Refusal as refusal:
            return refusal
        return None

    def _result(self, arguments: BaseModel) -> Result:
        try:
            return self.tool.function(self.call, self.workspace, arguments)
        except Refusal as refusal:
            done = self._done() if refusal.code == "target_exists" and self.tool.writes else None
            if done is not None:
                when, body = done
                refusal.choices = (Choice("take_result", None, {"when": when}, result=body), *refusal.choices)
            raise

    def _done(self) -> tuple[Any, Json] | None:
        """When an equal call was carried out, in the caller's words, and what it gave (DOOR-11)."""
        found = self.workspace.done_before(self.call, self.tool.name, self.digest)
        return (tell_time(self.call, found[0]), found[1]) if found else None
