"""A file on its way in: streamed to a place nobody sees, within the limit, and published whole at its end.

Knows no door; what a door reads from its connection it hands over chunk by chunk.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable
from contextlib import ExitStack
from types import TracebackType
from typing import Self

import anyio.to_thread

from docforge.errors import Phrase, Refusal
from docforge.workspace.shapes import Filed
from docforge.workspace.storage.base import Staged


class Intake:
    """One file being sent to `path`. Leaving the block without `finish` leaves nothing behind."""

    def __init__(self, path: str, stage: Callable[[], Staged], limit: int, publish: Callable[[Staged], Filed]) -> None:
        self.path = path
        self._stage, self._limit, self._publish = stage, limit, publish
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._staged = self._open.enter_context(self._stage())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def write(self, chunk: bytes) -> None:
        """Append a chunk; Refusal too_large before the limit is passed."""
        if self._staged.size + len(chunk) > self._limit:
            raise Refusal("too_large", path=self.path, why=Phrase("over_bytes", {"limit": self._limit}))
        self._staged.write(chunk)

    def finish(self) -> Filed:
        """Publish what was written; PathTaken, FileChanged, Refusal busy."""
        return self._publish(self._staged)

    def take(self, chunks: Iterable[bytes]) -> Filed:
        """Write all of `chunks` and finish."""
        with self:
            for chunk in chunks:
                self.write(chunk)
            return self.finish()

    async def take_async(self, chunks: AsyncIterable[bytes]) -> Filed:
        """The same for a door that awaits its connection; the disk is written in worker threads."""
        with self:
            async for chunk in chunks:
                await anyio.to_thread.run_sync(self.write, chunk)
            return await anyio.to_thread.run_sync(self.finish)
