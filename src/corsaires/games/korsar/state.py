"""A game of Korsar as one numpy record.

Sets of galleons and of card kinds are kept as bits (`kernel.bits`): bit g stands for galleon number g. Numbers
are given from 1 in the order of laying and never again, so what is known of a galleon stays in its place; a set
may still name galleons that have left the sea, and `at_sea` says which have not.

A *sight*, what one seat sees, is the same record with blanks: no order of the deck, no hand but those the seat may
see. So every rule that asks what may be played works on a sight as it does on a state.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.layout import Records, aligned, blank
from corsaires.games.korsar.cards import DECK_SIZE, FIRST_PIRATE, KINDS, N_COLOURS, N_GALLEONS

MAX_SEATS: Final = 8
MAX_SIDES: Final = 5
NUMBERS: Final = N_GALLEONS + 1  # galleons are numbered from 1
NOBODY: Final = -1

_FIELDS = [
    # whose sight it is: a seat, or NOBODY for a spectator; nothing in a state
    ("seat", np.int64),
    # the rules of this table
    ("seats", np.int64),
    ("teams", np.int64),
    ("partners_share_galleon", np.int64),
    ("partner_admiral", np.int64),
    # the turn
    ("turn", np.int64),
    ("over", np.int64),
    ("partner_on", np.int64),  # galleons this side may not touch any more in this team turn (K-TEAM-4)
    # the sea, as sets of galleons
    ("laid", np.int64),  # how many have been laid so far
    ("at_sea", np.int64),
    ("laid_by", np.int32, MAX_SEATS),
    ("flies", np.int32, (MAX_SIDES, N_COLOURS)),  # where a side fights in a colour
    ("joined", np.int32, MAX_SIDES),  # where a side fights in any colour
    ("taken", np.int32, N_COLOURS),  # where any side fights in this colour
    ("controlled", np.int32, MAX_SIDES),
    # the sea, galleon by galleon
    ("galleon", np.int8, NUMBERS),  # its kind
    ("owner", np.int8, NUMBERS),  # the seat that laid it
    ("leader", np.int8, NUMBERS),  # the side of the last captain or admiral
    ("force", np.int8, (NUMBERS, N_COLOURS)),
    ("column", np.int8, (NUMBERS, N_COLOURS)),  # the side that fights in this colour
    # what has been won and what has been seen
    ("score", np.int32, MAX_SIDES),  # gold won; at the end less the gold in hand
    ("booty", np.int8, (MAX_SIDES, FIRST_PIRATE)),
    ("played", np.int8, KINDS),  # cards of each kind that have left the hands
    # the cards
    ("in_hand", np.int8, MAX_SEATS),  # how many cards
    ("hand", np.int8, (MAX_SEATS, KINDS)),  # how many of each kind
    ("held", np.int32, MAX_SEATS),  # the kinds, as a set
    ("in_deck", np.int64),
    ("deck", np.int8, DECK_SIZE),  # the next card is deck[in_deck - 1]
]
STATE: Final = aligned(_FIELDS)

Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]


class State(Protocol):
    seat: int
    seats: int
    teams: int
    partners_share_galleon: int
    partner_admiral: int
    turn: int
    over: int
    partner_on: int
    laid: int
    at_sea: int
    laid_by: Int32s
    flies: Int32s
    joined: Int32s
    taken: Int32s
    controlled: Int32s
    galleon: Int8s
    owner: Int8s
    leader: Int8s
    force: Int8s
    column: Int8s
    score: Int32s
    booty: Int8s
    played: Int8s
    in_hand: Int8s
    hand: Int8s
    held: Int32s
    in_deck: int
    deck: Int8s


Sight = State  # a state with blanks

States = Records
Sights = States


def place(field: str, at: int = 0, size: int | None = None) -> slice:
    """Where a field stands in the bytes of a record; of an array its element number `at`, that is `size` bytes long."""
    kind, start = STATE.fields[field][:2]  # type: ignore[index]  # it has fields
    size = kind.itemsize if size is None else size
    return slice(start + at * size, start + (at + 1) * size)


def new_states(n: int = 1) -> States:
    return blank(n, STATE)
