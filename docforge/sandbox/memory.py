"""Files in memory for code that has no file system: library data, named assets, what the code itself writes.

A convenience and no boundary: the kernel refuses every real file. Knows no job.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from pathlib import Path
from typing import Any

_OPEN = io.open
_REFUSED = (
    "edit code has no file system: use the bound document, assets['name'] for files, and print what you want to say;"
    " cannot open {path!r}"
)
_CODE = (".py", ".pyc", ".pyi", ".so")


class Files:
    """What can be opened: `library` by real path and only to be read, `own` by the name that the code gave."""

    def __init__(self) -> None:
        self.library: dict[str, bytes] = {}
        self.own: dict[str, bytes] = {}

    def load_library(self, package: str) -> None:
        """Take in every data file of an imported package (templates, themes)."""
        root = Path(sys.modules[package].__file__ or "").parent
        for path in root.rglob("*"):
            if path.is_file() and path.suffix not in _CODE:
                self.library[os.path.normpath(path)] = path.read_bytes()

    def install(self) -> None:
        """Stand in for `open` and for the questions whether a file exists."""
        replaced: Any = {"open": self.open}
        builtins.open = io.open = replaced["open"]
        os.path.exists = os.path.isfile = self._exists

    def open(  # noqa: PLR0917  the signature of the built-in
        self,
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        **more: Any,
    ) -> Any:
        """As the built-in; PermissionError, which says what to use instead, for what is not held here."""
        if isinstance(file, int):
            return _OPEN(file, mode, buffering, encoding, errors, newline, **more)
        path = os.path.normpath(os.fsdecode(file))
        held = self._stream(path, mode)
        if "a" in mode:
            held.seek(0, io.SEEK_END)
        if "b" in mode:
            return held
        return io.TextIOWrapper(held, encoding or "utf-8", errors, newline, write_through=True)

    def _stream(self, path: str, mode: str) -> io.BytesIO:
        writes = any(letter in mode for letter in "wax+")
        held = self.own.get(path)
        if held is None and not writes:
            held = self.library.get(path)
        if held is None and "r" in mode:
            raise PermissionError(1, _REFUSED.format(path=path))
        keeps = "r" in mode or "a" in mode
        content = held if held is not None and keeps else b""
        return _Written(self, path, content) if writes else io.BytesIO(content)

    def _exists(self, path: Any) -> bool:
        return isinstance(path, (str, os.PathLike)) and os.path.normpath(os.fspath(path)) in self.own


class _Written(io.BytesIO):
    """A file that is written: its bytes are the files' own from the first moment."""

    def __init__(self, files: Files, path: str, content: bytes) -> None:
        super().__init__(content)
        self._files, self._path = files, path
        files.own[path] = content

    def flush(self) -> None:
        super().flush()
        self._files.own[self._path] = self.getvalue()

    def close(self) -> None:
        if not self.closed:
            self._files.own[self._path] = self.getvalue()
        super().close()


FILES = Files()
