"""Runs a caller's code on the bytes of a document and checks what comes back. Knows no format by name, no path."""

from __future__ import annotations

import atexit
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from docforge.config import Settings
from docforge.drafting.contents import open_package
from docforge.drafting.request import Script
from docforge.errors import Phrase, Problem, Refusal
from docforge.formats import load_formats
from docforge.formats.base import Format
from docforge.opc import Package, active_parts, has_macros
from docforge.sandbox import Backend, Job, Limits, Outcome, make_backend


@dataclass(frozen=True, slots=True)
class Coded:
    """The document after the code, and what the code printed."""

    data: bytes
    printed: str


def check_script(settings: Settings, tool: str, script: Script, files: Mapping[str, bytes]) -> list[Refusal]:
    """Why the code cannot run here: no sandbox, or assets that are not among `files`, by path."""
    if not _backend(settings.code, _bindings()).available:
        return [Refusal("code_unavailable", tool=tool)]
    missing = [
        Problem("no_asset", at=f"assets.{name}", facts={"path": path})
        for name, path in script.assets.items()
        if path not in files
    ]
    return [Refusal("bad_arguments", tool=tool, problems=missing, needs=["assets"])] if missing else []


def run_script(
    settings: Settings, fmt: Format[Any, Any], script: Script, files: Mapping[str, bytes], data: bytes
) -> Coded:
    """Run the code on the document `data`. Raises Refusal code_failed, without path, where it does not come through."""
    assert fmt.code is not None  # noqa: S101  a tool without code has no such argument
    assets = {name: files[path] for name, path in script.assets.items()}
    job = Job(fmt.code.module, script.code, data, assets, script.params)
    outcome = _backend(settings.code, _bindings()).run(job, _limits(settings))
    if outcome.kind != "done":
        raise _failed(outcome)
    before = Package.open(data)
    changed = before.save(outcome.parts, drop=frozenset(outcome.dropped))
    _check_result(settings, before, changed)
    return Coded(changed, outcome.printed)


def _check_result(settings: Settings, before: Package, data: bytes) -> None:
    """What code gives back is judged as any upload; it may add no macros and change none (REJECT-5, REJECT-4)."""
    try:
        after = open_package(settings, "", data, hashlib.sha256(data).hexdigest())
        same_family = after.main_type == before.main_type
    except Refusal as refusal:
        raise Refusal("code_failed", why=Phrase("code_gave", {"why": refusal.facts.get("why", "")})) from refusal
    if not same_family:
        raise Refusal("code_failed", why=Phrase("code_changed_type"))
    if has_macros(after) != has_macros(before) or active_parts(after) != active_parts(before):
        raise Refusal("code_failed", why=Phrase("code_changed_macros"))


def _failed(outcome: Outcome) -> Refusal:
    failure = outcome.failure
    if failure is None:
        return Refusal("code_failed", why=Phrase(f"code_{outcome.kind}"))
    at = "code" if failure.line is None else f"code:{failure.line}"
    problem = Problem("code_error", at=at, facts={"type": failure.type, "why": failure.message})
    return Refusal("code_failed", why=Phrase("code_raised"), problems=[problem])


def _limits(settings: Settings) -> Limits:
    return Limits(
        wall=settings.code_seconds,
        cpu=settings.code_cpu_seconds,
        memory=settings.code_memory_bytes,
        answer=settings.code_answer_bytes,
    )


def _bindings() -> tuple[str, ...]:
    return tuple(fmt.code.module for fmt in load_formats().values() if fmt.code is not None)


@cache
def _backend(name: Any, bindings: tuple[str, ...]) -> Backend:
    """One sandbox a process, let go of when the process ends."""
    backend = make_backend(name, bindings)
    atexit.register(backend.close)
    return backend
