"""One move ahead with the models: what each legal move is worth to the side that makes it."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from corsaires.bots.korsar.duplicate import share_of_win
from corsaires.bots.korsar.model import DESK, MARGIN, Desks, Floats64, Models, ponder
from corsaires.bots.korsar.outlook import describe
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import lined_up
from corsaires.games.korsar.rules import DRAW, Moves, apply, end_ply, side_of
from corsaires.games.korsar.state import State, States, new_states

SIDE_BY_SIDE: Final = 16  # moves that are looked at together
OVER: Final = -1  # galleons at sea when the game has ended


class Mind(NamedTuple):
    """Models, and room to use them in."""

    models: Models
    glance: Models  # those that are asked about each of a position's moves
    desks: Desks  # for moves side by side; nothing in them outlives a call
    tried: States


def mind_of(models: Models) -> Mind:
    return Mind(models, models, lined_up(np.zeros(SIDE_BY_SIDE, DESK)), new_states())


@rule
def margin_of(state: State, side: int) -> int:
    """The gold by which a side leads the best of the others."""
    best = -1000
    for other in range(state.seats >> state.teams):
        if other != side:
            best = max(best, int(state.score[other]))
    return int(state.score[side]) - best


@rule
def squeezed(margin: int) -> float:
    return 0.5 + 0.5 * math.tanh(margin / MARGIN)


@rule
def reward_of(state: State, side: int) -> float:
    """What a finished game gave a side."""
    return 0.5 * share_of_win(state, side) + 0.5 * squeezed(margin_of(state, side))


@rule
def after(states: States, i: int, move: int, tried: States, j: int) -> None:
    """Write into tried[j] the position after a move; a card drawn is not looked at."""
    tried[j] = states[i]
    state = tried[j]
    if move == DRAW:
        state.in_deck -= 1
        state.in_hand[state.turn] += 1
        end_ply(state)
    else:
        apply(state, move)


@rule
def foresee(states: States, i: int, mind: Mind, moves: Moves, count: int, values: Floats64) -> None:
    """The value of each of these moves to the side that makes it.

    First is written down what it sees after each, then the models are asked: they read many numbers at a time, which
    would have to wait for those just written one by one, and thoughts side by side do not wait for each other.
    """
    side, first = side_of(states[i], int(states[i].turn)), 0
    while first < count:
        together = min(count - first, len(mind.desks))
        for at in range(together):
            after(states, i, int(moves[first + at]), mind.tried, 0)
            state, desk = mind.tried[0], mind.desks[at]
            if state.over:
                desk.galleons = OVER
                values[first + at] = reward_of(state, side)
            else:
                desk.galleons = describe(state, side, desk)
        for at in range(together):
            desk = mind.desks[at]
            if desk.galleons != OVER:
                ponder(mind.glance, desk, int(desk.galleons))
                values[first + at] = 0.5 * float(desk.out[0]) + 0.5 * float(desk.out[1])
        first += together
