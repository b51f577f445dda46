"""What a sandbox is given and what it gives back. Knows no process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["done", "error", "memory", "time", "cpu", "crash", "output", "answer", "unavailable"]
PRINTED = 24_000  # characters of what the code prints
LONGEST_CODE = 256 * 2**10  # bytes of source


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one job: seconds of wall clock and of processor, bytes of memory and of the answer."""

    wall: float = 20.0
    cpu: int = 10
    memory: int = 512 * 2**20
    answer: int = 64 * 2**20


@dataclass(frozen=True, slots=True)
class Job:
    """Code to run on a document.

    `module` offers `open_code(data)` (see `Opened`); `assets` are named files; `params` is JSON.
    """

    module: str
    code: str
    document: bytes = b""
    assets: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    params: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in the code: type and message of the exception, the line of the code (from 1), if known."""

    type: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended. `parts` are the parts that it changed, `dropped` those it took out: hostile until checked.

    `kind` done: it ran to its end; error: it raised; memory, time, cpu, output: a limit; crash: the process died;
    answer: it answered with rubbish; unavailable: nothing ran.
    """

    kind: Kind
    printed: str = ""
    failure: Failure | None = None
    parts: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    dropped: Sequence[str] = ()
