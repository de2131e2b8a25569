"""Kill a server again and again while people play: the test does it often enough for every day, `make soak` longer.

python -m tests.net.kills [KILLS] [SEED]
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.net.load import PATIENCE, Ledger, Ports, crews
from tests.net.logs import sqlite_logs
from tests.net.nodes import Node, sqlite_node
from tests.net.zygote import QuickNode, Zygote, zygote

MOMENTS = 0.02, 0.5  # seconds between the first acknowledged move and the kill, at least and at most
UNBORN = 8  # every so manieth time, the server is killed before it serves
STARTING = 0.1, 1.5  # seconds after its start


@dataclass
class Tally:
    kills: int = 0
    starts: list[float] = field(default_factory=list)  # seconds from a start to serving
    pauses: list[float] = field(default_factory=list)  # seconds from a kill to the next acknowledged move
    seconds: float = 0.0
    ledger: Ledger = field(default_factory=Ledger)

    def __str__(self) -> str:
        ledger = self.ledger
        return (
            f"{self.kills} kills in {self.seconds:.0f} s: {ledger.moves} moves acknowledged, none lost, none twice; "
            f"{ledger.sent_again} sent again, {ledger.connected} connections, {len(ledger.over)} games to their end; "
            f"start {_middle(self.starts)}, from a kill to the next move {_middle(self.pauses)}"
        )


def _middle(values: list[float]) -> str:
    if not values:
        return "-"
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.2f} s (at most {ordered[-1]:.2f} s)"


async def kill_often(
    node: Node, directory: Path, kills: int, seed: int, say: Callable[[Tally], None] = lambda tally: None
) -> Tally:
    """Play, kill, look into the log, start again, until the last game is over; raises Fault."""
    tally, rng = Tally(), random.Random(seed)
    ports, began = Ports(), time.monotonic()
    tasks = [asyncio.create_task(crew.sail(lambda: tally.kills >= kills)) for crew in crews(ports, tally.ledger, seed)]
    sailing = asyncio.gather(*tasks)
    try:
        await _start(node, ports, tally)
        while tally.kills < kills:
            await _moves(tally.ledger, sailing)
            await asyncio.sleep(rng.uniform(*MOMENTS))
            await _kill(node, ports, directory, tally)
            if tally.kills % UNBORN == 0:
                await _kill_unborn(directory, rng)
                tally.kills += 1
            killed = time.monotonic()
            await _start(node, ports, tally)
            await _moves(tally.ledger, sailing)
            tally.pauses.append(tally.ledger.last_ack - killed)
            tally.seconds = time.monotonic() - began
            say(tally)
        await sailing
        await asyncio.to_thread(node.stop)
        tally.ledger.check_end(sqlite_logs(directory / "tables.sqlite"))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(node.kill)
    tally.seconds = time.monotonic() - began
    return tally


async def _start(node: Node, ports: Ports, tally: Tally) -> None:
    began = time.monotonic()
    node.port = 0  # the old one may be another's by now
    await asyncio.to_thread(node.start)
    tally.starts.append(time.monotonic() - began)
    await ports.open(node.url)


async def _kill(node: Node, ports: Ports, directory: Path, tally: Tally) -> None:
    ports.close(node.url)
    await asyncio.to_thread(node.kill)
    tally.kills += 1
    await asyncio.sleep(0)  # what was told before the kill is heard
    tally.ledger.check(sqlite_logs(directory / "tables.sqlite"))


async def _kill_unborn(directory: Path, rng: random.Random) -> None:
    node = sqlite_node(directory)
    starting = asyncio.create_task(asyncio.to_thread(node.start))
    await asyncio.sleep(rng.uniform(*STARTING))
    while node.process is None:
        await asyncio.sleep(0.01)
    node.process.kill()
    with suppress(AssertionError):  # it does not start
        await starting
    await asyncio.to_thread(node.kill)


async def _moves(ledger: Ledger, sailing: asyncio.Future[list[None]]) -> None:
    """Until another move is acknowledged."""
    before = ledger.last_ack
    async with asyncio.timeout(2 * PATIENCE):
        while ledger.last_ack == before:
            if sailing.done():
                sailing.result()  # raises what went wrong
                return
            await asyncio.sleep(0.005)


def quick_node(mother: Zygote, directory: Path) -> Node:
    return QuickNode(mother, sqlite_node(directory).environment, directory)


def main() -> int:
    kills, seed = (int(given) for given in (*sys.argv[1:3], "500", "1")[:2])
    last = Tally()

    def say(tally: Tally) -> None:
        nonlocal last
        last = tally
        print(f"\r{tally.kills} of {kills}: {tally.ledger.moves} moves", end="", flush=True)

    with TemporaryDirectory() as directory, zygote() as mother:
        try:
            last = asyncio.run(kill_often(quick_node(mother, Path(directory)), Path(directory), kills, seed, say))
        except KeyboardInterrupt:
            print("\nInterrupted; up to here:")
        print(f"\n{last}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
