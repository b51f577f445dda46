"""Refusals as RFC 9457 problem details (DOOR-7). Knows no tool."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from docforge.call import Language
from docforge.errors import Refusal
from docforge.service.context import REQUEST_ID, Caller, language_of, new_request_id

MEDIA_TYPE = "application/problem+json"
_WAIT = {"busy": "1", "limit_reached": "60"}


def caller_of(request: Request) -> Caller:
    """Who calls, as the doorkeeper found out."""
    known: Caller | None = request.scope.get("docforge.caller")
    return known or Caller("local", new_request_id())


def problem(refusal: Refusal, request_id: str) -> JSONResponse:
    """The refusal's own object with the members of RFC 9457 §3.1 beside it."""
    told = refusal.to_dict()
    body = {
        "type": f"urn:docforge:refusal:{refusal.code}",
        "title": refusal.code.replace("_", " "),
        "detail": f"{told['message'].rstrip('.')}. {told['next']['say']}",
        "instance": f"urn:docforge:request:{request_id}",
        **told,
    }
    headers = {REQUEST_ID: request_id}
    if refusal.code in _WAIT:
        headers["retry-after"] = _WAIT[refusal.code]
    if refusal.code == "sign_in":
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(body, refusal.row.status, headers, MEDIA_TYPE)


def in_language_of(request: Request, refusal: Refusal, default: Language) -> JSONResponse:
    """The refusal in the language that the request asks for."""
    refusal.language = language_of(request.headers.get("accept-language"), default)
    return problem(refusal, caller_of(request).request_id)
