"""What a move led to, read off the state after it, next to the spread before it. No rule is decided here.

Compiled code writes each event as a row of small numbers and lays the cards where they lie now; `read_events` makes the
events of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.korsar.cards import CODES, FIRST_CAPTAIN, FIRST_PIRATE, GOLD
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.events import (
    Beaten,
    Collected,
    Discarded,
    Drew,
    Ended,
    Event,
    Laid,
    LeftTied,
    Played,
    Skipped,
)
from corsaires.games.korsar.rules import DISCARD, DRAW, LAY, STRIDE, controller, force_there
from corsaires.games.korsar.spread import (
    BOOTY,
    DISCARDS,
    PILE,
    STAYS,
    Spread,
    add,
    find,
    find_leader,
    shift,
)
from corsaires.games.korsar.state import NOBODY, State

DREW, LAID, PLAYED, DISCARDED, SKIPPED, COLLECTED, LEFT_TIED = range(7)
ROOM: Final = 512  # for the rows of one move: all galleons and all other cards, and some numbers beside each

Rows = npt.NDArray[np.int8]  # of events, one behind the other: its length, its kind, and what it says


# --- writing ---


@rule
def tell_move(state: State, spread: Spread, seat: int, move: int, rows: Rows, n: int) -> int:
    """Write the event of the move itself behind row n, and lay its card; where the next row goes."""
    start, kind, target = n, move // STRIDE, move % STRIDE
    rows[n + 2] = seat
    if move == DRAW:
        rows[n + 1], rows[n + 3] = DREW, state.in_deck
        n += 4
        spread.drew = seat
    elif target == LAY:
        rows[n + 1], rows[n + 3], rows[n + 4] = LAID, state.laid, kind
        n += 5
        add(spread, kind, seat, int(state.laid))
    elif target == DISCARD:
        rows[n + 1], rows[n + 3] = DISCARDED, kind
        n += 4
        add(spread, kind, seat, DISCARDS)
    else:
        rows[n + 1], rows[n + 3], rows[n + 4] = PLAYED, target, kind
        rows[n + 5], rows[n + 6], rows[n + 7] = state.owner[target], state.galleon[target], controller(state, target)
        rows[n + 8], rows[n + 9] = NOBODY, NOBODY
        leader = find_leader(spread, target) if kind >= FIRST_CAPTAIN else NOBODY
        if leader != NOBODY:
            rows[n + 8], rows[n + 9] = spread.seat[leader], spread.kind[leader]
            if spread.beaten != STAYS:
                shift(spread, leader, int(spread.beaten))
        n = _tell_forces(state, target, rows, n + 10)
        add(spread, kind, seat, target)
    rows[start] = n - start
    return n


@rule
def tell_what_followed(state: State, spread: Spread, seat: int, at_sea: int, rows: Rows, n: int) -> int:
    """After a move of this seat: who was skipped and what was collected, up to the seat whose turn it is now.

    `at_sea` are the galleons that were there before anything was collected.
    """
    gone = at_sea & ~state.at_sea
    while True:
        seat = (seat + 1) % state.seats
        left = gone
        while left:
            galleon = bits.first(left)
            side = controller(state, galleon)
            if side << state.teams == seat:
                n = _tell_collected(state, spread, side, galleon, rows, n)
            left &= left - 1
        if seat == state.turn:
            return n
        rows[n], rows[n + 1], rows[n + 2] = 3, SKIPPED, seat
        n += 3


@rule
def tell_the_end(state: State, spread: Spread, at_sea: int, rows: Rows, n: int) -> int:
    """Every galleon at sea goes to the side that controls it or stays tied."""
    while at_sea:
        galleon = bits.first(at_sea)
        side = controller(state, galleon)
        if side == NOBODY:
            n = _tell_tied(state, spread, galleon, rows, n)
        else:
            n = _tell_collected(state, spread, side, galleon, rows, n)
        at_sea &= at_sea - 1
    return n


@rule
def _tell_collected(state: State, spread: Spread, side: int, galleon: int, rows: Rows, n: int) -> int:
    start, leader = n, find_leader(spread, galleon)
    rows[n + 1], rows[n + 2], rows[n + 3], rows[n + 4] = COLLECTED, side, side << state.teams, galleon
    rows[n + 5], rows[n + 6] = state.galleon[galleon], state.owner[galleon]
    rows[n + 7] = NOBODY if leader == NOBODY else spread.kind[leader]
    n = _tell_forces(state, galleon, rows, n + 8)
    shift(spread, find(spread, galleon), BOOTY + side)
    at = find(spread, galleon)
    while at != NOBODY:
        rows[n] = spread.kind[at]
        n += 1
        shift(spread, at, PILE + side if spread.spoils == PILE else DISCARDS)
        at = find(spread, galleon)
    rows[start] = n - start
    return n


@rule
def _tell_tied(state: State, spread: Spread, galleon: int, rows: Rows, n: int) -> int:
    start = n
    rows[n + 1], rows[n + 2] = LEFT_TIED, galleon
    rows[n + 3], rows[n + 4] = state.galleon[galleon], state.owner[galleon]
    n = _tell_forces(state, galleon, rows, n + 5)
    if spread.tied != STAYS:
        at = find(spread, galleon)
        while at != NOBODY:
            shift(spread, at, int(spread.tied))
            at = find(spread, galleon)
    rows[start] = n - start
    return n


@rule
def _tell_forces(state: State, galleon: int, rows: Rows, n: int) -> int:
    for side in range(state.seats >> state.teams):
        rows[n] = force_there(state, side, galleon)
        n += 1
    return n


# --- reading ---


def read_events(rows: list[int], sides: int, facets: Facets) -> list[Event]:
    """The events of these rows."""
    events: list[Event] = []
    at = 0
    while at < len(rows):
        end = at + rows[at]
        events.append(_READ[rows[at + 1]](rows[at + 2 : end], sides, facets))
        at = end
    return events


def _drew(row: list[int], sides: int, facets: Facets) -> Event:
    return Drew(row[0], row[1])


def _laid(row: list[int], sides: int, facets: Facets) -> Event:
    return Laid(row[0], row[1], CODES[row[2]])


def _played(row: list[int], sides: int, facets: Facets) -> Event:
    seat, galleon, card, owner, kind, leads, beaten_seat, beaten = row[:8]
    return Played(
        seat,
        galleon,
        CODES[card],
        owner,
        GOLD[kind],
        tuple(row[8:]),
        None if leads == NOBODY else leads,
        None if beaten == NOBODY else Beaten(beaten_seat, CODES[beaten], facets.beaten_leader),
    )


def _discarded(row: list[int], sides: int, facets: Facets) -> Event:
    return Discarded(row[0], CODES[row[1]])


def _skipped(row: list[int], sides: int, facets: Facets) -> Event:
    return Skipped(row[0])


def _collected(row: list[int], sides: int, facets: Facets) -> Event:
    side, seat, galleon, card, owner, leader = row[:6]
    return Collected(
        side,
        seat,
        galleon,
        CODES[card],
        owner,
        tuple(row[6 : 6 + sides]),
        None if leader == NOBODY else CODES[leader],
        tuple([CODES[other] for other in row[6 + sides :]]),
        facets.spoils,
    )


def _left_tied(row: list[int], sides: int, facets: Facets) -> Event:
    return LeftTied(row[0], CODES[row[1]], row[2], tuple(row[3:]), facets.ties_at_end)


_READ: Final = (_drew, _laid, _played, _discarded, _skipped, _collected, _left_tied)


def ending(state: State, sides: int, teams: bool) -> Ended:
    """How the game ended: the last event, the only one with the galleons left in the hands (K-END-4)."""
    seats = int(state.seats)
    in_hand = state.in_hand.tolist()[:seats]
    scores = tuple(state.score.tolist()[:sides])
    return Ended(
        "K-TEAM-8" if teams else "K-END-1",
        min(side for side in range(sides) if not any(in_hand[side << teams : (side + 1) << teams])),
        tuple(_galleons(hand) for hand in state.hand.tolist()[:seats]),
        scores,
        tuple(side for side, score in enumerate(scores) if score == max(scores)),  # K-END-5
    )


def _galleons(hand: list[int]) -> tuple[str, ...]:
    return tuple(CODES[kind] for kind in range(FIRST_PIRATE) for _ in range(hand[kind]))
