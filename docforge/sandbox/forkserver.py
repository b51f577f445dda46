"""The process that sealed workers are forked from. Started by exec with an empty environment: it never holds a secret,
a key or a document. Has one thread. Knows no job, only how long each may take.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from docforge.sandbox import seal, worker
from docforge.sandbox.memory import FILES
from docforge.sandbox.preload import preload

TALK = 3  # the descriptor that a worker speaks over
_LONGEST_MESSAGE = 65_536
_HOPELESS = 3_600.0
_DESCRIPTORS = 4_096  # more than the server itself ever opens

Json = dict[str, Any]


@dataclass(slots=True)
class _Running:
    """A worker at work: its pid, the socket that tells of its end, and when it is stopped."""

    pid: int
    status: socket.socket
    deadline: float
    why: str = ""

    def stop(self, why: str) -> None:
        self.why = self.why or why
        self.deadline = time.monotonic() + _HOPELESS
        os.kill(self.pid, signal.SIGKILL)


def _notice(_: int, __: FrameType | None) -> None:
    """A worker has ended."""


class Server:
    """Forks a worker for each message on `control`, which brings two descriptors: talk and status."""

    def __init__(self, control: socket.socket, uid: int | None, extra: tuple[str, ...]) -> None:
        self._control, self._uid, self._extra = control, uid, extra
        control.setblocking(False)
        self._running: dict[int, _Running] = {}
        self._space, self._pid = seal.address_space(), os.getpid()
        self._null = os.open(os.devnull, os.O_RDWR)
        self._beyond = max(_DESCRIPTORS, control.fileno() + 1)  # the service may have given it a high number
        self._wake, wakes = os.pipe()
        for each in (self._wake, wakes):
            os.set_blocking(each, False)
        signal.signal(signal.SIGCHLD, _notice)  # so that the descriptor below is written to
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)

    def serve(self) -> NoReturn:
        """Until the service closes the control socket."""
        while True:
            self._wait()
            self._reap()
            self._stop_late()
            self._accept()

    def _wait(self) -> None:
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        for each in self._running.values():
            poll.register(each.status, 0)  # POLLHUP comes unasked: the service has left the job
        first = min((each.deadline for each in self._running.values()), default=None)
        ready = poll.poll(None if first is None else max(0.0, (first - time.monotonic()) * 1000 + 1))
        gone = {fd for fd, event in ready if event & (select.POLLHUP | select.POLLERR)}
        for each in self._running.values():
            if each.status.fileno() in gone:
                each.stop("left")

    def _reap(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake, _LONGEST_MESSAGE)
        while self._running:
            pid, status, used = os.wait4(-1, os.WNOHANG)
            if not pid:
                return
            ended = self._running.pop(pid)
            told = {"signal": status & 0x7F, "why": ended.why, "memory": used.ru_maxrss}
            with suppress(OSError):  # the service no longer wants to know
                ended.status.send(json.dumps(told).encode())
            ended.status.close()

    def _stop_late(self) -> None:
        now = time.monotonic()
        for each in self._running.values():
            if each.deadline <= now:
                each.stop("time")

    def _accept(self) -> None:
        try:
            message, fds, _, _ = socket.recv_fds(self._control, _LONGEST_MESSAGE, 2)
        except BlockingIOError:
            return
        if not message:
            os._exit(0)
        asked, (talk, status) = json.loads(message), fds
        pid = os.fork()
        if pid == 0:
            self._work(talk, asked)
        os.close(talk)
        self._running[pid] = _Running(pid, socket.socket(fileno=status), time.monotonic() + asked["wall"])

    def _work(self, talk: int, asked: Json) -> NoReturn:
        """In the child: nothing of the job is read before the process is sealed."""
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            for standard in (0, 1, 2):
                os.dup2(self._null, standard)
            os.dup2(talk, TALK)
            os.closerange(TALK + 1, self._beyond)
            seal.seal(cpu=asked["cpu"], memory=self._space + asked["memory"], parent=self._pid, uid=self._uid)
            self._forget_native()
            gc.enable()
            worker.run(TALK)
        except BaseException:  # noqa: BLE001  there is nobody left to tell: no descriptor but the job's own
            os._exit(1)
        os._exit(0)

    def _forget_native(self) -> None:
        """Take ctypes out of reach; a convenience for honest code, the filter holds without it."""
        if "ctypes" not in self._extra:
            for name in [each for each in sys.modules if each.partition(".")[0] in ("ctypes", "_ctypes")]:
                del sys.modules[name]


def main() -> NoReturn:
    """Entry of the fork server: descriptor of the control socket and its configuration as arguments."""
    control, told = socket.socket(fileno=int(sys.argv[1])), json.loads(sys.argv[2])
    preload(told["bindings"], told["extra"])
    threads = len(list(Path("/proc/self/task").iterdir()))
    seal.hide_from_others()
    server = Server(control, told["uid"], tuple(told["extra"]))
    FILES.install()
    gc.collect()
    gc.freeze()
    control.send(json.dumps({"pid": os.getpid(), "threads": threads, "landlock": seal.landlock_version()}).encode())
    server.serve()
