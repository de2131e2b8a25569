"""Tables of games as an arena would have played them: bots of known strength, luck shared by the seatings of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, Final

import numpy as np
import pyarrow as pa

LUCK: Final = 0.6  # of a seat in a deal, on the logistic scale

SCHEMA: Final = pa.schema(
    {
        "setup": pa.string(),
        "seats": pa.int64(),
        "sides": pa.int64(),
        "lone": pa.string(),
        "others": pa.string(),
        "deal": pa.int64(),
        "rotation": pa.int64(),
        "bots": pa.list_(pa.string()),
        "scores": pa.list_(pa.int64()),
        "shares": pa.list_(pa.float64()),
        "plies": pa.int64(),
        "moves": pa.list_(pa.int64()),
        "cpu_seconds": pa.list_(pa.float64()),
        "slowest_seconds": pa.list_(pa.float64()),
        "fault": pa.string(),
        "fault_side": pa.int64(),
    }
)


def played(
    strengths: Mapping[str, float],
    deals: int,
    setup: str = "korsar 2",
    milliseconds: Mapping[str, float] | None = None,
    faults: Mapping[str, str] | None = None,
    seed: int = 1,
) -> pa.Table:
    """Bots with strengths in Elo: all pairs of them at two sides, each alone among each other at more."""
    _, seats, *more = setup.split()
    sides = int(seats) // 2 if "teams" in more else int(seats)
    generator = np.random.default_rng(seed)
    luck = generator.normal(0, LUCK, (deals, sides))
    pairs = combinations(strengths, 2) if sides == 2 else permutations(strengths, 2)
    rows = [
        game(setup, int(seats), lone, others, deal, rotation, shown)
        for lone, others in pairs
        for deal in range(deals)
        for rotation in range(sides)
        for shown in [_Played(strengths, luck[deal], milliseconds or {}, faults or {}, generator)]
    ]
    return table(rows)


def table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=SCHEMA)


class _Played:
    def __init__(self, strengths: Any, luck: Any, milliseconds: Any, faults: Any, generator: Any) -> None:
        self.strengths, self.luck, self.milliseconds, self.faults = strengths, luck, milliseconds, faults
        self.generator = generator

    def shares(self, bots: Sequence[str]) -> list[float]:
        weights = np.exp([self.strengths[bot] / 400 * np.log(10) for bot in bots] + self.luck)
        winner = self.generator.choice(len(bots), p=weights / weights.sum())
        return [float(side == winner) for side in range(len(bots))]


def game(
    setup: str, seats: int, lone: str, others: str, deal: int, rotation: int, chance: _Played
) -> dict[str, Any]:
    """One game, as a row."""
    generator, sides = chance.generator, len(chance.luck)
    bots = [lone if side == rotation else others for side in range(sides)]
    shares = chance.shares(bots)
    moves = [int(generator.integers(24, 34)) for _ in bots]
    each = [chance.milliseconds.get(bot, 1.0) / 1000 for bot in bots]
    fault = next((side for side, bot in enumerate(bots) if bot in chance.faults and generator.random() < 0.02), None)
    if fault is not None:
        shares = [0.0 if side == fault else 1 / (sides - 1) for side in range(sides)]
    return {
        "setup": setup,
        "seats": seats,
        "sides": sides,
        "lone": lone,
        "others": others,
        "deal": deal,
        "rotation": rotation,
        "bots": bots,
        "scores": [max(0, int(generator.normal(70 / sides + 7 * share, 7))) for share in shares],
        "shares": shares,
        "plies": sum(moves),
        "moves": moves,
        "cpu_seconds": [cost * n * generator.uniform(0.8, 1.2) for cost, n in zip(each, moves, strict=True)],
        "slowest_seconds": [cost * generator.uniform(1.5, 3.5) for cost in each],
        "fault": None if fault is None else chance.faults[bots[fault]],
        "fault_side": fault,
    }


def coins(share: float, deals: int, sides: int, generator: np.random.Generator) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Mean shares of deals whose games are independent."""
    return generator.binomial(sides, share, deals) / sides


def rows_of(table: pa.Table) -> Iterator[dict[str, Any]]:
    yield from table.to_pylist()
