"""Les Corsaires as a problem for the search: the moves worth a try, what they lead to, what a position is worth."""

from __future__ import annotations

from math import tanh
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.judgement import leg_of
from corsaires.bots.les_corsaires.matches import share_of_win
from corsaires.bots.les_corsaires.matelot import MUCH, matelot_move, next_ship
from corsaires.bots.les_corsaires.model import Desk, Floats, Model, new_desk, predict
from corsaires.bots.les_corsaires.outlook import aimed_at, look
from corsaires.bots.les_corsaires.voyages import FACES, Lores, Pilotage, lore_of, pilotage_of
from corsaires.bots.les_corsaires.weighing import weights_of
from corsaires.bots.weights import Weights
from corsaires.games.kernel import bits
from corsaires.games.kernel.generic import supply
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, seeded
from corsaires.games.les_corsaires.pieces import N_WARSHIPS
from corsaires.games.les_corsaires.rules import (
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    WIND,
    Moves,
    apply,
    chances,
    courses,
    fire,
    fleet_of,
    has_target,
    is_goal,
    is_merchant,
    legal_moves,
    manned,
    owner_of,
    steps_towards,
    way,
)
from corsaires.games.les_corsaires.state import (
    FIRING,
    HOME,
    MAX_POINTS,
    MAX_SEATS,
    NOBODY,
    PLACING,
    SAILING,
    STATE,
    VERY_YOUNG,
    WINDING,
    Chart,
    Charts,
    State,
    States,
    new_states,
)

MARGIN: Final = 80.0  # points ahead that count as well ahead
FAR_BEHIND: Final = -1000.0
HABIT: Final = 0.005  # the reward by which another move must look better than matelot's


class Aids(NamedTuple):
    charts: Charts
    lores: Lores
    weights: Weights  # of matelot
    pilotage: Pilotage
    model: Model
    desk: Desk
    tried: States
    dice: Rng  # for the winds that a first sight looks at
    after: Floats  # rewards and shares after the move in hand, and after one throw of it
    thinker: npt.NDArray[np.int64]  # the seat whose search it is: the others play as matelot would


def aids_of(charts: Charts, seats: int, variant: int, model: Model, thinker: int = 0) -> Aids:
    return Aids(
        charts,
        lore_of(charts, variant),
        weights_of("matelot", seats, variant),
        pilotage_of(charts, variant),
        model,
        new_desk(),
        new_states(),
        seeded(0),
        np.zeros((2, 2, MAX_SEATS)),
        np.array([thinker]),
    )


# --- moves ---


@rule
def imagine(states: States, j: int, sights: States, i: int, aids: Aids, rng: Rng) -> None:
    """Nothing is hidden; who thinks is whose turn it is."""
    states[j] = sights[i]
    aids.thinker[0] = sights[i].turn


@rule
def is_over(states: States, j: int) -> bool:
    return bool(states[j].over)


@rule
def to_move(states: States, j: int) -> int:
    return int(states[j].turn)


@rule
def list_moves(states: States, j: int, aids: Aids, moves: Moves) -> int:
    """Ship after ship in a fixed order; a goal in reach is taken, a shot that endangers none of ours is not put off."""
    state, chart = states[j], aids.charts[0]
    if state.turn != aids.thinker[0]:
        moves[0] = as_matelot(states, j, aids, aids.dice)
        return 1
    if state.phase == PLACING:
        moves[0] = best_berth(state, chart, aids.lores)
        return 1
    if state.phase == SAILING:
        ship = next_ship(state, aids.lores[0])
        direction = homeward(state, chart, ship)
        if direction:
            moves[0] = FIRST_SAIL + ship * 6 + direction - 1
            return 1
        count, other = add_courses(state, chart, ship, moves, 0), in_the_way(state, chart, ship)
        return count if other == NOBODY else add_courses(state, chart, other, moves, count)
    if state.phase == FIRING and state.variant != VERY_YOUNG:
        guns = state.may_fire
        while guns:
            gun = bits.first(guns)
            guns &= guns - 1
            if manned(state, gun) and has_target(state, chart, gun) and not endangers_own(state, chart, gun):
                moves[0] = FIRST_FIRE + gun
                return 1
    count = legal_moves(state, chart, moves)
    if state.phase == FIRING and state.variant == VERY_YOUNG and count > 1:
        return count - 1  # the last is to end the turn; their shots hit nobody but the enemy
    return count


@rule
def as_matelot(states: States, j: int, aids: Aids, rng: Rng) -> int:
    return matelot_move(states, j, aids.charts, aids.lores, aids.weights, rng)


@rule
def homeward(state: State, chart: Chart, ship: int) -> int:
    """The direction in which a ship reaches its goal now; 0 if there is none."""
    directions = courses(state, chart, ship)
    while directions:
        direction = bits.first(directions)
        directions &= directions - 1
        sailed, _ = way(state, chart, ship, direction, max(0, steps_towards(state, chart, ship, direction)))
        point = int(state.point[ship])
        for _ in range(sailed):
            point = int(chart.next[point, direction])
        if sailed > 0 and is_goal(state, chart, ship, point):
            return direction
    return 0


@rule
def add_courses(state: State, chart: Chart, ship: int, moves: Moves, count: int) -> int:
    """Write the courses of a ship after the moves that are there; how many there are now."""
    directions = courses(state, chart, ship)
    while directions:
        moves[count] = FIRST_SAIL + ship * 6 + bits.first(directions) - 1
        count += 1
        directions &= directions - 1
    return count


@rule
def in_the_way(state: State, chart: Chart, ship: int) -> int:
    """A ship of ours, still to move, that stands between this one and its goal; NOBODY if there is none."""
    mine = 1 << (2 * fleet_of(ship) + int(is_merchant(ship)))
    for direction in range(1, 7):
        point, blocker = int(state.point[ship]), NOBODY
        for _ in range(max(0, steps_towards(state, chart, ship, direction))):
            point = int(chart.next[point, direction])
            other = int(state.ship_at[point])
            if not chart.open_to[point] & mine or (other != NOBODY and not state.to_move & (1 << other)):
                break
            if other != NOBODY:
                blocker = other
            if blocker != NOBODY and is_goal(state, chart, ship, point):
                return blocker
    return NOBODY


@rule
def best_berth(state: State, chart: Chart, lores: Lores) -> int:
    """Whence the voyage is shortest."""
    ship, best, chosen = next_ship(state, lores[0]), MUCH, 0
    turns = lores[0].turns[leg_of(state, ship), chart.seaward[fleet_of(ship)]]
    for point in range(1, chart.points + 1):
        if chart.ground[point] == HOME + fleet_of(ship) and state.ship_at[point] == NOBODY and turns[point] < best:
            best, chosen = float(turns[point]), point
    return FIRST_PLACE + ship * MAX_POINTS + chosen


@rule
def endangers_own(state: State, chart: Chart, gun: int) -> bool:
    if gun < N_WARSHIPS:
        at_risk = aimed_at(state, chart, gun)
    else:
        at_risk, hub = 0, int(chart.hub[gun - N_WARSHIPS])
        for direction in range(7):
            point = hub if direction == 0 else int(chart.next[hub, direction])
            if state.ship_at[point] != NOBODY:
                at_risk |= 1 << int(state.ship_at[point])
    while at_risk:
        if owner_of(state, bits.first(at_risk)) == state.turn:
            return True
        at_risk &= at_risk - 1
    return False


@rule
def is_draw(states: States, j: int, move: int) -> bool:
    """Dice lie open."""
    return False


@rule
def make(states: States, j: int, aids: Aids, move: int, rng: Rng) -> int:
    """Make a move, with the dice that it needs; what they show."""
    results = chances(move)
    result = below(rng, results) if results > 0 else 0
    apply(states[j], aids.charts[0], move, result)
    return visible(aids.charts[0], move, result) if results > 0 else 0


@rule
def visible(chart: Chart, move: int, result: int) -> int:
    """What matters of the dice, from 1."""
    if move == WIND:
        return 6 * int(chart.faces[result // 6]) + result % 6 + 1
    if move >= FIRST_AIM:
        return 1 + int(result + 1 == FACES)
    if move >= FIRST_FIRE:
        return 1 + int(chart.faces[result])
    return 1 + result


# --- worth ---


@rule
def guess(states: States, j: int, aids: Aids, moves: Moves, count: int, values: Floats) -> None:
    """One move ahead, and a little more for what matelot would do."""
    if count == 1:
        values[0] = 0.5  # there is nothing to choose
        return
    usual = as_matelot(states, j, aids, aids.dice)
    for at in range(count):
        foresee(states, j, aids, int(moves[at]))
        values[at] = min(1.0, aids.after[0, 0, states[j].turn] + (HABIT if moves[at] == usual else 0.0))


@rule
def weigh(  # noqa: PLR0913, PLR0917  # as the search asks
    states: States, j: int, aids: Aids, values: Floats, count: int, rng: Rng, rewards: Floats, shares: Floats
) -> None:
    """What the model makes of the thinker's next turn, when everybody has gone on as matelot until then.

    Within a turn a position says little: what the others do about it has to come.
    """
    state, thinker = states[j], int(aids.thinker[0])
    while not (state.over or state.eliminated & 1 << thinker or (state.turn == thinker and state.phase == WINDING)):
        make(states, j, aids, as_matelot(states, j, aids, rng), rng)
    value(states, j, aids, rewards, shares)


@rule
def foresee(states: States, j: int, aids: Aids, move: int) -> None:
    """What a move leads to: the mean over what the dice may give; of the winds, each direction and each face once."""
    chart, tried, (after, once) = aids.charts[0], aids.tried, aids.after
    tried[0] = states[j]
    if chances(move) == 0:
        apply(tried[0], chart, move, 0)
        value(tried, 0, aids, after[0], after[1])
        return
    for n in range(2):
        for seat in range(MAX_SEATS):
            after[n, seat] = 0.0
    results = 3 if FIRST_FIRE <= move < FIRST_AIM else FACES
    shift = below(aids.dice, FACES) if move == WIND else 0
    for result in range(results):
        part = 1.0 / FACES
        tried[0] = states[j]
        if move == WIND:
            apply(tried[0], chart, move, (result + shift) % FACES * FACES + result)
        elif results == 3:  # noqa: PLR2004  # by colour
            part = aids.lores[0].faces[result] / FACES
            if part > 0.0:
                fire(tried[0], chart, move - FIRST_FIRE, result)
        else:
            apply(tried[0], chart, move, result)
        if part > 0.0:
            value(tried, 0, aids, once[0], once[1])
            for n in range(2):
                for seat in range(MAX_SEATS):
                    after[n, seat] += part * once[n, seat]


@rule
def value(states: States, j: int, aids: Aids, rewards: Floats, shares: Floats) -> None:
    """What every seat may expect of a position at first sight."""
    if states[j].over:
        outcome(states, j, rewards, shares)
    else:
        look(states, j, aids.charts, aids.lores, aids.pilotage, aids.desk.ships, aids.desk.seats)
        predict(states[j], aids.model, aids.desk, rewards, shares)


@rule
def outcome(states: States, j: int, rewards: Floats, shares: Floats) -> None:
    """The reward of every seat in a finished game: half for winning, half for the margin."""
    state, total = states[j], 0.0
    for seat in range(state.seats):
        shares[seat] = share_of_win(state, seat)
        rewards[seat] = 0.5 + 0.5 * tanh(margin_of(state, seat) / MARGIN)
        total += rewards[seat]
    for seat in range(state.seats):
        rewards[seat] = 0.5 * shares[seat] + 0.5 * rewards[seat] / total


@rule
def margin_of(state: State, seat: int) -> float:
    """The points by which a seat leads the best of the others; who is eliminated is behind them all (C-END-4)."""
    all_out = state.eliminated == (1 << state.seats) - 1
    best = FAR_BEHIND
    for other in range(state.seats):
        if other != seat and (all_out or not state.eliminated & 1 << other):
            best = max(best, float(state.score[other]))
    margin = float(state.score[seat]) - best
    if state.eliminated & 1 << seat and not all_out:
        margin = min(margin, -MARGIN)
    return margin


supply(STATE, imagine, is_over, to_move, list_moves, is_draw, make, guess, weigh, outcome)
