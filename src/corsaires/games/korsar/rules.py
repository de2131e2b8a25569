"""The rules of Korsar as plain functions over one record. Each names the numbered rules that it carries out.

What asks for legal moves reads only what the seat to move can see, so it works on a sight as well.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.korsar.cards import (
    ADMIRAL,
    COPIES,
    DECK_SIZE,
    FIGHTERS,
    FIRST_CAPTAIN,
    FIRST_PIRATE,
    GALLEONS,
    HAND_SIZE,
    KINDS,
    N_COLOURS,
    STRENGTHS,
)
from corsaires.games.korsar.state import MAX_SIDES, NOBODY, State

Moves = npt.NDArray[np.int64]

# A move is kind * STRIDE + target, where the target is a galleon's number, LAY or DISCARD; or it is DRAW.
STRIDE: Final = 32
LAY: Final = 0
DISCARD: Final = 31
DRAW: Final = KINDS * STRIDE
MAX_MOVES: Final = 1024


# --- cards ---


@rule
def gold_of(kind: int) -> int:
    return kind + 2


@rule
def colour_of(kind: int) -> int:
    """Of a pirate or a captain."""
    if kind >= FIRST_CAPTAIN:
        return kind - FIRST_CAPTAIN
    return (kind - FIRST_PIRATE) // STRENGTHS


@rule
def force_of(kind: int) -> int:
    """Of a pirate."""
    return (kind - FIRST_PIRATE) % STRENGTHS + 1


# --- sides ---


@rule
def side_of(state: State, seat: int) -> int:
    """A side is a player, or in team play the two partners in seats 2n and 2n + 1 (K-SET-4)."""
    return int(seat >> state.teams)


# --- what may be played ---


@rule
def targets(state: State, kind: int) -> int:
    """The galleons on which the seat to move may play this pirate, captain or admiral."""
    seat = state.turn
    side = side_of(state, seat)
    if kind == ADMIRAL:
        allowed = state.laid_by[seat]  # K-ADM-1, K-ADM-2
        if state.teams and state.partner_admiral:
            allowed |= state.laid_by[seat ^ 1]  # K-TEAM-6
    else:
        colour = colour_of(kind)
        allowed = state.flies[side, colour]  # K-PIR-3, K-CAP-1, K-TEAM-3
        if kind < FIRST_CAPTAIN:
            allowed |= ~(state.joined[side] | state.taken[colour])  # K-PIR-2
    return int(allowed & state.at_sea & ~state.partner_on)


@rule
def legal_moves(state: State, moves: Moves) -> int:
    """Write every legal move into moves, in the order of the game's notation; how many there are (K-TURN-1)."""
    n = 0
    if state.in_deck > 0:
        moves[n] = DRAW
        n += 1
    held = int(state.held[state.turn])
    lays = held & GALLEONS
    while lays:
        moves[n] = bits.first(lays) * STRIDE + LAY
        n += 1
        lays &= lays - 1
    fighters = held & FIGHTERS
    plays = fighters
    while plays:
        kind = bits.first(plays)
        galleons = targets(state, kind)
        while galleons:
            moves[n] = kind * STRIDE + bits.first(galleons)
            n += 1
            galleons &= galleons - 1
        plays &= plays - 1
    if state.in_deck == 0:  # K-TURN-3, K-TURN-4
        while fighters:
            moves[n] = bits.first(fighters) * STRIDE + DISCARD
            n += 1
            fighters &= fighters - 1
    return n


# --- who controls a galleon ---


@rule
def controller(state: State, galleon: int) -> int:
    """The side that would take this galleon now, or NOBODY (K-COL-2 to K-COL-5)."""
    if state.leader[galleon] != NOBODY:
        return int(state.leader[galleon])  # K-CAP-2, K-CAP-3, K-ADM-3
    greatest, winner = 0, side_of(state, int(state.owner[galleon]))
    for colour in range(N_COLOURS):
        force = state.force[galleon, colour]
        if force > greatest:
            greatest, winner = force, int(state.column[galleon, colour])
        elif force == greatest and force > 0:
            winner = NOBODY
    return int(winner)


@rule
def force_there(state: State, side: int, galleon: int) -> int:
    """A side's force on a galleon."""
    force = 0
    for colour in range(N_COLOURS):
        if state.column[galleon, colour] == side:
            force += state.force[galleon, colour]
    return int(force)


@rule
def settle(state: State, galleon: int) -> None:
    """Note who controls a galleon on which something has changed."""
    for side in range(MAX_SIDES):
        state.controlled[side] &= ~(1 << galleon)
    winner = controller(state, galleon)
    if winner != NOBODY:
        state.controlled[winner] |= 1 << galleon


# --- moving cards ---


@rule
def into_hand(state: State, seat: int, kind: int) -> None:
    state.hand[seat, kind] += 1
    state.held[seat] |= 1 << kind
    state.in_hand[seat] += 1


@rule
def out_of_hand(state: State, seat: int, kind: int) -> None:
    state.hand[seat, kind] -= 1
    if state.hand[seat, kind] == 0:
        state.held[seat] &= ~(1 << kind)
    state.in_hand[seat] -= 1
    state.played[kind] += 1


@rule
def draw(state: State, seat: int) -> None:
    """The top card of the deck joins the hand (K-TURN-2)."""
    state.in_deck -= 1
    into_hand(state, seat, int(state.deck[state.in_deck]))


@rule
def lay(state: State, kind: int) -> None:
    """A galleon goes to sea in front of its owner (K-GAL-1)."""
    state.laid += 1
    galleon = int(state.laid)
    state.at_sea |= 1 << galleon
    state.laid_by[state.turn] |= 1 << galleon
    state.galleon[galleon] = kind
    state.owner[galleon] = state.turn
    state.leader[galleon] = NOBODY
    for colour in range(N_COLOURS):
        state.force[galleon, colour] = 0
        state.column[galleon, colour] = NOBODY
    state.controlled[side_of(state, state.turn)] |= 1 << galleon  # K-COL-2


@rule
def fight(state: State, kind: int, galleon: int) -> None:
    """A pirate, a captain or the admiral joins the fight for a galleon."""
    side = side_of(state, state.turn)
    if kind >= FIRST_CAPTAIN:
        state.leader[galleon] = side  # K-CAP-3
    else:
        colour = colour_of(kind)
        state.force[galleon, colour] += force_of(kind)  # K-PIR-4
        state.column[galleon, colour] = side
        state.flies[side, colour] |= 1 << galleon
        state.joined[side] |= 1 << galleon
        state.taken[colour] |= 1 << galleon
    settle(state, galleon)
    if not state.partners_share_galleon:
        state.partner_on |= 1 << galleon  # K-TEAM-4


@rule
def collect(state: State, side: int) -> None:
    """A side takes every galleon that it controls (K-COL-1)."""
    won = int(state.controlled[side] & state.at_sea)
    state.at_sea &= ~won
    while won:
        kind = int(state.galleon[bits.first(won)])
        state.score[side] += gold_of(kind)
        state.booty[side, kind] += 1
        won &= won - 1


# --- the course of the game ---


@rule
def side_is_out(state: State) -> bool:
    """Some player, or both partners of some team, have no card left."""
    for side in range(state.seats >> state.teams):
        seat = side << state.teams
        if state.in_hand[seat] == 0 and state.in_hand[seat + state.teams] == 0:
            return True
    return False


@rule
def finish(state: State) -> None:
    """Open fights are decided, and galleons in hand cost their gold (K-END-2 to K-END-4, K-TEAM-9)."""
    state.over = 1
    for side in range(state.seats >> state.teams):
        collect(state, side)
    for seat in range(state.seats):
        galleons = int(state.held[seat]) & GALLEONS
        while galleons:
            kind = bits.first(galleons)
            state.score[side_of(state, seat)] -= state.hand[seat, kind] * gold_of(kind)
            galleons &= galleons - 1


@rule
def next_turn(state: State) -> None:
    """The turn goes clockwise to the next seat that can act; the first partner of a side collects for it."""
    while True:
        state.turn += 1
        if state.turn == state.seats:
            state.turn = 0
        if not (state.turn & state.teams):  # K-TEAM-5
            state.partner_on = 0
            collect(state, side_of(state, state.turn))
        if state.in_hand[state.turn] > 0 or state.in_deck > 0:
            return  # else K-TEAM-7: the action is skipped


@rule
def end_ply(state: State) -> None:
    if state.in_deck == 0 and side_is_out(state):  # K-END-1, K-TEAM-8
        finish(state)
    else:
        next_turn(state)


@rule
def apply(state: State, move: int) -> None:
    """Make a legal move; then the next side collects, unless the game is over."""
    if move == DRAW:
        draw(state, state.turn)
    else:
        kind, target = move // STRIDE, move % STRIDE
        out_of_hand(state, state.turn, kind)
        if target == LAY:
            lay(state, kind)
        elif target != DISCARD:
            fight(state, kind, target)
    end_ply(state)


# --- the deal ---


@rule
def clear(state: State, first: int) -> None:
    """An empty table by the same rules."""
    state.turn = first
    state.over = 0
    state.partner_on = 0
    state.laid = 0
    state.at_sea = 0
    state.laid_by[:] = 0
    state.flies[:] = 0
    state.joined[:] = 0
    state.taken[:] = 0
    state.controlled[:] = 0
    state.score[:] = 0
    state.booty[:] = 0
    state.played[:] = 0
    state.in_hand[:] = 0
    state.hand[:] = 0
    state.held[:] = 0
    state.in_deck = 0


@rule
def shuffle(state: State, rng: Rng) -> None:
    """Shuffle all 78 cards, deal every seat its hand (K-SET-2); the rest is the deck."""
    n = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            state.deck[n] = kind
            n += 1
    for i in range(DECK_SIZE - 1, 0, -1):
        j = below(rng, i + 1)
        state.deck[i], state.deck[j] = state.deck[j], state.deck[i]
    state.in_deck = DECK_SIZE
    for seat in range(state.seats):
        for _ in range(HAND_SIZE):
            draw(state, seat)
