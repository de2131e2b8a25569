"""Somebody who plays over the net: a guest with a cookie and a WebSocket, who checks what they are told."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.net.ear import Ear, Message

PATIENCE = 120.0  # seconds: rules may have to be compiled, on a busy machine


class Refused(Exception):
    """The server did not grant a wish."""

    def __init__(self, message: Message) -> None:
        super().__init__(message["code"], message["text"])
        self.code: str = message["code"]
        self.message = message


class Player(Ear):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.name = ""
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False)
        self.seen: list[Message] = []  # everything told, in order
        self.times: list[tuple[float, Message]] = []  # the same, and when it came
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._sent = 0
        self._others: list[Player] = []  # more devices of the same guest
        self.closed: int | None = None  # the code that the connection was closed with

    # --- coming and going ---

    @classmethod
    async def come(cls, url: str, language: str = "en") -> Self:
        """Somebody new, connected."""
        player = cls(url)
        me = await player.http.get("/api/me", headers={"accept-language": language})
        player.name = me.json()["name"]
        await player.connect()
        return player

    async def another_device(self, url: str) -> Player:
        """The same guest elsewhere."""
        other = Player(url)
        other.http.cookies.set("corsaires", self.http.cookies["corsaires"])
        other.name = self.name
        self._others.append(other)
        await other.connect()
        return other

    @property
    def cookie(self) -> str:
        return f"corsaires={self.http.cookies['corsaires']}"

    async def connect(self, url: str | None = None) -> None:
        """A WebSocket, to this server or another node."""
        told = len(self.seen)
        base = (url or self.url).replace("http", "ws", 1)
        self._socket = await connect(
            f"{base}/ws",
            additional_headers={"Cookie": self.cookie},
            compression=None,
            max_size=2**22,
            proxy=None,
            ping_interval=None,
        )
        self.closed = None
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.wait(lambda: any(message["type"] == "welcome" for message in self.seen[told:]))

    async def drop(self) -> None:
        """Lose the connection."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def close(self) -> None:
        for other in self._others:
            await other.close()
        await self.drop()
        await self.http.aclose()

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):  # as `closed` says
            async for text in socket:
                message = json.loads(text)
                async with self._changed:
                    self.hear(message)
                    self._changed.notify_all()
        async with self._changed:
            self.closed = socket.close_code
            self._changed.notify_all()

    def heard_of(self, kind: str) -> int:
        """How many messages of a kind have come."""
        return sum(message["type"] == kind for message in self.seen)

    def hear(self, message: Message) -> None:
        self.seen.append(message)
        self.times.append((time.monotonic(), message))
        self.take_in(message)

    # --- wishing ---

    async def wait(self, until: Callable[[], bool]) -> None:
        """Until something is so; raises TimeoutError."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(until)

    async def send(self, kind: str, **wish: Any) -> str:
        """Send a wish without waiting; its id."""
        self._sent += 1
        name = wish.pop("id", f"{kind}-{self._sent}")
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": kind, "id": name, **wish}))
        return str(name)

    async def wish(self, kind: str, **wish: Any) -> Message:
        """Send a wish, and wait until it is granted; raises Refused."""
        before = len(self.seen)
        name = await self.send(kind, **wish)

        def answer() -> Message | None:
            answers = (m for m in self.seen[before:] if m["type"] in ("done", "refused") and m["id"] == name)
            return next(answers, None)

        await self.wait(lambda: answer() is not None or self.closed is not None)
        found = answer()
        if found is None:
            raise ConnectionError(f"closed with {self.closed} before an answer")
        if found["type"] == "refused":
            raise Refused(found)
        return found

    async def watch(self, table: str) -> Message:
        await self.wish("watch", table=table)
        return self.table

    async def sit(self, seat: int) -> None:
        await self.wish("sit", seat=seat, nonce=secrets.token_hex(16))

    async def open_table(self, **choices: Any) -> str:
        """Open a table and come to it."""
        answer = await self.http.post("/api/tables", json={"pace": 0, **choices})
        assert answer.status_code == 201, answer.text
        table = str(answer.json()["table"])
        await self.watch(table)
        return table

    async def move(self, text: str, **more: Any) -> Message:
        return await self.wish("move", **{"text": text, "version": self.now["version"], **more})

    # --- playing ---

    @property
    def over(self) -> bool:
        opened = self.now.get("open")
        return opened is not None and bool(opened["over"])

    @property
    def turn(self) -> int | None:
        opened = self.now.get("open")
        return None if opened is None else opened["turn"]

    @property
    def mine(self) -> list[int]:
        return [seat for seat, sitter in enumerate(self.seats["seats"]) if sitter["mine"]]

    def moves(self) -> list[str]:
        """The legal moves that the server offers."""
        return moves_of(self.now["you"])

    async def play_on(
        self, rng: random.Random, until: Callable[[], bool] = lambda: False, choose: Callable[[], str] | None = None
    ) -> None:
        """Make random moves, or those chosen, whenever it is this player's turn, until the game is over."""
        while True:
            await self.wait(lambda: self.over or until() or self.turn in self.mine)
            if self.over or until():
                return
            if not self.now["you"].get("options"):
                await self.wish("show")
            try:
                await self.move(choose() if choose else rng.choice(self.moves()))
            except Refused as refused:
                if refused.code not in ("stale", "not-your-turn"):
                    raise


def moves_of(you: Message) -> list[str]:
    options = you["options"]
    if options is None:
        return []
    if you["game"] == "les-corsaires":
        return list(options["moves"])
    found = [options["draw"], *options["lay"].values(), *options["discard"].values()]
    found += [option for places in options["play"].values() for option in places.values()]
    return [option["move"] for option in found if option["kind"] == "Allowed"]


async def two_at_a_table(host: Player, other: Player, choices: dict[str, Any]) -> str:
    table = await host.open_table(**choices)
    await other.watch(table)
    await host.sit(0)
    await other.sit(1)
    await host.wish("start")
    await other.wait(lambda: other.now.get("open") is not None)
    return table


async def a_finished_game(one: Player, other: Player) -> str:
    table = await two_at_a_table(one, other, {"game": "korsar", "seats": 2})
    rng = random.Random(4)
    await asyncio.gather(one.play_on(rng), other.play_on(rng))
    return table
