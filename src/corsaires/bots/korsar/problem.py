"""Korsar as a problem for the search."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from corsaires.bots.korsar.duplicate import share_of_win
from corsaires.bots.korsar.foresight import Mind, foresee, margin_of, mind_of, squeezed
from corsaires.bots.korsar.model import Models, appraise, quickest
from corsaires.bots.search.problem import Floats, Moves
from corsaires.games.kernel.generic import supply
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.korsar.rules import DRAW, MAX_MOVES, apply, legal_moves, side_of
from corsaires.games.korsar.sight import determinize
from corsaires.games.korsar.state import STATE, Sights, States

# How a position is weighed:
OWN_EYES: Final = 0  # what each side may expect is what the models make of its own sight
ALL_EYES: Final = 1  # what the others see, with the hands imagined for them, counts too
RANDOM_GAMES: Final = 2  # a random game is played to the end


class Aids(NamedTuple):
    mind: Mind
    moves: Moves
    leaf: int  # how a position is weighed


def aids_of(models: Models, leaf: int) -> Aids:
    """Positions are weighed with all the models; moves, of which there are many more, with the quickest alone."""
    return Aids(mind_of(models)._replace(glance=quickest(models)), np.empty(MAX_MOVES, np.int64), leaf)


@rule
def imagine(states: States, j: int, sights: Sights, i: int, aids: Aids, rng: Rng) -> None:
    determinize(sights, i, rng, states, j)


@rule
def is_over(states: States, j: int) -> bool:
    return bool(states[j].over)


@rule
def to_move(states: States, j: int) -> int:
    return side_of(states[j], int(states[j].turn))


@rule
def list_moves(states: States, j: int, aids: Aids, moves: Moves) -> int:
    return legal_moves(states[j], moves)


@rule
def is_draw(states: States, j: int, move: int) -> bool:
    return move == DRAW


@rule
def make(states: States, j: int, aids: Aids, move: int, rng: Rng) -> int:
    """Nobody sees anything of what chance does: a card drawn goes into the hand."""
    apply(states[j], move)
    return 0


@rule
def guess(states: States, j: int, aids: Aids, moves: Moves, count: int, values: Floats) -> None:
    if aids.leaf == RANDOM_GAMES:
        for at in range(count):
            values[at] = 0.5
    else:
        foresee(states, j, aids.mind, moves, count, values)


@rule
def weigh(  # noqa: PLR0913, PLR0917  # as the search asks
    states: States, j: int, aids: Aids, values: Floats, count: int, rng: Rng, rewards: Floats, shares: Floats
) -> None:
    state = states[j]
    if aids.leaf == RANDOM_GAMES:
        while not state.over:
            apply(state, int(aids.moves[below(rng, legal_moves(state, aids.moves))]))
        outcome(states, j, rewards, shares)
        return
    models, desk, sides = aids.mind.models, aids.mind.desks[0], state.seats >> state.teams
    for side in range(sides):
        appraise(state, side, models, desk)
        shares[side] = desk.out[0]
        rewards[side] = 0.5 * float(desk.out[0]) + 0.5 * float(desk.out[1])
    # the side to move takes its best move, at the others' cost
    mover, best = side_of(state, int(state.turn)), 0.0
    for at in range(count):
        best = max(best, values[at])
    gain = best - rewards[mover]
    if aids.leaf == ALL_EYES:
        reconcile(sides, rewards, shares)
    for side in range(sides):
        rewards[side] += gain if side == mover else -gain / (sides - 1)


@rule
def reconcile(sides: int, rewards: Floats, shares: Floats) -> None:
    """Together the sides win once: where their views of that sum to more or less, they are too good or too bad."""
    total = 0.0
    for side in range(sides):
        total += shares[side]
    shift = 0.5 * (rewards[0] + rewards[1] - 1.0)  # between two, rewards sum to one as well
    for side in range(sides):
        share = shares[side] / total
        rewards[side] += -shift if sides == 2 else 0.5 * (share - shares[side])  # noqa: PLR2004  # half is the share
        shares[side] = share


@rule
def outcome(states: States, j: int, rewards: Floats, shares: Floats) -> None:
    state = states[j]
    for side in range(state.seats >> state.teams):
        shares[side] = share_of_win(state, side)
        rewards[side] = 0.5 * shares[side] + 0.5 * squeezed(margin_of(state, side))


supply(STATE, imagine, is_over, to_move, list_moves, is_draw, make, guess, weigh, outcome)
