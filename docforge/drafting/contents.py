"""Checks by content that a file is what its name says. Knows no format by name and never writes."""

from __future__ import annotations

from threading import Lock
from typing import Any

from docforge.config import Settings
from docforge.drafting.names import free_document, macro_template, suffix_of
from docforge.errors import PHRASES, Change, Phrase, Refusal
from docforge.formats import load_formats
from docforge.formats.base import Format
from docforge.opc import Limits, Package, check_safe, has_macros
from docforge.workspace import Stored, Workspace


class _Remembered:
    """The last few hashes of files that were found safe, so that a form is searched once and not at every fill."""

    def __init__(self, most: int) -> None:
        self._most, self._hashes = most, dict[str, None]()
        self._lock = Lock()

    def __contains__(self, sha256: object) -> bool:
        return sha256 in self._hashes

    def add(self, sha256: str) -> None:
        with self._lock:
            self._hashes[sha256] = None
            if len(self._hashes) > self._most:
                del self._hashes[next(iter(self._hashes))]


_SAFE = _Remembered(4_096)


def limits_of(settings: Settings) -> Limits:
    """The limits that the operator set on one package."""
    return Limits(
        file=settings.max_file_bytes,
        parts=settings.max_parts,
        inflated=settings.max_inflated_bytes,
        part=settings.max_part_bytes,
    )


def open_package(settings: Settings, path: str, data: bytes, sha256: str) -> Package:
    """The package at `path`, past the gate of `check_safe`; `sha256` is the hash of its bytes.

    Raises Refusal encrypted, not_a_document, strict_format, hostile_file (REJECT-5) or too_large, with the path.
    """
    try:
        package = Package.open(data, limits_of(settings))
        strict = package.is_strict
        if sha256 not in _SAFE:
            check_safe(package)
            _SAFE.add(sha256)
    except Refusal as refusal:
        raise refusal.about(path=path) from None
    if strict:
        raise Refusal("strict_format", path=path)
    return package


def open_readable(settings: Settings, fmt: Format[Any, Any], stored: Stored) -> Package:
    """The package of a file of `fmt`, template or document, with macros or without; Refusal also renamed."""
    package = open_package(settings, stored.path, stored.data, stored.sha256)
    _check_family(fmt, stored.path, package)
    return package


def open_document(workspace: Workspace, fmt: Format[Any, Any], stored: Stored, *, copy_to: str | None) -> Package:
    """The package of a file of `fmt` that is to be edited, or copied to `copy_to` and filled there.

    Raises also Refusal renamed, and macro_template for a template with macros (REJECT-3).
    """
    package = open_readable(workspace.settings, fmt, stored)
    _check_macros(workspace, fmt, stored.path, package, copy_to)
    return package


def _check_family(fmt: Format[Any, Any], path: str, package: Package) -> None:
    try:
        family = _family_of(package)
    except Refusal as refusal:
        raise refusal.about(path=path) from None
    if family != fmt.name:
        raise Refusal("renamed", path=path, actual=_kind_of(family), remedy=Phrase("upload_named"))


def _family_of(package: Package) -> str:
    """The name of the format that the main part says the package is of; its content type where no format knows it."""
    if package.main is not None:
        return package.main.family
    known = (fmt.name for fmt in load_formats().values() if package.main_type in fmt.main_types)
    return next(known, package.main_type)


def _kind_of(family: str) -> Phrase | str:
    fmt = load_formats().get(family)
    if fmt is not None:
        return Phrase("plain_kind", {"title": fmt.title})
    return Phrase(f"family_{family}") if f"family_{family}" in PHRASES else family


def _check_macros(
    workspace: Workspace, fmt: Format[Any, Any], path: str, package: Package, copy_to: str | None
) -> None:
    if not has_macros(package):
        return
    if copy_to is not None:
        raise macro_template(workspace, fmt, path, copy_to)
    if suffix_of(path) != fmt.macro_document:
        target = free_document(workspace, path, fmt.macro_document or fmt.document)
        change = Change(tool="copy_file", arguments={"source": path, "path": target, "attach": False})
        actual = Phrase("macro_kind", {"title": fmt.title})
        raise Refusal("renamed", path=path, actual=actual, remedy=Phrase("copy_named"), change=change)
