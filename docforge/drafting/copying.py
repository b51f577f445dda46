"""Copies a file as it is, never over another; a template becomes a document (COPY-1). Knows no format by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docforge.call import Call
from docforge.drafting.contents import open_package
from docforge.drafting.names import format_of, free_document, is_template, suffix_of
from docforge.drafting.report import find_notices, tell_file
from docforge.drafting.request import refuse_all
from docforge.errors import Change, Choice, Notice, Refusal
from docforge.opc import has_macros
from docforge.workspace import Card, Deed, PathTaken, Stored, Workspace

TOOL = "copy_file"


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy: `template` names the source where that is one; `changed` the part whose content type was turned."""

    stored: Stored
    template: str | None
    changed: tuple[str, ...]
    identical: int | None
    card: Card | None
    notices: tuple[Notice, ...]


def copy(call: Call, workspace: Workspace, source_text: str, path_text: str, *, attach: bool) -> Copied:
    """Copy the file at `source_text` to `path_text`; both as a caller wrote them.

    Raises Refusal bad_path, not_found, is_a_template, wrong_format, target_exists, and those of opening a package
    where its content type has to be turned.
    """
    original, path = check_copy(call, workspace, source_text, path_text)
    data, changed, identical = _content(workspace, original, path)
    with workspace.lock(path):
        try:
            stored = workspace.create(path, data, _deed(call, workspace, original))
        except PathTaken:
            raise _taken(call, workspace, path) from None
        card = workspace.hand_over(call, stored) if attach else None
        notices = tuple(find_notices(workspace, stored, attach=attach))
    template = original.path if is_template(workspace, original.path) else None
    return Copied(stored, template, changed, identical, card, notices)


# ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_copy(call: Call, workspace: Workspace, source_text: str, path_text: str) -> tuple[Stored, str]:
    """The file to copy and the safe path of the copy; writes nothing and raises what `copy` would raise before."""
    source, path = _check_paths(workspace, source_text, path_text)
    original = workspace.read(source)
    if original is None:
        raise _not_found(workspace, source)
    if workspace.exists(path):
        raise _taken(call, workspace, path)
    return original, path


def _check_paths(workspace: Workspace, source_text: str, path_text: str) -> tuple[str, str]:
    faults: list[Refusal] = []
    source = _safe(workspace, source_text, "source", faults)
    path = _safe(workspace, path_text, "path", faults)
    if source and not workspace.exists(source):
        faults.append(_not_found(workspace, source))
    if source and path:
        faults += _check_suffix(workspace, source, path)
    refuse_all(faults)
    return source, path


def _safe(workspace: Workspace, text: str, argument: str, faults: list[Refusal]) -> str:
    try:
        return workspace.path(text, argument)
    except Refusal as refusal:
        refusal.needs = (argument,)
        faults.append(refusal.about(argument=argument))
        return ""


def _check_suffix(workspace: Workspace, source: str, path: str) -> list[Refusal]:
    if is_template(workspace, path):
        free = free_document(workspace, path, target_suffix(source))
        return [Refusal("is_a_template", path=path, argument="path", change=Change({"path": free}))]
    if suffix_of(path) == suffix_of(source):
        return []
    wanted = _hidden_macro(workspace, source) or target_suffix(source)
    if suffix_of(path) == wanted:
        return []
    told: dict[str, Any] = {"path": path, "argument": "path", "tool": TOOL, "accepts": wanted or "-"}
    return [Refusal("wrong_format", change=Change({"path": free_document(workspace, path, wanted)}), **told)]


def target_suffix(source: str) -> str:
    """The extension that a copy of `source` takes: its own, or the document's where it is a template."""
    suffix = suffix_of(source)
    fmt = format_of(suffix)
    if fmt is None:
        return suffix
    if suffix in fmt.macro_templates:
        return fmt.macro_document or suffix
    return fmt.document if suffix == fmt.template else suffix


def _hidden_macro(workspace: Workspace, source: str) -> str | None:
    """The macro extension, for a file that hides macros under a plain name: its copy is named rightly (REJECT-3)."""
    fmt, stored = format_of(suffix_of(source)), workspace.read(source)
    if fmt is None or fmt.macro_document is None or stored is None or suffix_of(source) not in fmt.templates:
        return None
    package = open_package(workspace.settings, source, stored.data, stored.sha256)
    return fmt.macro_document if has_macros(package) else None


def _not_found(workspace: Workspace, source: str) -> Refusal:
    near = workspace.near(source, list(workspace.files()))
    choices = [Choice("copy_this", Change({"source": name}), {"path": name}) for name in near]
    return Refusal("not_found", what=source, argument="source", choices=choices, needs=[] if choices else ["source"])


def _taken(call: Call, workspace: Workspace, path: str) -> Refusal:
    other = Choice("copy_beside", Change({"path": workspace.free_path(path)}))
    return Refusal("target_exists", path=path, about=tell_file(call, workspace, path), choices=[other])


# ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _content(workspace: Workspace, original: Stored, path: str) -> tuple[bytes, tuple[str, ...], int | None]:
    if suffix_of(path) == suffix_of(original.path):
        return original.data, (), None
    package = open_package(workspace.settings, original.path, original.data, original.sha256)
    parts = package.as_document()
    return package.save(parts), tuple(parts), len(package.names) - len(parts)


def _deed(call: Call, workspace: Workspace, original: Stored) -> Deed:
    """A copy of a template is in template state; a copy of a document goes on with that document's lineage."""
    if is_template(workspace, original.path):
        template, sha256, filled = original.path, original.sha256, False
    else:
        lineage = workspace.lineage(original.path)
        known = (lineage.template, lineage.template_sha256, lineage.filled) if lineage else (None, None, True)
        template, sha256, filled = known
    return Deed(call=call, tool=TOOL, action="copied", template=template, template_sha256=sha256, filled=filled)
