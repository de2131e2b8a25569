"""Does thinking help? `python -m bench.thinking DIRECTORY...`, of arena runs of `amiral@500,matelot` and so on.

Every run pits one bot with a budget in iterations against one other, the same in all; what comes out is the Elo that a
doubling of the iterations is worth, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from corsaires.arena.statistics import Pairing, pairings, slope, standing
from corsaires.arena.store import ROWS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking", description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path, metavar="DIRECTORY")
    found = [pairing for run in parser.parse_args().runs for pairing in pairings(rows_of(run)) if len(pairing.shares)]
    steps = [math.log2(iterations_of(pairing)) for pairing in found]
    for step, pairing in sorted(zip(steps, found, strict=True), key=lambda each: each[0]):
        told = standing(pairing)
        print(
            f"{2**step:7.0f} iterations: {100 * told.share:.1f} % [{100 * told.low:.1f}, {100 * told.high:.1f}]", end=""
        )
        print(f", {told.deals} deals, {told.cpu_ms_per_move:.1f} ms a move")
    if len({(pairing.setup, pairing.others) for pairing in found}) != 1 or len(set(steps)) <= 1:
        print("a slope needs two budgets or more at one table against one opponent", file=sys.stderr)
        return 2
    rise, low, high = slope(steps, [pairing.shares for pairing in found], found[0].sides)
    print(f"{rise:+.0f} Elo a doubling [{low:+.0f}, {high:+.0f}]")
    return 0


def rows_of(run: Path) -> pa.Table:
    """The games of a run, whole or not."""
    whole = run / "results.parquet"
    files = [whole] if whole.is_file() else sorted(run.glob("part-*.parquet"))
    if not files:
        raise SystemExit(f"{run}: there are no results of the arena here")
    return pa.concat_tables([pq.read_table(file.resolve(), schema=ROWS) for file in files])


def iterations_of(pairing: Pairing) -> int:
    _, _, budget = pairing.lone.partition("@")
    if not budget.isdecimal():
        raise SystemExit(f"{pairing.lone}: not a bot with a number of iterations, as amiral@500")
    return int(budget)


if __name__ == "__main__":
    sys.exit(main())
