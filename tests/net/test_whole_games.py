"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
import random
from importlib.resources import files
from typing import Any

import pytest

from corsaires.records.replay import verify
from tests.net.town import Town, in_step, played

OWN = (files("corsaires.games.les_corsaires") / "charts" / "narrows.toml").read_text("utf-8").replace("Passes", "Gués")

TABLES: dict[str, dict[str, Any]] = {
    "two": {"game": "korsar", "seats": 2},
    "five": {"game": "korsar", "seats": 5, "edition": "tilsit-2005", "house": {"partner_admiral": True}},
    "teams": {"game": "korsar", "seats": 4, "teams": True, "edition": "philibert-2002"},
    "four teams": {"game": "korsar", "seats": 8, "teams": True},
    "ships": {"game": "les-corsaires", "seats": 2, "chart": "narrows"},
    "ships of three": {"game": "les-corsaires", "seats": 3, "variant": "very-young", "equal_fleets": True},
    "there and back": {"game": "les-corsaires", "seats": 2, "chart": "narrows", "variant": "experienced"},
    "own chart": {"game": "les-corsaires", "seats": 2, "chart": OWN},
}


@pytest.mark.parametrize("choices", TABLES.values(), ids=TABLES)
@played
async def test_people_play_a_whole_game(town: Town, choices: dict[str, Any]) -> None:
    """Everybody plays the moves they are offered; the record of the end is a fair deal."""
    rng = random.Random(7)
    async with town.table(**choices) as players:
        await asyncio.gather(*(player.play_on(rng) for player in players))
        await in_step(*players)
        record = (await players[0].http.get(f"/api/tables/{players[0].table['table']}/record")).json()
        assert verify(record)[-1]
        assert record["proof"]["commitment"] == players[0].table["commitment"]
        for player in players:
            assert player.now["open"] == players[0].now["open"]


@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
@played
async def test_people_and_bots_of_every_level_play_a_whole_game(town: Town, game: str) -> None:
    async with town.people(1) as (anne,):
        table = await anne.open_table(game=game, seats=4 if game == "korsar" else 3)
        await anne.sit(0)
        for seat, bot in enumerate(("mousse", "matelot", "capitaine")[: 3 if game == "korsar" else 2]):
            await anne.wish("bot", seat=seat + 1, bot=bot)
        await anne.wish("start")
        await anne.play_on(random.Random(8))
        record = (await anne.http.get(f"/api/tables/{table}/record")).json()
        assert verify(record)[-1]
