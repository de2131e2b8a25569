"""How long a bot lets people wait: `python -m bench.latency`, whole games at the smallest and the largest tables.

One seat belongs to the bot that is measured, with its own budget; matelots have the others. What comes out is a line
for each bot and table: the median, the 99th percentile and the longest of all its answers, in seconds of its thread's
processor time and by the clock. Processor time is what a busy machine leaves as it is.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from statistics import median
from typing import Any, Final, NamedTuple

from corsaires.bots import Budget, Player, load_bot
from corsaires.games.catalog import load

BOTS: Final = ("amiral", "matelot", "mousse")
OTHERS: Final = "matelot"
TABLES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("korsar", {"seats": 8, "teams": True}),
    ("korsar", {"seats": 4}),
    ("korsar", {"seats": 2}),
    ("les-corsaires", {"seats": 4}),
    ("les-corsaires", {"seats": 2}),
)
MANY: Final = 0.99


class Answer(NamedTuple):
    """What one answer took, in seconds."""

    cpu: float
    wall: float


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.latency", description=__doc__)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="at each table (default: 1)")
    parser.add_argument("--bots", default=",".join(BOTS), help=f"(default: {','.join(BOTS)})")
    args = parser.parse_args()
    head = ("CPU median", "p99", "max", "wall median", "p99", "max")
    print(f"{'table':24}{'bot':16}{'moves':>6}", *(f"{name:>11}" for name in head))
    for game, choices in TABLES:
        for bot in args.bots.split(","):
            player = load_bot(game, bot)
            played(game, choices, player._replace(budget=Budget(iterations=1)), 0)  # whatever is compiled, is so now
            answers = [each for seed in range(args.games) for each in played(game, choices, player, seed)]
            named = f"{game} {choices['seats']}{' teams' if 'teams' in choices else ''}"
            figures = [f"{figure:11.6f}" for column in zip(*answers, strict=True) for figure in spread(column)]
            print(f"{named:24}{bot:16}{len(answers):6}", *figures, flush=True)
    return 0


def played(game: str, choices: dict[str, Any], measured: Player, seed: int) -> list[Answer]:
    """The answers of a bot in one game; it has another seat in the next."""
    table = load(game, **choices).deal(seed=seed)
    other, seat, found = load_bot(game, OTHERS), seed % choices["seats"], []
    while table.turn is not None:
        view, number = table.view(table.turn, options=False), len(table.history)
        player = measured if table.turn == seat else other
        began = Answer(time.thread_time(), time.perf_counter())
        move = player.think(view, number).move
        if table.turn == seat:
            found.append(Answer(time.thread_time() - began.cpu, time.perf_counter() - began.wall))
        table.play(move)
    return found


def spread(seconds: tuple[float, ...]) -> tuple[float, float, float]:
    """The median, the least that 99 of 100 do not exceed, the longest."""
    order = sorted(seconds)
    return median(order), order[math.ceil(MANY * len(order)) - 1], order[-1]


if __name__ == "__main__":
    sys.exit(main())
