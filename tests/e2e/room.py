"""The folder behind a server as its owner sees it: put files in, and compare all of it. Knows no tool."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

OWN = ".docforge"


class Room:
    """A workspace on disk. What DocForge keeps for itself lies in `.docforge` and is no user's business."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, path: str, data: bytes) -> None:
        """A file as an operator lays it there."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        return (self.folder / path).read_bytes()

    def tree(self) -> Mapping[str, bytes | str | None]:
        """Every name in the user's folder with its bytes; None for a folder, its target for a link."""
        found: dict[str, bytes | str | None] = {}
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if name.split("/")[0] != OWN:
                found[name] = _content(path)
        return found

    def leftovers(self) -> list[str]:
        """Names of temporary files that are still there."""
        own = self.folder / OWN
        return sorted(path.name for path in (own / "tmp").glob("*")) if own.is_dir() else []

    def clear(self) -> None:
        """Take everything out that is the user's."""
        for path in self.folder.iterdir():
            if path.name != OWN:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _content(path: Path) -> bytes | str | None:
    if path.is_symlink():
        return str(path.readlink())
    return path.read_bytes() if path.is_file() else None
