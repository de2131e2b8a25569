"""What the fitted model is told of a position: a row of figures for every ship, and one for every seat.

All of it comes from the chart's lore, so that any chart will do. What counts is told from the side to move: which
enemies its guns can still hit in this turn, and which of its ships the enemies could hit in theirs under this wind.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.judgement import leg_of
from corsaires.bots.les_corsaires.voyages import Lores, Pilotage
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.les_corsaires.pieces import N_FLEETS, N_GUNS, N_SHIPS, N_WARSHIPS
from corsaires.games.les_corsaires.rules import (
    MERCHANT_ARRIVES,
    PREMIUMS,
    WARSHIP_AFLOAT,
    gunner,
    guns_of,
    in_young_range,
    is_merchant,
    manned,
    owner_of,
    ship_of_gun,
    shot_at,
    shots_of,
)
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    FIRING,
    FREE_PORT,
    MAX_POINTS,
    NOBODY,
    VERY_YOUNG,
    WINDING,
    Chart,
    Charts,
    State,
    States,
)

Figures = npt.NDArray[np.float32]

SHIP_FIGURES: Final = 16
SEAT_FIGURES: Final = 16
EXPECTED: Final = 12  # of a seat: the points that it may hope for, in hundreds
WINDS: Final = 18
DICE: Final = 6
ZERO: Final = np.float32(0.0)
SUNK_BY: Final = 1 / 3  # the chance that a shot in range sinks, by and large
YOUNG_SUNK_BY: Final = 1 / 6
NEAR: Final = (0.85 ** np.arange(MAX_POINTS)).astype(np.float32)  # how fast being near falls off, step by step


@rule
def look(
    states: States, i: int, charts: Charts, lores: Lores, pilotage: Pilotage, ships: Figures, seats: Figures
) -> None:
    """Fill the figures of every ship and seat."""
    state, chart, wind = states[i], charts[0], wind_of(states[i])
    for ship in range(N_SHIPS):
        for n in range(SHIP_FIGURES):
            ships[ship, n] = 0.0
        if state.fate[ship] == AFLOAT:
            look_at_ship(state, chart, pilotage, wind, ship, ships)
    for gun in range(N_WARSHIPS):
        if manned(state, gun):
            look_from_warship(state, chart, pilotage, wind, gun, ships)
    for seat in range(state.seats):
        look_at_seat(state, seat, seats)
    for ship in range(N_SHIPS):
        if state.fate[ship] == AFLOAT:
            batteries = int(pilotage[6][state.point[ship]])
            while batteries:
                look_from_battery(state, lores, bits.first(batteries), ship, ships)
                batteries &= batteries - 1
            sum_up_ship(state, ship, ships, seats)


@rule
def wind_of(state: State) -> int:
    """The number of the wind in the pilotage; -1 where it is not known yet."""
    if state.variant == VERY_YOUNG:
        return int(state.die) - 1
    return int(6 * state.wind + state.towards - 1)


@rule
def look_at_ship(state: State, chart: Chart, pilotage: Pilotage, wind: int, ship: int, ships: Figures) -> None:
    """Where it is, and how far from port."""
    after, turns = pilotage[1], pilotage[2]
    point, bow = int(state.point[ship]), int(state.bow[ship])
    to_sail = state.to_move & 1 << ship != 0
    ships[ship, 0] = 1.0
    ships[ship, 1] = 1.0 if to_sail else 0.0
    ships[ship, 2] = 1.0 if owner_of(state, ship) == state.turn else 0.0
    ships[ship, 3] = 1.0
    ships[ship, 4] = 1.0
    if is_merchant(ship):
        leg = leg_of(state, ship)
        ships[ship, 15] = turns[leg, bow, point, 2]
        if to_sail and wind >= 0:
            for n in range(3):
                ships[ship, 6 + n] = after[leg, wind, bow, point, n]
            if ships[ship, 6] <= 0.0:
                ships[ship, 9] = 1.0
        else:
            for n in range(3):
                ships[ship, 6 + n] = turns[leg, bow, point, n]
        ships[ship, 10] = float(state.outward[ship])
        ships[ship, 11] = 1.0 if chart.ground[point] == FREE_PORT else 0.0


@rule
def target_worth(ships: Figures, ship: int) -> float:
    """What sinking a ship is worth, in merchants."""
    if is_merchant(ship):
        return float(ships[ship, 7])
    return 0.5


@rule
def look_from_warship(state: State, chart: Chart, pilotage: Pilotage, wind: int, gun: int, ships: Figures) -> None:
    """Whom a warship could hit now and later; what it is near to."""
    steps, farthest = pilotage[4], pilotage[5]
    armed, young = ship_of_gun(gun), state.variant == VERY_YOUNG
    owner, point = owner_of(state, armed), int(state.point[armed])
    reach = pilotage[0][state.bow[armed], point]
    sails = owner != state.turn or state.to_move & 1 << armed != 0
    aimed = 0 if sails or not state.may_fire & 1 << gun else aimed_at(state, chart, gun)
    known = wind >= 0 and (not young or owner == state.turn)
    part, sunk_by = (1.0 / DICE, YOUNG_SUNK_BY) if young else (1.0 / WINDS, SUNK_BY)
    beside, chased, awaited, own = ZERO, ZERO, ZERO, 0.0
    for ship in range(N_SHIPS):
        if state.fate[ship] != AFLOAT:
            continue
        now = 1.0 if aimed & 1 << ship else 0.0
        if owner_of(state, ship) == owner:
            own += now * target_worth(ships, ship)
            continue
        at = int(state.point[ship])
        apart = int(steps[point, at])
        if is_merchant(ship):
            leading = int(pilotage[3][leg_of(state, ship), state.bow[ship], at])
            soon = int(steps[point, leading])
            chased += ships[ship, 7] * NEAR[soon]
            ships[ship, 5] += NEAR[apart]
            if soon <= farthest:
                awaited += ships[ship, 7] * np.float32(bits.size(int(reach[leading])) * part)
        else:
            beside += NEAR[apart]
        if apart <= farthest and chart.ground[at] != FREE_PORT:
            within = int(reach[at])
            mean = bits.size(within) * part
            if sails:
                now = float(within >> wind & 1) if known else mean
            if within or now > 0.0:
                threaten(ships, armed, ship, now, mean, sunk_by)
    ships[armed, 5], ships[armed, 8], ships[armed, 9], ships[armed, 10] = beside, chased, awaited, own


@rule
def threaten(ships: Figures, armed: int, ship: int, now: float, mean: float, sunk_by: float) -> None:
    """An enemy that a warship can reach now, and by and large."""
    worth = target_worth(ships, ship)
    ships[ship, 3] *= 1.0 - now * sunk_by
    ships[ship, 4] *= 1.0 - mean * sunk_by
    ships[armed, 6] += now * worth
    ships[armed, 7] += mean * worth
    ships[armed, 14] = max(float(ships[armed, 14]), now * worth)
    if is_merchant(ship):
        ships[armed, 11] += now


@rule
def aimed_at(state: State, chart: Chart, gun: int) -> int:
    """The ships that a warship's gun can hit as it stands, as a set."""
    aimed = 0
    if state.variant == VERY_YOUNG:
        for ship in range(N_SHIPS):
            if in_young_range(state, chart, gun, ship):
                aimed |= 1 << ship
        return aimed
    for colour in range(3):
        if chart.thrown[colour]:
            for n in range(shots_of(chart, gun, colour)):
                point = shot_at(state, chart, gun, colour, n)
                if state.ship_at[point] != NOBODY and chart.ground[point] != FREE_PORT:
                    aimed |= 1 << int(state.ship_at[point])
    return aimed


@rule
def look_from_battery(state: State, lores: Lores, battery: int, ship: int, ships: Figures) -> None:
    """A ship in the waters of a battery."""
    gun = N_WARSHIPS + battery
    owner = gunner(state, gun)
    if owner == owner_of(state, ship) or state.eliminated & 1 << owner:
        return
    safe = 1.0 - int(lores[0].cover[battery, state.point[ship]]) / DICE
    ships[ship, 4] *= safe
    ships[ship, 12] += 1.0
    if owner != state.turn or state.may_fire & 1 << gun != 0:
        ships[ship, 3] *= safe


@rule
def look_at_seat(state: State, seat: int, seats: Figures) -> None:
    for n in range(SEAT_FIGURES):
        seats[seat, n] = 0.0
    to_move = seat == state.turn
    times = 2.0 if state.equal_fleets and bits.size(guns_of(state, seat)) == N_GUNS // N_FLEETS else 1.0
    seats[seat, 0] = times * state.score[seat] / 100.0
    seats[seat, 1] = 1.0 if to_move else 0.0
    seats[seat, 2] = 1.0 if to_move and state.phase == WINDING else 0.0
    seats[seat, 3] = 1.0 if to_move and state.phase == FIRING else 0.0
    seats[seat, 6] = 1.0 if state.eliminated & 1 << seat else 0.0
    for n in range(len(PREMIUMS)):
        seats[seat, 7 + n] = 1.0 if state.arrived > n else 0.0
    seats[seat, 10] = state.wind / 2.0
    seats[seat, 11] = state.idle / 80.0
    seats[seat, EXPECTED] = seats[seat, 0]
    seats[seat, 13] = 1.0


@rule
def sum_up_ship(state: State, ship: int, ships: Figures, seats: Figures) -> None:
    """Its danger, from the chance to come through; and what it adds to its seat: ships, and points to hope for."""
    ships[ship, 3] = 1.0 - ships[ship, 3]
    ships[ship, 4] = 1.0 - ships[ship, 4]
    ships[ship, 13] = ships[ship, 3] * target_worth(ships, ship)
    mine, safe = seats[owner_of(state, ship)], 1.0 - ships[ship, 3]
    if is_merchant(ship):
        ships[ship, 14] = ships[ship, 4] * ships[ship, 7]
        premium = PREMIUMS[state.arrived] if state.arrived < len(PREMIUMS) else 0
        mine[5] += 0.25
        mine[EXPECTED] += (MERCHANT_ARRIVES + 0.5 * premium) / 100.0 * ships[ship, 7] * safe
        mine[14] = max(mine[14], ships[ship, 8])
    else:
        ships[ship, 15] = ships[ship, 4] * ships[ship, 6]
        mine[15] = 1.0 if mine[4] == 0.0 else 0.0  # a last warship
        mine[4] += 0.25
        mine[EXPECTED] += WARSHIP_AFLOAT / 100.0 * safe
