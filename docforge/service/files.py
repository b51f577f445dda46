"""Files over HTTP: up, down and away, streamed; signed addresses that need no key (SERVE-4). Knows no format."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from docforge.call import Call
from docforge.config import Settings
from docforge.drafting.report import tell_file
from docforge.errors import Phrase, Refusal
from docforge.service.context import call_of
from docforge.service.problems import caller_of
from docforge.service.work import in_thread
from docforge.tools.documents import show_card
from docforge.tools.files import path_taken
from docforge.tools.tool import Json
from docforge.workspace import Card, Download, FileChanged, Filed, PathTaken, Workspace

_SAFE = "!#$&+-.^_`|~"  # attr-char of RFC 8187 besides letters and digits


class Files:
    """The handlers of file routes over one workspace."""

    def __init__(self, settings: Settings, workspace: Workspace) -> None:
        self._settings, self._workspace = settings, workspace

    async def put(self, request: Request, path: str) -> Response:
        """Take in a file: new, or with If-Match over the version that it names."""
        call, safe = self._call(request), self._workspace.path(path)
        if_match = _tag(request.headers.get("if-match"))
        try:
            intake = await in_thread(self._workspace.receive, call, safe, if_match)
            return _filed(await intake.take_async(request.stream()))
        except PathTaken:
            raise path_taken(call, self._workspace, safe) from None
        except FileChanged:
            raise await self._changed(safe) from None

    async def get(self, path: str) -> Response:
        """The file itself."""
        download = await in_thread(self._workspace.download, self._workspace.path(path))
        if download is None:
            raise Refusal("not_found", what=path)
        return stream(download)

    async def delete(self, request: Request, path: str) -> Response:
        """Remove a document; its bytes stay as a version."""
        call, safe = self._call(request), self._workspace.path(path)
        try:
            gone = await in_thread(self._workspace.delete, call, safe, _tag(request.headers.get("if-match")))
        except FileChanged:
            raise await self._changed(safe) from None
        if not gone:
            raise Refusal("not_found", what=path)
        return Response(status_code=204)

    async def cards(self, request: Request) -> Response:
        """The cards of the conversation that the request names (ATTACH-3)."""
        call = self._call(request)
        found = await in_thread(self._workspace.cards, call)
        cards = [_listed(call, card) for card in found]
        return JSONResponse({"total": len(cards), "cards": cards})

    async def open_link(self, token: str) -> Response:
        """What a download link gives; every fault of a link is the same answer."""
        download = await in_thread(self._workspace.open_link, token)
        if download is None:
            raise Refusal("not_found", what=Phrase("this_link"))
        return stream(download)

    async def receive_upload(self, request: Request, token: str) -> Response:
        """Take in the file of a one-time address; every fault of an address is the same answer."""
        try:
            intake = await in_thread(self._workspace.receive_upload, token)
            if intake is None:
                raise Refusal("not_found", what=Phrase("this_link"))
            return _filed(await intake.take_async(request.stream()))
        except PathTaken as taken:
            path = str(taken)
            about = tell_file(self._call(request), self._workspace, path)
            raise Refusal("target_exists", path=path, about=about, needs=["path"]) from None

    def _call(self, request: Request) -> Call:
        return call_of(self._settings, caller_of(request), request.headers, "rest")

    async def _changed(self, path: str) -> Refusal:
        stored = await in_thread(self._workspace.read, path)
        return Refusal("version_changed", path=path, now=stored.version if stored else "-", needs=["If-Match"])


def _listed(call: Call, card: Card) -> Json:
    """A card with what its file is."""
    about = {"path": card.path, "version": card.version, "media_type": card.media_type}
    return about | show_card(call, card).model_dump(exclude_none=True)


def stream(download: Download) -> Response:
    """The file as an attachment that no browser shows or runs (ASVS 12.5; RFC 6266)."""
    headers = {
        "content-disposition": disposition(download.name),
        "content-length": str(download.size),
        "etag": f'"{download.version}"',
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "accept-ranges": "none",
    }
    return StreamingResponse(download.chunks, headers=headers, media_type=download.media_type)


def disposition(name: str) -> str:
    """An attachment's name for old programs and new ones (RFC 6266 §5, RFC 8187)."""
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%;' else "_" for c in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe=_SAFE)}"


def _filed(filed: Filed) -> Response:
    body = {"path": filed.path, "size": filed.size, "version": filed.version}
    return JSONResponse(body, 201 if filed.created else 200, {"etag": f'"{filed.version}"'})


def _tag(header: str | None) -> str | None:
    """The version in an If-Match header (RFC 9110 §13.1.1), quotes and weakness aside."""
    return header.strip().removeprefix("W/").strip('"') if header else None
