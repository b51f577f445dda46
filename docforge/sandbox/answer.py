"""A worker's answer, which may be anything: collected under limits, then read with every field checked.

Knows no format: parts are checked as any upload is, by who asked for them.
"""

from __future__ import annotations

import json
import re
import socket
from itertools import accumulate
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from docforge.sandbox.channel import ANSWER, LONGEST_HEADER
from docforge.sandbox.job import PRINTED, Failure, Kind, Outcome

_PIECE = 2**18
_MOST_PARTS = 10_000
_LONGEST_NAME = 1_000
_PATH = re.compile(r"(?:/[^\s/'\":,;()<>]+){2,}")

Name = Annotated[str, Field(max_length=_LONGEST_NAME)]
Size = Annotated[int, Field(ge=0)]


class BadAnswer(ValueError):  # noqa: N818  what it is
    """The answer is none that the worker's own program gives."""


class Collected:
    """Bytes from a worker up to a limit. `kind` says why collecting ended without an answer, if it is known."""

    def __init__(self, limit: int) -> None:
        self._limit, self._held = limit, bytearray()
        self._needed: int | None = None
        self.ended, self.kind = False, None

    ended: bool
    kind: Kind | None

    @property
    def done(self) -> bool:
        """Whether the answer is whole."""
        return self._needed is not None and len(self._held) >= self._needed

    def end(self, kind: Kind | None) -> None:
        """Collect no more."""
        self.ended, self.kind = True, kind

    def take_from(self, talk: socket.socket) -> None:
        """Receive a piece."""
        try:
            piece = talk.recv(_PIECE)
        except BlockingIOError:
            return
        except ConnectionResetError:
            piece = b""
        if not piece:
            self.end(None)
        self._held += piece
        if self._needed is None and len(self._held) >= ANSWER.size:
            self._learn_size()
        if self.done:
            self.end(None)

    def _learn_size(self) -> None:
        header, rest = ANSWER.unpack_from(self._held)
        if header > LONGEST_HEADER or rest > self._limit:
            self.end("output")
        else:
            self._needed = ANSWER.size + header + rest

    def header_and_rest(self) -> tuple[bytes, memoryview]:
        """The two halves of a whole answer."""
        length, rest = ANSWER.unpack_from(self._held)
        middle = ANSWER.size + length
        return bytes(self._held[ANSWER.size : middle]), memoryview(self._held)[middle : middle + rest]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Error(_Model):
    type: Name
    message: Annotated[str, Field(max_length=4_000)]
    line: int | None


class _Answer(_Model):
    ok: bool
    printed: Annotated[str, Field(max_length=PRINTED + 100)]
    error: _Error | None
    parts: Annotated[list[Annotated[list[Any], Field(min_length=2, max_length=2)]], Field(max_length=_MOST_PARTS)]
    dropped: Annotated[list[Name], Field(max_length=_MOST_PARTS)]


class _Part(_Model):
    name: Name
    size: Size


def read_outcome(collected: Collected) -> Outcome:
    """The outcome that a whole answer tells. Raises BadAnswer."""
    header, rest = collected.header_and_rest()
    try:
        answer = _Answer.model_validate(json.loads(header))
        parts = [_Part(name=name, size=size) for name, size in answer.parts]
    except (ValueError, ValidationError, RecursionError) as fault:
        raise BadAnswer from fault
    ends = list(accumulate(part.size for part in parts))
    if (ends[-1] if ends else 0) != len(rest) or len({part.name for part in parts}) != len(parts):
        raise BadAnswer
    if not answer.ok or answer.error is not None:
        return _failed(answer.error, answer.printed)
    held = {part.name: bytes(rest[end - part.size : end]) for part, end in zip(parts, ends, strict=True)}
    return Outcome("done", answer.printed, parts=held, dropped=answer.dropped)


def _failed(error: _Error | None, printed: str) -> Outcome:
    if error is None:
        raise BadAnswer
    failure = Failure(error.type, _without_paths(error.message), error.line)
    return Outcome("memory" if error.type == "MemoryError" else "error", printed, failure)


def _without_paths(message: str) -> str:
    """A message in which no path shows where the service lives (RETRY-3)."""
    return _PATH.sub(lambda found: found[0].rpartition("/")[2], message)
