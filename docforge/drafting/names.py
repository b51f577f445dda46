"""Checks the two paths of a call by name and by what lies there. Opens no file, never writes, knows no door."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from docforge.drafting.request import Request
from docforge.errors import Change, Choice, Phrase, Refusal
from docforge.formats import load_formats
from docforge.formats.base import Format
from docforge.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Names:
    """The safe paths of a call, and everything that is wrong with them."""

    path: str
    template: str | None
    faults: tuple[Refusal, ...]


def suffix_of(path: str) -> str:
    """The extension in lower case, with its dot; "" where there is none."""
    return PurePosixPath(path).suffix.lower()


def format_of(suffix: str) -> Format[Any, Any] | None:
    """The format that an extension belongs to."""
    return next((fmt for fmt in load_formats().values() if suffix in fmt.extensions), None)


def is_template(workspace: Workspace, path: str) -> bool:
    """True below a template folder, and for a template's extension anywhere (MATRIX-5)."""
    fmt = format_of(suffix_of(path))
    own = (fmt.template, *(s for s in fmt.macro_templates if s != fmt.macro_document)) if fmt else ()
    return workspace.is_template_path(path) or suffix_of(path) in own


def find_templates(workspace: Workspace, fmt: Format[Any, Any]) -> list[str]:
    """Paths of the templates that an edit tool of `fmt` can copy, sorted."""
    return [p for p in workspace.files() if suffix_of(p) in fmt.templates and is_template(workspace, p)]


def find_documents(workspace: Workspace, fmt: Format[Any, Any]) -> list[str]:
    """Paths of the documents that an edit tool of `fmt` can edit, sorted."""
    return [p for p in workspace.files() if suffix_of(p) in fmt.documents and not is_template(workspace, p)]


def free_document(workspace: Workspace, path: str, suffix: str) -> str:
    """A free path named after `path` with `suffix`, outside the template folders."""
    pure = PurePosixPath(path)
    folder = PurePosixPath() if workspace.is_template_path(path) else pure.parent
    return workspace.free_path(str(folder / f"{pure.stem}{suffix}"))


def check_names(workspace: Workspace, request: Request) -> Names:
    """Both paths made safe, with every fault of both."""
    faults: list[Refusal] = []
    template = _safe(workspace, request.template, "template", faults)
    path = _safe(workspace, request.path, "path", faults)
    if template is not None:
        faults += _check_template(workspace, request, template, path)
    if path is not None:
        faults += _check_path(workspace, request, path)
    return Names(path or "", template, tuple(faults))


def _safe(workspace: Workspace, text: str | None, argument: str, faults: list[Refusal]) -> str | None:
    try:
        return None if text is None else workspace.path(text, argument)
    except Refusal as refusal:
        refusal.needs = (argument,)
        faults.append(refusal.about(argument=argument))
        return None


# ── template ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_template(workspace: Workspace, request: Request, template: str, path: str | None) -> list[Refusal]:
    suffix, fmt = suffix_of(template), request.format
    if suffix not in fmt.templates and suffix not in fmt.macro_templates:
        return [_wrong_format(workspace, request, template, "template", fmt.templates)]
    if not workspace.exists(template):
        return [template_not_found(workspace, fmt, template)]
    if suffix in fmt.macro_templates:
        return [macro_template(workspace, fmt, template, path or template)]
    return []


def template_not_found(workspace: Workspace, fmt: Format[Any, Any], template: str) -> Refusal:
    """Refusal of a template that is not there, with the nearest names (REJECT-1)."""
    known = find_templates(workspace, fmt)
    names = workspace.near(template, known) or known[:3]
    choices = [Choice("use_template", Change({"template": name}), {"template": name}) for name in names]
    if not known:  # the first form of all has to come in before anything can be made from it
        choices = [Choice("upload_this", Change(tool="upload_link", arguments={"path": template}), {"path": template})]
    return Refusal(
        "template_not_found",
        template=template,
        argument="template",
        choices=choices,
        needs=[] if choices else ["template"],
    )


def macro_template(workspace: Workspace, fmt: Format[Any, Any], template: str, path: str) -> Refusal:
    """Refusal of a template with macros, with the call that copies it to a macro document (REJECT-3)."""
    target = free_document(workspace, path, fmt.macro_document or fmt.document)
    change = Change(tool="copy_file", arguments={"source": template, "path": target, "attach": False})
    return Refusal("macro_template", path=template, argument="template", change=change)


# ── path ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_path(workspace: Workspace, request: Request, path: str) -> list[Refusal]:
    if is_template(workspace, path):
        return [_is_a_template(workspace, request, path)]
    if suffix_of(path) not in request.accepts:
        return [_wrong_format(workspace, request, path, "path", request.accepts)]
    return []


def _is_a_template(workspace: Workspace, request: Request, path: str) -> Refusal:
    fmt = request.format
    free = free_document(workspace, path, fmt.document)
    told: dict[str, Any] = {"path": path, "argument": "path"}
    if request.template is not None:
        return Refusal("is_a_template", change=Change({"path": free}), **told)
    if not workspace.exists(path):
        known = find_templates(workspace, fmt)
        names = workspace.near(path, known) or known[:3]
        choices = [Choice("use_template", Change({"template": n, "path": free}), {"template": n}) for n in names]
        return Refusal("is_a_template", choices=choices, needs=[] if choices else ["path", "template"], **told)
    if suffix_of(path) in fmt.macro_templates:
        return macro_template(workspace, fmt, path, path).about(argument="path")
    if suffix_of(path) in fmt.templates:
        return Refusal("is_a_template", change=Change({"template": path, "path": free}), **told)
    return _wrong_format(workspace, request, path, "path", request.accepts)


def _wrong_format(
    workspace: Workspace, request: Request, path: str, argument: str, accepts: tuple[str, ...]
) -> Refusal:
    fmt = request.format
    if argument == "path" and request.template is not None:
        change = Change({"path": free_document(workspace, path, fmt.document)})
        told: dict[str, Any] = {"path": path, "argument": argument, "tool": request.tool}
        return Refusal("wrong_format", change=change, accepts=", ".join(accepts), **told)
    return wrong_format(
        workspace, fmt, path, tool=request.tool, accepts=accepts, known=request.known, argument=argument
    )


def wrong_format(
    workspace: Workspace,
    fmt: Format[Any, Any],
    path: str,
    *,
    tool: str,
    accepts: tuple[str, ...],
    known: frozenset[str],
    argument: str = "path",
) -> Refusal:
    """Refusal of a path of another format, naming that format's tool or near files of this one (REJECT-2)."""
    told: dict[str, Any] = {"path": path, "argument": argument, "tool": tool, "accepts": ", ".join(accepts)}
    other = format_of(suffix_of(path))
    reader = f"read_{other.name}" if other and other is not fmt else ""
    if reader in known and workspace.exists(path):
        means = Choice("other_tool", Change(tool=reader, arguments={"path": path}), {"tool": reader})
        return Refusal("wrong_format", choices=[means], **told)
    as_template = argument == "template"
    candidates = find_templates(workspace, fmt) if as_template else find_documents(workspace, fmt)
    code = "use_template" if as_template else "use_document"
    near = workspace.near(path, candidates)
    choices = [Choice(code, Change({argument: name}), {"path": name, "template": name}) for name in near]
    return Refusal("wrong_format", choices=choices, needs=[] if choices else [argument], **told)


def no_target(workspace: Workspace, request: Request, path: str) -> Refusal:
    """Refusal of a call that names neither a document nor a template, with near documents and templates (MATRIX-2)."""
    fmt = request.format
    near = workspace.near(path, find_documents(workspace, fmt))
    choices = [Choice("use_document", Change({"path": name}), {"path": name}) for name in near]
    templates = find_templates(workspace, fmt)
    best = [*workspace.near(path, templates), *templates]
    for name in list(dict.fromkeys(best))[:3]:
        choices.append(Choice("use_template", Change({"template": name}), {"template": name}))  # noqa: PERF401  two kinds in one list
    create = f"create_{fmt.name}"
    if create not in request.known:
        return Refusal(
            "no_target", path=path, choices=choices, needs=[] if choices else ["path"], create=Phrase("start_by_copy")
        )
    means = Change(tool=create, arguments={"path": path, "attach": request.attach})
    choices.append(Choice("create_new", means, needs=("content",)))
    return Refusal("no_target", path=path, choices=choices, create=Phrase("start_with", {"tool": create}))


def target_exists(workspace: Workspace, request: Request, path: str, about: Phrase) -> Refusal:
    """Refusal of a call with a template whose path is taken, asking which is meant (MATRIX-4)."""
    go_on: dict[str, Any] = {"template": None} | ({"version": None} if request.version else {})
    choices = [
        Choice("go_on", Change(go_on)),
        Choice("start_again", Change({"path": workspace.free_path(path)})),
    ]
    return Refusal("target_exists", path=path, about=about, choices=choices)
