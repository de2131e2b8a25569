"""How soon a server serves again that has many tables in progress.

python -m tests.net.restart [TABLES] [PLIES] [TIMES]
"""

from __future__ import annotations

import asyncio
import random
import secrets
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil

from corsaires.server.identity import hashed, new_secret
from corsaires.store import open_store
from corsaires.store.log import Entry, Guest, Row
from corsaires.tables.choices import Choices
from corsaires.tables.opening import new_seed, opened
from corsaires.tables.sitting import Place, Setup, Sitting
from tests.net.load import Ledger, Ports, Sailor
from tests.net.nodes import sqlite_node, started

SEATS = 4
IN_ONE_GO = 100  # tables that are written together
GRACE = 10_000  # ms


class Times(NamedTuple):
    """Seconds since the process was started."""

    tables: int
    rows: int
    imported: float  # what the imports alone take, in a process of their own
    serves: float
    connected: float
    shown: float
    first_move: float
    processor: float  # of that, the seconds of processor time that the server took
    all_shown: float  # every table read and shown to a player, one after the other

    def __str__(self) -> str:
        return (
            f"{self.tables} tables in progress, {self.rows} rows: serves after {self.serves:.2f} s "
            f"(imports alone: {self.imported:.2f} s), connected {self.connected:.2f} s, a table shown "
            f"{self.shown:.2f} s, the first move acknowledged {self.first_move:.2f} s "
            f"({self.processor:.2f} s of processor time); all tables shown {self.all_shown:.2f} s"
        )


async def restart(directory: Path, tables: int, plies: int) -> Times:
    node, ledger = sqlite_node(directory), Ledger()
    player, token = Guest("0", "Anne", "en"), new_secret()
    names, rows = await fill(directory / "tables.sqlite", player, token, tables, plies)
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import corsaires.cli.serve"], check=True)
    imported = time.monotonic() - began
    began = time.monotonic()
    with started(node):
        serves = time.monotonic() - began
        sailor = Sailor(Ports(node.url), ledger, random.Random(1))
        sailor.cookie = f"corsaires={token}"
        await sailor.connect()
        connected = time.monotonic() - began
        sailor.table = names[0]
        await sailor.wish("watch", table=names[0])
        shown = time.monotonic() - began
        await sailor.one_move()
        first_move = time.monotonic() - began
        assert node.process is not None
        used = psutil.Process(node.process.pid).cpu_times()
        for name in names:
            sailor.table = name
            await sailor.wish("watch", table=name)
        all_shown = time.monotonic() - began
        await sailor.leave()
    return Times(tables, rows, imported, serves, connected, shown, first_move, used.user + used.system, all_shown)


async def fill(path: Path, player: Guest, token: str, tables: int, plies: int) -> tuple[list[str], int]:
    """Write tables in progress: at the first it is the player's turn, at the others anybody's, bots among them."""
    store = await open_store(path)
    try:
        await store.add_guest(player, hashed(token))
        names: list[str] = []
        rows = 0
        for _ in range(0, tables, IN_ONE_GO):
            made = [in_progress(player.id, plies, len(names) + n) for n in range(min(IN_ONE_GO, tables - len(names)))]
            await asyncio.gather(
                *(store.append(sitting.id, log, entry, sitting.people) for sitting, log, entry in made)
            )
            names += [sitting.id for sitting, _, _ in made]
            rows += sum(len(log) for _, log, _ in made)
        return names, rows
    finally:
        await store.close()


def in_progress(player: str, plies: int, seed: int) -> tuple[Sitting, list[Row], Entry]:
    """A table of four, with people at the even seats and bots at the odd ones; at the first, people only."""
    rng = random.Random(seed)
    now = time.time_ns() // 1_000_000
    person, bot = Place(guest=player, name="Anne"), Place(bot="matelot", name="Matelot")
    places = [person if seed == 0 or seat % 2 == 0 else bot for seat in range(SEATS)]
    table = secrets.token_urlsafe(12)
    setup = Setup(Choices(game="korsar", seats=SEATS, pace=0), player, new_seed())
    log, _ = opened(table, setup, places, now)
    sitting = Sitting.read(table, log)

    def add(kind: str, seat: int | None, text: str) -> None:
        log.append(Row(len(log), now, kind, seat, text))
        sitting.apply(log[-1])

    add("start", None, "")
    assert sitting.table is not None
    for _ in range(plies):
        assert sitting.turn is not None
        add("move", sitting.turn, rng.choice([str(move) for move in sitting.table.moves()]))
    bots_turn = sitting.turn is not None and sitting.bot_of(sitting.turn) is not None
    return sitting, log, Entry(sitting.state, False, now + GRACE if bots_turn else None, False, sitting.summary(), now)


def main() -> int:
    tables, plies, times = (int(given) for given in (*sys.argv[1:4], *("1000", "40", "3")[len(sys.argv) - 1 :]))
    for _ in range(times):
        with TemporaryDirectory() as directory:
            print(asyncio.run(restart(Path(directory), tables, plies)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
