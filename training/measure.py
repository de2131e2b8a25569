"""Measure mousse and matelot at every table: `python -m training.measure`, a table in Markdown.

One bot against others of another kind, every deal (or run of the dice) from every side, a shared win in equal parts.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from typing import Final

from corsaires.bots.weights import Weights, read_moods, read_weights
from corsaires.games.korsar.game import ALONE, IN_TEAMS
from corsaires.games.les_corsaires.game import SEATS, VARIANTS
from training.tables import Shares, TrainingTable, korsar_table, les_corsaires_table

NORMAL_95: Final = 1.96
SEED: Final = 2_000_000_000  # deals that no tuning has seen
# The lone bot and the others; `hand` are the weights there were before any tuning.
MATCHES: Final = (
    ("hand", "random"),
    ("matelot", "random"),
    ("matelot", "hand"),
    ("matelot", "mousse"),
    ("mousse", "random"),
)


def tables(game: str) -> Iterator[TrainingTable]:
    if game == "korsar":
        yield from (korsar_table(seats, False) for seats in ALONE)
        yield from (korsar_table(seats, True) for seats in IN_TEAMS)
    else:
        yield from (les_corsaires_table(seats, variant) for variant in VARIANTS for seats in SEATS)


def players(table: TrainingTable) -> dict[str, Weights]:
    matelot = read_weights(table.weights, table.name, table.kind)
    mousse = read_moods(table.weights.with_name("mousse.toml"), matelot)
    return {**table.pool, "matelot": matelot, "mousse": mousse}


def interval(shares: Shares) -> str:
    half = NORMAL_95 * float(shares.std()) / math.sqrt(len(shares))
    return f"{100 * float(shares.mean()):.1f} ± {100 * half:.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training.measure", description=__doc__)
    parser.add_argument("--game", choices=("korsar", "les-corsaires"), required=True)
    parser.add_argument("--deals", type=int, default=4000, help="a match (default: 4000)")
    args = parser.parse_args()
    print("| table | even | " + " | ".join(f"{lone} against {others}" for lone, others in MATCHES) + " |")
    print("|---" * (2 + len(MATCHES)) + "|")
    for table in tables(args.game):
        bots = players(table)
        cells = [interval(table.match(args.deals, SEED, bots[lone], bots[others])) for lone, others in MATCHES]
        print(f"| {table.name} | {100 / table.sides:.1f} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
