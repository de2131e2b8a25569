"""A lock that is handed on."""

from __future__ import annotations

import asyncio

from corsaires.tables.turns import Turns


def test_everybody_comes_in_turn_and_nobody_gets_in_between() -> None:
    async def act() -> None:
        turns, order = Turns(), list[int]()

        async def come(number: int) -> None:
            async with turns:
                order.append(number)
                await asyncio.sleep(0)
                assert turns.locked()

        assert turns.take()
        assert not turns.take()
        waiting = [asyncio.create_task(come(number)) for number in range(3)]
        await asyncio.sleep(0)
        turns.give()
        assert not turns.take()  # the first who waits has it, though it does not know yet
        await asyncio.gather(*waiting)
        assert order == [0, 1, 2]
        assert not turns.locked()

    asyncio.run(act())


def test_who_no_longer_waits_keeps_nobody_out() -> None:
    async def act() -> None:
        turns = Turns()
        assert turns.take()
        gone, handed, last = (asyncio.create_task(turns.wait()) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        turns.give()  # to `handed`, which is cancelled before it hears of it
        handed.cancel()
        await last
        assert turns.locked()
        turns.give()
        assert not turns.locked()
        assert gone.cancelled()
        assert handed.cancelled()

    asyncio.run(act())
