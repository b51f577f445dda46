"""Carries out an edit: decide, refuse or plan, apply, publish. Knows no format by name and no door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from docforge.call import Call
from docforge.drafting.coding import Coded, check_script, run_script
from docforge.drafting.contents import open_document
from docforge.drafting.matrix import Case, decide
from docforge.drafting.names import Names, check_names, no_target, suffix_of, target_exists, template_not_found
from docforge.drafting.reading import find_origin, read_named
from docforge.drafting.report import find_notices, tell_file
from docforge.drafting.request import Request, refuse_all
from docforge.errors import Change, Choice, Notice, Phrase, Problem, Refusal
from docforge.formats.base import Filled
from docforge.opc import Package, compare
from docforge.workspace import Card, Deed, FileChanged, PathTaken, Stored, Workspace

_OPENED, _PLANNED, _APPLIED = 0.2, 0.6, 0.9  # how far a call is


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call that passed every check: what it does, the file whose bytes it fills, and the format's plan.

    `files` are those that the call's code is given, by path.
    """

    case: Case
    path: str
    source: Stored
    plan: Any
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A call that was carried out. `before` is the version that was edited, None where a copy was made."""

    action: Literal["edited", "copied_and_edited"]
    template: str | None
    stored: Stored
    before: str | None
    filled: Filled
    card: Card | None
    notices: Sequence[Notice]
    printed: str = ""


def check_draft(call: Call, workspace: Workspace, request: Request) -> None:
    """Run every check of the call and write nothing; raises what `carry_out` would raise before it writes."""
    _Draft(call, workspace, request).prepare()


def carry_out(call: Call, workspace: Workspace, request: Request) -> Drafted:
    """Edit the document at `path`, or copy `template` there and edit the copy (MATRIX-1 to MATRIX-8).

    Raises a Refusal and leaves the workspace as it was. Between the checks and the lock another call may have
    changed the document; then all is checked again, under the lock.
    """
    draft = _Draft(call, workspace, request)
    prepared = draft.prepare()
    with workspace.lock(prepared.path):
        try:
            return draft.publish(prepared)
        except (FileChanged, PathTaken):
            prepared = draft.prepare()
        try:
            return draft.publish(prepared)
        except (FileChanged, PathTaken) as changed:
            raise Refusal("busy", path=prepared.path) from changed


@dataclass(frozen=True, slots=True)
class _Draft:
    call: Call
    workspace: Workspace
    request: Request

    # ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self) -> Prepared:
        """Everything before the first write: paths, matrix, content, version, items."""
        names = check_names(self.workspace, self.request)
        script = self.request.script
        files = read_named(self.workspace, script.assets.values()) if script else {}
        refuse_all([*names.faults, *self._check_amount(names), *self._check_script(files)])
        case, source, package = self._open_source(names)
        self._check_version(source)
        return Prepared(case, names.path, source, self._plan(names, package), files)

    def _check_amount(self, names: Names) -> list[Refusal]:
        request = self.request
        if not request.items.is_empty() or request.script is not None:
            return []
        arguments = {"source": names.template, "path": names.path, "attach": request.attach}
        copy = Choice("copy_instead", Change(tool="copy_file", arguments=arguments))
        can_copy = names.template is not None and not names.faults
        return [
            Refusal(
                "nothing_to_do",
                choices=[copy] if can_copy else [],
                needs=request.item_names[:1],
                tool=request.tool,
                argument=request.item_names[0],
            )
        ]

    def _check_script(self, files: Mapping[str, bytes]) -> list[Refusal]:
        request = self.request
        return check_script(self.workspace.settings, request.tool, request.script, files) if request.script else []

    def _open_source(self, names: Names) -> tuple[Case, Stored, Package]:
        """The case of the matrix and the file whose bytes are filled; every other case is refused here."""
        copied = self.workspace.read(names.template) if names.template else None
        package = self._open(copied, names.path) if copied else None
        case = decide(
            template_given=names.template is not None,
            template_exists=copied is not None,
            file_exists=self.workspace.exists(names.path),
        )
        if case == "copy_and_edit" and copied is not None and package is not None:
            return case, copied, package
        edited = self.workspace.read(names.path) if case in ("edit", "target_exists") else None
        if case == "edit" and edited is not None:
            return case, edited, self._open(edited, None)
        raise self._refusal_of(case, names)

    def _open(self, stored: Stored, copy_to: str | None) -> Package:
        return open_document(self.workspace, self.request.format, stored, copy_to=copy_to)

    def _refusal_of(self, case: Case, names: Names) -> Refusal:
        if case == "target_exists":
            about = tell_file(self.call, self.workspace, names.path)
            return target_exists(self.workspace, self.request, names.path, about)
        if case == "template_not_found":
            return template_not_found(self.workspace, self.request.format, names.template or "")
        return no_target(self.workspace, self.request, names.path)

    def _check_version(self, source: Stored) -> None:
        wanted = self.request.version
        if wanted is None or (len(wanted) >= len(source.version) and source.sha256.startswith(wanted)):
            return
        reader = f"read_{self.request.format.name}"
        again = Choice("read_again", Change(tool=reader, arguments={"path": source.path}))
        raise Refusal("version_changed", path=source.path, now=source.version, choices=[again], needs=["version"])

    def _plan(self, names: Names, package: Package) -> Any:
        self.call.progress(_OPENED)
        request, settings = self.request, self.workspace.settings
        given, most = request.items.count(), settings.max_items
        if given > most:
            problem = Problem("too_many", at=request.item_names[0], facts={"given": given, "limit": most})
            raise Refusal("bad_arguments", tool=request.tool, problems=[problem], needs=request.item_names[:1])
        origin = package if names.template else find_origin(self.workspace, names.path)
        sources = read_named(self.workspace, request.items.sources())
        told: dict[str, Any] = {"sources": sources, "force_calculation": settings.force_calculation}
        try:
            return request.format.engine.plan(package, request.items, origin=origin, **told)
        except Refusal as refusal:
            raise refusal.about(path=names.path, tool=request.tool) from None

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def publish(self, prepared: Prepared) -> Drafted:
        """Apply the plan and publish its bytes; PathTaken or FileChanged where the file is not as it was checked."""
        source, copying = prepared.source, prepared.case == "copy_and_edit"
        as_document = suffix_of(prepared.path) == self.request.format.document
        self.call.progress(_PLANNED)
        filled = self.request.format.engine.apply(prepared.plan, as_document=as_document)
        self.call.progress(_APPLIED)
        coded = self._run_script(prepared, filled)
        if coded is not None:
            filled = _after_code(prepared, filled, coded)
        deed = self._deed(prepared, filled)
        if copying:
            stored = self.workspace.create(prepared.path, filled.data, deed)
        else:
            stored = self.workspace.replace(source, filled.data, deed)
        return Drafted(
            action="copied_and_edited" if copying else "edited",
            template=source.path if copying else None,
            stored=stored,
            before=None if copying else source.version,
            filled=filled,
            card=self.workspace.hand_over(self.call, stored) if self.request.attach else None,
            notices=(*filled.notices, *self._find_notices(stored, filled)),
            printed=coded.printed if coded else "",
        )

    def _run_script(self, prepared: Prepared, filled: Filled) -> Coded | None:
        """The document after the code of the call, None where it has none.

        Where the code fails after a template was copied, the copy stays, in the template's state (RETRY-1).
        """
        if self.request.script is None:
            return None
        try:
            settings, fmt = self.workspace.settings, self.request.format
            return run_script(settings, fmt, self.request.script, prepared.files, filled.data)
        except Refusal as refusal:
            refusal.needs = ("code",)
            if prepared.case == "copy_and_edit":
                self._keep_copy(prepared)
                refusal.change = Change({"template": None})
                refusal.about(kept=Phrase("copy_kept", {"path": prepared.path}))
            raise refusal.about(path=prepared.path, kept=Phrase("document_kept")) from None

    def _keep_copy(self, prepared: Prepared) -> None:
        package = self._open(prepared.source, prepared.path)
        deed = replace(self._deed(prepared, None), action="copied", filled=False)
        self.workspace.create(prepared.path, package.save(package.as_document()), deed)

    def _find_notices(self, stored: Stored, filled: Filled) -> list[Notice]:
        """What the user's copy is like: results that it lacks (XFILL-9), or that it is an earlier version."""
        attach = self.request.attach
        blank = [Notice("blank_results", {"count": filled.blank})] if attach and filled.blank else []
        return [*blank, *find_notices(self.workspace, stored, attach=attach)]

    def _deed(self, prepared: Prepared, filled: Filled | None) -> Deed:
        copying = prepared.case == "copy_and_edit"
        return Deed(
            call=self.call,
            tool=self.request.tool,
            action="copied_and_edited" if copying else "edited",
            places=filled.places if filled else (),
            template=prepared.source.path if copying else None,
            template_sha256=prepared.source.sha256 if copying else None,
        )


def _after_code(prepared: Prepared, filled: Filled, coded: Coded) -> Filled:
    """What became of the file that was opened, by the list and the code together."""
    difference = compare(Package.open(prepared.source.data), Package.open(coded.data))
    names = (*difference.changed, *difference.added, *difference.removed)
    why = {name: filled.changed.get(name, "code") for name in names}
    return replace(filled, data=coded.data, changed=why, identical=difference.identical)
