"""Tune matelot's weights for one table: `python -m training.matelot --game korsar --seats 2 --minutes 5`.

A challenger differs from the best weights so far in a few of them. Both play the same deals, from every side of the
table, against every opponent of a fixed pool; a challenger that falls behind is dropped early, one that stays ahead
to the last deal is the new best. At the end, or at Ctrl-C, fresh deals decide between the best and the weights in the
file; only if the best wins those is it written.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from corsaires.bots.weights import CHANCE, Weights, read_weights
from training.tables import Shares, TrainingTable, korsar_table, les_corsaires_table

NORMAL_95: Final = 1.96
FIRST_STEP: Final = 0.12  # of a change, in parts of a weight's range
LEAST_STEP: Final = 0.02
CHANGED: Final = 3  # weights, on average
FRESH: Final = 1_000_000_000  # where the seeds of fresh deals start
SURE: Final = 1.0  # standard errors that a challenger must be ahead in the end

Tell = Callable[[str], None]


@dataclass
class Tuning:
    """The best weights so far, and how they did block by block."""

    table: TrainingTable
    best: Weights
    rng: np.random.Generator
    block: int  # deals
    blocks: int
    scores: list[Shares] = field(default_factory=list)
    step: float = FIRST_STEP
    tried: int = 0
    wins: int = 0

    def start(self) -> None:
        self.scores = [self.score(self.best, at) for at in range(self.blocks)]

    def score(self, weights: Weights, at: int) -> Shares:
        """The mean share over the pool in each deal of a block."""
        return pool_score(self.table, weights, self.block, 1 + at * self.block)

    def challenge(self, challenger: Weights) -> bool:
        """Whether the challenger is better in all the blocks, and then it is the best."""
        played: list[Shares] = []
        self.tried += 1
        for at in range(self.blocks):
            played.append(self.score(challenger, at))
            ahead, error = difference(np.concatenate(played), np.concatenate(self.scores[: at + 1]))
            if ahead < (error * SURE if at + 1 == self.blocks else error * (2.0 * at / self.blocks - 1.0)):
                self.step = max(LEAST_STEP, self.step * 0.97)
                return False
        self.best, self.scores = challenger, played
        self.wins += 1
        self.step = min(FIRST_STEP, self.step * 1.3)
        return True

    def challenger(self) -> Weights:
        """The best with a few weights changed."""
        weights, names = self.best.copy(), list(self.table.ranges)
        chosen = [name for name in names if self.rng.random() < CHANGED / len(names)]
        for name in chosen or [str(self.rng.choice(names))]:
            low, high = self.table.ranges[name]
            change = self.step * (high - low) * self.rng.standard_normal()
            weights[name] = np.clip(weights[name] + change, low, high)
        return weights

    def onward(self, before: Weights) -> Weights:
        """The best moved on by as much as it has just moved."""
        weights = self.best.copy()
        for name, (low, high) in self.table.ranges.items():
            weights[name] = np.clip(2 * weights[name] - before[name], low, high)
        return weights


def pool_score(table: TrainingTable, weights: Weights, deals: int, seed: int) -> Shares:
    """The mean share in each deal; random play counts twice, for everybody should beat it."""
    total = sum(table.match(deals, seed, weights, other) for other in table.pool.values())
    shares: Shares = (total + table.match(deals, seed, weights, table.pool["random"])) / (len(table.pool) + 1)
    return shares


def difference(ours: Shares, theirs: Shares) -> tuple[float, float]:
    """By how much we are better in the same deals, and the standard error of that."""
    by_deal = ours - theirs
    return float(by_deal.mean()), float(by_deal.std()) / math.sqrt(len(by_deal))


def tune(tuning: Tuning, until: float, tell: Tell) -> None:
    """Challenge the best until the time is up or somebody presses Ctrl-C."""
    try:
        tuning.start()
        onward: Weights | None = None
        while time.monotonic() < until:
            before = tuning.best
            won = tuning.challenge(tuning.challenger() if onward is None else onward)
            onward = tuning.onward(before) if won else None
            mean, left = 100 * float(np.concatenate(tuning.scores).mean()), until - time.monotonic()
            tell(f"{tuning.wins} of {tuning.tried} better, {mean:.2f} % of the pool, {max(0.0, left):.0f} s left")
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
    parser.add_argument("--block", type=int, default=50, help="deals between two looks at a challenger (default: 50)")
    parser.add_argument("--blocks", type=int, default=16, help="that a challenger must win (default: 16)")
    parser.add_argument("--fresh", type=int, default=2000, help="deals that decide in the end (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the changes (default: 1)")
    args = parser.parse_args()
    korsar = args.game == "korsar"
    table = korsar_table(args.seats, args.teams) if korsar else les_corsaires_table(args.seats, args.variant)
    first = read_weights(table.weights, table.name, table.kind)
    for name, (low, high) in table.ranges.items():
        first[name] = np.clip(first[name], low, high)
    tuning = Tuning(table, first.copy(), np.random.default_rng(args.seed), args.block, args.blocks)
    tune(tuning, time.monotonic() + 60 * args.minutes, lambda text: print(f"{table.name}: {text}", flush=True))
    command = f"python -m training.matelot {' '.join(sys.argv[1:])}"
    return decide(tuning, read_weights(table.weights, table.name, table.kind), command, args.fresh)


def decide(tuning: Tuning, first: Weights, command: str, deals: int) -> int:
    """Write the best weights if they win fresh deals."""
    table = tuning.table
    ours, theirs = (pool_score(table, weights, deals, FRESH) for weights in (tuning.best, first))
    ahead, error = difference(ours, theirs)
    gain = f"{100 * ahead:+.2f} ± {100 * NORMAL_95 * error:.2f} % of {deals:,} fresh deals against the pool"
    print(f"{table.name}: {gain}")
    if ahead < NORMAL_95 * error:
        print(f"{table.name}: not surely better; the file stays as it is")
        return 1
    write_section(table.weights, table.name, section(table.name, command, gain, tuning.best))
    return 0


if __name__ == "__main__":
    sys.exit(main())
