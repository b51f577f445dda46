"""Reads what a request carries, never more than its limit. Knows no tool."""

from __future__ import annotations

import json
from typing import Any, cast

from starlette.requests import Request

from docforge.errors import Phrase, Refusal


async def read_object(request: Request, limit: int) -> dict[str, Any]:
    """The JSON object in the body; Refusal bad_request, wrong_content_type, too_large."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and not kind.endswith("+json"):
        raise Refusal("wrong_content_type", kind="application/json")
    body = await _read(request, limit)
    try:
        value: Any = json.loads(body, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate is no text (RFC 8259 §8.2)
    except (ValueError, RecursionError):
        raise Refusal("bad_request", why=Phrase("not_json")) from None
    if not isinstance(value, dict):
        raise Refusal("bad_request", why=Phrase("not_object"))
    return cast("dict[str, Any]", value)


async def _read(request: Request, limit: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Refusal("too_large", path=Phrase("the_request"), why=Phrase("body_over", {"limit": limit}))
    return bytes(body)


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)  # NaN and Infinity are not JSON (RFC 8259 §6)
