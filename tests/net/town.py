"""Where people play in these tests: one server with SQLite, or two with PostgreSQL and Valkey."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ParamSpec

import pytest

from corsaires.store.log import Row
from tests.net.ear import Message
from tests.net.logs import live_logs, postgres_logs
from tests.net.nodes import Node, sqlite_node, started
from tests.net.player import Player, Refused
from tests.net.services import Postgres, Valkey, valkey

DELAY = 1500  # ms that delayed spectators are behind
# A busy machine may hold a node up for a second or two: that is no outage.
TIMES = f"delay={DELAY} lapse=5000 pulse=0.3 grace=1500"

P = ParamSpec("P")


def played(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """A test that is played in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **given: P.kwargs) -> None:
        asyncio.run(_in_time(test(*args, **given)))

    return run


async def _in_time(test: Awaitable[None]) -> None:
    async with asyncio.timeout(300):
        await test


class Town:
    """Servers of the same tables. Everybody comes to any of them."""

    def __init__(self, *nodes: Node, bus: Valkey | None = None) -> None:
        self.nodes = nodes
        self.bus = bus
        self.rng = random.Random(5)

    def url(self) -> str:
        return self.rng.choice(self.nodes).url

    @asynccontextmanager
    async def people(self, count: int, language: str = "en") -> AsyncIterator[list[Player]]:
        """People who have come, each to any of the nodes."""
        async with AsyncExitStack() as stack:
            players = []
            for _ in range(count):
                player = await Player.come(self.url(), language)
                stack.push_async_callback(player.close)
                players.append(player)
            yield players

    @asynccontextmanager
    async def table(self, seats: int, *, start: bool = True, **choices: Any) -> AsyncIterator[list[Player]]:
        """People at a table of their own, each in a seat; the first is the host."""
        async with self.people(seats) as players:
            await seated(players, **{"seats": seats, **choices})
            if start:
                await begin(players)
            yield players

    async def log(self, table: str) -> Sequence[Row]:
        """What the database has of a table."""
        database = self.nodes[0].environment["CORSAIRES_DATABASE"]
        logs = await postgres_logs(database) if "://" in database else live_logs(Path(database))
        return logs[table]

    async def again(self, player: Player) -> None:
        """Come back after the connection was lost, to any node, to the table."""
        await player.connect(self.url())
        await player.watch(player.table["table"])


async def seated(players: list[Player], **choices: Any) -> str:
    table = await players[0].open_table(**choices)
    for seat, player in enumerate(players):
        if seat:
            await player.watch(table)
        await player.sit(seat)
    return table


async def begin(players: list[Player]) -> None:
    await players[0].wish("start")
    await all_see(players, lambda player: player.now.get("open") is not None)


async def all_see(players: Iterable[Player], what: Callable[[Player], bool]) -> None:
    """Until something is so for each of them."""
    for player in players:
        await player.wait(functools.partial(what, player))


async def in_step(*players: Player) -> None:
    """Until all of them have heard the same."""
    newest = max(player.now["version"] for player in players)
    await all_see(players, lambda player: player.now["version"] >= newest)


async def refused(code: str, wish: Awaitable[Any]) -> Message:
    """That a wish is refused for this reason; what was answered."""
    with pytest.raises(Refused) as caught:
        await wish
    assert caught.value.code == code, caught.value.message
    assert caught.value.message["text"]
    return caught.value.message


async def until(what: Callable[[], Awaitable[Any]], seconds: float = 120.0) -> Any:
    """Ask again until the answer is true; the answer."""
    async with asyncio.timeout(seconds):
        while True:
            found = await what()
            if found:
                return found
            await asyncio.sleep(0.05)


# --- servers ---


@contextmanager
def alone(directory: Path, **environment: str) -> Iterator[Town]:
    """One server with SQLite."""
    with started(sqlite_node(directory, CORSAIRES_TIMES=TIMES, **environment)) as nodes:
        yield Town(*nodes)


@contextmanager
def pair(directory: Path, database: Postgres, **environment: str) -> Iterator[Town]:
    """Two servers with PostgreSQL and Valkey."""
    with valkey() as bus:
        given = {"CORSAIRES_DATABASE": database.empty(), "CORSAIRES_BUS": bus.url, "CORSAIRES_TIMES": TIMES}
        given.update(environment)
        with started(*(Node(given, directory) for _ in range(2))) as nodes:
            yield Town(*nodes, bus=bus)
