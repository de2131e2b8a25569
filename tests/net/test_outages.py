"""Servers that stop, start and lose each other: tables, clocks and bots go on."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tests.net import town as towns
from tests.net.player import Player
from tests.net.town import Town, all_see, in_step, played

SHIPS: dict[str, Any] = {"game": "les-corsaires", "chart": "narrows"}
SHORT = {"kind": "move", "seconds": 2}


def restart(town: Town, away: float = 0.0) -> tuple[float, float]:
    """All nodes gone, for a while, and back; from when until when nobody was there."""
    gone = time.monotonic()
    for node in town.nodes:
        node.stop()
    time.sleep(away)
    back = time.monotonic()
    for node in town.nodes:
        node.start()
    return gone, back


async def moves_of(player: Player, table: str) -> list[str]:
    answer = await player.http.get(f"/api/tables/{table}/record")
    return list(answer.json()["moves"])


async def moved(player: Player, table: str, more_than: int) -> list[str]:
    async def some() -> list[str]:
        moves = await moves_of(player, table)
        return moves if len(moves) > more_than else []

    return list(await towns.until(some))


@played
async def test_tables_clocks_and_bots_outlive_a_restart(frail: Town) -> None:
    """Nobody comes back: what is due is played by the servers of themselves."""
    async with frail.people(3) as (anne, ben, chloe):
        # a clock that stands still while nobody is there
        stopping = await towns.seated([anne, ben], seats=2, first=0, clock={"kind": "move", "seconds": 600})
        started = time.monotonic()
        await towns.begin([anne, ben])
        # days by correspondence: they count
        days = await towns.seated([chloe, ben], seats=2, first=0, clock={"kind": "days", "seconds": 5})
        await towns.begin([chloe, ben])
        # a bot that has not moved yet
        bots = await chloe.open_table(seats=2, first=1, pace=9000)
        await chloe.sit(0)
        await chloe.wish("bot", seat=1, bot="random")
        await chloe.wish("start")
        for player in (anne, ben, chloe):
            await player.drop()
        gone, back = await asyncio.to_thread(restart, frail, 6.0)
        await moved(chloe, days, 0)
        await moved(chloe, bots, 0)
        assert await moves_of(anne, stopping) == []
        await frail.again(anne)
        there = gone - started + time.monotonic() - back
        used = 600 - anne.table["time"]["left"] / 1000
        assert used < there + 2  # without the seconds that nobody was there


@played
async def test_a_move_sent_before_a_restart_and_again_after_it_is_made_once(frail: Town) -> None:
    async with frail.table(2, first=0) as (anne, ben):
        version = anne.now["version"]
        first = await anne.wish("move", text="+", version=version, id="mine")
        for player in (anne, ben):
            await player.drop()
        for node in frail.nodes:
            node.kill()
        await asyncio.to_thread(restart, frail)
        for player in (anne, ben):
            await frail.again(player)
        assert await anne.wish("move", text="+", version=version, id="mine") == first
        assert ben.turn == 1
        await ben.move("+")
        await in_step(anne, ben)


@pytest.mark.parametrize("frail", ["two-nodes"], indirect=True)
@played
async def test_a_due_clock_fires_at_the_node_that_is_left(frail: Town) -> None:
    """The node that had the table is killed; the other has never loaded it."""
    first, second = frail.nodes
    anne, ben = await Player.come(first.url), await Player.come(first.url)
    table = await towns.seated([anne, ben], seats=2, first=0, clock=SHORT)
    await towns.begin([anne, ben])
    chloe = await Player.come(second.url)
    other = await anne.open_table(seats=2, first=1, pace=1000)
    await anne.sit(0)
    await anne.wish("bot", seat=1, bot="random")
    await anne.wish("start")
    first.kill()
    await moved(chloe, table, 0)
    await moved(chloe, other, 0)
    for player in (anne, ben, chloe):
        await player.close()


@pytest.mark.parametrize("frail", ["two-nodes"], indirect=True)
@played
async def test_without_the_bus_the_nodes_look_into_the_log(frail: Town) -> None:
    first, second = frail.nodes
    assert frail.bus is not None
    anne, ben = await Player.come(first.url), await Player.come(second.url)
    chloe = await Player.come(second.url)
    await towns.seated([anne, ben], seats=2, first=0, listed=True)
    await towns.begin([anne, ben])
    await anne.move("+")
    await in_step(anne, ben)
    frail.bus.kill()
    await all_see((anne, ben), lambda player: any(m.get("code") == "bus-down" for m in player.seen))
    for player in (ben, anne, ben):
        await player.wait(lambda: player.turn in player.mine)  # noqa: B023
        await player.move("+")
        await in_step(anne, ben)
    await chloe.wish("lobby")
    table = await anne.open_table(seats=2, listed=True)
    await chloe.wait(lambda: any(table in str(m) for m in chloe.seen if m["type"] == "lobby"))
    await anne.watch(ben.table["table"])
    await anne.wish("say", text="can you hear me?")
    await ben.wait(lambda: any(m["type"] == "talk" for m in ben.seen))
    frail.bus.start()
    await all_see((anne, ben), lambda player: any(m.get("code") == "bus-up" for m in player.seen))
    await all_see((anne, ben), lambda player: all(sitter["here"] for sitter in player.seats["seats"]))
    for player in (anne, ben):
        await player.wait(lambda: player.turn in player.mine)  # noqa: B023
        await player.move("+")
        await in_step(anne, ben)
    await ben.drop()
    await anne.wait(lambda: not anne.seats["seats"][1]["here"])
    for player in (anne, ben, chloe):
        await player.close()
