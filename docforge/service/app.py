"""The HTTP service: REST and MCP over the same tools. Knows no tool by name and no format."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from time import perf_counter
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docforge import __version__
from docforge.config import Settings
from docforge.errors import Refusal
from docforge.service.context import Caller
from docforge.service.doorkeeper import Doorkeeper, check_exposure, known_hosts
from docforge.service.mcp import make_doors, make_server
from docforge.service.openapi import complete
from docforge.service.problems import caller_of, in_language_of
from docforge.service.rest import add_rest
from docforge.tools import load_tools
from docforge.tools.log import get_log, log_fault
from docforge.workspace import Workspace

log = get_log("docforge.requests")


def create_app(settings: Settings) -> ASGIApp:
    """The whole service as one ASGI app; Refusal key_needed outside loopback without a key (SERVE-2)."""
    check_exposure(settings)
    workspace = Workspace.open(settings)
    doors = make_doors(settings, workspace)
    app = host_servers(settings, {path: make_server(door) for path, door in doors.items()})
    add_rest(app, settings, workspace)
    _describe(app)
    return guard(app, settings)


def host_servers(settings: Settings, servers: Mapping[str, Server[Any]]) -> FastAPI:
    """An app that answers MCP at each path, without a session, and every fault of a request as a refusal."""
    managers = {path: _manager(settings, server) for path, server in servers.items()}
    app = FastAPI(title="DocForge", version=__version__, lifespan=_lifespan(list(managers.values())))
    for path, manager in managers.items():
        app.router.routes.append(Route(path, endpoint=StreamableHTTPASGIApp(manager)))
    _add_refusals(app, settings)
    return app


def guard(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The app behind the doorkeeper, with its log."""
    return Doorkeeper(RequestLog(app), settings)


def _manager(settings: Settings, server: Server[Any]) -> StreamableHTTPSessionManager:
    hosts = sorted(known_hosts(settings))
    named = [f"[{host}]" if ":" in host else host for host in hosts]
    security = TransportSecuritySettings(
        allowed_hosts=[form for host in named for form in (host, f"{host}:*")],
        allowed_origins=[
            f"{scheme}://{form}" for scheme in ("http", "https") for host in named for form in (host, f"{host}:*")
        ],
    )
    return StreamableHTTPSessionManager(
        server, stateless=True, security_settings=security, max_request_body_size=settings.max_call_bytes
    )


def _lifespan(managers: list[StreamableHTTPSessionManager]) -> Any:
    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            for manager in managers:
                await stack.enter_async_context(manager.run())
            yield

    return running


def _add_refusals(app: FastAPI, settings: Settings) -> None:
    """Every fault of a request leaves as a refusal in its language (DOOR-7), our own ones without a word of why."""

    def refused(request: Request, fault: Any) -> JSONResponse:
        return in_language_of(request, fault, settings.language)

    def lost(request: Request, _: Any) -> JSONResponse:
        return in_language_of(request, Refusal("not_found", what=request.url.path), settings.language)

    def wrong_method(request: Request, _: Any) -> JSONResponse:
        response = in_language_of(request, Refusal("wrong_method", method=request.method), settings.language)
        response.headers["allow"] = ", ".join(_methods_at(app, request.url.path))
        return response

    def failed(request: Request, fault: Exception) -> JSONResponse:
        request_id = caller_of(request).request_id
        log_fault(log, "request_failed", fault, request_id=request_id)
        return in_language_of(request, Refusal("internal", request_id=request_id), settings.language)

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(404, lost)
    app.add_exception_handler(405, wrong_method)
    app.add_exception_handler(Exception, failed)


def _methods_at(app: FastAPI, path: str) -> list[str]:
    """What an address takes, of all its routes (RFC 9110 §10.2.1)."""
    routes = (route for route in app.routes if isinstance(route, Route) and route.path_regex.match(path))
    return sorted({method for route in routes for method in route.methods or ()})


def _describe(app: FastAPI) -> None:
    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
            app.openapi_schema = complete(schema, load_tools())
        return app.openapi_schema

    app.openapi = openapi


def _route_of(scope: Scope) -> str | None:
    """The pattern of the route, whose parameters may be names of files; None where no route took the request."""
    pattern: str | None = getattr(scope.get("route"), "path", None)
    return pattern or (scope["path"] if scope.get("endpoint") else None)


class RequestLog:
    """ASGI middleware: one line a request, with its id, route, status and time; no path, header or content (DOOR-9)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = perf_counter(), 0

        async def watching(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, watching)
        except Exception:
            if not status:  # else it was answered and logged already, without what it says
                raise
        finally:
            caller: Caller | None = scope.get("docforge.caller")
            log.info(
                "request",
                request_id=caller.request_id if caller else None,
                method=scope["method"],
                route=_route_of(scope),
                status=status,
                milliseconds=round((perf_counter() - started) * 1000, 1),
            )
