"""Les Corsaires in numbers: the table of actions and what is observed. Nothing is hidden but the dice to come."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.matches import share_of_win
from corsaires.bots.les_corsaires.matelot import matelot_move
from corsaires.bots.les_corsaires.voyages import Lores
from corsaires.bots.weights import Weights
from corsaires.envs.contract import SCORE, WIN, Actions, Numbers, Rewards
from corsaires.games.kernel.generic import supply
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.les_corsaires import rules
from corsaires.games.les_corsaires.pieces import N_FLEETS, N_GUNS, N_SHIPS
from corsaires.games.les_corsaires.rules import Moves, apply, chances, fleet_of, legal_moves, owner_of, set_out
from corsaires.games.les_corsaires.state import AFLOAT, HOME, MAX_POINTS, STATE, Charts, State, States

# Actions, in the order of the game's moves: `end` comes after the shots.
START, WIND, KEEP, DIE = range(4)
FIRST_SAIL: Final = 4  # + ship * 6 + direction - 1
FIRST_FIRE: Final = FIRST_SAIL + N_SHIPS * 6  # + gun
FIRST_AIM: Final = FIRST_FIRE + N_GUNS  # + gun * N_SHIPS + the ship aimed at (very young)
END: Final = FIRST_AIM + N_GUNS * N_SHIPS
FIRST_PLACE: Final = END + 1  # + ship * berths + the berth of its home port

FATES: Final = 5
PHASES: Final = 5
WINDS: Final = 3
DIRECTIONS: Final = 6

Places = npt.NDArray[np.int64]


class Aids(NamedTuple):
    charts: Charts
    lores: Lores  # of the chart, for bots; none for those that play at random
    berths: Places  # by fleet: the points of its home port
    berth_at: Places  # by point: which berth of its port it is
    moves: Moves  # room for all


def home_ports(charts: Charts) -> tuple[Places, Places]:
    """The points of every fleet's home port in the order of the chart, and which of them a point is."""
    ground = charts["ground"][0]
    ports = [np.flatnonzero(ground == HOME + fleet) for fleet in range(N_FLEETS)]
    berths, berth_at = np.zeros((N_FLEETS, max(map(len, ports))), np.int64), np.zeros(MAX_POINTS, np.int64)
    for fleet, points in enumerate(ports):
        berths[fleet, : len(points)] = points
        berth_at[points] = np.arange(len(points))
    return berths, berth_at


# --- actions ---


@rule
def move_of(aids: Aids, action: int) -> int:
    """The move that an action stands for."""
    if action >= FIRST_PLACE:
        berths = aids.berths.shape[1]
        ship, berth = (action - FIRST_PLACE) // berths, (action - FIRST_PLACE) % berths
        return int(rules.FIRST_PLACE + ship * MAX_POINTS + aids.berths[fleet_of(ship), berth])
    if action == END:
        return rules.END
    return action if action < FIRST_SAIL else action - FIRST_SAIL + rules.FIRST_SAIL


@rule
def action_of(aids: Aids, move: int) -> int:
    """The action that stands for a move."""
    if move >= rules.FIRST_PLACE:
        ship, point = (move - rules.FIRST_PLACE) // MAX_POINTS, (move - rules.FIRST_PLACE) % MAX_POINTS
        return int(FIRST_PLACE + ship * aids.berths.shape[1] + aids.berth_at[point])
    if move == rules.END:
        return END
    return move if move < rules.END else move - rules.FIRST_SAIL + FIRST_SAIL


@rule
def list_actions(states: States, i: int, aids: Aids, actions: Actions) -> int:
    moves = aids.moves
    count = legal_moves(states[i], aids.charts[0], moves)
    for at in range(count):
        actions[at] = action_of(aids, moves[at])
    return count


@rule
def make(states: States, i: int, aids: Aids, move: int, rng: Rng) -> None:
    results = chances(move)
    apply(states[i], aids.charts[0], move, below(rng, results) if results > 0 else 0)


@rule
def act(states: States, i: int, aids: Aids, action: int, rng: Rng) -> None:
    make(states, i, aids, move_of(aids, action), rng)


@rule
def bot_acts(states: States, i: int, aids: Aids, bots: Weights, rng: Rng) -> None:
    if len(bots) == 0:
        move = int(aids.moves[below(rng, legal_moves(states[i], aids.charts[0], aids.moves))])
    else:
        move = matelot_move(states, i, aids.charts, aids.lores, bots, rng)
    make(states, i, aids, move, rng)


# --- the course of a game ---


@rule
def open_game(states: States, i: int, aids: Aids, rng: Rng) -> None:
    """An empty board; who starts is thrown for (C-FLT-4)."""
    set_out(states[i])


@rule
def ended(states: States, i: int) -> bool:
    return bool(states[i].over)


@rule
def seat_to_act(states: States, i: int) -> int:
    return int(states[i].turn)


@rule
def pay(states: States, i: int, how: int, rewards: Rewards) -> None:
    state = states[i]
    points = 0
    for seat in range(state.seats):
        points += state.score[seat]
    for seat in range(state.seats):
        score = state.score[seat]
        if how == WIN:
            rewards[seat] = (share_of_win(state, seat) * state.seats - 1.0) / (state.seats - 1.0)
        elif how == SCORE:
            rewards[seat] = score
        else:
            rewards[seat] = score - (points - score) / (state.seats - 1.0)


# --- observation ---


@rule
def observe(states: States, i: int, aids: Aids, seat: int, numbers: Numbers) -> None:
    """The parts of `layout`, in order; seats, fleets and ships by their numbers."""
    state = states[i]
    numbers[:] = 0
    at = write_turn(state, seat, numbers)
    for gun in range(N_GUNS):
        numbers[at + gun] = (state.may_fire >> gun) & 1
    at += N_GUNS
    for ship in range(N_SHIPS):
        at = write_ship(state, aids, ship, seat, numbers, at)


@rule
def write_turn(state: State, seat: int, numbers: Numbers) -> int:
    """All but the ships and guns; where those begin."""
    seats = state.seats
    numbers[seat] = 1
    at = seats
    numbers[at + state.turn] = 1
    at += seats
    numbers[at + state.phase] = 1
    at += PHASES
    if state.towards:
        numbers[at + state.wind] = 1
        numbers[at + WINDS + state.towards - 1] = 1
    at += WINDS + DIRECTIONS
    numbers[at] = state.die
    numbers[at + 1] = state.opening
    numbers[at + 2] = state.idle
    numbers[at + 3] = state.progress
    numbers[at + 4] = state.arrived
    numbers[at + 5] = state.best
    at += 6
    for each in range(seats):
        numbers[at + each] = (state.contenders >> each) & 1
        numbers[at + seats + each] = (state.leaders >> each) & 1
        numbers[at + 2 * seats + each] = (state.eliminated >> each) & 1
        numbers[at + 3 * seats + each] = state.score[each]
    return int(at + 4 * seats)


@rule
def write_ship(state: State, aids: Aids, ship: int, seat: int, numbers: Numbers, at: int) -> int:
    """One ship; where the next begins."""
    chart, point = aids.charts[0], int(state.point[ship])
    numbers[at] = owner_of(state, ship) == seat
    numbers[at + 1 + int(state.fate[ship])] = 1
    at += 1 + FATES
    if state.fate[ship] == AFLOAT:
        numbers[at] = chart.row[point]
        numbers[at + 1] = chart.x[point]
        numbers[at + 1 + int(state.bow[ship])] = 1
    at += 2 + DIRECTIONS
    numbers[at] = state.outward[ship]
    numbers[at + 1] = (state.to_move >> ship) & 1
    return at + 2


supply(STATE, open_game, ended, seat_to_act, list_actions, act, observe, pay, bot_acts)
