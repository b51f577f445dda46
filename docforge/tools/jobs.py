"""Slow tools work beside the door that called them; what outlasts its patience goes on as a job (DOOR-12).

Knows no door, and no tool but the one that asks how a job goes.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from docforge.call import Call
from docforge.errors import Refusal
from docforge.tools.log import get_log, log_fault
from docforge.tools.tool import Arguments, Json, Result, tool
from docforge.workspace import Job, JobState, Workspace

log = get_log("docforge.jobs")
ALIVE_SECONDS = 5.0
Deed = Callable[[Call], Json]


class Started(Result):
    """A call that goes on as a job; get_job tells how far it is and what came of it."""

    job: str
    state: JobState


def find_started(call: Call, workspace: Workspace, tool: str, digest: str) -> Json | None:
    """The job of an equal call that somebody is at work on, as that call was told it (DOOR-11).

    Refusal key_reused where the call's idempotency key is that of a job with other arguments.
    """
    known = workspace.jobs.find_open(call, tool, digest)
    if known is not None and known.digest != digest:
        raise Refusal("key_reused")
    return None if known is None else _started(known.id, known.state)


def run_beside(call: Call, workspace: Workspace, tool: str, digest: str, deed: Deed) -> Json:
    """What `deed` gives or raises; after settings.job_after_seconds `Started` instead, while the work goes on.

    `deed` is handed the call with `progress` to tell.
    """
    work = _Work(call, workspace, tool, digest)
    future = _pool(os.getpid(), workspace.settings.job_threads).submit(work.run, deed)
    patience = workspace.settings.job_after_seconds
    if patience and wait([future], min(patience, threading.TIMEOUT_MAX)).done:
        return future.result()
    return work.hand_over(future)


def is_started(body: Json) -> bool:
    """True where what a slow tool's call gave is a job, not the tool's own result."""
    return body.keys() == {"job", "state"}


def _started(name: str, state: JobState) -> Json:
    return {"job": name, "state": state}


@cache
def _pool(process: int, threads: int) -> ThreadPoolExecutor:  # noqa: ARG001  a forked process has threads of its own
    """The threads of this process; they finish what they have begun before the process ends."""
    return ThreadPoolExecutor(threads, "docforge-work")


class _Work:
    """One call at work, how far it is, and the job that it has become, if any."""

    def __init__(self, call: Call, workspace: Workspace, tool: str, digest: str) -> None:
        self._call, self._workspace, self._tool, self._digest = call, workspace, tool, digest
        self._state: JobState = "queued"
        self._progress = 0.0
        self._job: str | None = None

    def run(self, deed: Deed) -> Json:
        """Carry it out, in a thread of the pool."""
        self._state = "running"
        self._told(0.0)
        return deed(replace(self._call, progress=self._told))

    def _told(self, share: float) -> None:
        self._progress = max(self._progress, min(share, 1.0))
        self._call.progress(self._progress)
        self._say_alive()

    def hand_over(self, future: Future[Json]) -> Json:
        """Make a job of it, whose end is recorded whenever it comes; its result where no job can be recorded."""
        state, progress = self._state, self._progress
        told = {"tool": self._tool, "digest": self._digest}
        try:
            self._job = self._workspace.jobs.add(self._call, **told, state=state, progress=progress)
        except Exception as fault:  # noqa: BLE001  what is under way is waited for where it cannot be asked for later
            log_fault(log, "job_not_recorded", fault, request_id=self._call.request_id, tool=self._tool)
            return future.result()
        if (state, progress) != (self._state, self._progress):  # it went on before it had a job to tell
            self._say_alive()
        future.add_done_callback(self._end)
        threading.Thread(target=self._stay_alive, args=(future,), name="docforge-job").start()
        return _started(self._job, state)

    def _stay_alive(self, future: Future[Json]) -> None:
        while not wait([future], ALIVE_SECONDS).done:
            self._say_alive()

    def _say_alive(self) -> None:
        if self._job is None:
            return
        try:
            self._workspace.jobs.tell(self._job, self._state, self._progress)
        except Exception as fault:  # noqa: BLE001  the work goes on, whoever asks for it meanwhile
            log_fault(log, "job_not_told", fault, request_id=self._call.request_id, tool=self._tool)

    def _end(self, future: Future[Json]) -> None:
        fault = future.exception()
        if fault is None:
            self._finish("done", future.result())
        else:
            refusal = fault if isinstance(fault, Refusal) else Refusal("internal", request_id=self._call.request_id)
            self._finish("failed" if refusal.row.fixer == "docforge" else "refused", refusal.to_dict())

    def _finish(self, state: JobState, answer: Json) -> None:
        if self._job is not None:
            self._workspace.jobs.end(self._job, state, answer)


# ── asking ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class JobArguments(Arguments):
    job: Annotated[str, Field(description="as the call gave it")]


class JobTold(Result):
    """A job: `progress` from 0 to 1, and its `result` or `refusal` once there is one."""

    job: str
    tool: str
    state: JobState
    progress: float
    result: Json | None = None
    refusal: Json | None = None

    def to_dict(self, language: Any) -> Json:
        answers = {"result": self.result, "refusal": self.refusal}
        told = super().to_dict(language)
        return told | {name: answer for name, answer in answers.items() if answer is not None}


@tool("get_job", refuses=("not_found",))
def get_job(call: Call, workspace: Workspace, arguments: JobArguments) -> JobTold:
    """Progress and result of a call that answered {job, state}."""
    job = workspace.jobs.find(call, arguments.job)
    if job is None:
        raise Refusal("not_found", what=arguments.job, needs=["job"])
    if job.lost:
        lost = Refusal("job_lost", tool=job.tool, request_id=job.request_id)
        return _told(job, "failed", refusal=lost.to_dict(call.language))
    if job.state == "done":
        return _told(job, job.state, result=job.answer)
    return _told(job, job.state, refusal=job.answer)


def _told(job: Job, state: JobState, *, result: Json | None = None, refusal: Json | None = None) -> JobTold:
    progress = round(job.progress, 2)
    return JobTold(job=job.id, tool=job.tool, state=state, progress=progress, result=result, refusal=refusal)
