"""Tune matelot's weights for one table: `python -m training.matelot --game korsar --seats 2 --minutes 5`.

Generation after generation (the cross-entropy method) weights are drawn around the best so far, and all of them play
the same new deals, from every side of the table, against every opponent of a fixed pool; the better half says where
the next are drawn, and how far apart. At the end, or at Ctrl-C, fresh deals decide between what has been found and
the weights in the file; only if the new ones win those are they written. Starts from the file: run it again to go on.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.weights import CHANCE, Weights, read_weights
from training.tables import Shares, TrainingTable, korsar_table, les_corsaires_table

NORMAL_95: Final = 1.96
FIRST_SPREAD: Final = 0.12  # of a generation, in parts of a weight's range
LEAST_SPREAD: Final = 0.01
LEARNS: Final = 0.5  # how far a generation moves the centre towards its better half
SPREADS: Final = 0.2  # and the spread
FRESH: Final = 1_000_000_000  # where the seeds of fresh deals start

Floats = npt.NDArray[np.float64]
Tell = Callable[[str], None]


@dataclass
class Search:
    """Where weights are drawn, in parts of their ranges."""

    table: TrainingTable
    centre: Floats
    spread: Floats
    rng: np.random.Generator
    generation: int = 0

    def weights(self, at: Floats) -> Weights:
        made = np.ones(1, self.table.kind)
        for part, (name, (low, high)) in zip(at, self.table.ranges.items(), strict=True):
            made[name] = low + part * (high - low)
        return made

    def advance(self, size: int, deals: int) -> float:
        """Play a generation; the mean score of its better half."""
        drawn = self.centre + self.spread * self.rng.standard_normal((size // 2, len(self.centre)))
        drawn = np.clip(np.concatenate([drawn, 2 * self.centre - drawn]), 0.0, 1.0)
        seed = 1 + self.generation * deals
        scores = np.array([pool_score(self.table, self.weights(at), deals, seed).mean() for at in drawn])
        order = np.argsort(-scores)[: size // 2]
        share = np.log(size / 2 + 0.5) - np.log(np.arange(1, size // 2 + 1))
        better, share = drawn[order], share / share.sum()
        mean = share @ better
        apart = np.sqrt(share @ (better - self.centre) ** 2)
        self.centre = self.centre + LEARNS * (mean - self.centre)
        self.spread = np.maximum(LEAST_SPREAD, self.spread + SPREADS * (apart - self.spread))
        self.generation += 1
        return float(scores[order].mean())


def start(table: TrainingTable, first: Weights, seed: int) -> Search:
    """A search around these weights."""
    centre = [(float(first[name][0]) - low) / (high - low) for name, (low, high) in table.ranges.items()]
    spread = np.full(len(centre), FIRST_SPREAD)
    return Search(table, np.clip(centre, 0.0, 1.0), spread, np.random.default_rng(seed))


def pool_score(table: TrainingTable, weights: Weights, deals: int, seed: int) -> Shares:
    """The mean share in each deal; random play counts twice, for everybody should beat it."""
    total = sum(table.match(deals, seed, weights, other) for other in table.pool.values())
    shares: Shares = (total + table.match(deals, seed, weights, table.pool["random"])) / (len(table.pool) + 1)
    return shares


def difference(ours: Shares, theirs: Shares) -> tuple[float, float]:
    """By how much we are better in the same deals, and the standard error of that."""
    by_deal = ours - theirs
    return float(by_deal.mean()), float(by_deal.std()) / math.sqrt(len(by_deal))


def tune(search: Search, size: int, deals: int, until: float, tell: Tell) -> None:
    """Generation after generation, until the time is up or somebody presses Ctrl-C."""
    try:
        while (left := until - time.monotonic()) > 0:
            score = search.advance(size, deals)
            tell(
                f"generation {search.generation}: {100 * score:.2f} % of the pool, "
                f"spread {search.spread.mean():.3f}, {left:.0f} s left"
            )
    except KeyboardInterrupt:
        tell("stopped; fresh deals decide")


def section(table: str, command: str, gain: str, weights: Weights) -> str:
    lines = [f"# {command}", f"# {gain}", f"[{table}]"]
    lines += [f"{name} = {float(weights[name][0]):.4g}" for name in weights.dtype.names or () if name != CHANCE]
    return "\n".join(lines)


def write_section(path: Path, table: str, text: str) -> None:
    """Put a section in the place of the one there was; sections stand apart by an empty line."""
    parts = path.read_text("utf-8").strip().split("\n\n")
    parts = [text if f"[{table}]" in part.splitlines() else part for part in parts]
    draft = path.with_suffix(".draft")
    draft.write_text("\n\n".join(parts) + "\n", "utf-8")
    os.replace(draft, path)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training.matelot", description=__doc__)
    parser.add_argument("--game", choices=("korsar", "les-corsaires"), required=True)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--teams", action="store_true", help="Korsar in teams")
    parser.add_argument("--variant", choices=("experienced", "very-young"), help="of Les Corsaires")
    parser.add_argument("--minutes", type=float, default=5.0, help="(default: 5)")
    parser.add_argument("--size", type=int, default=32, help="of a generation (default: 32)")
    parser.add_argument("--deals", type=int, default=100, help="that a generation plays (default: 100)")
    parser.add_argument("--fresh", type=int, default=2000, help="deals that decide in the end (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn (default: 1)")
    args = parser.parse_args()
    korsar = args.game == "korsar"
    table = korsar_table(args.seats, args.teams) if korsar else les_corsaires_table(args.seats, args.variant)
    first = read_weights(table.weights, table.name, table.kind)
    search = start(table, first, args.seed)
    until = time.monotonic() + 60 * args.minutes
    tune(search, args.size, args.deals, until, lambda text: print(f"{table.name}: {text}", flush=True))
    return decide(table, search.weights(search.centre), first, args.fresh)


def decide(table: TrainingTable, found: Weights, first: Weights, deals: int) -> int:
    """Write the weights found if they win fresh deals."""
    ours, theirs = (pool_score(table, weights, deals, FRESH) for weights in (found, first))
    ahead, error = difference(ours, theirs)
    gain = f"{100 * ahead:+.2f} ± {100 * NORMAL_95 * error:.2f} % of {deals:,} fresh deals against the pool"
    print(f"{table.name}: {gain}")
    if ahead < NORMAL_95 * error:
        print(f"{table.name}: not surely better; the file stays as it is")
        return 1
    command = f"python -m training.matelot {' '.join(sys.argv[1:])}"
    write_section(table.weights, table.name, section(table.name, command, gain, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
