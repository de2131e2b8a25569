"""What the search asks of Les Corsaires: the moves worth a try, what they lead to, and what a position is worth.

A position is worth what a small fitted model says of its outlook: every ship's figures go through one layer of its
class, are summed seat by seat, and seat against others through a second layer to the share that each may expect.
"""

from __future__ import annotations

from math import exp, tanh
from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.judgement import leg_of
from corsaires.bots.les_corsaires.matches import share_of_win
from corsaires.bots.les_corsaires.matelot import next_ship
from corsaires.bots.les_corsaires.outlook import SEAT_FIGURES, SHIP_FIGURES, Figures, aimed_at, look
from corsaires.bots.les_corsaires.voyages import FACES, Lores, Pilotage
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.les_corsaires.pieces import N_SHIPS, N_WARSHIPS
from corsaires.games.les_corsaires.rules import (
    DIE,
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
    is_merchant,
    legal_moves,
    manned,
    owner_of,
    sink,
)
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    FIRING,
    HOME,
    MAX_SEATS,
    NOBODY,
    PLACING,
    SAILING,
    VERY_YOUNG,
    WINDING,
    Chart,
    Charts,
    State,
    States,
)

Floats = npt.NDArray[np.float64]
Model = tuple[Figures, Figures, Figures]  # weights by class of ship; of a seat, for itself and for others; of the last layer
Desk = tuple[Figures, Figures, Figures, Figures, Figures]
Aids = tuple[Charts, Lores, Pilotage, Model]

MARGIN: Final = 80.0  # points that make a clear win
ZERO: Final = np.float32(0.0)
WIN: Final = 0.5  # the part of the reward that winning is; the margin is the rest


# --- moves ---


@rule
def to_move(states: States, j: int) -> int:
    return int(states[j].turn)


@rule
def list_moves(states: States, j: int, aids: Aids, moves: Moves) -> int:
    """Ship after ship in a fixed order; a shot that endangers no ship of ours is not put off."""
    state, chart = states[j], aids[0][0]
    if state.phase == PLACING:
        moves[0] = best_berth(state, chart, aids[1])
        return 1
    if state.phase == SAILING:
        ship, n = next_ship(state, aids[1][0]), 0
        directions = courses(state, chart, ship)
        while directions:
            moves[n] = FIRST_SAIL + ship * 6 + bits.first(directions) - 1
            n += 1
            directions &= directions - 1
        return n
    if state.phase == FIRING and state.variant != VERY_YOUNG:
        guns = state.may_fire
        while guns:
            gun = bits.first(guns)
            guns &= guns - 1
            if manned(state, gun) and has_target(state, chart, gun) and not endangers_own(state, chart, gun):
                moves[0] = FIRST_FIRE + gun
                return 1
    return legal_moves(state, chart, moves)


@rule
def best_berth(state: State, chart: Chart, lores: Lores) -> int:
    ship, best, chosen = next_ship(state, lores[0]), -1.0, 0
    hope = lores[0].hope[leg_of(state, ship), chart.seaward[fleet_of(ship)]]
    for point in range(1, chart.points + 1):
        if chart.ground[point] == HOME + fleet_of(ship) and state.ship_at[point] == NOBODY and hope[point] > best:
            best, chosen = float(hope[point]), point
    return FIRST_PLACE + ship * len(chart.ground) + chosen


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
def make(states: States, j: int, aids: Aids, move: int, rng: Rng) -> int:
    """Make a move, with the dice that it needs, and those after it that leave no choice; what the dice show."""
    state, chart, shown = states[j], aids[0][0], 0
    results = chances(move)
    result = below(rng, results) if results > 0 else 0
    if results > 0:
        shown = visible(chart, move, result)
    apply(state, chart, move, result)
    return shown


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


@rule
def imagine(sights: States, i: int, aids: Aids, rng: Rng, states: States, j: int) -> None:
    """Nothing is hidden."""
    states[j] = sights[i]


# --- worth ---


@rule
def outcome(states: States, j: int, rewards: Floats) -> None:
    """The reward of every seat in a finished game: part for winning, part for the margin."""
    state = states[j]
    everybody = (1 << state.seats) - 1
    total = 0.0
    for seat in range(state.seats):
        best = -1000.0
        for other in range(state.seats):
            if other != seat and (state.eliminated == everybody or not state.eliminated & 1 << other):
                best = max(best, float(state.score[other]))
        margin = state.score[seat] - best
        if state.eliminated != everybody and state.eliminated & 1 << seat:
            margin = min(margin, -MARGIN)
        rewards[seat] = 0.5 + 0.5 * tanh(margin / MARGIN)
        total += rewards[seat]
    for seat in range(state.seats):
        rewards[seat] = WIN * share_of_win(state, seat) + (1.0 - WIN) * rewards[seat] / total


@rule
def predict(state: State, model: Model, desk: Desk, rewards: Floats) -> None:
    """What the model makes of an outlook."""
    ships, seats, pooled, hidden, layer = desk
    by_class, by_seat, last = model
    wide, deep = len(layer), len(last)
    for seat in range(state.seats):
        for n in range(2 * wide):
            pooled[seat, n] = 0.0
        for n in range(SEAT_FIGURES):
            pooled[seat, 2 * wide + n] = seats[seat, n]
    for ship in range(N_SHIPS):
        if state.fate[ship] == AFLOAT:
            kind = int(is_merchant(ship))
            through(ships[ship], by_class[kind], layer)
            sums = pooled[owner_of(state, ship), kind * wide : kind * wide + wide]
            for h in range(wide):
                sums[h] += max(layer[h], ZERO)
    for seat in range(state.seats):
        through(pooled[seat], by_seat, hidden[seat])
    total, most = 0.0, -1e9
    for seat in range(state.seats):
        logit = 0.0
        for h in range(deep):
            x = hidden[seat, h]
            for other in range(state.seats):
                if other != seat:
                    x += hidden[other, deep + h]
            logit += max(x, ZERO) * last[h]
        rewards[seat] = logit
        most = max(most, logit)
    for seat in range(state.seats):
        rewards[seat] = exp(rewards[seat] - most)
        total += rewards[seat]
    for seat in range(state.seats):
        rewards[seat] /= total


@rule
def through(figures: Figures, weights: Figures, sums: Figures) -> None:
    """The sums of the figures times their weights; four at a time, which compiled code does side by side."""
    for h in range(len(sums)):
        sums[h] = 0.0
    for n in range(0, len(figures), 4):
        a, b, c, d = figures[n], figures[n + 1], figures[n + 2], figures[n + 3]
        for h in range(len(sums)):
            sums[h] += a * weights[n, h] + b * weights[n + 1, h] + c * weights[n + 2, h] + d * weights[n + 3, h]


@rule
def new_desk(model: Model) -> Desk:
    """Room to work in: the figures of ships and seats, and the layers of the model."""
    by_class, by_seat, _ = model
    return (
        np.zeros((N_SHIPS, SHIP_FIGURES), np.float32),
        np.zeros((MAX_SEATS, SEAT_FIGURES), np.float32),
        np.zeros((MAX_SEATS, by_seat.shape[0]), np.float32),
        np.zeros((MAX_SEATS, by_seat.shape[1]), np.float32),
        np.zeros(by_class.shape[2], np.float32),
    )


@rule
def value(states: States, j: int, aids: Aids, desk: Desk, rewards: Floats) -> None:
    """What every seat may expect of a position."""
    if states[j].over:
        outcome(states, j, rewards)
    else:
        look(states, j, aids[0], aids[1], aids[2], desk[0], desk[1])
        predict(states[j], aids[3], desk, rewards)


@rule
def weigh(states: States, j: int, aids: Aids, moves: Moves, n: int, rng: Rng, values: Floats, rewards: Floats) -> None:
    """What the side to move may expect of each move, and every side of the best."""
    count, seat, best = states[j].seats, states[j].turn, -1.0
    trial = states[j : j + 1].copy()
    desk, after, each = new_desk(aids[3]), np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    for k in range(n):
        weigh_move(states, j, aids, int(moves[k]), rng, trial, desk, after, each)
        values[k] = after[seat]
        if after[seat] > best:
            best = after[seat]
            for other in range(count):
                rewards[other] = after[other]


@rule
def weigh_move(
    states: States, j: int, aids: Aids, move: int, rng: Rng, trial: States, desk: Desk, after: Floats, each: Floats
) -> None:
    """The mean over what the dice may give; of the winds, over every direction and every face once."""
    chart, lore = aids[0][0], aids[1][0]
    trial[0] = states[j]
    if chances(move) == 0:
        apply(trial[0], chart, move, 0)
        value(trial, 0, aids, desk, after)
        return
    after[:] = 0.0
    if move == WIND:
        shift = below(rng, FACES)
        for towards in range(1, 7):
            trial[0] = states[j]
            set_sail(trial[0], int(chart.faces[(towards + shift) % FACES]), towards)
            value(trial, 0, aids, desk, each)
            after += each / FACES
    elif FIRST_FIRE <= move < FIRST_AIM:
        for colour in range(3):
            if lore.faces[colour] == 0:
                continue
            trial[0] = states[j]
            fire(trial[0], chart, move - FIRST_FIRE, colour)
            value(trial, 0, aids, desk, each)
            after += each * (lore.faces[colour] / FACES)
    else:
        for result in range(6):
            trial[0] = states[j]
            apply(trial[0], chart, move, result)
            value(trial, 0, aids, desk, each)
            after += each / 6.0


@rule
def set_sail(state: State, colour: int, towards: int) -> None:
    state.wind = colour
    state.towards = towards
    state.opening = 0
    state.phase = SAILING if state.to_move else FIRING
