"""Tries everything that DocForge stands on, and says what is well, what is missing and what is wrong.

Its words name places on this machine: they are for whoever owns the workspace. Knows no door.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from docforge import __version__
from docforge.config import Settings
from docforge.drafting.contents import open_document
from docforge.drafting.names import format_of, is_template, suffix_of
from docforge.errors import Phrase, Refusal
from docforge.errors.refusal import Language
from docforge.workspace import Workspace
from docforge.workspace.checkup import check_locks, check_records, check_secret, check_storage

State = Literal["ok", "absent", "warning", "failed"]
ENGINES = {"libreoffice": "soffice", "hwp_ingest": "hwp-ingest"}
_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `about` says what it is, or what is wrong with it."""

    name: str
    state: State
    about: str


def examine(settings: Settings) -> Iterator[Finding]:
    """Every finding, as it is made. An absent workspace is not made, and what would lie in it not tried."""
    yield Finding("python", "ok", f"{sys.version.split()[0]} ({sys.executable})")
    yield Finding("docforge", "ok", __version__)
    yield _packages(settings.language)
    yield _tried("zone", settings, lambda _: str(ZoneInfo(settings.zone)))
    yield from _workspace(settings)
    yield from _engines(settings.language)


# ── the program ───────────────────────────────────────────────────────────────────────────────────────────────────────


def package_versions() -> dict[str, str | None]:
    """Each library that DocForge asks for, and the version that is there; {} where it was not installed itself."""
    try:
        wanted = [need for need in requires("docforge") or [] if "extra ==" not in need]
    except PackageNotFoundError:
        return {}
    names = (re.match(r"[\w.-]+", need) for need in wanted)
    return {name[0]: _version_of(name[0]) for name in names if name}


def _version_of(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _packages(language: Language) -> Finding:
    found = package_versions()
    if not found:
        return Finding("libraries", "absent", _say("doctor_not_installed", language))
    missing = [name for name, there in found.items() if there is None]
    if missing:
        return Finding("libraries", "failed", ", ".join(missing))
    return Finding("libraries", "ok", ", ".join(f"{name} {there}" for name, there in found.items()))


# ── the workspace ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _workspace(settings: Settings) -> Iterator[Finding]:
    folder = settings.workspace.absolute()
    if settings.storage == "local" and not folder.is_dir():
        yield Finding("workspace", "absent", _say("doctor_no_workspace", settings.language, folder=folder))
        return
    yield Finding("workspace", "ok", str(folder))
    checks = {"storage": check_storage, "locks": check_locks, "records": check_records, "secret": check_secret}
    found = [_tried(name, settings, check) for name, check in checks.items()]
    yield from found
    if all(finding.state == "ok" for finding in found):
        yield from _templates(settings)


def _tried(name: str, settings: Settings, check: Callable[[Settings], str]) -> Finding:
    """What the check found, or why it failed: as our own table says it, or in the fault's own words."""
    try:
        return Finding(name, "ok", check(settings))
    except Refusal as refusal:
        why = refusal.facts.get("why")
        told = why.text(settings.language) if isinstance(why, Phrase) else None
        return Finding(name, "failed", told or refusal.to_dict(settings.language)["message"])
    except Exception as fault:  # noqa: BLE001  whatever is wrong is what was asked for
        return Finding(name, "failed", f"{type(fault).__name__}: {fault}")


def _templates(settings: Settings) -> Iterator[Finding]:
    workspace = Workspace.open(settings)
    found = [path for path in workspace.files() if is_template(workspace, path)]
    for folder in settings.template_folders:
        held = [path for path in found if path.startswith(f"{folder}/")]
        told = {"folder": workspace.location(folder), "count": len(held)}
        yield Finding("templates", "ok" if held else "absent", _say("doctor_templates", settings.language, **told))
    for path in found:
        yield _template(workspace, path, settings.language)


def _template(workspace: Workspace, path: str, language: Language) -> Finding:
    fmt, stored = format_of(suffix_of(path)), workspace.read(path)
    if fmt is None or stored is None:
        return Finding("template", "warning", _say("doctor_no_format", language, path=path))
    try:
        package = open_document(workspace, fmt, stored, copy_to=path)
        places = len(fmt.engine.read(package).places)
    except Refusal as refusal:
        told = refusal.to_dict(language)
        return Finding("template", "warning" if refusal.code == "macro_template" else "failed", told["message"])
    return Finding("template", "ok", _say("doctor_template", language, path=path, count=places))


# ── what other rooms would use ────────────────────────────────────────────────────────────────────────────────────────


def _engines(language: Language) -> Iterator[Finding]:
    for name, command in ENGINES.items():
        found = shutil.which(command)
        yield Finding(name, "ok" if found else "absent", found or _say("doctor_no_engine", language, command=command))
    fonts = _korean_fonts()
    shown = ", ".join(fonts[:3]) or _say("doctor_no_fonts", language)
    yield Finding("korean_fonts", "ok" if fonts else "absent", shown)


def _korean_fonts() -> list[str]:
    """Families of installed fonts that have Hangul, as fontconfig knows them."""
    command = shutil.which("fc-list")
    if command is None:
        return []
    asked = [command, "--format", "%{family[0]}\n", ":lang=ko"]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603  a fixed command
    return sorted({line for line in told.stdout.splitlines() if line})


def _say(code: str, language: Language, **facts: object) -> str:
    return Phrase(code, {name: str(fact) if isinstance(fact, Path) else fact for name, fact in facts.items()}).text(
        language
    )
