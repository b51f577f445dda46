"""How service and worker speak: a header of JSON with the sizes of the bytes behind it. Never pickle. Knows no job."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Sequence
from typing import Any

QUESTION = struct.Struct("!I")  # length of the header
ANSWER = struct.Struct("!IQ")  # length of the header, length of all that follows it
LONGEST_HEADER = 2**20
_PIECE = 2**20

Json = dict[str, Any]


def pack_question(header: Json, blobs: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """What is sent to a worker, in pieces."""
    told = json.dumps(header | {"blobs": [(name, len(blob)) for name, blob in blobs]}).encode()
    return [QUESTION.pack(len(told)) + told, *(blob for _, blob in blobs if blob)]


def read_question(fd: int) -> tuple[Json, dict[str, bytes]]:
    """In the worker: the header and its named bytes. Raises EOFError where the service is gone."""
    (length,) = QUESTION.unpack(_read(fd, QUESTION.size))
    header = json.loads(_read(fd, length))
    return header, {name: _read(fd, size) for name, size in header.pop("blobs")}


def write_answer(fd: int, header: Json, blobs: Sequence[bytes]) -> None:
    """In the worker: the answer, at once."""
    told = json.dumps(header).encode()
    _write(fd, ANSWER.pack(len(told), sum(map(len, blobs))) + told)
    for blob in blobs:
        _write(fd, blob)


def _read(fd: int, size: int) -> bytes:
    held, got = bytearray(size), 0
    view = memoryview(held)
    while got < size:
        piece = os.read(fd, min(size - got, _PIECE))
        if not piece:
            raise EOFError
        view[got : got + len(piece)] = piece
        got += len(piece)
    return bytes(held)


def _write(fd: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]
