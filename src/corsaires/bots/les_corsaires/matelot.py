"""*Matelot*: sails towards port with the wind, avoids enemy lines of fire, fires when it gains by it.

Every ship is worth points: what it will probably score. A merchant's end point is judged by the turns still to go
and by the guns that could hit it there; a warship's by what it can hit, by the merchants it can intercept and by its
own danger. The wind is kept when the best courses under it promise more than the mean over all winds.

Nothing is hidden, so a sight is the state. Whose turn it is must be whose choice is asked for.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from corsaires.bots.bot import Budget, Thought
from corsaires.bots.les_corsaires.judgement import (
    MIND,
    Mind,
    appraise,
    best_shot,
    gain_of_fire,
    hope,
    leg_of,
    safety,
    stake,
)
from corsaires.bots.les_corsaires.voyages import FACES, THROWS, Lore, Lores, lore_of
from corsaires.bots.les_corsaires.weighing import weights_of
from corsaires.bots.weights import Weights, mood
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, seeded
from corsaires.games.les_corsaires.pieces import N_SHIPS
from corsaires.games.les_corsaires.rules import (
    END,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    KEEP,
    MAX_MOVES,
    MERCHANT_ARRIVES,
    PREMIUMS,
    WIND,
    fleet_of,
    is_goal,
    is_merchant,
    legal_moves,
    put,
    steps_towards,
    way,
)
from corsaires.games.les_corsaires.state import (
    EXPERIENCED,
    MAX_COLUMNS,
    MAX_POINTS,
    PLACING,
    SAILING,
    WINDING,
    Chart,
    Charts,
    State,
    States,
)
from corsaires.games.les_corsaires.view import View

MUCH: Final = 1e9
EQUAL: Final = 1e-9  # values that differ by less are a tie


class Heuristic:
    """The player that this name has weights for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def think(self, view: View, budget: Budget, seed: int) -> Thought:
        seats, variant = int(view.sight["seats"][0]), int(view.sight["variant"][0])
        lores, weights = lore_of(view.charts, variant), weights_of(self._name, seats, variant)
        return Thought(view.write(int(matelot_move(view.sight, 0, view.charts, lores, weights, seeded(seed)))))


@rule
def matelot_move(states: States, i: int, charts: Charts, lores: Lores, weights: Weights, rng: Rng) -> int:
    """The move of the seat whose turn it is; chance decides between equals."""
    chart, lore, moves = charts[0], lores[0], np.empty(MAX_MOVES, np.int64)
    count = legal_moves(states[i], chart, moves)
    if count == 1:
        return int(moves[0])
    trial, minds = states[i : i + 1].copy(), np.zeros(1, MIND)
    state, mind = trial[0], minds[0]
    mind.weight = weights[mood(weights, rng)]
    appraise(state, lore, mind)
    if state.phase == WINDING:
        return keep_or_throw(state, chart, lore, mind)
    ship = next_ship(state, lore)
    forget(mind)
    best, equals, chosen = -MUCH, 0, int(moves[0])
    for at in range(count):
        value = value_of(state, chart, lore, mind, int(moves[at]), ship)
        if value > best + EQUAL:
            best, equals, chosen = value, 1, int(moves[at])
        elif value > best - EQUAL:
            equals += 1
            if below(rng, equals) == 0:
                chosen = int(moves[at])
    return chosen


@rule
def value_of(state: State, chart: Chart, lore: Lore, mind: Mind, move: int, ship: int) -> float:
    """What a move promises, in points; of the placements and courses only those of this ship count."""
    if move >= FIRST_PLACE:
        placed, point = (move - FIRST_PLACE) // MAX_POINTS, (move - FIRST_PLACE) % MAX_POINTS
        soon = hope(lore, mind, leg_of(state, placed), int(chart.seaward[fleet_of(placed)]), point)
        return soon - MUCH * (placed != ship)
    if move >= FIRST_AIM:
        return float(mind.value[(move - FIRST_AIM) % N_SHIPS])
    if move >= FIRST_FIRE:
        return gain_of_fire(state, chart, lore, mind, move - FIRST_FIRE)
    if move >= FIRST_SAIL and (move - FIRST_SAIL) // 6 == ship:
        direction = (move - FIRST_SAIL) % 6 + 1
        steps = steps_towards(state, chart, ship, direction)
        return course_value(state, chart, lore, mind, ship, direction, steps)
    return mind.weight.trigger if move == END else -MUCH


@rule
def next_ship(state: State, lore: Lore) -> int:
    """Merchants before warships, the foremost first: so that nobody stands in the way of those behind."""
    best, chosen = -MUCH, -1
    ships = state.to_move if state.phase in (PLACING, SAILING) else 0
    while ships:
        ship = bits.first(ships)
        ships &= ships - 1
        ahead = MUCH / 2 if is_merchant(ship) else 0.0
        if state.phase == SAILING:
            ahead -= float(lore.turns[leg_of(state, ship), state.bow[ship], state.point[ship]])
        if ahead > best:
            best, chosen = ahead, ship
    return chosen


# --- sailing ---


@rule
def keep_or_throw(state: State, chart: Chart, lore: Lore, mind: Mind) -> int:
    """Keep the wind if the best courses under it promise more than the mean over the winds that may be thrown."""
    wind, towards, gain, ships = state.wind, state.towards, mind.weight.keep, state.to_move
    while ships:
        ship = bits.first(ships)
        ships &= ships - 1
        forget(mind)
        gain += best_course(state, chart, lore, mind, ship)
        for colour in range(3):
            state.wind, faces = colour, int(lore.faces[colour])
            for direction in range(1, 7):
                state.towards = direction
                if faces > 0:
                    gain -= best_course(state, chart, lore, mind, ship) * faces / (6 * FACES)
        state.wind, state.towards = wind, towards
    return KEEP if gain > 0.0 else WIND


@rule
def best_course(state: State, chart: Chart, lore: Lore, mind: Mind, ship: int) -> float:
    """What the best course of the ship in hand promises, of those that leave the least unused (C-MOV-4)."""
    best, least = -MUCH, MAX_COLUMNS
    for direction in range(1, 7):
        steps = steps_towards(state, chart, ship, direction)
        if steps >= 0:
            value = course_value(state, chart, lore, mind, ship, direction, steps)
            unused = int(mind.unused[direction, steps])
            if unused < least:
                best, least = value, unused
            elif unused == least:
                best = max(best, value)
    return best


@rule
def forget(mind: Mind) -> None:
    """Another ship comes to hand."""
    for direction in range(1, 7):
        for steps in range(MAX_COLUMNS):
            mind.worth[direction, steps] = -MUCH


@rule
def course_value(state: State, chart: Chart, lore: Lore, mind: Mind, ship: int, direction: int, steps: int) -> float:
    """What the ship in hand promises where a course of so many points takes it."""
    if mind.worth[direction, steps] == -MUCH:
        sailed, unused = way(state, chart, ship, direction, steps)
        point = int(state.point[ship])
        for _ in range(sailed):
            point = int(chart.next[point, direction])
        if not is_merchant(ship):
            value = warship_value(state, chart, lore, mind, ship, direction, point)
        elif sailed > 0 and is_goal(state, chart, ship, point):
            value = goal_value(state, chart, lore, mind, ship, direction, point)
        else:
            value = merchant_value(state, chart, lore, mind, leg_of(state, ship), direction, point)
        mind.worth[direction, steps] = value
        mind.unused[direction, steps] = unused
    return float(mind.worth[direction, steps])


@rule
def merchant_value(state: State, chart: Chart, lore: Lore, mind: Mind, leg: int, bow: int, point: int) -> float:
    """What a merchant promises that is still on its way: how near it is, and how safe."""
    near = float(mind.weight.haste ** lore.turns[leg, bow, point])
    return stake(state, mind) * near * safety(state, chart, lore, mind, point)


@rule
def goal_value(state: State, chart: Chart, lore: Lore, mind: Mind, ship: int, bow: int, point: int) -> float:
    """A merchant has its points, with the whole premium; or it is to sail back (C-VAR-1)."""
    if state.variant == EXPERIENCED and not state.outward[ship]:
        return merchant_value(state, chart, lore, mind, leg_of(state, ship) + 1, bow, point)
    premium = PREMIUMS[state.arrived] if state.arrived < len(PREMIUMS) else 0
    return float(MERCHANT_ARRIVES + premium)


@rule
def warship_value(state: State, chart: Chart, lore: Lore, mind: Mind, ship: int, bow: int, point: int) -> float:
    """What a warship promises here: its shot now, the merchants it threatens or comes nearer to, its own danger."""
    old_point, old_bow = int(state.point[ship]), int(state.bow[ship])
    put(state, ship, point)
    state.bow[ship] = bow
    value = best_shot(state, chart, lore, mind, ship)
    put(state, ship, old_point)
    state.bow[ship] = old_bow
    hits, steps, prey = lore.threat[bow, point], lore.steps[point], mind.prey
    values, leads, weight = mind.value, mind.lead, mind.weight
    while prey:
        merchant = bits.first(prey)
        prey &= prey - 1
        lead = int(leads[merchant])
        promise = weight.later * int(hits[lead]) / THROWS + weight.pull * weight.nearness ** int(steps[lead])
        value += weight.grudge * float(values[merchant]) * promise
    return value + float(mind.value[ship]) * safety(state, chart, lore, mind, point)
