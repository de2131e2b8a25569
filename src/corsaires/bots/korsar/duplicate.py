"""Bots measured quickly: whole matches in compiled code, every deal played from every side of the table."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.korsar.matelot import matelot_move
from corsaires.bots.korsar.weighing import WEIGHTS
from corsaires.bots.weights import Weights
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.korsar.rules import MAX_MOVES, Moves, apply, clear, legal_moves, shuffle, side_of
from corsaires.games.korsar.sight import see_into
from corsaires.games.korsar.state import Sights, State, States

RANDOM: Final = np.zeros(0, WEIGHTS)


@rule
def match(
    states: States, sights: Sights, deals: int, seed: int, lone: Weights, others: Weights
) -> npt.NDArray[np.float64]:
    """One side's share of the win in each deal, the mean of playing it from every side, against the other bot.

    The bots are their weights, the table is states[0], by its rules; sights[0] is written over. A win shared by n
    counts 1/n.
    """
    state, rng, moves = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64)
    sides = state.seats >> state.teams
    shares = np.zeros(deals)
    for deal in range(deals):
        for side in range(sides):
            reseed(rng, seed + deal)
            clear(state, 0)
            shuffle(state, rng)
            reseed(rng, (seed + deal) * sides + side)
            while not state.over:
                weights = lone if side_of(state, state.turn) == side else others
                apply(state, move_of(weights, state, sights, rng, moves))
            shares[deal] += share_of_win(state, side) / sides
    return shares


@rule
def move_of(weights: Weights, state: State, sights: Sights, rng: Rng, moves: Moves) -> int:
    if len(weights) == 0:
        return int(moves[below(rng, legal_moves(state, moves))])
    see_into(state, state.turn, sights[0])
    return matelot_move(sights, 0, weights, rng)


@rule
def share_of_win(state: State, side: int) -> float:
    """K-END-5: the sides with the highest score share the win."""
    equals = 0
    for other in range(state.seats >> state.teams):
        if state.score[other] > state.score[side]:
            return 0.0
        equals += state.score[other] == state.score[side]
    return 1.0 / equals
