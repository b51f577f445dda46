"""Who calls, told from the headers of a request and the `_meta` of an MCP call (DOOR-10). Knows no tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from docforge.call import Call, Door, Language
from docforge.config import Settings

CONVERSATION, TURN, KEY = "docforge-conversation", "docforge-turn", "idempotency-key"
META_CONVERSATION, META_TURN = "docforge/conversation", "docforge/turn"
REQUEST_ID, META_REQUEST_ID = "x-request-id", "docforge/request"
_LONGEST = 200
_LANGUAGES: tuple[Language, ...] = ("ko", "en")


@dataclass(frozen=True, slots=True)
class Caller:
    """What the doorkeeper found out of a request; kept in its scope."""

    name: str
    request_id: str


def new_request_id() -> str:
    """An id for logs, audit and refusals of one request: 16 hex digits."""
    return uuid4().hex[:16]


def language_of(accept: str | None, default: Language) -> Language:
    """The language that `Accept-Language` (RFC 9110 §12.5.4) likes best of ours."""
    liked = sorted(map(_weighed, (accept or "").split(",")), key=lambda pair: -pair[0])
    for weight, tag in liked:
        primary = tag.partition("-")[0].lower()
        if weight > 0 and primary in _LANGUAGES:
            return "ko" if primary == "ko" else "en"
    return default


def _weighed(part: str) -> tuple[float, str]:
    tag, _, told = part.strip().partition(";")
    name, _, number = told.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0, tag.strip()
    try:
        return float(number), tag.strip()
    except ValueError:
        return 0.0, tag.strip()


def call_of(
    settings: Settings, caller: Caller, headers: Mapping[str, str], door: Door, meta: Mapping[str, Any] | None = None
) -> Call:
    """The context of a call that came over HTTP; `_meta` goes before the headers."""
    told = meta or {}
    return Call(
        caller=caller.name,
        conversation=_short(told.get(META_CONVERSATION) or headers.get(CONVERSATION)) or "",
        turn=_short(told.get(META_TURN) or headers.get(TURN)),
        language=language_of(headers.get("accept-language"), settings.language),
        zone=settings.zone,
        door=door,
        local=False,
        idempotency_key=_short(headers.get(KEY)),
        request_id=caller.request_id,
    )


def local_call(settings: Settings, door: Door, meta: Mapping[str, Any] | None = None) -> Call:
    """The context of a call by whoever owns the workspace (stdio)."""
    told = meta or {}
    return Call(
        conversation=_short(told.get(META_CONVERSATION)) or "",
        turn=_short(told.get(META_TURN)),
        language=settings.language,
        zone=settings.zone,
        door=door,
        request_id=new_request_id(),
    )


def _short(value: Any) -> str | None:
    return value[:_LONGEST] if isinstance(value, str) and value else None
