"""One move ahead with the models: what each legal move is worth to the side that makes it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from corsaires.bots.korsar.duplicate import share_of_win
from corsaires.bots.korsar.model import DESK, MARGIN, Desk, Desks, Floats64, Models, appraise
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import lined_up
from corsaires.games.korsar.rules import DRAW, Moves, apply, end_ply, side_of
from corsaires.games.korsar.state import State, States, new_states


class Mind(NamedTuple):
    """Models, and room to use them in."""

    models: Models
    glance: Models  # those that are asked about each of a position's moves
    desks: Desks
    tried: States


def mind_of(models: Models) -> Mind:
    return Mind(models, models, lined_up(np.zeros(1, DESK)), new_states())


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
def worth_to(state: State, side: int, models: Models, desk: Desk) -> float:
    """The reward that a side may expect."""
    if state.over:
        return 0.5 * share_of_win(state, side) + 0.5 * squeezed(margin_of(state, side))
    appraise(state, side, models, desk)
    return 0.5 * float(desk.out[0]) + 0.5 * float(desk.out[1])


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
    """The value of each of these moves to the side that makes it."""
    side = side_of(states[i], int(states[i].turn))
    for at in range(count):
        after(states, i, int(moves[at]), mind.tried, 0)
        values[at] = worth_to(mind.tried[0], side, mind.glance, mind.desks[0])
