"""How shares of a call get from the thread that works to the loop that tells them (DOOR-12)."""

from __future__ import annotations

import asyncio
import threading

import pytest

from docforge.call import Progress
from docforge.service.progress import STEP, telling


async def told_of(*shares: float) -> list[float]:
    """What is told of shares that a thread gives, one after the other."""
    heard: list[float] = []
    async with telling(hear(heard)) as progress:
        await asyncio.to_thread(lambda: [progress(share) for share in shares])
    return heard


def hear(heard: list[float]):
    async def tell(share: float) -> None:
        await asyncio.sleep(0)
        heard.append(share)

    return tell


@pytest.mark.proves("DOOR-12")
def test_shares_are_told_in_their_order_all_before_the_end() -> None:
    assert asyncio.run(told_of(0.0, 0.2, 0.6, 1.0)) == [0.0, 0.2, 0.6, 1.0]


@pytest.mark.proves("DOOR-12")
def test_a_share_that_is_no_greater_is_not_told() -> None:
    assert asyncio.run(told_of(0.5, 0.5, 0.4, 0.5 + STEP / 2, 0.6)) == [0.5, 0.6]


@pytest.mark.proves("DOOR-12")
def test_a_thread_that_works_on_when_nobody_listens_any_more_is_not_disturbed() -> None:
    kept: list[Progress] = []

    async def leave() -> list[float]:
        heard: list[float] = []
        async with telling(hear(heard)) as progress:
            kept.append(progress)
        await asyncio.to_thread(progress, 0.5)
        return heard

    assert asyncio.run(leave()) == []
    late = threading.Thread(target=kept[0], args=(0.9,))  # the loop is closed by now
    late.start()
    late.join()


@pytest.mark.proves("DOOR-12")
def test_a_caller_that_goes_away_leaves_nothing_waiting() -> None:
    async def dropped() -> None:
        stuck = asyncio.Event()

        async def tell(_: float) -> None:
            await stuck.wait()

        async with asyncio.timeout(0.05), telling(tell) as progress:
            progress(0.1)
            await stuck.wait()

    with pytest.raises(TimeoutError):
        asyncio.run(dropped())
