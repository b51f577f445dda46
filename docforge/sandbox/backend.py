"""Which sandbox runs edit code on this machine: `sealed`, or `off`. Knows no format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from docforge.sandbox.job import Job, Limits, Outcome
from docforge.sandbox.sealed import Sealed


class Backend(Protocol):
    """What can run a job."""

    @property
    def available(self) -> bool:
        """Whether jobs are run at all."""
        ...

    def run(self, job: Job, limits: Limits | None = None) -> Outcome:
        """Run a job; Outcome unavailable where none is run."""
        ...

    def close(self) -> None:
        """Let go of every process."""
        ...


class Off:
    """Runs nothing."""

    available = False

    def run(self, job: Job, limits: Limits | None = None) -> Outcome:  # noqa: ARG002  the same for every job
        return Outcome("unavailable")

    def close(self) -> None:
        """Nothing is held."""


def make_backend(name: Literal["sealed", "off"], bindings: Sequence[str]) -> Backend:
    """The backend of a setting; `bindings` are the modules that jobs may name."""
    return Sealed(bindings) if name == "sealed" else Off()
