"""Measure what a move costs where many tables are played in turn: played, noted, and told to all four. µs of CPU.

A table that comes up again after 400 others finds nothing of its own left in the processor's nearer caches, as in a
server; `bench.wire` measures the same again and again at one table.

python -m bench.round
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from msgspec.json import encode

from corsaires.server.telling import Reader, Telling
from corsaires.store.log import Row
from corsaires.tables.choices import Choices
from corsaires.tables.sitting import Happened, Place, Setup, Sitting

SEATS = 4
TABLES = 400
ROUNDS = 12
WARM = 30  # moves made before anything is measured
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


def spent(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def measure(game: str) -> dict[str, float]:
    rng = random.Random(3)
    others = bytearray(OTHERS)
    sittings = [seated(game, number) for number in range(TABLES)]
    numbers = iter(range(TABLES, 10**9))

    def chosen(at: int) -> str:
        while sittings[at].turn is None:
            sittings[at] = seated(game, next(numbers))
        table = sittings[at].table
        assert table is not None
        return rng.choice(table.moves())

    for at in range(TABLES):
        for _ in range(rng.randrange(WARM, 2 * WARM)):
            tell(sittings[at], play(sittings[at], chosen(at)))
    both, played, told, size = [], [], [], 0
    for _ in range(ROUNDS):
        texts = [chosen(at) for at in range(TABLES)]
        others.count(1)
        both.append(spent(lambda: [tell(*pair) for s, text in zip(sittings, texts) for pair in [(s, play(s, text))]]))
        texts = [chosen(at) for at in range(TABLES)]
        others.count(1)
        happened: list[Happened] = []
        played.append(spent(lambda: happened.extend(map(play, sittings, texts))))
        others.count(1)
        told.append(spent(lambda: [tell(*pair) for pair in zip(sittings, happened)]))
        size += sum(map(tell, sittings, happened))
    return {
        "play a move and tell all four": min(both) / TABLES * 1e6,
        "play it": min(played) / TABLES * 1e6,
        "tell all four": min(told) / TABLES * 1e6,
        "bytes told": size / ROUNDS / TABLES,
    }


if __name__ == "__main__":
    for name in ("korsar", "les-corsaires"):
        print(name)
        for what, figure in measure(name).items():
            print(f"  {what:36} {figure:8.1f}{'' if what.startswith('bytes') else ' µs'}")
