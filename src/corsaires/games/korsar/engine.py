"""The rules as Python calls them: a plain array of states and an index, which compiled code takes cheaply."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.jit import brief, rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.korsar.cards import HAND_SIZE
from corsaires.games.korsar.chronicle import Rows, tell_move, tell_the_end, tell_what_followed
from corsaires.games.korsar.refusals import ALLOWED, whose_doing, why_not
from corsaires.games.korsar.rules import (
    DRAW,
    LAY,
    STRIDE,
    Moves,
    apply,
    clear,
    draw,
    legal_moves,
    shuffle,
)
from corsaires.games.korsar.spread import Spreads
from corsaires.games.korsar.state import MAX_SIDES, NOBODY, Sights, States


@brief
def list_moves(states: Sights, i: int, moves: Moves) -> int:
    """Write the legal moves into moves; how many there are."""
    return legal_moves(states[i], moves)


@brief
def refused(states: Sights, i: int, move: int) -> tuple[int, int]:
    """The rule that forbids a move (0: none) and the side whose doing that is."""
    state = states[i]
    why = int(why_not(state, move))
    if why == 0 or move == DRAW or move % STRIDE == LAY:
        return why, NOBODY
    return why, int(whose_doing(state, why, move // STRIDE, move % STRIDE))


@brief
def play(states: States, i: int, spreads: Spreads, move: int, rows: Rows) -> int:
    """Make a move, lay its cards, and write into rows: the seat to act now, whether the game is over, the card of a
    draw (a secret), and what happened. How many numbers that are; none, and nothing is done, if it is not legal.
    """
    state, spread = states[i], spreads[i]
    if why_not(state, move) != ALLOWED:
        return 0
    seat, at_sea = int(state.turn), int(state.at_sea)
    drawn = state.deck[state.in_deck - 1] if move == DRAW else NOBODY
    apply(state, move)
    rows[0], rows[1], rows[2] = state.turn, state.over, drawn
    n = 3
    if move != DRAW and move % STRIDE == LAY:
        at_sea |= 1 << int(state.laid)
    n = tell_move(state, spread, seat, move, rows, n)
    if state.over:
        return tell_the_end(state, spread, at_sea, rows, n)
    return tell_what_followed(state, spread, seat, at_sea, rows, n)


@brief
def draw_card(states: States, i: int, kind: int) -> bool:
    """The seat to move draws, and chance gives it a card of this kind; False, and no draw, if the deck has none."""
    state = states[i]
    top = state.in_deck - 1
    for at in range(state.in_deck):
        if state.deck[at] == kind:
            state.deck[at], state.deck[top] = state.deck[top], state.deck[at]
            apply(state, DRAW)
            return True
    return False


@brief
def deal(states: States, i: int, first: int, cards: Moves) -> None:
    """Deal the given order of 78 cards: six to each seat in turn, the rest is the deck, next card first."""
    state = states[i]
    clear(state, first)
    state.in_deck = len(cards)
    for at in range(len(cards)):
        state.deck[len(cards) - 1 - at] = cards[at]
    for seat in range(state.seats):
        for _ in range(HAND_SIZE):
            draw(state, seat)


@rule
def simulate(states: States, i: int, games: int, rng: Rng, moves: Moves) -> tuple[int, npt.NDArray[np.int64]]:
    """Play whole games of uniformly random moves; the number of moves made and the sum of the scores."""
    state = states[i]
    scores = np.zeros(MAX_SIDES, np.int64)
    made = 0
    for _ in range(games):
        clear(state, below(rng, state.seats >> state.teams) << state.teams)
        shuffle(state, rng)
        while not state.over:
            apply(state, moves[below(rng, legal_moves(state, moves))])
            made += 1
        scores += state.score
    return made, scores
