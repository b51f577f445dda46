"""What runs inside a sealed process: opens the document, runs the code, answers with the parts that it changed.

Knows no format but by the module that the job names, which offers `open_code(data) -> Opened`.
"""

from __future__ import annotations

import builtins
import io
import linecache
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any, Protocol

from docforge.sandbox.channel import read_question, write_answer
from docforge.sandbox.job import PRINTED
from docforge.sandbox.memory import FILES

SOURCE = "<code>"
_LONGEST_MESSAGE = 2_000

Json = dict[str, Any]


class Opened(Protocol):
    """A document opened by a library for code: the names that the code sees, and what it changed."""

    names: Mapping[str, Any]

    def changes(self) -> tuple[Mapping[str, bytes], Sequence[str]]:
        """Parts whose content differs from when it was opened, and the names of those that are gone."""
        ...


class Printed(io.TextIOBase):
    """Standard output of the code: kept up to a limit, counted beyond it."""

    def __init__(self, limit: int) -> None:
        self._pieces = list[str]()
        self._count, self._limit = 0, limit

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        if self._count < self._limit:
            self._pieces.append(text[: self._limit - self._count])
        self._count += len(text)
        return len(text)

    def text(self) -> str:
        """What was printed, and how much of it was left out."""
        left_out = self._count - self._limit
        return "".join(self._pieces) + (f"\n[… {left_out} more characters]" if left_out > 0 else "")


def run(fd: int) -> None:
    """Do the job that comes over `fd` and answer there."""
    header, blobs = read_question(fd)
    printed = Printed(PRINTED)
    sys.stdout = sys.stderr = printed
    answer: Json = {"ok": False, "error": None, "parts": [], "dropped": []}
    parts: Mapping[str, bytes] = {}
    try:
        parts, dropped = _edit(header, blobs)
        answer |= {"ok": True, "parts": [(name, len(part)) for name, part in parts.items()], "dropped": list(dropped)}
    except BaseException as fault:  # noqa: BLE001  whatever the code raises is its answer
        answer["error"] = _told(fault)
    write_answer(fd, answer | {"printed": _sendable(printed.text())}, list(parts.values()))


def _edit(header: Json, blobs: dict[str, bytes]) -> tuple[Mapping[str, bytes], Sequence[str]]:
    module: Any = import_module(header["module"])
    opened: Opened = module.open_code(blobs.pop(""))
    for name, content in blobs.items():
        FILES.own[name] = content
    names = {"__name__": "__main__", "__builtins__": builtins, "params": header["params"], **opened.names}
    names["assets"] = {name: io.BytesIO(content) for name, content in blobs.items()}
    source: str = header["code"]
    linecache.cache[SOURCE] = (len(source), None, source.splitlines(keepends=True), SOURCE)
    exec(compile(source, SOURCE, "exec"), names)  # noqa: S102  what the seal is for
    return opened.changes()


def _told(fault: BaseException) -> Json:
    frames = [frame for frame in traceback.extract_tb(_trace(fault)) if frame.filename == SOURCE]
    line = frames[-1].lineno if frames else getattr(fault, "lineno", None)
    return {"type": type(fault).__name__, "message": _message(fault), "line": line}


def _trace(fault: BaseException) -> TracebackType | None:
    return fault.__traceback__


def _message(fault: BaseException) -> str:
    if isinstance(fault, SyntaxError):
        return fault.msg
    try:
        return _sendable(str(fault)[:_LONGEST_MESSAGE])
    except BaseException:  # noqa: BLE001  the exception is the caller's own and may do as it likes
        return ""


def _sendable(text: str) -> str:
    """Text without lone surrogates, which no JSON parser need take."""
    return text.encode("utf-8", "replace").decode()
