"""What each card in a seat's hand would do, or the rule that forbids it, so that no client ever needs a rule.

Computed from a sight alone; off turn as if it were the seat's turn and the sea stood still.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import brief, rule
from corsaires.games.korsar.cards import CODES, FIRST_PIRATE, KINDS, N_GALLEONS
from corsaires.games.korsar.notation import write_move
from corsaires.games.korsar.refusals import ALLOWED, RULES, whose_doing, why_not
from corsaires.games.korsar.rules import DISCARD, DRAW, LAY, STRIDE, controller, fight, force_there, side_of
from corsaires.games.korsar.state import NOBODY, Sights, new_states


class After(NamedTuple):
    """How a galleon would stand."""

    force: int  # the side's own
    leader: int | None  # the side that would take it; None on a tie
    tied: bool


class Allowed(NamedTuple):
    move: str
    after: After | None = None


class Refused(NamedTuple):
    refused: str  # the number of the rule
    by: int | None = None  # the side whose doing it is


Option = Allowed | Refused


class Options(NamedTuple):
    draw: Option
    lay: dict[str, Option]  # by galleon card in hand
    play: dict[str, dict[int, Option]]  # by other card in hand and galleon at sea
    discard: dict[str, Option]  # by card in hand


ROWS: Final = 1 + KINDS * (N_GALLEONS + 1)
COLUMNS: Final = 5  # of a row: move, why not, whose doing, force after, leader after
SEEN: Final = 8192  # options that are remembered


@rule
def as_if_on_turn(sights: Sights, i: int, scratch: Sights, j: int) -> None:
    """Copy a sight as if it were its seat's turn and the sea stood still."""
    scratch[j] = sights[i]
    tried = scratch[j]
    if tried.turn != tried.seat:
        tried.turn = tried.seat
        tried.partner_on = 0


@brief
def survey(sights: Sights, i: int, scratch: Sights, j: int, rows: npt.NDArray[np.int64]) -> int:
    """Write a row for the draw, and for every card in the seat's hand each thing that might be done with it."""
    as_if_on_turn(sights, i, scratch, j)
    tried = scratch[j]
    rows[0, 0], rows[0, 1], rows[0, 2], rows[0, 3], rows[0, 4] = DRAW, why_not(tried, DRAW), NOBODY, 0, NOBODY
    n = 1
    held = int(tried.held[tried.seat])
    while held:
        kind = bits.first(held)
        held &= held - 1
        places = int(tried.at_sea) | 1 << DISCARD if kind >= FIRST_PIRATE else 1 << LAY | 1 << DISCARD
        while places:
            place = bits.first(places)
            places &= places - 1
            move = kind * STRIDE + place
            why = why_not(tried, move)
            rows[n, 0], rows[n, 1], rows[n, 2] = move, why, whose_doing(tried, why, kind, place)
            rows[n, 3], rows[n, 4] = 0, NOBODY
            if why == ALLOWED and place not in (LAY, DISCARD):
                fight(tried, kind, place)
                rows[n, 3] = force_there(tried, side_of(tried, tried.seat), place)
                rows[n, 4] = controller(tried, place)
                as_if_on_turn(sights, i, scratch, j)
            n += 1
    return n


def options_of(sights: Sights) -> Options:
    """The options of the seat whose sight this is."""
    rows = np.empty((ROWS, COLUMNS), np.int64)
    n = survey(sights, 0, new_states(), 0, rows)
    draw, *others = rows[:n].tolist()
    lay: dict[str, Option] = {}
    play: dict[str, dict[int, Option]] = {}
    discard: dict[str, Option] = {}
    for row in others:
        card, place = divmod(row[0], STRIDE)
        if place == LAY:
            lay[CODES[card]] = _option(*row)
        elif place == DISCARD:
            discard[CODES[card]] = _option(*row)
        else:
            play.setdefault(CODES[card], {})[place] = _option(*row)
    return Options(_option(*draw), lay, play, discard)


@lru_cache(SEEN)
def _option(move: int, why: int, by: int, force: int, leader: int) -> Option:
    if why:
        return Refused(RULES[why], None if by == NOBODY else by)
    if move == DRAW or move % STRIDE in (LAY, DISCARD):
        return Allowed(write_move(move))
    return Allowed(write_move(move), After(force, None if leader == NOBODY else leader, leader == NOBODY))
