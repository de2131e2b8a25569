"""Finished games to look over."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import corsaires
from corsaires.bots import load_bot

Record = dict[str, Any]


@cache
def korsar_record(seats: int = 2, teams: bool = False, seed: int = 3, names: tuple[str, ...] | None = None) -> Record:
    """Matelots, who play something else now and then."""
    table: Any = corsaires.load("korsar", seats=seats, teams=teams).deal(seed=seed, names=names)
    return _played_out(table, "korsar", seed)


@cache
def sea_record(seats: int = 2, seed: int = 3) -> Record:
    table: Any = corsaires.load("les-corsaires", seats=seats).deal(seed=seed)
    return _played_out(table, "les-corsaires", seed)


def _played_out(table: Any, game: str, seed: int) -> Record:
    matelot, chance = load_bot(game, "matelot"), random.Random(seed)
    while table.turn is not None:
        wild = chance.random() < 0.1
        view = table.view(table.turn, options=False)
        table.play(chance.choice(table.moves()) if wild else matelot.think(view, chance.getrandbits(63)).move)
    record: Record = table.record()
    return record
