"""A small fitted model: what every seat may expect of a position, from its outlook.

Every ship's figures go through one layer of its class and are summed seat by seat; each seat's sums and figures go
through a second, once as seen by itself and once as seen by the others. So the order of ships and seats says nothing.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import exp
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.outlook import EXPECTED, SEAT_FIGURES, SHIP_FIGURES, ZERO, Figures
from corsaires.games.kernel.jit import rule
from corsaires.games.les_corsaires.pieces import N_SHIPS
from corsaires.games.les_corsaires.rules import is_merchant, owner_of
from corsaires.games.les_corsaires.state import AFLOAT, MAX_SEATS, State

WIDE: Final = 16  # what a ship comes to
DEEP: Final = 32  # what a seat comes to
REWARD, SHARE = range(2)  # what is expected
UNFITTED: Final = 2.5  # how much a hundred points more tell without a fitted model
CAPITAINE, AMIRAL = "capitaine", "amiral"  # whose weights
VARIANT_NAMES: Final = ("standard", "experienced", "very-young")

Floats = npt.NDArray[np.float64]


class Model(NamedTuple):
    by_class: Figures  # weights by class of ship
    by_seat: Figures  # of a seat, for itself and for the others
    last: Figures  # by what is expected


class Desk(NamedTuple):
    """Room to work in."""

    ships: Figures
    seats: Figures
    pooled: Figures
    hidden: Figures
    layer: Figures
    logits: Floats


def new_desk() -> Desk:
    return Desk(
        np.zeros((N_SHIPS, SHIP_FIGURES), np.float32),
        np.zeros((MAX_SEATS, SEAT_FIGURES), np.float32),
        np.zeros((MAX_SEATS, 2 * WIDE + SEAT_FIGURES), np.float32),
        np.zeros((MAX_SEATS, 2 * DEEP), np.float32),
        np.zeros(WIDE, np.float32),
        np.zeros((2, MAX_SEATS)),
    )


def unfitted_model() -> Model:
    """Only the points that a seat may hope for count."""
    model = Model(
        np.zeros((2, SHIP_FIGURES, WIDE), np.float32),
        np.zeros((2 * WIDE + SEAT_FIGURES, 2 * DEEP), np.float32),
        np.zeros((2, DEEP), np.float32),
    )
    model.by_seat[2 * WIDE + EXPECTED, 0] = 1.0
    model.last[:, 0] = UNFITTED
    return model


@lru_cache(maxsize=16)
def fitted_model(level: str, seats: int, variant: int) -> Model:
    """As `python -m training.les_corsaires` wrote it; where amiral has none, capitaine's of the same table."""
    weights, table = files("corsaires.bots.les_corsaires") / "weights", f"{VARIANT_NAMES[variant]}-{seats}"
    own, other = (weights / f"{each}-{table}.npz" for each in (level, CAPITAINE))
    return read_model(own if own.is_file() else other)


def read_model(path: Traversable) -> Model:
    with path.open("rb") as file, np.load(file) as weights:
        return Model(*(weights[name].astype(np.float32) for name in Model._fields))


@rule
def predict(state: State, model: Model, desk: Desk, rewards: Floats, shares: Floats) -> None:
    """What the model makes of the outlook on the desk."""
    pooled, hidden, layer = desk.pooled, desk.hidden, desk.layer
    for seat in range(state.seats):
        for n in range(2 * WIDE):
            pooled[seat, n] = 0.0
        for n in range(SEAT_FIGURES):
            pooled[seat, 2 * WIDE + n] = desk.seats[seat, n]
    for ship in range(N_SHIPS):
        if state.fate[ship] == AFLOAT:
            kind, owner = int(is_merchant(ship)), owner_of(state, ship)
            through(desk.ships[ship], model.by_class[kind], layer)
            for h in range(WIDE):
                pooled[owner, kind * WIDE + h] += max(layer[h], ZERO)
    for seat in range(state.seats):
        through(pooled[seat], model.by_seat, hidden[seat])
    for seat in range(state.seats):
        reward, share = ZERO, ZERO
        for h in range(DEEP):
            x = hidden[seat, h]
            for other in range(state.seats):
                if other != seat:
                    x += hidden[other, DEEP + h]
            x = max(x, ZERO)
            reward += x * model.last[REWARD, h]
            share += x * model.last[SHARE, h]
        desk.logits[REWARD, seat], desk.logits[SHARE, seat] = reward, share
    shared_out(desk.logits[REWARD], state.seats, rewards)
    shared_out(desk.logits[SHARE], state.seats, shares)


@rule
def through(figures: Figures, weights: Figures, sums: Figures) -> None:
    """The sums of the figures times their weights; four at a time, which compiled code does side by side."""
    for h in range(len(sums)):
        sums[h] = 0.0
    for n in range(0, len(figures), 4):
        a, b, c, d = figures[n], figures[n + 1], figures[n + 2], figures[n + 3]
        for h in range(len(sums)):
            sums[h] += a * weights[n, h] + b * weights[n + 1, h] + c * weights[n + 2, h] + d * weights[n + 3, h]


@rule
def shared_out(logits: Floats, seats: int, parts: Floats) -> None:
    """Parts of one, by their exponents."""
    total, most = 0.0, -1e9
    for seat in range(seats):
        most = max(most, logits[seat])
    for seat in range(seats):
        parts[seat] = exp(logits[seat] - most)
        total += parts[seat]
    for seat in range(seats):
        parts[seat] /= total
