"""Scripted players at their tables: every move is one of those that the server offers, chosen at random."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from corsaires.cli.load.client import PATIENCE, Failed, Http, WebSocket, encode

UPDATE: Final = b'{"type":"update","version":'
MY_TURN: Final = b'"options":{'
OVER: Final = b'"over":true'
BOTS: Final = "random"


class Option(msgspec.Struct, gc=False):
    move: str | None = None


class Options(msgspec.Struct, gc=False):
    """As much as is needed of both games' options."""

    moves: list[str] = []
    draw: Option | None = None
    lay: dict[str, Option] = {}
    play: dict[str, dict[str, Option]] = {}
    discard: dict[str, Option] = {}


class You(msgspec.Struct, gc=False):
    options: Options | None = None


class View(msgspec.Struct, gc=False):
    """As much as is needed of an `update` or a `table`."""

    version: int
    you: You | None = None


class Seats(msgspec.Struct, gc=False):
    next: str | None = None


class Other(msgspec.Struct, gc=False):
    """Any other message."""

    type: str
    id: str | None = None
    code: str = ""
    text: str = ""
    next: str | None = None


decode_view: Final = msgspec.json.Decoder(View).decode
decode_other: Final = msgspec.json.Decoder(Other).decode


class Player(WebSocket):
    """One seat at one table."""

    __slots__ = ("_wishes", "_wishing", "cookie", "table")

    def __init__(self, cookie: str) -> None:
        super().__init__()
        self.cookie = cookie
        self.table: Table | None = None
        self._wishes: dict[str, asyncio.Future[None]] | None = None
        self._wishing = 0

    async def wish(self, kind: str, **more: Any) -> None:
        """Ask for something, and wait until it is granted; raises Failed."""
        self._wishing += 1
        name = f"{kind}-{self._wishing}"
        if self._wishes is None:
            self._wishes = {}
        granted = self._wishes[name] = asyncio.get_running_loop().create_future()
        self.send(encode({"type": kind, "id": name, **more}))
        async with asyncio.timeout(PATIENCE):
            await granted

    def hear(self, message: bytes) -> None:
        table = self.table
        if message.startswith(UPDATE) and table is not None:
            table.updated(self, message)
            return
        if message.startswith(b'{"type":"table"'):
            if table is not None:
                table.shown(self, message)
            return
        if message.startswith(b'{"type":"done"') and self._wishes is None:
            return  # of a move
        other = decode_other(message)
        if other.type == "done" and self._wishes is not None:
            granted = self._wishes.pop(other.id or "", None)
            if granted is not None and not granted.done():
                granted.set_result(None)
            if not self._wishes:
                self._wishes = None
        elif other.type == "refused":
            self._refused(other)
        elif other.type == "seats" and other.next is not None and table is not None:
            table.goes_on(other.next)

    def lost(self) -> None:
        self._refused(Other("lost", None, "closed", f"the connection was closed with {self.closed}"))

    def _refused(self, other: Other) -> None:
        error = Failed(f"{other.code}: {other.text}")
        granted = None if self._wishes is None else self._wishes.pop(other.id or "", None)
        if granted is not None and not granted.done():
            granted.set_exception(error)
        elif self.table is not None:
            self.table.fail(error)


class Table:
    """Players at one table, game after game. `free` is called when a move may be made, `done` when all have heard of
    one, with the time that it took."""

    def __init__(
        self,
        players: list[Player],
        rng: random.Random,
        free: Callable[[Table], None],
        done: Callable[[Table, float], None],
        fail: Callable[[Exception], None],
    ) -> None:
        self.players = players
        self.fail = fail
        self.games = 0
        self._rng = rng
        self._free = free
        self._done = done
        self._heard = 0
        self._playing = False
        self._sent_at = 0.0
        self._mover: Player | None = None
        self._view: View | None = None
        self._over = False
        self._goes_on: asyncio.Future[str] | None = None
        self._task: asyncio.Task[None] | None = None
        for player in players:
            player.table = self

    # --- before ---

    async def open(self, http: Http, choices: dict[str, Any]) -> None:
        """Open a table, sit down, start; raises Failed."""
        host = self.players[0]
        _, answer = await http.ask("POST", "/api/tables", host.cookie, encode(choices))
        table = msgspec.json.decode(answer)["table"]
        for seat, player in enumerate(self.players):
            await player.wish("watch", table=table)
            await player.wish("sit", seat=seat, nonce=secrets.token_hex(16))
        await self._start()

    async def _start(self) -> None:
        self._heard = 0
        self._mover = None
        self._playing = self._over = False
        await self.players[0].wish("start")

    async def _again(self) -> None:
        """The next game, at the table of the rematch."""
        self._goes_on = asyncio.get_running_loop().create_future()
        try:
            await self.players[0].wish("rematch")
            async with asyncio.timeout(PATIENCE):
                table = await self._goes_on
            for player in self.players:
                await player.wish("watch", table=table)
            self.games += 1
            await self._start()
        except (Failed, TimeoutError) as error:
            self.fail(error)

    def goes_on(self, table: str) -> None:
        if self._goes_on is not None and not self._goes_on.done():
            self._goes_on.set_result(table)

    # --- the game ---

    def shown(self, player: Player, message: bytes) -> None:
        """A whole table; the game has begun once everybody has seen it with somebody's turn."""
        if b'"state":"playing"' not in message or self._playing:
            return
        self._look(player, message)
        self._heard += 1
        if self._heard == len(self.players):
            self._playing = True
            self._free(self)

    def updated(self, player: Player, message: bytes) -> None:
        self._heard += 1
        self._look(player, message)
        if self._heard < len(self.players):
            return
        self._done(self, time.perf_counter() - self._sent_at)
        if self._over:
            self._playing = False
            self._task = asyncio.get_running_loop().create_task(self._again())
        else:
            self._free(self)

    def _look(self, player: Player, message: bytes) -> None:
        if MY_TURN in message:
            self._mover, self._view = player, decode_view(message)
        elif OVER in message:
            self._over = True

    def move(self) -> None:
        """Make a move."""
        player, view = self._mover, self._view
        if player is None or view is None or view.you is None or view.you.options is None:
            self.fail(Failed("nobody was offered a move"))
            return
        move = self._rng.choice(offered(view.you.options))
        self._mover = self._view = None
        self._heard = 0
        self._sent_at = time.perf_counter()
        player.send(b'{"type":"move","id":"%d","text":"%s","version":%d}' % (view.version, move.encode(), view.version))


def offered(options: Options) -> list[str]:
    """The legal moves."""
    found = list(options.moves)
    if options.draw is not None and options.draw.move is not None:
        found.append(options.draw.move)
    for part in (options.lay, options.discard, *options.play.values()):
        for option in part.values():
            if option.move is not None:
                found.append(option.move)
    return found
