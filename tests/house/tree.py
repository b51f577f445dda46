"""The tracked files of the repository and their syntax trees, for the checks of the house."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
_BUILT = {".venv", "node_modules", "__pycache__", "dist", "build"}
_SKIPPED = {".git", ".hypothesis", ".ruff_cache", ".import_linter_cache", *_BUILT}


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name not in _SKIPPED:
            yield from _walk(path) if path.is_dir() else [path]


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that belongs to the repository; all files where it is not a git checkout."""
    if not (ROOT / ".git").exists():
        return tuple(_walk(ROOT))
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=True,
    )
    return tuple(path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file())


@cache
def python_files(folder: str = "") -> tuple[Path, ...]:
    """Tracked Python files below a folder of the repository."""
    return tuple(path for path in tracked() if path.suffix == ".py" and path.is_relative_to(ROOT / folder))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def name_of(path: Path) -> str:
    """The path as exceptions.yaml and messages write it."""
    return path.relative_to(ROOT).as_posix()


def nodes(folder: str, *kinds: type[ast.AST]) -> Iterator[tuple[Path, Any]]:
    """Every syntax node of these kinds below a folder, with its file."""
    for path in python_files(folder):
        for node in ast.walk(parsed(path)):
            if isinstance(node, kinds):
                yield path, node


def strings(folder: str) -> set[str]:
    """Every string literal in the Python files below a folder, the errors table left out."""
    return {
        node.value
        for path, node in nodes(folder, ast.Constant)
        if isinstance(node.value, str) and name_of(path) != "docforge/errors/table.py"
    }


@cache
def exceptions() -> dict[str, dict[str, str]]:
    """tests/house/exceptions.yaml: rule → name → reason."""
    told = yaml.safe_load((ROOT / "tests/house/exceptions.yaml").read_text(encoding="utf-8"))
    return {rule: named or {} for rule, named in told.items()}
