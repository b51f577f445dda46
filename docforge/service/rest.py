"""REST: one route a tool, jobs, files, cards, signed addresses, health. Knows no tool but get_job, and no format."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request, Response
from fastapi.responses import JSONResponse

from docforge.config import Settings
from docforge.service.bodies import read_object
from docforge.service.context import call_of
from docforge.service.files import Files
from docforge.service.openapi import ACCEPTED, request_body, responses
from docforge.service.operations import gives, gives_file, leads_to, takes_bytes
from docforge.service.problems import caller_of
from docforge.service.work import call_tool, in_thread
from docforge.tools import Tool, load_tools
from docforge.tools.jobs import is_started
from docforge.tools.schema import describe
from docforge.tools.tool import Json
from docforge.workspace import Workspace

Handler = Callable[[Request], Awaitable[Response]]
Stored = Annotated[str, Path(description="Path in the workspace.", examples=["templates/quote.xltx"])]
_PUTTING = ("bad_path", "target_exists", "version_changed", "is_a_template", "too_large", "busy")
_DELETING = ("bad_path", "version_changed", "is_a_template", "busy", "not_found")
_UPLOADING = ("target_exists", "too_large", "busy", "not_found")


def add_rest(app: FastAPI, settings: Settings, workspace: Workspace) -> None:
    """Add every REST route to the app."""
    for tool in load_tools().values():
        app.add_api_route(
            f"/v1/tools/{tool.name}",
            _runner(tool, settings, workspace),
            methods=["POST"],
            name=tool.name,
            operation_id=tool.name,
            description=tool.description,
            response_model=None,
            responses=responses(tool.codes, tool.result, slow=tool.slow),
            openapi_extra=request_body(tool),
            tags=["tools"],
        )
    _add_jobs(app, settings, workspace)
    _add_catalogue(app)
    _add_files(app, Files(settings, workspace))
    _add_health(app, workspace)


def _runner(tool: Tool, settings: Settings, workspace: Workspace) -> Handler:
    async def run(request: Request) -> Response:
        call = call_of(settings, caller_of(request), request.headers, "rest")
        arguments = await read_object(request, settings.max_call_bytes)
        body = await call_tool(tool.name, call, workspace, arguments)
        if tool.slow and is_started(body):
            return JSONResponse(body, ACCEPTED, {"location": f"/v1/jobs/{body['job']}"})
        return JSONResponse(body)

    return run


def _add_jobs(app: FastAPI, settings: Settings, workspace: Workspace) -> None:
    asking = load_tools()["get_job"]
    told = responses(asking.codes, asking.result)

    @app.get("/v1/jobs/{job}", operation_id="job", response_model=None, responses=told, tags=["tools"])
    async def job(request: Request, job: str) -> JSONResponse:
        """How far a job is, and its result or refusal once there is one; the same as get_job."""
        call = call_of(settings, caller_of(request), request.headers, "rest")
        return JSONResponse(await call_tool(asking.name, call, workspace, {"job": job}))


def _add_catalogue(app: FastAPI) -> None:
    told = {**responses(()), 200: gives("Catalogue", "Every tool.")}

    @app.get("/v1/tools", operation_id="tools", response_model=None, responses=told, tags=["tools"])
    async def tools() -> JSONResponse:
        """Every tool: name, what it is for, the schema of its arguments, the codes of its refusals."""
        return JSONResponse({"tools": [describe(tool) for tool in load_tools().values()]})


def _add_files(app: FastAPI, files: Files) -> None:
    stored = {**gives("Filed", "Stored."), **leads_to("get_file", "delete_file")}
    over, taken = {200: stored, 201: stored}, {201: stored}

    @app.put("/v1/files/{path:path}", operation_id="put_file", **_filing(_PUTTING, over, body=True))
    async def put(request: Request, path: Stored) -> Response:
        """Store the body as a new file; with If-Match, over the version that it names."""
        return await files.put(request, path)

    @app.get(
        "/v1/files/{path:path}", operation_id="get_file", **_filing(("bad_path", "not_found"), {200: gives_file()})
    )
    async def get(path: Stored) -> Response:
        """The file itself, as an attachment."""
        return await files.get(path)

    gone = {204: {"description": "Removed."}}

    @app.delete("/v1/files/{path:path}", operation_id="delete_file", **_filing(_DELETING, gone))
    async def delete(request: Request, path: Stored) -> Response:
        """Remove a document; its bytes stay as a version."""
        return await files.delete(request, path)

    listed = {200: gives("Cards", "The cards.")}

    @app.get("/v1/cards", operation_id="cards", **_filing((), listed))
    async def cards(request: Request) -> Response:
        """The files handed to the user in the conversation that Docforge-Conversation names."""
        return await files.cards(request)

    @app.get("/d/{signed}", operation_id="download", **_filing(("not_found",), {200: gives_file()}))
    async def download(signed: str) -> Response:
        """What a download link gives: one version of one file."""
        return await files.open_link(signed)

    async def upload(request: Request, signed: str) -> Response:
        """Take in a file at a one-time address of upload_link."""
        return await files.receive_upload(request, signed)

    uploading = _filing(_UPLOADING, taken, body=True)
    app.put("/u/{signed}", operation_id="upload", **uploading)(upload)
    app.post("/u/{signed}", operation_id="upload_by_post", **uploading)(upload)


def _filing(codes: tuple[str, ...], done: dict[int, Json], *, body: bool = False) -> dict[str, Any]:
    """How a file route is described: its refusals and successes, and whether it takes the file as its body."""
    return {
        "response_model": None,
        "response_class": Response,
        "status_code": min(done),
        "responses": {**responses(codes), **done},
        "openapi_extra": takes_bytes() if body else None,
        "tags": ["files"],
    }


def _add_health(app: FastAPI, workspace: Workspace) -> None:
    @app.get("/healthz", operation_id="healthz", responses=responses(()), tags=["health"])
    async def healthz() -> dict[str, str]:
        """The process is up."""
        return {"status": "ok"}

    @app.get("/readyz", operation_id="readyz", responses=responses(("busy",)), tags=["health"])
    async def readyz() -> dict[str, str]:
        """Storage and records answer."""
        await in_thread(_probe, workspace)
        return {"status": "ok"}


def _probe(workspace: Workspace) -> None:
    """Ask storage and records something small; whatever they raise makes the answer a refusal."""
    workspace.exists("probe")
    workspace.lineage("probe")
