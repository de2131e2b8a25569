"""Tables of games as an arena would have played them, by bots of known strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from corsaires.arena.store import ROWS

FAULTS: Final = 0.02  # how often a bot with a fault shows it


class Fleet(NamedTuple):
    """The bots that play."""

    strengths: Mapping[str, float]  # in Elo
    milliseconds: Mapping[str, float] = {}  # a move; 1 if not said
    faults: Mapping[str, str] = {}
    luck: float = 0.0  # of a seat in a deal, on the logistic scale


def played(fleet: Fleet, deals: int, setup: str = "korsar 2", seed: int = 1) -> pa.Table:
    """All pairs of bots at two sides, each bot alone among each other at more."""
    _, seats, *more = setup.split()
    sides = int(seats) // 2 if "teams" in more else int(seats)
    generator = np.random.default_rng(seed)
    luck = generator.normal(0, fleet.luck, (deals, sides))
    pairs = combinations(fleet.strengths, 2) if sides == 2 else permutations(fleet.strengths, 2)
    rows = []
    for lone, others in pairs:
        for deal, rotation in np.ndindex(deals, sides):
            bots = [lone if side == rotation else others for side in range(sides)]
            known = {"setup": setup, "seats": int(seats), "sides": sides, "lone": lone, "others": others}
            game = one_game(fleet, bots, luck[deal], generator)
            rows.append({**known, "deal": deal, "rotation": rotation, "bots": bots, **game})
    return table(rows)


def table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=ROWS)


def one_game(
    fleet: Fleet, bots: Sequence[str], luck: NDArray[np.float64], generator: np.random.Generator
) -> dict[str, Any]:
    """What a row tells of how one game went."""
    weights = np.exp(np.array([fleet.strengths[bot] for bot in bots]) / 400 * np.log(10) + luck)
    winner = generator.choice(len(bots), p=weights / weights.sum())
    shares = [float(side == winner) for side in range(len(bots))]
    moves = [int(generator.integers(24, 34)) for _ in bots]
    seconds = [fleet.milliseconds.get(bot, 1.0) / 1000 for bot in bots]
    fault = next((at for at, bot in enumerate(bots) if bot in fleet.faults and generator.random() < FAULTS), None)
    if fault is not None:
        shares = [0.0 if side == fault else 1 / (len(bots) - 1) for side in range(len(bots))]
    return {
        "scores": [max(0, int(generator.normal(70 / len(bots) + 7 * share, 7))) for share in shares],
        "shares": shares,
        "plies": sum(moves),
        "moves": moves,
        "cpu_seconds": [cost * n * generator.uniform(0.8, 1.2) for cost, n in zip(seconds, moves, strict=True)],
        "slowest_seconds": [cost * generator.uniform(1.5, 3.5) for cost in seconds],
        "fault": None if fault is None else fleet.faults[bots[fault]],
        "fault_side": fault,
    }
