"""What matelot thinks of a position: the worth of ships, the danger of points, the gain of shots. All in points."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.voyages import FACES, THROWS, Lore
from corsaires.bots.les_corsaires.weighing import WEIGHTS, Weight
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, N_GUNS, N_SHIPS, N_WARSHIPS, WARSHIPS
from corsaires.games.les_corsaires.rules import (
    MERCHANT_ARRIVES,
    PREMIUMS,
    WARSHIP_AFLOAT,
    can_be_hit,
    fleet_of,
    gunner,
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
    FREE_PORT,
    MAX_COLUMNS,
    MAX_POINTS,
    NOBODY,
    VERY_YOUNG,
    Chart,
    State,
)

Floats = npt.NDArray[np.float64]

# What is worked out about a position, for one choice.
MIND: Final = np.dtype(
    (
        np.record,
        [
            ("weight", WEIGHTS),  # how this player weighs
            ("value", np.float64, N_SHIPS),  # of each ship, in points
            ("prey", np.int64),  # enemy merchants at sea, as a set
            ("lead", np.int64, N_SHIPS),  # where they will most likely be next
            ("guns", np.int64),  # of the enemies that can fire, as a set
            ("safe", np.float64, MAX_POINTS),  # the chance not to be hit on a point; 0 where it is not known yet
            ("worth", np.float64, (7, MAX_COLUMNS)),  # of the ship in hand, by direction and points to sail
            ("unused", np.int64, (7, MAX_COLUMNS)),  # of those points
        ],
    )
)


class Mind(Protocol):
    weight: Weight
    value: Floats
    prey: int
    lead: npt.NDArray[np.int64]
    guns: int
    safe: Floats
    worth: Floats
    unused: npt.NDArray[np.int64]


# --- what ships are worth ---


@rule
def leg_of(state: State, ship: int) -> int:
    """Of a merchant's voyage; where the lore keeps it."""
    return 2 * fleet_of(ship) + int(state.outward[ship])


@rule
def stake(state: State, mind: Mind) -> float:
    """What the next merchant to arrive may count on."""
    if state.arrived < len(PREMIUMS):
        return MERCHANT_ARRIVES + mind.weight.premium_hoped * PREMIUMS[state.arrived]
    return float(MERCHANT_ARRIVES)


@rule
def hope(lore: Lore, mind: Mind, leg: int, bow: int, point: int) -> float:
    """The chance that a merchant ever makes its voyage from here."""
    return float(mind.weight.comes_through ** lore.turns[leg, bow, point])


@rule
def appraise(state: State, lore: Lore, mind: Mind) -> None:
    """The value of every ship afloat: what it will probably score, and what it may cost us."""
    for ship in range(N_SHIPS):
        if is_merchant(ship) and state.fate[ship] == AFLOAT:
            leg, bow, point = leg_of(state, ship), int(state.bow[ship]), int(state.point[ship])
            mind.value[ship] = stake(state, mind) * hope(lore, mind, leg, bow, point)
            if owner_of(state, ship) != state.turn:
                mind.prey |= 1 << ship
                mind.lead[ship] = lore.lead[leg, bow, point]
    for gun in range(N_WARSHIPS):
        if manned(state, gun):
            value = WARSHIP_AFLOAT + mind.weight.warship + last_warship(state, mind, gun)
            mind.value[ship_of_gun(gun)] = value + menace(state, lore, mind, gun)
    for gun in range(N_GUNS):
        owner = gunner(state, gun)
        if owner != state.turn and manned(state, gun) and not state.eliminated & 1 << owner:
            mind.guns |= 1 << gun


@rule
def last_warship(state: State, mind: Mind, gun: int) -> float:
    """What a player loses with this warship if it is the last (C-END-4)."""
    owner, lost = gunner(state, gun), mind.weight.eliminated
    for other in range(N_WARSHIPS):
        if other != gun and gunner(state, other) == owner and manned(state, other):
            return 0.0
    for ship in range(N_SHIPS):
        if is_merchant(ship) and owner_of(state, ship) == owner:
            lost += float(mind.value[ship])
    return lost


@rule
def menace(state: State, lore: Lore, mind: Mind, gun: int) -> float:
    """What an enemy warship may cost us with its next shot."""
    cost, armed = 0.0, ship_of_gun(gun)
    if gunner(state, gun) == state.turn:
        return cost
    for ship in range(N_SHIPS):
        if is_merchant(ship) and state.fate[ship] == AFLOAT and owner_of(state, ship) == state.turn:
            hits = int(lore.threat[state.bow[armed], state.point[armed], state.point[ship]])
            cost += float(mind.value[ship]) * hits / THROWS
    return cost


# --- danger ---


@rule
def safety(state: State, chart: Chart, lore: Lore, mind: Mind, point: int) -> float:
    """The chance that no enemy hits this point before our next turn."""
    if chart.ground[point] == FREE_PORT:
        return 1.0
    if mind.safe[point] == 0.0:
        chance, guns = 1.0, mind.guns
        while guns:
            chance *= 1.0 - mind.weight.fear * threat_of(state, lore, bits.first(guns), point)
            guns &= guns - 1
        mind.safe[point] = chance
    return float(mind.safe[point])


@rule
def threat_of(state: State, lore: Lore, gun: int, point: int) -> float:
    """The chance that a gun hits this point in its player's next turn, if it tries."""
    if gun >= N_WARSHIPS:
        return int(lore.cover[gun - N_WARSHIPS, point]) / FACES
    ship = ship_of_gun(gun)
    return int(lore.threat[state.bow[ship], state.point[ship], point]) / THROWS


# --- fire ---


@rule
def best_shot(state: State, chart: Chart, lore: Lore, mind: Mind, ship: int) -> float:
    """What a warship's gun promises now; it need not fire."""
    gun, best = fleet_of(ship) * WARSHIPS + ship % FLEET_SIZE, 0.0
    if state.variant != VERY_YOUNG:
        return max(best, gain_of_fire(state, chart, lore, mind, gun))
    for target in range(N_SHIPS):
        if in_young_range(state, chart, gun, target):
            best = max(best, mind.weight.grudge * float(mind.value[target]) / FACES)
    return best


@rule
def gain_of_fire(state: State, chart: Chart, lore: Lore, mind: Mind, gun: int) -> float:
    """The value of the enemies a gun would sink less that of our own ships, over the faces of the die."""
    gain, ship_at = 0.0, state.ship_at
    for colour in range(3):
        faces = int(lore.faces[colour])
        for n in range(shots_of(chart, gun, colour)):
            point = shot_at(state, chart, gun, colour, n)
            if ship_at[point] != NOBODY and can_be_hit(state, chart, point):
                hit = int(ship_at[point])
                ours = owner_of(state, hit) == state.turn
                gain += float(mind.value[hit]) * faces * (-mind.weight.care if ours else mind.weight.grudge)
    return gain / FACES
