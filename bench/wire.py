"""Measure what one move costs on its way to four players: the views, and their encoding. Microseconds of CPU.

python -m bench.wire
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from corsaires.games.catalog import load
from corsaires.games.kernel.game import Table
from corsaires.protocol.shapes import encode_events, encode_open, encode_own, encode_parts, encode_you

SEATS = 4
GAMES = 60
ROUNDS = 7
TIMES = 20
LEAST, MOST = 20, 110  # moves made before a position is measured


def positions(game: str) -> list[Table]:
    """Tables somewhere in the middle of random games."""
    rng, found = random.Random(5), []
    for seed in range(GAMES):
        table = load(game, seats=SEATS).deal(seed=seed)
        for _ in range(rng.randrange(LEAST, MOST)):
            if not table.over:
                table.play(rng.choice(table.moves()))
        if not table.over:
            found.append(table)
    return found


def timed(tables: list[Table], prepare: Callable[[Table], Any], call: Callable[[Any], object]) -> float:
    """Microseconds a call, the best of a few rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        given = [prepare(table) for table in tables for _ in range(TIMES)]
        start = time.process_time()
        for each in given:
            call(each)
        best = min(best, (time.process_time() - start) / len(given))
    return best * 1e6


def measure(game: str) -> dict[str, float]:
    rng, tables = random.Random(7), positions(game)

    def next_seat(table: Table) -> int:
        assert table.turn is not None
        return (table.turn + 1) % SEATS

    def all_views(table: Table) -> None:
        for seat in range(SEATS):
            table.view(seat, options=seat == table.turn)

    def told(table: Table) -> None:
        _, you = encode_parts(table, table.turn)
        for seat in range(SEATS):
            if seat not in you:
                encode_own(table.own(seat))

    def mine(table: Table) -> Any:
        return table.view(table.turn)

    def another(table: Table) -> Any:
        return table.view(next_seat(table), options=False)

    def last(table: Table) -> Any:
        return mine(table).open.story[-2:]

    return {
        "play a move": timed(tables, lambda t: (t.copy(), rng.choice(t.moves())), lambda p: p[0].play(p[1])),
        "the views of all four after a move": timed(tables, lambda t: t.copy(), all_views),
        "what all four are told, encoded": timed(tables, lambda t: t.copy(), told),
        "encode open": timed(tables, mine, encode_open),
        "encode you, on turn": timed(tables, mine, encode_you),
        "encode you, off turn": timed(tables, another, encode_you),
        "encode the events of a move": timed(tables, last, encode_events),
        "bytes of open": sum(len(encode_open(mine(table))) for table in tables) / len(tables),
        "bytes of you, on turn": sum(len(encode_you(mine(table))) for table in tables) / len(tables),
    }


if __name__ == "__main__":
    for name in ("korsar", "les-corsaires"):
        print(name)
        for what, figure in measure(name).items():
            print(f"  {what:36} {figure:8.1f}{'' if what.startswith('bytes') else ' µs'}")
