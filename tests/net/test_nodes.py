"""Two nodes at the same tables, over PostgreSQL and Valkey that go away and come back: nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.net.load import Ledger, Ports, crews
from tests.net.logs import postgres_logs
from tests.net.nodes import Node, started
from tests.net.player import Player
from tests.net.services import Postgres, Valkey, postgres, valkey
from tests.net.town import TIMES, begin, in_step, refused, seated
from tests.net.zygote import QuickNode, Zygote, zygote

SOON = 5.0  # seconds after which people play on without a node
NOT_STORED = "The move could not be stored, so it was not made. Try again."
PATIENCE = 60.0  # seconds that anything else may take on a busy machine


@pytest.fixture(scope="module")
def mother() -> Iterator[Zygote]:
    with zygote() as made:
        yield made


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def bus() -> Iterator[Valkey]:
    with valkey() as server:
        yield server


@dataclass
class Fleet:
    """Two nodes, and people who play there."""

    nodes: tuple[Node, ...]
    ports: Ports
    ledger: Ledger
    url: str  # of the database
    enough: bool = False

    async def go_on(self, patience: float = PATIENCE) -> float:
        """The seconds until there is another move at every table."""
        seconds = await self.ledger.go_on(await postgres_logs(self.url), patience)
        return max(seconds.values(), default=0.0)

    async def check(self) -> None:
        known = self.ledger.so_far()
        known.check(await postgres_logs(self.url))

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                await asyncio.sleep(0.01)

    async def ready(self, node: Node, **so: object) -> None:
        """Until a node says this of itself."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(trust_env=False) as http:
            while True:
                with suppress(httpx.TransportError):
                    said = (await http.get(f"{node.url}/readyz")).json()
                    if so.items() <= said.items():
                        return
                await asyncio.sleep(0.02)


Trouble = Callable[[Fleet], Awaitable[None]]


@pytest.fixture
def sail(mother: Zygote, database: Postgres, bus: Valkey, tmp_path: Path) -> Callable[[Trouble, int], Fleet]:
    """Play at two nodes while there is trouble, then to the end of every game; all is held against the log."""

    def run(trouble: Trouble, seed: int) -> Fleet:
        url = database.empty()
        environment = {"CORSAIRES_DATABASE": url, "CORSAIRES_BUS": bus.url}
        with started(*(QuickNode(mother, environment, tmp_path) for _ in range(2))) as nodes:
            return asyncio.run(play(nodes, url, trouble, seed))

    return run


async def play(nodes: tuple[Node, ...], url: str, trouble: Trouble, seed: int) -> Fleet:
    ledger, ports = Ledger(), Ports(*(node.url for node in nodes))
    fleet = Fleet(nodes, ports, ledger, url)
    for node in nodes:
        await fleet.ready(node, ready=True, bus="up")
    async with asyncio.TaskGroup() as group:
        for crew in crews(ports, ledger, seed):
            group.create_task(crew.sail(lambda: fleet.enough))
        group.create_task(_trouble(fleet, trouble))
    ledger.check_end(await postgres_logs(url))
    assert len(ledger.over) >= 4
    return fleet


async def _trouble(fleet: Fleet, trouble: Trouble) -> None:
    try:
        await fleet.until(lambda: len(fleet.ledger.playing) == 4)
        await fleet.go_on()
        await trouble(fleet)
        await fleet.check()
    finally:
        fleet.enough = True


def test_a_node_is_killed_and_people_play_on_at_the_other(sail: Callable[[Trouble, int], Fleet]) -> None:
    seconds: list[float] = []

    async def kill_one_after_the_other(fleet: Fleet) -> None:
        for node in (*fleet.nodes, *fleet.nodes):
            fleet.ports.close(node.url)
            await asyncio.to_thread(node.kill)
            seconds.append(await fleet.go_on())
            await fleet.check()
            node.port = 0
            await asyncio.to_thread(node.start)
            await fleet.ports.open(node.url)
            await fleet.go_on()

    fleet = sail(kill_one_after_the_other, 1)
    print(f"every table went on after {[round(each, 2) for each in seconds]} s; {fleet.ledger.moves} moves")
    assert max(seconds) < SOON


def test_postgresql_crashes_and_comes_back(database: Postgres, sail: Callable[[Trouble, int], Fleet]) -> None:
    """Those whose turn it is are refused while it is away, and make the same move when it is back; nobody waits on."""

    async def crash(fleet: Fleet) -> None:
        async with two_people(fleet.nodes) as people:
            for _ in range(2):
                mover = people[people[0].turn or 0]
                move = mover.moves()[0]
                await asyncio.to_thread(database.crash)
                try:
                    for node in fleet.nodes:
                        await fleet.ready(node, ready=False, store="down")
                    message = await refused("not-stored", mover.move(move))
                    assert message["text"] == NOT_STORED
                finally:
                    await asyncio.to_thread(database.start)
                for node in fleet.nodes:
                    await fleet.ready(node, ready=True, store="up", writes="up")
                await fleet.check()
                await mover.move(move)
                await in_step(*people)
                await fleet.go_on()

    fleet = sail(crash, 2)
    assert fleet.ledger.reasons <= {NOT_STORED}


def test_valkey_is_killed_and_comes_back(bus: Valkey, sail: Callable[[Trouble, int], Fleet]) -> None:
    async def kill(fleet: Fleet) -> None:
        await asyncio.to_thread(bus.kill)
        try:
            for node in fleet.nodes:
                await fleet.ready(node, ready=True, bus="down")
            await fleet.until(lambda: fleet.ledger.notices["bus-down"] > 0)
            for _ in range(5):
                await fleet.go_on()
        finally:
            await asyncio.to_thread(bus.start)
        for node in fleet.nodes:
            await fleet.ready(node, ready=True, bus="up")
        await fleet.until(lambda: fleet.ledger.notices["bus-up"] > 0)
        await fleet.go_on()

    fleet = sail(kill, 3)
    assert not fleet.ledger.refused["not-stored"]


def test_two_nodes_without_a_bus_look_into_the_log(database: Postgres, tmp_path: Path) -> None:
    given = {"CORSAIRES_DATABASE": database.empty(), "CORSAIRES_TIMES": TIMES}
    with started(*(Node(given, tmp_path) for _ in range(2))) as nodes:
        asyncio.run(without_a_bus(nodes))


async def without_a_bus(nodes: tuple[Node, ...]) -> None:
    async with two_people(nodes) as people:
        for _ in range(6):
            mover = people[people[0].turn or 0]
            await mover.move(mover.moves()[0])
            await in_step(*people)


@asynccontextmanager
async def two_people(nodes: tuple[Node, ...]) -> AsyncIterator[list[Player]]:
    """Who play with each other, each at a node."""
    async with AsyncExitStack() as stack:
        people = [await Player.come(node.url) for node in nodes]
        for player in people:
            stack.push_async_callback(player.close)
        await seated(people, seats=2)
        await begin(people)
        yield people
