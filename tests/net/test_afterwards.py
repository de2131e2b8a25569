"""After the game, and beside it: rematch, hints, review."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.net.ear import Message
from tests.net.player import Player
from tests.net.town import Town, played, refused


async def against_a_bot(player: Player, **choices: Any) -> None:
    await player.open_table(**{"seats": 2, "first": 0, **choices})
    await player.sit(0)
    await player.wish("bot", seat=1, bot="random")
    await player.wish("start")


async def answer(player: Player, kind: str, wish: str) -> Message:
    await player.wait(lambda: any(m["type"] in (kind, "refused") and m["id"] == wish for m in player.seen))
    return next(m for m in player.seen if m["type"] in (kind, "refused") and m["id"] == wish)


@played
async def test_rematch_with_the_same_people(town: Town) -> None:
    rng = random.Random(4)
    async with town.people(2) as (anne, ben):
        table = await anne.open_table(seats=3, listed=True)
        await anne.sit(0)
        await ben.watch(table)
        await ben.sit(2)
        await anne.wish("bot", seat=1, bot="random")
        await anne.wish("start")
        await ben.wait(lambda: ben.turn is not None)
        await refused("not-over", ben.wish("rematch"))
        await asyncio.gather(*(player.play_on(rng) for player in (anne, ben)))
        await asyncio.gather(*(player.wish("rematch") for player in (anne, ben, anne)))
        for player in (anne, ben):
            await player.wait(lambda: player.seats["next"] is not None)  # noqa: B023
        assert anne.seats["next"] == ben.seats["next"]
        new = anne.seats["next"]
        mine = (await ben.http.get("/api/me/tables")).json()["tables"]
        assert sorted(listed["table"] for listed in mine) == sorted([table, new])
        for player in (anne, ben):
            await player.watch(new)
        assert anne.mine == [0]
        assert ben.mine == [2]
        assert anne.seats["seats"][1]["bot"] == "random"
        assert anne.seats["state"] == "waiting"
        assert anne.table["commitment"] != ""
        host = anne if anne.seats["youHost"] else ben
        await ben.sit(2)  # her part in the new deal
        await ben.wait(lambda: bool(ben.seats["seats"][2]["gaveNonce"]))
        await host.wish("start")
        async with town.people(1) as (chloe,):
            await chloe.watch(table)
            assert chloe.over
            await refused("no-seat", chloe.wish("hide"))


@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
@played
async def test_a_hint_is_one_of_the_moves(town: Town, game: str) -> None:
    more: dict[str, Any] = {"first": None, "chart": "narrows"} if game == "les-corsaires" else {}
    async with town.people(1) as (anne,):
        await against_a_bot(anne, game=game, **more)
        await anne.wait(lambda: anne.turn == 0)
        hint = await anne.wish("hint")
        advice = await answer(anne, "advice", hint["id"])
        assert advice["type"] == "advice", advice
        assert advice["move"] in anne.moves()
        assert {each["move"] for each in advice["ranked"]} <= set(anne.moves())
        assert advice["version"] == anne.now["version"]


@played
async def test_hints_only_where_they_are_allowed(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        await refused("no-hints", anne.wish("hint"))
        await refused("not-your-turn", ben.wish("hint"))
    async with town.table(2, first=0, hints="always") as (anne, ben):
        advice = await answer(anne, "advice", (await anne.wish("hint"))["id"])
        assert advice["type"] == "advice", advice
    async with town.people(1) as (anne,):
        await against_a_bot(anne, hints="never")
        await refused("no-hints", anne.wish("hint"))


@played
async def test_a_review_after_the_end_only(town: Town) -> None:
    async with town.people(1) as (anne,):
        await against_a_bot(anne)
        await refused("not-over", anne.wish("review"))
        await anne.play_on(random.Random(6))
        wish = await anne.wish("review")
        await refused("thinking", anne.wish("review"))
        review = await answer(anne, "review", wish["id"])
        assert review["type"] == "review", review
        assert review["review"]
