"""The bots of this node: whose turn comes is let think, and its move goes through the desk like everybody's."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any

from corsaires.bots import Player, Thought, load_bot
from corsaires.bots.pool import Pool
from corsaires.tables.desk import Desk
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import STAND_IN, Sitting

log = logging.getLogger(__name__)

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Crew:
    def __init__(self, pool: Pool, spawn: Spawn) -> None:
        self.thinking = 0
        self.prepared: Callable[[str], Awaitable[None]] | None = None  # waits until a bot is ready to think
        self._pool = pool
        self._spawn = spawn
        self._turns: dict[str, int] = {}  # by table: the version that a bot is thinking about

    def busy(self, table: str) -> bool:
        """Whether a bot is thinking about a table's next move."""
        return table in self._turns

    def move(self, desk: Desk) -> None:
        """If it is a bot's turn, let it move; called while nothing else happens at the desk."""
        sitting = desk.sitting
        bot = sitting.bot_to_move
        if bot is not None and self._turns.get(desk.id) != sitting.version:
            self._turns[desk.id] = sitting.version
            self._spawn(self._bot_moves(desk, sitting.version, bot, seen(sitting)))

    def stand_in(self, desk: Desk) -> None:
        """Move for a person whose time is up; called while nothing else happens at the desk."""
        sitting = desk.sitting
        self._turns[desk.id] = sitting.version
        self._spawn(self._bot_moves(desk, sitting.version, STAND_IN, seen(sitting), out_of_time=True))

    def ask(self, table: str, bot: Player, view: Any, seed: int | None = None) -> Future[Thought]:
        """Let a bot think for a table, when its turn in the pool has come."""
        return self._pool.submit(table, bot, view, secrets.randbits(31) if seed is None else seed)

    async def ready(self, bot: str) -> None:
        """Wait until a bot can think at once."""
        if self.prepared is not None:
            await self.prepared(bot)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.close)

    async def _bot_moves(self, desk: Desk, version: int, bot: str, view: Any, *, out_of_time: bool = False) -> None:
        choices = desk.sitting.choices
        pause = asyncio.sleep(0 if out_of_time else choices.pace / 1000)
        try:
            move, _ = await asyncio.gather(self._move_of(desk.id, choices.game, bot, view), pause)
            await (desk.time_out if out_of_time else desk.bot_move)(version, move)
        except Refused as refused:
            log.warning("bot not heard", extra={"fields": {"why": refused.code}})
        finally:
            if self._turns.get(desk.id) == version:
                del self._turns[desk.id]

    async def _move_of(self, table: str, game: str, bot: str, view: Any) -> str:
        """A bot that fails is stood in for."""
        for level in dict.fromkeys((bot, STAND_IN, "random")):
            self.thinking += 1
            try:
                await self.ready(level)
                return (await asyncio.wrap_future(self.ask(table, player(game, level), view))).move
            except Exception:
                log.exception("a bot failed", extra={"fields": {"bot": level}})
            finally:
                self.thinking -= 1
        raise Refused("bot-failed")


def seen(sitting: Sitting) -> Any:
    """What the seat to move sees, as it is now."""
    assert sitting.table is not None
    return sitting.table.view(sitting.turn, options=False)


@cache
def player(game: str, level: str) -> Player:
    """A bot of a level; it is asked by several threads at once."""
    return load_bot(game, level)
