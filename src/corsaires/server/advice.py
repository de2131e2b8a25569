"""Hints and reviews: what the amiral thinks, worked out beside the game by the pool of bots."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from corsaires.bots import Budget, Player, Thought
from corsaires.protocol import messages as m
from corsaires.review.page import write
from corsaires.review.reasons import reason, rival
from corsaires.review.review import review as look_over
from corsaires.review.shares import evened
from corsaires.server.connection import Connection
from corsaires.server.words import Words
from corsaires.tables.desk import Desk
from corsaires.tables.harbour import player

BOT: Final = "amiral"
REVIEWER: Final = "amiral@300"  # of a whole game: a few seconds


def advise(connection: Connection, desk: Desk, wish: str | None) -> Coroutine[Any, Any, None]:
    """The work of a hint, from the sight of the seat to move; called while nothing happens at the desk."""
    sitting = desk.sitting
    assert sitting.table is not None
    turn = sitting.turn
    view = sitting.table.view(turn)
    moves = sitting.table.moves()
    names = [place.name for place in sitting.places]
    version, game, language = sitting.version, sitting.choices.game, connection.who.language

    async def work() -> None:
        asked = connection.harbour.ask(desk.id, player(game, BOT), view._replace(options=None))
        thought = evened(await asyncio.wrap_future(asked))
        other = rival(thought, moves) if len(moves) > 1 else None
        why = "" if other is None else reason(view, thought, other, language, names)
        ranked = [m.Weighed(each.move, each.visits, each.value) for each in thought.ranked]
        now = desk.sitting
        if connection.desk is not desk or now.version != version or connection.reader.seat(now) != turn:
            # Another may hold the device by now, who must not hear what the first should do.
            connection.tell(m.Refused(wish, "stale", Words(language)("refused.stale")))
            return
        connection.tell(m.Advice(wish, version, thought.move, why, list(thought.values), ranked))

    return work()


def review(connection: Connection, desk: Desk, wish: str | None) -> Coroutine[Any, Any, None]:
    """The work of a review of a finished game: its thoughts take their turn in the pool like everybody's."""
    assert desk.sitting.table is not None
    record = desk.sitting.table.record()
    reviewer = player(desk.sitting.choices.game, REVIEWER)
    harbour = connection.harbour

    class InPool:
        def think(self, view: Any, budget: Budget, seed: int) -> Thought:
            return harbour.ask(desk.id, reviewer, view, seed).result()

    async def work() -> None:
        found = await asyncio.to_thread(look_over, record, Player(reviewer.name, InPool(), reviewer.budget))
        connection.tell(m.Reviewed(wish, write(found)))

    return work()
