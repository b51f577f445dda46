"""The service's side of the sandbox: starts the fork server, hands jobs over, takes answers as hostile input.

Knows no format and writes no file.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docforge.sandbox.answer import BadAnswer, Collected, read_outcome
from docforge.sandbox.channel import pack_question
from docforge.sandbox.job import LONGEST_CODE, Failure, Job, Kind, Limits, Outcome
from docforge.sandbox.seal import can_seal

_STARTED = "import sys; sys.path.insert(0, {root!r}); from docforge.sandbox.forkserver import main; main()"
_ENVIRONMENT = {"PATH": "/nonexistent", "LANG": "C.UTF-8", "PYTHONHASHSEED": "random", "OPENBLAS_NUM_THREADS": "1"}
_ROOT = str(Path(__file__).resolve().parents[2])
_MESSAGE = 65_536
_GRACE = 3.0  # seconds past the wall clock, in which the fork server stops a job itself
_NOBODY = 65_534

Json = dict[str, Any]


class Sealed:
    """Runs jobs in sealed workers, one each. Safe to call from many threads; starts its server at the first job.

    `bindings` are the modules that jobs may name; `jobs` how many run at once. `extra` modules are loaded for tests.
    """

    def __init__(
        self, bindings: Sequence[str], *, jobs: int = 0, uid: int | None = _NOBODY, extra: Sequence[str] = ()
    ) -> None:
        self._told = {"bindings": list(bindings), "uid": uid, "extra": list(extra)}
        self._room = threading.BoundedSemaphore(jobs or 2 * (os.cpu_count() or 1))
        self._lock = threading.Lock()
        self._server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self.facts: Json = {}

    @property
    def available(self) -> bool:
        """Whether this machine can seal a process."""
        return can_seal()

    def run(self, job: Job, limits: Limits | None = None) -> Outcome:
        """Run the job to its end or to a limit. Never raises for what the code does."""
        size = len(job.code.encode("utf-8", "surrogatepass"))
        if size > LONGEST_CODE:
            return Outcome("error", failure=Failure("ValueError", f"{size} bytes of code; {LONGEST_CODE} at most"))
        if not self.available:
            return Outcome("unavailable")
        with self._room:
            return self._run(job, limits or Limits())

    def close(self) -> None:
        """Stop the server and every worker."""
        with self._lock:
            self._stop()

    def _run(self, job: Job, limits: Limits) -> Outcome:
        talk, status = self._hand_over(limits)
        header = {"module": job.module, "code": job.code, "params": dict(job.params)}
        try:
            question = pack_question(header, [("", job.document), *job.assets.items()])
            collected = _converse(talk, question, limits)
        finally:
            talk.close()
        try:
            if collected.done:  # whatever it still does is of no interest: closing the status stops it
                return read_outcome(collected)
            return Outcome(collected.kind or _read_end(status))
        except BadAnswer:
            return Outcome("answer")
        finally:
            status.close()

    def _hand_over(self, limits: Limits) -> tuple[socket.socket, socket.socket]:
        """A fresh worker's talk and status sockets; the server is started anew where it is gone."""
        talk, theirs = socket.socketpair()
        status, told = socket.socketpair()
        asked = json.dumps({"cpu": limits.cpu, "memory": limits.memory, "wall": limits.wall}).encode()
        with self._lock, theirs, told:
            fds = [theirs.fileno(), told.fileno()]
            try:
                socket.send_fds(self._started(), [asked], fds)
            except OSError:
                self._stop()
                socket.send_fds(self._started(), [asked], fds)
        talk.setblocking(False)
        return talk, status

    def _started(self) -> socket.socket:
        if self._control is None:
            self._start()
        assert self._control is not None  # noqa: S101  set by the line before
        return self._control

    def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-I", "-X", "utf8", "-c", _STARTED.format(root=_ROOT)]
        with theirs:
            self._server = subprocess.Popen(  # noqa: S603  our own interpreter and module
                [*command, str(theirs.fileno()), json.dumps(self._told)],
                env=_ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        ready = ours.recv(_MESSAGE)
        if not ready:
            ours.close()
            raise RuntimeError("the fork server of the sandbox did not start")
        self.facts = json.loads(ready)
        self._control = ours

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._server is not None:
            try:
                self._server.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait()
            self._server = None


def _converse(talk: socket.socket, question: Sequence[bytes], limits: Limits) -> Collected:
    """Send and receive at once: never more than the limits, never past the deadline."""
    end = time.monotonic() + limits.wall + _GRACE
    pending, collected = [memoryview(piece) for piece in question], Collected(limits.answer)
    poll = select.poll()
    poll.register(talk, select.POLLIN | select.POLLOUT)
    while not collected.ended:
        left = end - time.monotonic()
        events = [event for _, event in poll.poll(left * 1000)] if left > 0 else []
        if not events:
            collected.end("time")
        for event in events:
            if pending and event & select.POLLOUT and not _send(talk, pending):
                poll.modify(talk, select.POLLIN)
            if event & (select.POLLIN | select.POLLHUP | select.POLLERR):
                collected.take_from(talk)
    return collected


def _send(talk: socket.socket, pending: list[memoryview]) -> bool:
    """Send a piece; whether more is left. What a worker no longer reads is let go."""
    try:
        pending[0] = pending[0][talk.send(pending[0]) :]
    except BlockingIOError:
        return True
    except (BrokenPipeError, ConnectionResetError):
        pending.clear()
    while pending and not pending[0]:
        del pending[0]
    return bool(pending)


def _read_end(status: socket.socket) -> Kind:
    """How a worker ended that did not answer."""
    status.settimeout(_GRACE)
    try:
        told = json.loads(status.recv(_MESSAGE) or b"{}")
    except TimeoutError:
        return "time"
    if told.get("why") == "time":
        return "time"
    return "cpu" if told.get("signal") == signal.SIGXCPU else "crash"
