"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from corsaires.records.replay import verify
from tests.net.nodes import sqlite_node, started
from tests.net.player import Player

TABLES: list[dict[str, Any]] = [
    {"game": "korsar", "seats": 2},
    {"game": "korsar", "seats": 4, "teams": True, "edition": "philibert-2002"},
    {"game": "les-corsaires", "seats": 2},
    {"game": "les-corsaires", "seats": 3, "variant": "very-young"},
]


@pytest.mark.parametrize("choices", TABLES, ids=lambda c: "-".join(map(str, c.values())))
def test_people_play_a_whole_game(tmp_path: Path, choices: dict[str, Any]) -> None:
    """Everybody plays the moves they are offered; the record of the end is a fair deal."""
    with started(sqlite_node(tmp_path)) as (node,):
        asyncio.run(play_it(node.url, choices))


async def play_it(url: str, choices: dict[str, Any]) -> None:
    players = [await Player.come(url) for _ in range(choices["seats"])]
    table = await players[0].open_table(**choices)
    for seat, player in enumerate(players):
        await player.watch(table)
        await player.sit(seat)
    await players[0].wish("start")
    rng = random.Random(7)
    await asyncio.gather(*(player.play_on(rng) for player in players))
    record = (await players[0].http.get(f"/api/tables/{table}/record")).json()
    assert verify(record)[-1]
    for player in players:
        assert player.now["open"] == players[0].now["open"]
        await player.close()
