"""A game of Les Corsaires as one numpy record, and a chart as another. Nothing is hidden, so a sight is a state.

Points of the board count from 1; 0 is everywhere off the board, where nothing can go. Sets of ships and of guns are
kept as bits.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.layout import Records, aligned
from corsaires.games.les_corsaires.pieces import N_FLEETS, N_SHIPS

MAX_SEATS: Final = 4
MAX_ROWS: Final = 26  # named a to z
MAX_COLUMNS: Final = 40
MAX_POINTS: Final = 800
MAX_SHOTS: Final = 8  # points that one colour can hit
MAX_REACH: Final = 6  # steps that a shot goes
OFF_BOARD: Final = 0
NOBODY: Final = -1

# What a ship has come to.
WAITING, AFLOAT, SUNK, ARRIVED, REMOVED = range(5)
# Where in the game a table is.
PLACING, STARTING, WINDING, SAILING, FIRING = range(5)
# Variants (C-VAR).
STANDARD, EXPERIENCED, VERY_YOUNG = range(3)
# What a point is; a home or arrival port adds its fleet.
SEA, LAND, FREE_PORT, HOME, ARRIVAL = 0, 1, 2, 4, 8

PAD: Final = MAX_REACH  # rows and steps around the board that a shot can fall on

_STATE = [
    # the rules of this table
    ("seats", np.int64),
    ("variant", np.int64),
    ("equal_fleets", np.int64),
    # the turn
    ("phase", np.int64),
    ("turn", np.int64),
    ("over", np.int64),  # 0, or 3 or 5: the number in C-END
    ("opening", np.int64),  # the game's first turn: the wind must be thrown (C-WND-2)
    ("contenders", np.int64),  # seats that throw for the start (C-FLT-4)
    ("best", np.int64),  # the highest throw so far among them
    ("leaders", np.int64),  # the seats that threw it
    ("wind", np.int64),  # its force, 0 light to 2 strong
    ("towards", np.int64),  # the direction it blows to
    ("die", np.int64),  # of the very young's turn
    ("to_move", np.int64),  # ships of this turn
    ("may_fire", np.int64),  # guns of this turn that have not fired
    ("idle", np.int64),  # turns since anything was sunk or arrived (C-END-5)
    ("progress", np.int64),  # whether anything has in this turn
    ("arrived", np.int64),  # how many merchants have
    ("eliminated", np.int64),  # seats
    # the ships
    ("point", np.int16, N_SHIPS),
    ("bow", np.int8, N_SHIPS),
    ("fate", np.int8, N_SHIPS),
    ("outward", np.int8, N_SHIPS),  # merchants that have reached their arrival port (C-VAR-1)
    ("ship_at", np.int8, MAX_POINTS),  # the ship on a point, or NOBODY
    # the fleets
    ("owner", np.int8, N_FLEETS),
    ("score", np.int32, MAX_SEATS),
]
_CHART = [
    ("points", np.int64),
    ("next", np.int16, (MAX_POINTS, 7)),  # the point one step in a direction, OFF_BOARD if there is none
    ("ground", np.int8, MAX_POINTS),
    ("open_to", np.int16, MAX_POINTS),  # the classes of ship that may enter: bit 2 * fleet, + 1 for merchants
    ("row", np.int16, MAX_POINTS),
    ("x", np.int16, MAX_POINTS),
    ("at", np.int16, (MAX_ROWS + 2 * PAD, 2 * (MAX_COLUMNS + 2 * PAD))),  # the point at row + PAD, x + 2 * PAD
    ("figure", np.int8, (3, 2, 6)),  # by wind, merchant or not, sixths off the wind
    ("shots", np.int8, 3),  # how many points a colour hits
    ("thrown", np.int8, 3),  # whether the die has this colour
    ("shot_row", np.int8, (3, 7, MAX_SHOTS)),  # by colour and bow
    ("shot_x", np.int8, (3, 7, MAX_SHOTS)),
    ("hub", np.int16, 2 * N_FLEETS),  # of each battery
    ("seaward", np.int8, N_FLEETS),
    ("faces", np.int8, 6),  # of the coloured die
]


STATE: Final = aligned(_STATE)
CHART: Final = aligned(_CHART)

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]


class State(Protocol):
    seats: int
    variant: int
    equal_fleets: int
    phase: int
    turn: int
    over: int
    opening: int
    contenders: int
    best: int
    leaders: int
    wind: int
    towards: int
    die: int
    to_move: int
    may_fire: int
    idle: int
    progress: int
    arrived: int
    eliminated: int
    point: Int16s
    bow: Int8s
    fate: Int8s
    outward: Int8s
    ship_at: Int8s
    owner: Int8s
    score: Int32s


class Chart(Protocol):
    points: int
    next: Int16s
    ground: Int8s
    open_to: Int16s
    row: Int16s
    x: Int16s
    at: Int16s
    figure: Int8s
    shots: Int8s
    thrown: Int8s
    shot_row: Int8s
    shot_x: Int8s
    hub: Int16s
    seaward: Int8s
    faces: Int8s


States = Records
Charts = Records


def new_states(n: int = 1) -> States:
    return np.zeros(n, STATE)
