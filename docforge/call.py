"""The context of one call, filled by the door it came through. Knows no tool and no file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from uuid import uuid4

Language = Literal["ko", "en"]
Door = Literal["mcp", "rest", "cli", "python", "playbook"]


def _request_id() -> str:
    return uuid4().hex[:16]


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls, from where, in which language (DOOR-10).

    `conversation` is the caller where the door names none; `turn` is None where the door names none.
    `local` is True where the caller owns the workspace (stdio, CLI, in process), so paths may be shown.
    `idempotency_key` is what a door was given for DOOR-11 (REST `Idempotency-Key`).
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

    @property
    def talk(self) -> str:
        """The conversation that cards and lineage are filed under."""
        return self.conversation or self.caller
