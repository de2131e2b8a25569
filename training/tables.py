"""The tables that matelot is tuned and measured at: whole matches of either game, by weights."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.weights import Weights, read_weights

POOL: Final = Path(__file__).parent / "pool"
STYLES: Final = ("greedy", "timid", "aggressive")

Shares = npt.NDArray[np.float64]
Match = Callable[[int, int, Weights, Weights], Shares]  # deals, seed, the lone bot, the others


@dataclass(frozen=True)
class TrainingTable:
    game: str
    name: str  # of its section in a file of weights
    sides: int
    match: Match
    weights: Path  # matelot's
    kind: np.dtype[Any]  # of a record of weights
    pool: dict[str, Weights]  # by name; random play first
    ranges: dict[str, tuple[float, float]]


def korsar_table(seats: int, teams: bool) -> TrainingTable:
    from corsaires.bots.korsar.duplicate import RANDOM, match
    from corsaires.bots.korsar.weighing import DIRECTORY, WEIGHTS, table_name
    from corsaires.games.korsar.game import Korsar
    from corsaires.games.korsar.state import new_states

    states, sights = Korsar.load(seats=seats, teams=teams)._empty(), new_states()

    def play(deals: int, seed: int, lone: Weights, others: Weights) -> Shares:
        return match(states, sights, deals, seed, lone, others)

    path = POOL / "korsar.toml"
    pool = {name: read_weights(path, name, WEIGHTS) for name in ("hand", *STYLES)}
    return TrainingTable(
        "korsar",
        table_name(seats, teams),
        seats // 2 if teams else seats,
        play,
        DIRECTORY / "matelot.toml",
        WEIGHTS,
        {"random": RANDOM, **pool},
        _ranges(path),
    )


def les_corsaires_table(seats: int, variant: str | None) -> TrainingTable:
    from corsaires.bots.les_corsaires.matches import RANDOM, match
    from corsaires.bots.les_corsaires.voyages import lore_of
    from corsaires.bots.les_corsaires.weighing import DIRECTORY, WEIGHTS, table_name
    from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires

    game, number = LesCorsaires.load(seats=seats, variant=variant), VARIANTS.index(variant)
    states, charts = game._empty(), game.board.charts
    lores = lore_of(charts, number)

    def play(deals: int, seed: int, lone: Weights, others: Weights) -> Shares:
        return match(states, charts, lores, deals, seed, lone, others)

    path = POOL / "les-corsaires.toml"
    pool = {style: read_weights(path, style, WEIGHTS) for style in STYLES}
    return TrainingTable(
        "les-corsaires",
        table_name(seats, number),
        seats,
        play,
        DIRECTORY / "matelot.toml",
        WEIGHTS,
        {"random": RANDOM, "hand": read_weights(path, f"hand-{seats}", WEIGHTS), **pool},
        _ranges(path),
    )


def _ranges(path: Path) -> dict[str, tuple[float, float]]:
    ranges: dict[str, list[float]] = tomllib.loads(path.read_text("utf-8"))["ranges"]
    return {name: (low, high) for name, (low, high) in ranges.items()}
