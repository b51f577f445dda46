"""Real servers to call: a process of their own, on a port of the system's choice. Knows no tool."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "docforge.cli")
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_START_SECONDS = 60


def environment(workspace: Path, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a process of DocForge on `workspace`; `settings` by their names without prefix."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("DOCFORGE_")}
    told = {"workspace": str(workspace), "host": "127.0.0.1", "port": "0", **(settings or {})}
    return own | {f"DOCFORGE_{name.upper()}": value for name, value in told.items()} | {"PYTHONPATH": str(ROOT)}


class Server:
    """`docforge serve` in a process; `lines` is all that it has printed so far."""

    def __init__(self, workspace: Path, settings: Mapping[str, str] | None = None, *command: str) -> None:
        self.workspace = workspace
        self.lines: list[str] = []
        self._told: Queue[str | None] = Queue()
        self._process = subprocess.Popen(
            command or (*COMMAND, "serve"),
            env=environment(workspace, settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        self._reader = Thread(target=self._listen, daemon=True)
        self._reader.start()
        self.url = self._address()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line)
            self._told.put(line)
        self._told.put(None)

    def _address(self) -> str:
        while (line := self._told.get(timeout=_START_SECONDS)) is not None:
            if found := _ADDRESS.search(line):
                return found[0]
        code = self.wait()
        raise RuntimeError(f"the server ended with {code} before it listened:\n{''.join(self.lines)}")

    def kill(self) -> None:
        """End the process as a power cut would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        """Ask the process to end, and wait for it."""
        self._process.terminate()
        self.wait()

    def wait(self) -> int:
        """The process's exit code, when it has ended."""
        code = self._process.wait(timeout=30)
        self._reader.join()
        self._process.stdout.close()
        return code


@contextmanager
def serve(workspace: Path, settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server that is stopped at the end."""
    server = Server(workspace, settings)
    try:
        yield server
    finally:
        server.stop()
