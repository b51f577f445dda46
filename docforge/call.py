"""The context of one call, filled by the door it came through. Knows no tool and no file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal
from uuid import uuid4

Language = Literal["ko", "en"]
Door = Literal["mcp", "rest", "cli", "python", "playbook"]
Progress = Callable[[float], None]
"""Told how much of a call is done, from 0 to 1."""


def _request_id() -> str:
    return uuid4().hex[:16]


def untold(_: float) -> None:
    """Nobody asked how far the call is."""


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls, from where, in which language (DOOR-10).

    `conversation` is the caller where the door names none; `turn` is None where the door names none.
    `local` is True where the caller owns the workspace (stdio, CLI, in process), so paths may be shown.
    `idempotency_key` is what a door was given for DOOR-11 (REST `Idempotency-Key`). `progress` is told how far a long
    call is (DOOR-12).
    """

    tenant: str = "default"
    caller: str = "local"
    conversation: str = ""
    turn: str | None = None
    language: Language = "ko"
    zone: str = "Asia/Seoul"
    profile: str | None = None
    target: str | None = None
    door: Door = "python"
    local: bool = True
    idempotency_key: str | None = None
    request_id: str = field(default_factory=_request_id)
    progress: Progress = field(default=untold, compare=False, repr=False)

    @property
    def talk(self) -> str:
        """The conversation that cards and lineage are filed under."""
        return self.conversation or self.caller
