"""Spectators: live, late or none, never a hand; and records, which hold nothing hidden before the end."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import pytest

from corsaires.records.replay import verify
from tests.net.player import Player
from tests.net.town import DELAY, Town, all_see, in_step, played, refused, until

SHIPS: dict[str, Any] = {"game": "les-corsaires", "chart": "narrows"}


@played
async def test_a_live_spectator_sees_every_move_and_no_hand(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben), town.people(1) as (chloe,):
        await chloe.watch(anne.table["table"])
        for player in (anne, ben, anne):
            await player.move("+")
            await in_step(anne, ben, chloe)
        assert [m["move"] for m in chloe.seen if m["type"] == "update"] == ["+"] * 3
        for message in chloe.seen:
            if "you" in message:
                assert message["you"]["seat"] is None
                assert message["you"]["hand"] is None
        assert chloe.now["open"] == anne.now["open"]
        assert chloe.now["reach"] is None
        for wish in ("show", "hint"):
            await refused("not-your-turn", chloe.wish(wish))
        for wish in ("hide", "options"):
            await refused("no-seat", chloe.wish(wish))
        await refused("not-your-turn", chloe.move("+"))
        await refused("no-seat", chloe.wish("say", text="ahoy"))


@played
async def test_a_late_spectator_sees_nothing_younger_than_the_delay(town: Town) -> None:
    async with town.people(4) as (anne, ben, early, late):
        table = await anne.open_table(seats=2, first=0, spectators="delayed", listed=False)
        for player in (ben, early):
            await player.watch(table)
        await anne.sit(0)
        await ben.sit(1)
        started = time.monotonic()
        await anne.wish("start")
        await ben.wait(lambda: ben.turn == 0)
        sent = [time.monotonic()]
        await anne.move("+")
        await late.watch(table)
        assert late.table["late"]
        await in_step(anne, ben)
        sent.append(time.monotonic())
        await ben.move("+")
        await ben.wish("say", text="this was a card")
        for spectator in (early, late):
            await all_see([spectator], lambda who: who.heard_of("update") == 2 and who.heard_of("talk") == 1)
            for at, message in spectator.times:
                version = message.get("version", 0) if message["type"] in ("table", "update") else 0
                if message["type"] == "update":
                    assert message["time"]["left"] is None
                    age = at - sent[0 if message["seat"] == 0 else 1]
                elif message["type"] == "talk":
                    age = at - sent[1]
                elif message["type"] == "table" and message["open"] is not None and version:
                    age = at - started
                else:
                    continue
                assert age * 1000 > DELAY - 100, message
            for wish in ("hide", "options"):
                await refused("no-seat", spectator.wish(wish))
            answer = await spectator.http.get(f"/api/tables/{table}/record")
            assert answer.status_code == 409
        assert anne.heard_of("update") == 2
        record = (await anne.http.get(f"/api/tables/{table}/record")).json()
        assert record["moves"] == ["+", "+"]


@played
async def test_a_table_without_spectators(town: Town) -> None:
    async with town.people(3) as (anne, ben, chloe):
        table = await anne.open_table(seats=2, spectators="none")
        for player in (ben, chloe):
            await player.watch(table)
        await anne.sit(0)
        await ben.sit(1)
        await anne.wish("start")
        await chloe.wait(lambda: any(m.get("code") == "no-spectators" for m in chloe.seen))
        assert all(m["open"] is None for m in chloe.seen if m["type"] == "table")
        await refused("no-table-here", chloe.wish("options"))
        await refused("no-spectators", chloe.wish("watch", table=table))
        assert (await chloe.http.get(f"/api/tables/{table}/record")).status_code == 409
        assert await anne.wish("ping")


@pytest.mark.parametrize("choices", [{"seats": 2}, {"seats": 4, "teams": True}, {"seats": 2, **SHIPS}])
@played
async def test_the_deal_is_fair_and_sealed_until_the_end(town: Town, choices: dict[str, Any]) -> None:
    rng = random.Random(3)
    async with town.table(start=False, **choices) as people:
        anne = people[0]
        table, commitment = anne.table["table"], anne.table["commitment"]
        assert all(sitter["gaveNonce"] for sitter in anne.seats["seats"][:1])
        answer = await anne.http.get(f"/api/tables/{table}/record")
        assert answer.status_code == 409
        await anne.wish("start")
        await people[-1].wait(lambda: people[-1].turn is not None)
        mover = people[people[-1].turn or 0]
        await mover.wait(lambda: mover.turn is not None)
        await mover.move(rng.choice(mover.moves()))
        sealed = (await anne.http.get(f"/api/tables/{table}/record")).json()
        assert sealed["deal"] is None
        assert sealed["result"] is None
        assert len(sealed["moves"]) == 1
        assert "seed" not in json.dumps(sealed["proof"])
        await play_all(people, rng)
        record = (await mover.http.get(f"/api/tables/{table}/record")).json()
        assert verify(record)[-1]
        assert record["proof"]["commitment"] == commitment
        assert record["result"] is not None


async def play_all(people: list[Player], rng: random.Random) -> None:
    await asyncio.gather(*(player.play_on(rng) for player in people))


@played
async def test_a_spectator_sees_the_whole_after_the_end(town: Town) -> None:
    async with town.people(2) as (anne, chloe):
        table = await anne.open_table(seats=2, spectators="none")
        await anne.sit(0)
        await anne.wish("bot", seat=1, bot="random")
        await anne.wish("start")
        await anne.play_on(random.Random(2))

        async def over() -> bool:
            return bool((await chloe.http.get(f"/api/tables/{table}")).json()["state"] == "over")

        await until(over)
        await chloe.watch(table)
        assert chloe.over
