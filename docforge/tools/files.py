"""Tools for whole files: copy, list, and an address to upload to. Knows no format by name."""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from docforge.call import Call
from docforge.drafting.contents import open_document
from docforge.drafting.copying import check_copy, copy
from docforge.drafting.names import format_of, is_template, macro_template, suffix_of
from docforge.drafting.report import tell_file, tell_moment
from docforge.errors import Change, Choice, Refusal
from docforge.formats.base import Format
from docforge.opc import read_title
from docforge.tools.documents import ATTACH, Changed, Parts, show_card
from docforge.tools.pages import cut_page
from docforge.tools.tool import Arguments, Json, Result, Tool, tool
from docforge.workspace import Stored, Workspace

_COPYING = (
    *("bad_path", "not_found", "is_a_template", "wrong_format", "target_exists", "busy"),
    *("encrypted", "not_a_document", "strict_format", "hostile_file", "too_large"),
)
_REMEMBERED = 512

Kind = Literal["template", "document", "any"]


_COPY: Json = {"source": "templates/quote.xltx", "path": "quotes/copy.xltx", "attach": False}


class CopyArguments(Arguments):
    source: str
    path: Annotated[str, Field(description="new file; must not exist")]
    attach: Annotated[bool, Field(description=ATTACH)]


def _check(call: Call, workspace: Workspace, arguments: CopyArguments) -> None:
    check_copy(call, workspace, arguments.source, arguments.path)


@tool("copy_file", refuses=_COPYING, writes=True, slow=True, check=_check, example=_COPY)
def copy_file(call: Call, workspace: Workspace, arguments: CopyArguments) -> Changed:
    """Copy any file of the workspace; never over a file."""
    copied = copy(call, workspace, arguments.source, arguments.path, attach=arguments.attach)
    parts = Parts(changed=list(copied.changed), identical=copied.identical) if copied.identical is not None else None
    return Changed(
        path=copied.stored.path,
        action="copied",
        template=copied.template,
        version=copied.stored.version,
        attach=arguments.attach,
        card=show_card(call, copied.card) if copied.card else None,
        written=0,
        parts=parts,
        notices=list(copied.notices),
    )


# ── list ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class ListArguments(Arguments):
    folder: str | None = None
    kind: Kind = "any"
    cursor: str | None = None
    limit: Annotated[int | None, Field(ge=1, le=10_000, description="rows a page")] = None


class FileShown(BaseModel):
    """One file; of a template also its title and how many places it has, or why it cannot be used and what helps."""

    path: str
    kind: Literal["template", "document", "other"]
    format: str | None = None
    title: str | None = None
    places: int | None = None
    fault: str | None = None
    next: Json | None = None
    delivered: bool | None = None


class Listed(Result):
    """Files of the workspace, one page of them, sorted by path."""

    total: int
    shown: int
    next_cursor: str | None = None
    files: list[Json]

    def to_dict(self, language: Any) -> Json:
        return {**super().to_dict(language), "files": self.files}


@tool("list_files", refuses=("bad_path",), slow=True, example={"kind": "template"})
def list_files(call: Call, workspace: Workspace, arguments: ListArguments) -> Listed:
    """List forms and documents."""
    folder = workspace.path(arguments.folder.rstrip("/"), "folder") if arguments.folder else ""
    found = [(path, _kind(workspace, path)) for path in workspace.files(folder)]
    wanted = [{"path": path, "kind": kind} for path, kind in found if arguments.kind in ("any", kind)]
    page = cut_page("list_files", wanted, cursor=arguments.cursor, limit=arguments.limit)
    given = {card.path for card in workspace.cards(call)}
    rows: list[Json] = []
    for number, row in enumerate(page.rows):
        call.progress(number / len(page.rows))
        rows.append(_describe(call, workspace, row["path"], row["kind"], given))
    return Listed(total=len(wanted), shown=len(rows), next_cursor=page.next_cursor, files=rows)


def _kind(workspace: Workspace, path: str) -> Literal["template", "document", "other"]:
    if format_of(suffix_of(path)) is None:
        return "other"
    return "template" if is_template(workspace, path) else "document"


def _describe(call: Call, workspace: Workspace, path: str, kind: Any, given: set[str]) -> Json:
    fmt = format_of(suffix_of(path))
    facts = _facts(call, workspace, fmt, path) if fmt is not None and kind == "template" else {}
    delivered = True if path in given else None
    name = fmt.name if fmt else None
    return FileShown(path=path, kind=kind, format=name, delivered=delivered, **facts).model_dump(exclude_none=True)


def _facts(call: Call, workspace: Workspace, fmt: Format[Any, Any], path: str) -> Json:
    stored, name = workspace.read(path), PurePosixPath(path).stem
    if stored is None:
        return {}
    try:
        if suffix_of(path) in fmt.macro_templates:
            raise macro_template(workspace, fmt, path, path)
        title, places = _template_facts(_ByContent(workspace, fmt, stored))
    except Refusal as refusal:
        told = refusal.to_dict(call.language)
        return {"title": name, "fault": told["code"], "next": told["next"]}
    return {"title": title or name, "places": places}


class _ByContent:
    """A template as a key of the memory: equal where the bytes are."""

    def __init__(self, workspace: Workspace, fmt: Format[Any, Any], stored: Stored) -> None:
        self.workspace, self.format, self.stored = workspace, fmt, stored

    @property
    def key(self) -> tuple[str, str]:
        return self.format.name, self.stored.sha256

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByContent) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(_REMEMBERED)
def _template_facts(template: _ByContent) -> tuple[str, int]:
    """Title and number of places; the Refusal, which is not remembered, where the file cannot be used as a template."""
    stored = template.stored
    package = open_document(template.workspace, template.format, stored, copy_to=stored.path)
    return read_title(package), len(template.format.engine.read(package).places)


# ── upload ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class UploadArguments(Arguments):
    path: Annotated[str, Field(description="where the file shall lie; must not exist")]


class UploadLink(Result):
    """An address that takes the file once, by PUT or POST with the bytes as body, until `expires`."""

    path: str
    url: str | None = None
    location: str | None = None
    expires: str | None = None


@tool("upload_link", refuses=("bad_path", "target_exists"), example={"path": "quotes/incoming.xlsx"})
def upload_link(call: Call, workspace: Workspace, arguments: UploadArguments) -> UploadLink:
    """Get an address to which the user or a program sends a file (PUT, once)."""
    path = workspace.path(arguments.path)
    if workspace.exists(path):
        raise path_taken(call, workspace, path)
    if call.local:
        return UploadLink(path=path, location=workspace.location(path))
    url, expires = workspace.upload_link(call, path)
    return UploadLink(path=path, url=url, expires=tell_moment(call, expires))


def path_taken(call: Call, workspace: Workspace, path: str) -> Refusal:
    """Refusal of a file that would come to lie over another, with a free name beside it."""
    free = Choice("upload_beside", Change({"path": workspace.free_path(path)}))
    return Refusal("target_exists", path=path, about=tell_file(call, workspace, path), choices=[free])


FILE_TOOLS: tuple[Tool, ...] = (copy_file, list_files, upload_link)
