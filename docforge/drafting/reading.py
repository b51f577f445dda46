"""Opens a template or document to read its places. Never writes and knows no format by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from docforge.drafting.contents import open_package, open_readable
from docforge.drafting.names import find_documents, find_templates, is_template, suffix_of, wrong_format
from docforge.errors import Change, Choice, Refusal
from docforge.formats.base import Format, Reading, Role
from docforge.opc import Package
from docforge.workspace import Stored, Workspace


@dataclass(frozen=True, slots=True)
class File:
    """A file of a format, opened: its bytes, whether it is a template, its package."""

    stored: Stored
    role: Role
    package: Package


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read: its bytes, whether it is a template, and its places."""

    stored: Stored
    role: Role
    reading: Reading


def read_places(
    workspace: Workspace, fmt: Format[Any, Any], text: str, *, part: str | None, tool: str, known: frozenset[str]
) -> Opened:
    """The places of the file at `text`, a path as a caller wrote it.

    Raises Refusal bad_path, wrong_format, not_found with near names, and those of opening a package.
    """
    file = open_file(workspace, fmt, text, tool=tool, known=known)
    origin = find_origin(workspace, file.stored.path)
    return Opened(file.stored, file.role, read_package(fmt, file, tool=tool, part=part, origin=origin))


def open_file(workspace: Workspace, fmt: Format[Any, Any], text: str, *, tool: str, known: frozenset[str]) -> File:
    """The file at `text` as a package of the format; raises as `read_places`."""
    path = workspace.path(text)
    if suffix_of(path) not in fmt.extensions:
        raise wrong_format(workspace, fmt, path, tool=tool, accepts=fmt.extensions, known=known)
    stored = workspace.read(path)
    if stored is None:
        raise _not_found(workspace, fmt, path)
    package = open_readable(workspace.settings, fmt, stored)
    return File(stored, "template" if is_template(workspace, path) else "document", package)


def read_package(
    fmt: Format[Any, Any], file: File, *, tool: str, part: str | None = None, origin: Package | None = None
) -> Reading:
    """The places of an open file; a refusal of the format names the file and the tool."""
    try:
        return fmt.engine.read(file.package, part=part, origin=origin)
    except Refusal as refusal:
        raise refusal.about(path=file.stored.path, tool=tool) from None


def read_named(workspace: Workspace, paths: Iterable[str]) -> dict[str, bytes]:
    """The files that a call names besides its document, by the path as named; what is none is left out."""
    found = {path: _read_named(workspace, path) for path in paths}
    return {path: data for path, data in found.items() if data is not None}


def _read_named(workspace: Workspace, path: str) -> bytes | None:
    try:
        stored = workspace.read(workspace.path(path))
    except Refusal:  # whoever asked tells of it as of a file that is not there, beside all other faults
        return None
    return stored.data if stored else None


def find_origin(workspace: Workspace, path: str) -> Any:
    """The template that the document was made from, as it was then; its labels are the form's own (XFILL-4)."""
    lineage = workspace.lineage(path)
    if lineage is None or lineage.template_sha256 is None or lineage.template is None:
        return None
    data = workspace.version_bytes(lineage.template_sha256)
    if data is None:
        return None
    return open_package(workspace.settings, lineage.template, data, lineage.template_sha256)


def _not_found(workspace: Workspace, fmt: Format[Any, Any], path: str) -> Refusal:
    known = [*find_templates(workspace, fmt), *find_documents(workspace, fmt)]
    names = workspace.near(path, known) or known[:3]
    choices = [Choice("read_this", Change({"path": name}), {"path": name}) for name in names]
    return Refusal("not_found", what=path, choices=choices, needs=[] if choices else ["path"])
