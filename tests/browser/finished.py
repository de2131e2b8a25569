"""Games that are over, played by somebody without a browser against the quickest bots."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from tests.browser.sailors import POND, homeward
from tests.net.player import Player

GAMES: Final[dict[str, dict[str, Any]]] = {
    "korsar": {"game": "korsar", "seats": 5},
    "teams": {"game": "korsar", "seats": 4, "teams": True},
    "les-corsaires": {"game": "les-corsaires", "seats": 2, "chart": POND},
}


def finish(url: str, name: str) -> str:
    """Play one of the games to its end; its table."""
    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        return thread.submit(asyncio.run, _played(url, GAMES[name])).result()


async def _played(url: str, choices: dict[str, Any]) -> str:
    player = await Player.come(url)
    try:
        table = await player.open_table(**choices)
        await player.sit(0)
        for seat in range(1, choices["seats"]):
            await player.wish("bot", seat=seat, bot="mousse")
        await player.wish("start")
        rng = random.Random(4)
        sails = choices["game"] == "les-corsaires"
        choose = (lambda: homeward(player.table, player.now, rng)) if sails else None
        await player.play_on(rng, choose=choose)
        return table
    finally:
        await player.close()
