"""Load on a server, and what came of it, as plain figures."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Final

from corsaires.cli.load.client import Failed, Http
from corsaires.cli.load.server import Server
from corsaires.cli.load.tables import Player, Table

AT_ONCE: Final = 32  # of the people who come
TICK: Final = 0.001  # seconds between two looks at what is due
WARM_UP: Final = 2.0  # seconds of play before anything counts
SETTLE: Final = 1.0
FAREWELL: Final = 0.2  # seconds for connections to close

Tell = Callable[[str, int, int], None]
Figures = dict[str, float | int | None]


@dataclass(frozen=True, slots=True)
class Load:
    """What a server is given to do."""

    choices: dict[str, Any]  # the tables
    seats: int
    players: int
    rate: float | None  # moves a second; None: as many as go
    seconds: float
    idle: int = 0  # connections that do nothing

    @property
    def connections(self) -> int:
        return self.players + self.idle


class Pace:
    """Who may move when: at once, or in turns at an even rate."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._free: deque[Table] = deque()
        self._since = 0.0
        self._let = 0

    def free(self, table: Table) -> None:
        if self._rate is None:
            table.move()
        else:
            self._free.append(table)

    async def run(self) -> None:
        if self._rate is None:
            return
        self._since = time.perf_counter()
        while True:
            await asyncio.sleep(TICK)
            due = int((time.perf_counter() - self._since) * self._rate)
            for _ in range(min(due - self._let, len(self._free))):
                self._free.popleft().move()
            self._let = due  # what nobody could do in time is not done later in a heap


class Tally:
    """Moves that everybody has heard of, and how long each took."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.times: list[float] = []
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._began = False
        self._early: list[Table] = []

    def free(self, table: Table) -> None:
        if self._began:
            self.pace.free(table)
        else:
            self._early.append(table)

    def begin(self) -> None:
        """Everybody is there."""
        self._began = True
        for table in self._early:
            self.pace.free(table)

    def done(self, table: Table, seconds: float) -> None:
        self.times.append(seconds)

    def fail(self, error: Exception) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)


async def measure(server: Server, load: Load, tell: Tell) -> Figures:
    """Every figure; raises Failed, OSError or TimeoutError."""
    figures: Figures = {"people": load.players, "rate": load.rate, "idle": load.idle}
    crowd = Crowd(server, load, tell)
    try:
        if load.idle:
            figures |= await crowd.idle()
        if load.players:
            figures |= await crowd.play()
    finally:
        await crowd.close()
    return figures


class Crowd:
    """Everybody who comes, until they are sent away."""

    def __init__(self, server: Server, load: Load, tell: Tell) -> None:
        self._server = server
        self._load = load
        self._tell = tell
        self._https = [Http(server.host, server.port) for _ in range(AT_ONCE)]
        self._free = list(self._https)
        self._players: list[Player] = []

    async def close(self) -> None:
        for player in self._players:
            player.table = None
            player.close()
        for http in self._https:
            http.close()
        await asyncio.sleep(FAREWELL)

    async def _come(self) -> Player:
        """Somebody new."""
        http = self._free.pop()
        try:
            player = Player(await http.guest())
        finally:
            self._free.append(http)
        self._players.append(player)
        await player.connect(self._server.host, self._server.port, player.cookie)
        return player

    async def idle(self) -> Figures:
        """What a connection costs that does nothing."""
        first = min(AT_ONCE, self._load.idle - 1)  # what is made for the first is there for all
        await self._all("idle", (self._come() for _ in range(first)), first)
        await asyncio.sleep(SETTLE)
        before = self._server.memory()
        came = self._load.idle - first
        await self._all("idle", (self._come() for _ in range(came)), came)
        await asyncio.sleep(SETTLE)
        after = self._server.memory()
        if before is None or after is None:
            return {"idle_kilobytes": None}
        return {"idle_kilobytes": (after - before) / came / 1000}

    async def play(self) -> Figures:
        load, server = self._load, self._server
        tally = Tally(Pace(load.rate))
        tables = load.players // load.seats
        before = server.memory()
        await self._all("tables", (self._open(tally, number) for number in range(tables)), tables)
        gc.collect()
        gc.freeze()
        memory = server.memory()
        pacing = asyncio.create_task(tally.pace.run())
        try:
            tally.begin()
            self._tell("warming", 0, 0)
            await _wait(tally, min(WARM_UP, load.seconds))
            self._tell("playing", 0, 0)
            tally.times.clear()
            cpu, waited = server.cpu_seconds(), server.waited_seconds()
            own, since = time.process_time(), time.perf_counter()
            await _wait(tally, load.seconds)
            used, own_used, lasted = server.cpu_seconds(), time.process_time() - own, time.perf_counter() - since
        finally:
            pacing.cancel()
            gc.unfreeze()
        times = sorted(tally.times)
        if not times:
            raise Failed("not one move was made")
        figures: Figures = {
            "tables": tables,
            "seconds": lasted,
            "moves": len(times),
            "moves_per_second": len(times) / lasted,
            "latency_p50_milliseconds": _part(times, 0.50),
            "latency_p99_milliseconds": _part(times, 0.99),
            "latency_max_milliseconds": _part(times, 1.0),
            "load_busy_percent": own_used / lasted * 100,
        }
        if cpu is not None and used is not None:
            figures["server_cpu_microseconds"] = (used - cpu) / len(times) * 1e6
            figures["server_busy_percent"] = (used - cpu) / lasted * 100
        if waited is not None and (waits := server.waited_seconds()) is not None:
            figures["server_waited_percent"] = (waits - waited) / lasted * 100
        if before is not None and memory is not None:
            figures["player_kilobytes"] = (memory - before) / load.players / 1000
        return figures

    async def _open(self, tally: Tally, number: int) -> None:
        players = [await self._come() for _ in range(self._load.seats)]
        table = Table(players, random.Random(number), tally.free, tally.done, tally.fail)
        http = self._free.pop()
        try:
            await table.open(http, self._load.choices)
        finally:
            self._free.append(http)

    async def _all(self, what: str, work: Iterable[Coroutine[Any, Any, Any]], total: int) -> None:
        """All of it, a few at a time; raises what went wrong first."""
        todo, finished = iter(work), 0

        async def one_after_the_other() -> None:
            nonlocal finished
            for each in todo:
                await each
                finished += 1
                self._tell(what, finished, total)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(AT_ONCE):
                    group.create_task(one_after_the_other())
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from None


async def _wait(tally: Tally, seconds: float) -> None:
    """Let them play; raises what went wrong."""
    await asyncio.wait([tally.failed], timeout=seconds)
    if tally.failed.done():
        tally.failed.result()


def _part(times: list[float], share: float) -> float:
    """The time within which this share of the moves was told, in ms."""
    return times[min(len(times) - 1, int(len(times) * share))] * 1000
