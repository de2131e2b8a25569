"""Measure what a move costs where many tables are played in turn: played, noted, and told to all four. µs of CPU.

A table that comes up again after 400 others finds nothing of its own left in the processor's nearer caches, as in a
server; `bench.wire` measures the same again and again at one table.

python -m bench.round
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.json import encode

from corsaires.server.telling import Reader, Telling
from corsaires.store.log import Row
from corsaires.tables.choices import Choices
from corsaires.tables.sitting import Happened, Place, Setup, Sitting

T = TypeVar("T")

SEATS = 4
TABLES = 400
ROUNDS = 12
WARM = 40  # moves made before anything is measured
OTHERS = 16 * 2**20  # bytes that are looked at between rounds, so that nothing is near
GUESTS = [f"guest{seat}" for seat in range(SEATS)]
READERS = [Reader(guest) for guest in GUESTS]


def seated(game: str, number: int) -> Sitting:
    """A table with four people, dealt."""
    setup = Setup(Choices(game=game, seats=SEATS), GUESTS[0], f"{number:064x}")
    rows = [Row(1, 0, "setup", None, encode(setup).decode())]
    for seat, guest in enumerate(GUESTS):
        place = Place(guest=guest, name=guest, nonce=f"{number * SEATS + seat:032x}")
        rows.append(Row(2 + seat, 0, "seat", seat, encode(place).decode()))
    rows.append(Row(2 + SEATS, 0, "start", None, ""))
    return Sitting.read(f"table{number}", rows)


def play(sitting: Sitting, text: str) -> Happened:
    """As a desk plays a move, without its log."""
    assert sitting.table is not None
    seat = sitting.turn
    events = sitting.table.play(text)
    return sitting.note(Row(sitting.seq + 1, 0, "move", seat, sitting.table.history[-1], "ack"), events)


def tell(sitting: Sitting, happened: Happened) -> int:
    """What four connections are sent: how many bytes."""
    assert sitting.table is not None
    telling = Telling(sitting, happened, sitting.table, 0, None, stood_in=False)
    return sum([len(telling.update(reader)) for reader in READERS])


def play_and_tell(sitting: Sitting, text: str) -> int:
    return tell(sitting, play(sitting, text))


class Round:
    """So many tables, and everything done at each of them in turn."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rng = random.Random(3)
        self.others = bytearray(OTHERS)
        self.dealt = iter(range(10**9))
        self.sittings = [seated(game, next(self.dealt)) for _ in range(TABLES)]

    def moves(self) -> list[str]:
        """A move for each; where a game is over another begins."""
        for at, sitting in enumerate(self.sittings):
            if sitting.turn is None:
                self.sittings[at] = seated(self.game, next(self.dealt))
        return [self.rng.choice(sitting.table.moves()) for sitting in self.sittings if sitting.table is not None]

    def timed(self, call: Callable[[Sitting, Any], T], given: list[Any]) -> tuple[float, list[T]]:
        """µs of each call, and what they gave."""
        self.others.count(1)
        start = time.process_time()
        found = list(map(call, self.sittings, given))
        return (time.process_time() - start) / TABLES * 1e6, found


def measure(game: str) -> dict[str, float]:
    tables = Round(game)
    for _ in range(WARM):
        tables.timed(play_and_tell, tables.moves())
    both, played, told, sizes = [], [], [], []
    for _ in range(ROUNDS):
        both.append(tables.timed(play_and_tell, tables.moves())[0])
        spent, happened = tables.timed(play, tables.moves())
        played.append(spent)
        spent, size = tables.timed(tell, happened)
        told.append(spent)
        sizes.append(sum(size) / TABLES)
    return {
        "play a move and tell all four": min(both),
        "play it": min(played),
        "tell all four": min(told),
        "bytes told": sum(sizes) / ROUNDS,
    }


if __name__ == "__main__":
    for name in ("korsar", "les-corsaires"):
        print(name)
        for what, figure in measure(name).items():
            print(f"  {what:36} {figure:8.1f}{'' if what.startswith('bytes') else ' µs'}")
