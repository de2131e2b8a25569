"""Bots measured quickly: whole games in compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.matelot import matelot_move
from corsaires.bots.les_corsaires.voyages import Lores
from corsaires.bots.les_corsaires.weighing import WEIGHTS
from corsaires.bots.weights import Weights
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.les_corsaires.rules import MAX_MOVES, Moves, apply, chances, legal_moves, set_out
from corsaires.games.les_corsaires.state import Charts, State, States

RANDOM: Final = np.zeros(0, WEIGHTS)


@rule
def match(
    states: States, charts: Charts, lores: Lores, deals: int, seed: int, lone: Weights, others: Weights
) -> npt.NDArray[np.float64]:
    """One seat's share of the win with each run of the dice, the mean of playing it from every seat, against the other.

    The bots are their weights, the table is states[0], by its rules. A win shared by n counts 1/n.
    """
    state, moves = states[0], np.empty(MAX_MOVES, np.int64)
    dice, rng = np.zeros(4, np.int64), np.zeros(4, np.int64)
    shares = np.zeros(deals)
    for deal in range(deals):
        for seat in range(state.seats):
            reseed(dice, seed + deal)
            reseed(rng, (seed + deal) * state.seats + seat)
            set_out(state)
            while not state.over:
                weights = lone if state.turn == seat else others
                move = move_of(weights, states, charts, lores, rng, moves)
                results = chances(move)
                apply(state, charts[0], move, below(dice, results) if results > 0 else 0)
            shares[deal] += share_of_win(state, seat) / state.seats
    return shares


@rule
def move_of(weights: Weights, states: States, charts: Charts, lores: Lores, rng: Rng, moves: Moves) -> int:
    if len(weights) == 0:
        return int(moves[below(rng, legal_moves(states[0], charts[0], moves))])
    return matelot_move(states, 0, charts, lores, weights, rng)


@rule
def share_of_win(state: State, seat: int) -> float:
    """C-END-6: the highest scores among those not eliminated, or among all if all are."""
    all_out = state.eliminated == (1 << state.seats) - 1
    if state.eliminated & 1 << seat and not all_out:
        return 0.0
    equals = 0
    for other in range(state.seats):
        if all_out or not state.eliminated & 1 << other:
            if state.score[other] > state.score[seat]:
                return 0.0
            equals += state.score[other] == state.score[seat]
    return 1.0 / equals
