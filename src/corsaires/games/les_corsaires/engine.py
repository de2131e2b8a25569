"""The rules as Python calls them: plain arrays and an index, which compiled code takes cheaply."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.les_corsaires.refusals import why_not
from corsaires.games.les_corsaires.rules import (
    Moves,
    apply,
    chances,
    courses,
    in_young_range,
    legal_moves,
    manned,
    set_out,
    shot_at,
    shots_of,
    steps_towards,
    way,
)
from corsaires.games.les_corsaires.state import MAX_SEATS, Charts, States


@rule
def begin(states: States, i: int) -> None:
    """An empty board, before the first placement."""
    set_out(states[i])


@rule
def list_moves(states: States, i: int, charts: Charts, moves: Moves) -> int:
    """Write the legal moves into moves; how many there are."""
    return legal_moves(states[i], charts[0], moves)


@rule
def refused(states: States, i: int, charts: Charts, move: int, moves: Moves) -> int:
    """The rule that forbids a move (0: none); `moves` is scratch space."""
    return int(why_not(states[i], charts[0], move, moves))


@rule
def play(states: States, i: int, charts: Charts, move: int, result: int) -> None:
    """Make a legal move, with what the dice gave it."""
    apply(states[i], charts[0], move, result)


@rule
def course(states: States, i: int, charts: Charts, ship: int, direction: int) -> tuple[int, int, int]:
    """The points a ship would sail in a direction (-1: it cannot turn there), how many it can, and how many not."""
    state, chart = states[i], charts[0]
    steps = steps_towards(state, chart, ship, direction)
    sailed, unused = way(state, chart, ship, direction, max(steps, 0))
    return int(steps), int(sailed), int(unused)


@rule
def legal_courses(states: States, i: int, charts: Charts, ship: int) -> int:
    """The directions that a ship may take as things stand, as a set."""
    return int(courses(states[i], charts[0], ship))


@rule
def is_manned(states: States, i: int, gun: int) -> bool:
    return manned(states[i], gun)


@rule
def in_range(states: States, i: int, charts: Charts, gun: int, target: int) -> bool:
    """Whether a gun reaches an enemy, in the very young's variant."""
    return in_young_range(states[i], charts[0], gun, target)


@rule
def shots(states: States, i: int, charts: Charts, gun: int, colour: int) -> int:
    """How many points a gun hits with a colour."""
    return shots_of(charts[0], gun, colour)


@rule
def shot(states: States, i: int, charts: Charts, gun: int, colour: int, n: int) -> int:
    """The n-th of them; 0 if it is off the board."""
    return int(shot_at(states[i], charts[0], gun, colour, n))


@rule
def simulate(
    states: States, i: int, charts: Charts, games: int, rng: Rng, moves: Moves
) -> tuple[int, npt.NDArray[np.int64]]:
    """Play whole games of uniformly random moves; the number of moves made and the sum of the scores."""
    state, chart = states[i], charts[0]
    scores = np.zeros(MAX_SEATS, np.int64)
    made = 0
    for _ in range(games):
        set_out(state)
        while not state.over:
            move = moves[below(rng, legal_moves(state, chart, moves))]
            results = chances(move)
            apply(state, chart, move, below(rng, results) if results > 0 else 0)
            made += 1
        scores += state.score
    return made, scores
