"""Hints and reviews: what the amiral thinks, worked out beside the game by the pool of bots."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, Final

from corsaires.bots import Budget, Player, Thought
from corsaires.protocol import messages as m
from corsaires.review.page import write
from corsaires.review.reasons import reason, rival
from corsaires.review.review import review as look_over
from corsaires.review.shares import evened
from corsaires.server.connection import Connection
from corsaires.server.words import Words
from corsaires.tables.crew import player
from corsaires.tables.desk import Desk
from corsaires.tables.refused import Refused

BOT: Final = "amiral"
REVIEWER: Final = "amiral@300"  # of a whole game: a few seconds

log = logging.getLogger(__name__)


def advise(connection: Connection, desk: Desk, wish: str | None) -> Coroutine[Any, Any, None]:
    """The work of a hint, from the sight of the seat to move; called while nothing happens at the desk."""
    sitting = desk.sitting
    assert sitting.table is not None
    turn, version, game = sitting.turn, sitting.version, sitting.choices.game
    view = sitting.table.view(turn)
    moves = sitting.table.moves()
    names = [place.name for place in sitting.places]
    language = connection.who.language

    async def work() -> m.Advice:
        await connection.harbour.crew.ready(BOT)
        asked = connection.harbour.crew.ask(desk.id, player(game, BOT).closely(), view._replace(options=None))
        thought = evened(await asyncio.wrap_future(asked))
        other = rival(thought, moves) if len(moves) > 1 else None
        why = "" if other is None else reason(view, thought, other, language, names, spoken=True)
        ranked = [m.Weighed(each.move, each.visits, each.value) for each in thought.ranked]
        async with desk.steady() as now:
            if desk is not connection.desk or now.version != version or connection.reader.seat(now) != turn:
                raise Refused("stale", version=now.version)  # somebody else may look by now
            return m.Advice(wish, version, thought.move, why, list(thought.values), ranked)

    return answered(connection, wish, work)


def review(connection: Connection, desk: Desk, wish: str | None) -> Coroutine[Any, Any, None]:
    """The work of a review of a finished game: its thoughts take their turn in the pool like everybody's."""
    assert desk.sitting.table is not None
    record = desk.sitting.table.record()
    reviewer = player(desk.sitting.choices.game, REVIEWER)
    gone = threading.Event()

    @dataclass
    class InPool:
        player: Player

        def think(self, view: Any, budget: Budget, seed: int) -> Thought:
            if gone.is_set():
                raise CancelledError
            return connection.harbour.crew.ask(desk.id, self.player, view, seed).result()

        def closely(self, move: str) -> InPool:
            return InPool(self.player.closely(move))

    async def work() -> m.Reviewed:
        await connection.harbour.crew.ready(REVIEWER)
        try:
            found = await asyncio.to_thread(look_over, record, Player(reviewer.name, InPool(reviewer), reviewer.budget))
        finally:
            gone.set()
        return m.Reviewed(wish, write(found))

    return answered(connection, wish, work)


async def answered(connection: Connection, wish: str | None, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    """Tell what came of it, also if nothing did."""
    try:
        connection.tell(await work())
    except Exception as error:
        code = error.code if isinstance(error, Refused) else "bot-failed"
        if code == "bot-failed":
            log.exception("no advice")
        connection.tell(m.Refused(wish, code, Words(connection.who.language)(f"refused.{code}")))
