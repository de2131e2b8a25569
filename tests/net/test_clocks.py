"""An absent player never blocks: time runs out, a bot moves, and takes over after three."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.net.town import Town, all_see, in_step, played, refused

SHIPS: dict[str, Any] = {"game": "les-corsaires", "chart": "narrows"}
MINUTE = {"kind": "move", "seconds": 60}
APART = 0.1  # s by which two nodes may differ: each reckons the database's time for itself


def apart(town: Town) -> int:
    """ms by which what one node tells may differ from what another reckons; one node agrees with itself."""
    return int(1000 * APART) if len(town.nodes) > 1 else 0


def moved(player: Any, seat: int) -> int:
    return sum(m["type"] == "update" and m["seat"] == seat for m in player.seen)


@played
async def test_time_runs_out_and_after_the_third_a_bot_takes_over(town: Town) -> None:
    async with town.table(2, first=0, clock={"kind": "move", "seconds": 1}) as (anne, ben):
        assert anne.table["time"]["left"] <= 1000 + apart(town)
        asleep = asyncio.create_task(ben.play_on(town.rng, lambda: bool(ben.seats["seats"][0]["stoodIn"])))
        await anne.wait(lambda: bool(anne.seats["seats"][0]["stoodIn"]))
        rows = await town.log(anne.table["table"])
        kinds = [row.kind for row in rows if row.seat == 0]
        assert kinds[: kinds.index("takeover") + 2] == ["seat", *["clock", "move"] * 2, "clock", "takeover", "move"]
        await anne.wait(lambda: moved(anne, 0) >= 3)
        mine = [m for m in anne.seen if m["type"] == "update" and m["seat"] == 0]
        assert all(m["stoodIn"] and m["id"] is None for m in mine[:3])
        await asleep
        await anne.wish("back")
        await ben.wait(lambda: not ben.seats["seats"][0]["stoodIn"])
        await refused("not-your-seat", anne.wish("stand", seat=1))


@played
async def test_a_move_of_ones_own_makes_up_for_those_missed(town: Town) -> None:
    async with town.table(2, first=0, clock={"kind": "move", "seconds": 2}) as (anne, ben):
        asleep = asyncio.create_task(ben.play_on(town.rng, lambda: moved(ben, 0) >= 5))
        await anne.wait(lambda: moved(anne, 0) == 2 and anne.turn == 0)
        await anne.move("+")
        await asleep
        assert not anne.seats["seats"][0]["stoodIn"]


@played
async def test_a_game_clock_runs_for_who_moves_and_gives_back(town: Town) -> None:
    clock = {"kind": "game", "seconds": 100, "increment": 7}
    async with town.table(2, first=0, clock=clock) as (anne, ben):
        await asyncio.sleep(0.3 + APART)  # thinking
        await anne.move("+")
        await in_step(anne, ben)
        hers, his = ben.now["time"]["seats"]
        assert 100_000 < hers <= 106_700
        assert his == ben.now["time"]["left"] <= 100_000 + apart(town)
        await ben.move("+")
        await in_step(anne, ben)
        assert anne.now["time"]["left"] <= hers + apart(town)
        assert anne.now["time"]["seats"][1] <= 107_000 + apart(town)


@played
async def test_a_game_clock_runs_down(town: Town) -> None:
    async with town.table(2, first=0, clock={"kind": "game", "seconds": 1}) as (anne, ben):
        asleep = asyncio.create_task(ben.play_on(town.rng, lambda: moved(ben, 0) >= 3))
        await anne.wait(lambda: bool(anne.seats["seats"][0]["stoodIn"]))
        assert anne.now["time"]["seats"][0] == 0
        await asleep


@played
async def test_days_are_shown_as_ms(town: Town) -> None:
    async with town.table(2, clock={"kind": "days", "seconds": 3 * 86_400}) as (anne, _):
        assert 0 <= 3 * 86_400_000 - anne.table["time"]["left"] < 120_000
        assert anne.table["time"]["seats"] is None


@played
async def test_after_a_takeback_the_clock_is_what_it_was(town: Town) -> None:
    async with town.table(2, clock=MINUTE, **SHIPS) as (anne, ben):
        await asyncio.sleep(1)  # thinking
        await anne.move(anne.moves()[0])
        assert anne.now["time"]["left"] > 59_000 or anne.turn == 1
        await anne.wish("takeback", plies=1, version=anne.now["version"])
        assert anne.table["time"]["left"] <= 59_000
        await in_step(anne, ben)
        assert ben.table["time"]["left"] <= 59_000


@played
async def test_who_goes_and_comes_gains_no_time(town: Town) -> None:
    async with town.table(3, clock=MINUTE, pace=9000, **SHIPS) as people:
        anne, ben, chloe = people
        await asyncio.sleep(1)
        await chloe.wish("stand", seat=2)
        await chloe.wish("back")
        await anne.watch(anne.table["table"])
        assert anne.table["time"]["left"] <= 59_000
        await anne.wish("stand", seat=0)
        await ben.wait(lambda: bool(ben.seats["seats"][0]["stoodIn"]))
        await anne.wish("back")
        await anne.watch(anne.table["table"])
        assert anne.table["time"]["left"] <= 59_000
        assert not anne.table["seats"]["seats"][0]["stoodIn"]


@played
async def test_who_stands_up_is_played_for_until_they_move_again(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        await anne.wish("stand", seat=0)
        await ben.wait(lambda: ben.turn == 1)
        assert ben.seats["seats"][0]["stoodIn"]
        assert ben.seats["seats"][0]["name"] == anne.name
        await ben.play_on(town.rng, lambda: moved(ben, 0) >= 3)
        await anne.wish("back")
        await ben.wait(lambda: not ben.seats["seats"][0]["stoodIn"])


@played
async def test_a_table_left_by_all_its_people_waits_for_them(town: Town) -> None:
    async with town.table(3, first=0, start=False) as (anne, ben, chloe):
        await chloe.wish("stand", seat=2)
        await anne.wish("bot", seat=2, bot="random")
        await anne.wish("start")
        await ben.wait(lambda: ben.turn == 0)
        await ben.wish("stand", seat=1)
        await anne.wish("stand", seat=0)
        await all_see((anne, ben, chloe), lambda player: all(s["stoodIn"] for s in player.seats["seats"][:2]))
        stands = (await anne.http.get(f"/api/tables/{anne.table['table']}/record")).json()["moves"]
        await asyncio.sleep(1)  # time in which bots would have gone on
        again = (await anne.http.get(f"/api/tables/{anne.table['table']}/record")).json()["moves"]
        assert stands == again
        await anne.drop()
        await town.again(anne)  # who comes back plays again
        await anne.wait(lambda: not anne.seats["seats"][0]["stoodIn"])
        turns = moved(chloe, 1)
        await anne.wait(lambda: anne.turn == 0)
        await anne.wish("show") if anne.table["hot"] else None
        await anne.move(anne.moves()[0])
        await chloe.wait(lambda: moved(chloe, 1) > turns)  # and a bot for who has not come back


@played
async def test_without_a_clock_a_bot_covers_for_who_has_gone(town: Town) -> None:
    """Nobody waits for ever: the others may let a bot play, and whoever comes back plays on."""
    async with town.table(2, first=0) as (anne, ben):
        await refused("not-away", ben.wish("cover", seat=0))
        table = anne.table["table"]
        await anne.drop()
        await ben.wait(lambda: not ben.seats["seats"][0]["here"])
        await refused("not-away", ben.wish("cover", seat=1))
        await ben.wish("cover", seat=0)
        await ben.wait(lambda: ben.turn == 1)
        assert ben.seats["seats"][0]["stoodIn"]
        await anne.connect()
        await anne.watch(table)
        await ben.wait(lambda: not ben.seats["seats"][0]["stoodIn"])
