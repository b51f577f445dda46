"""What every request passes first: the host and page it comes from, and the key. Knows no route but the open ones."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docforge.config import Settings
from docforge.errors import Refusal
from docforge.service.context import REQUEST_ID, Caller, new_request_id
from docforge.service.problems import in_language_of

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HEALTH = ("/healthz", "/readyz")
_OPEN = ("/d/", "/u/", "/docs", "/openapi.json", *HEALTH)  # a signed address is its own key
_SHOWN = 8


def check_exposure(settings: Settings) -> None:
    """Refusal key_needed where the service would listen beyond this machine without a key."""
    if settings.api_key is None and not is_loopback(settings.host):
        raise Refusal("key_needed", host=settings.host)


def is_loopback(host: str) -> bool:
    """True for an address or name that only this machine reaches."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def known_hosts(settings: Settings) -> frozenset[str]:
    """Host names, in lower case and without port, that this service answers to."""
    public = urlsplit(settings.public_url or "").hostname
    named = (*LOOPBACK, settings.host, public, *map(host_name, settings.allowed_hosts))
    return frozenset(name.lower() for name in named if name and name not in ("0.0.0.0", "::"))  # noqa: S104  compared, not bound


def host_name(host: str) -> str:
    """The name in a Host header, without port and brackets (RFC 9110 §7.2); "" where it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


class Doorkeeper:
    """ASGI middleware: refuses strange hosts and origins (DNS rebinding) and callers without the key."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._hosts = known_hosts(settings)
        key = settings.api_key
        self._key = hashlib.sha256(key.get_secret_value().encode()).digest() if key else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        caller = Caller(self._name, new_request_id())
        scope["docforge.caller"] = caller
        refusal = self._refusal_of(scope["path"], Headers(scope=scope))
        if refusal is not None:
            response = in_language_of(Request(scope), refusal, self._settings.language)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, _with_request_id(send, caller.request_id))

    @property
    def _name(self) -> str:
        """The caller behind the key, by a few digits of its hash; who has none is local."""
        return "local" if self._key is None else f"key-{self._key.hex()[:_SHOWN]}"

    def _refusal_of(self, path: str, headers: Headers) -> Refusal | None:
        if path not in HEALTH and host_name(headers.get("host", "")) not in self._hosts:
            return Refusal("wrong_host")
        if not all(self._knows(origin) for origin in headers.getlist("origin")):
            return Refusal("wrong_origin")
        if self._key is not None and not _is_open(path) and not self._holds_key(headers.getlist("authorization")):
            return Refusal("sign_in")
        return None

    def _knows(self, origin: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and (parts.hostname or "") in self._hosts

    def _holds_key(self, given: Iterable[str]) -> bool:
        scheme, _, key = next(iter(given), "").partition(" ")
        digest = hashlib.sha256(key.strip().encode()).digest()
        return hmac.compare_digest(digest, self._key or b"") and scheme.lower() == "bearer"


def _is_open(path: str) -> bool:
    return any(path == begin or (begin.endswith("/") and path.startswith(begin)) for begin in _OPEN)


def _with_request_id(send: Send, request_id: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message.get("headers", ())}
            if REQUEST_ID.encode() not in names:
                message = {
                    **message,
                    "headers": [*message.get("headers", ()), (REQUEST_ID.encode(), request_id.encode())],
                }
        await send(message)

    return sending
