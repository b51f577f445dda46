"""Passes on how far a call is, from the thread that works to whoever waits for it. Knows no tool and no protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import anyio

from docforge.call import Progress

STEP = 0.01
Tell = Callable[[float], Awaitable[None]]


@asynccontextmanager
async def telling(tell: Tell) -> AsyncGenerator[Progress]:
    """A function for any thread; `tell` is awaited with each share that it is given, from 0 to 1, until the block ends.

    Shares only grow, by a hundredth or more; all that came before the end is told before the block is left.
    """
    send, receive = anyio.create_memory_object_stream[float](int(1 / STEP) + 1)
    line = _Line(send.send_nowait)

    async def pass_on() -> None:
        async for share in receive:
            await tell(share)

    with receive:
        passing = asyncio.create_task(pass_on())
        try:
            yield line.tell
        except asyncio.CancelledError:
            passing.cancel()
            raise
        finally:
            line.close()
            send.close()
            await passing


class _Line:
    """Shares on their way to the event loop, which threads may tell at any time, also when nobody listens any more."""

    def __init__(self, hand_on: Callable[[float], None]) -> None:
        self._loop, self._hand_on = asyncio.get_running_loop(), hand_on
        self._open, self._next = True, 0.0

    def tell(self, share: float) -> None:
        with suppress(RuntimeError):  # the service has stopped, and the work goes on without it
            self._loop.call_soon_threadsafe(self._take, share)

    def _take(self, share: float) -> None:
        if self._open and share >= self._next:
            self._next = share + STEP
            self._hand_on(share)

    def close(self) -> None:
        self._open = False
