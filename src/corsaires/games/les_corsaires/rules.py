"""The rules of Les Corsaires as plain functions over a state and a chart. Each names the rules that it carries out."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, N_FLEETS, N_GUNS, N_SHIPS, N_WARSHIPS, WARSHIPS
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    ARRIVAL,
    ARRIVED,
    EXPERIENCED,
    FIRING,
    FREE_PORT,
    HOME,
    MAX_POINTS,
    NOBODY,
    OFF_BOARD,
    PAD,
    PLACING,
    REMOVED,
    SAILING,
    STARTING,
    SUNK,
    VERY_YOUNG,
    WAITING,
    WINDING,
    Chart,
    State,
)

Moves = npt.NDArray[np.int64]

# Moves as numbers.
START, WIND, KEEP, DIE, END = range(5)
FIRST_SAIL: Final = 5  # + ship * 6 + direction - 1
FIRST_FIRE: Final = FIRST_SAIL + N_SHIPS * 6  # + gun
FIRST_AIM: Final = FIRST_FIRE + N_GUNS  # + gun * N_SHIPS + the ship aimed at (very young)
FIRST_PLACE: Final = FIRST_AIM + N_GUNS * N_SHIPS  # + ship * MAX_POINTS + point
MAX_MOVES: Final = 512

MERCHANT_ARRIVES: Final = 50  # C-END-1
PREMIUMS: Final = (40, 30, 15)
WARSHIP_AFLOAT: Final = 25  # C-END-2
IDLE_ROUNDS: Final = 40  # C-END-5
YOUNG_RANGE: Final = 3  # C-VAR-2
YOUNG_HIT: Final = 6
YELLOW: Final = 0

# One step in a direction (the first is none).
ROW_STEP: Final = np.array([0, -1, 0, 1, 1, 0, -1], np.int64)
X_STEP: Final = np.array([0, 1, 2, 1, -1, -2, -1], np.int64)


# --- ships and guns ---


@rule
def fleet_of(ship: int) -> int:
    return ship // FLEET_SIZE


@rule
def is_merchant(ship: int) -> bool:
    return ship % FLEET_SIZE >= WARSHIPS


@rule
def owner_of(state: State, ship: int) -> int:
    return int(state.owner[ship // FLEET_SIZE])


@rule
def gunner(state: State, gun: int) -> int:
    """The seat that fires a gun: a battery belongs to its fleet's player, even when the fleet is gone (C-MAP-5)."""
    return int(state.owner[(gun % N_WARSHIPS) // 2])


@rule
def ship_of_gun(gun: int) -> int:
    """Of a warship's gun."""
    return gun // WARSHIPS * FLEET_SIZE + gun % WARSHIPS


# --- sailing ---


@rule
def figure(state: State, chart: Chart, ship: int, direction: int) -> int:
    """The points that a ship must sail in a direction, before any turn (C-WND-3, C-VAR-2)."""
    if state.variant == VERY_YOUNG:
        return int(state.die)
    return int(chart.figure[state.wind, int(is_merchant(ship)), (direction - state.towards) % 6])


@rule
def is_goal(state: State, chart: Chart, ship: int, point: int) -> bool:
    """Whether a ship has done with sailing when it gets to this point (C-MOV-6, C-VAR-1)."""
    if not is_merchant(ship):
        return False
    if state.outward[ship]:
        return bool(chart.ground[point] == HOME + fleet_of(ship))
    return bool(chart.ground[point] == ARRIVAL + fleet_of(ship))


@rule
def way(state: State, chart: Chart, ship: int, direction: int, steps: int) -> tuple[int, int]:
    """How far the way is free, up to so many points, and how many of them are left unused (C-MOV-3, C-MOV-4)."""
    mine = 1 << (2 * fleet_of(ship) + int(is_merchant(ship)))
    point = int(state.point[ship])
    for sailed in range(steps):
        point = int(chart.next[point, direction])
        if not (chart.open_to[point] & mine) or state.ship_at[point] != NOBODY:
            return sailed, steps - sailed
        if is_goal(state, chart, ship, point):
            return sailed + 1, 0  # the rest is waived
    return steps, 0


@rule
def steps_towards(state: State, chart: Chart, ship: int, direction: int) -> int:
    """The points to sail in a direction, after one for turning; -1 if it cannot be turned to (C-MOV-2, C-MOV-5)."""
    points = figure(state, chart, ship, direction)
    if direction == state.bow[ship]:
        return points
    return points - 1


@rule
def courses(state: State, chart: Chart, ship: int) -> int:
    """The directions that a ship may take now, as a set (C-MOV-4)."""
    least, found, stuck = 99, 0, True
    for direction in range(1, 7):
        steps = steps_towards(state, chart, ship, direction)
        if steps < 0:
            continue
        sailed, unused = way(state, chart, ship, direction, steps)
        if sailed > 0:
            stuck = False
        if unused < least:
            least, found = unused, 0
        if unused == least:
            found |= 1 << direction
    if stuck and least > 0:
        found |= 1 << int(state.bow[ship])  # it may also stay
    return found


@rule
def put(state: State, ship: int, point: int) -> None:
    """Move a ship to a point, or off the board."""
    if state.point[ship] != OFF_BOARD:
        state.ship_at[state.point[ship]] = NOBODY
    state.point[ship] = point
    if point != OFF_BOARD:
        state.ship_at[point] = ship


@rule
def leave_board(state: State, ship: int, fate: int) -> None:
    put(state, ship, OFF_BOARD)
    state.fate[ship] = fate


@rule
def arrive(state: State, ship: int) -> None:
    """A merchant has made its voyage (C-END-1, C-VAR-1)."""
    leave_board(state, ship, ARRIVED)
    seat = owner_of(state, ship)
    state.score[seat] += MERCHANT_ARRIVES
    if state.arrived < len(PREMIUMS):
        state.score[seat] += PREMIUMS[state.arrived]
    state.arrived += 1
    state.progress = 1


@rule
def sail(state: State, chart: Chart, ship: int, direction: int) -> None:
    """A ship takes a legal course (C-MOV)."""
    steps = steps_towards(state, chart, ship, direction)
    sailed, _ = way(state, chart, ship, direction, max(steps, 0))
    point = int(state.point[ship])
    for _ in range(sailed):
        point = int(chart.next[point, direction])
    put(state, ship, point)
    state.bow[ship] = direction
    state.to_move &= ~(1 << ship)
    if sailed > 0 and is_goal(state, chart, ship, point):
        if state.variant == EXPERIENCED and not state.outward[ship]:
            state.outward[ship] = 1  # it stops there, and sails back on a later turn
            state.progress = 1
        else:
            arrive(state, ship)
    if state.to_move == 0:
        state.phase = FIRING


# --- fire ---


@rule
def sink(state: State, ship: int) -> None:
    leave_board(state, ship, SUNK)
    state.progress = 1


@rule
def shot_at(state: State, chart: Chart, gun: int, colour: int, n: int) -> int:
    """The n-th point that a gun hits with a colour, or OFF_BOARD where the shot is lost (C-GUN-2, C-GUN-4)."""
    if gun >= N_WARSHIPS:
        hub = int(chart.hub[gun - N_WARSHIPS])
        return hub if n == 0 else int(chart.next[hub, n])
    ship = ship_of_gun(gun)
    point, bow = int(state.point[ship]), int(state.bow[ship])
    row = chart.row[point] + chart.shot_row[colour, bow, n] + PAD
    x = chart.x[point] + chart.shot_x[colour, bow, n] + 2 * PAD
    return int(chart.at[row, x])


@rule
def shots_of(chart: Chart, gun: int, colour: int) -> int:
    """How many points a gun hits with a colour."""
    if gun >= N_WARSHIPS:
        return 7 if colour == YELLOW else 0
    return int(chart.shots[colour])


@rule
def can_be_hit(state: State, chart: Chart, point: int) -> bool:
    """A ship stands there, not in a free port (C-MAP-4, C-GUN-3)."""
    return bool(state.ship_at[point] != NOBODY and chart.ground[point] != FREE_PORT)


@rule
def manned(state: State, gun: int) -> bool:
    """A battery is; a warship while it is afloat."""
    return gun >= N_WARSHIPS or state.fate[ship_of_gun(gun)] == AFLOAT


@rule
def has_target(state: State, chart: Chart, gun: int) -> bool:
    """Whether an enemy stands where some colour could hit (C-GUN-1)."""
    for colour in range(3):
        if not chart.thrown[colour]:
            continue
        for n in range(shots_of(chart, gun, colour)):
            point = shot_at(state, chart, gun, colour, n)
            if can_be_hit(state, chart, point) and owner_of(state, int(state.ship_at[point])) != gunner(state, gun):
                return True
    return False


@rule
def fire(state: State, chart: Chart, gun: int, colour: int) -> None:
    """Every ship where the shot falls is sunk, one's own included (C-GUN-3)."""
    for n in range(shots_of(chart, gun, colour)):
        point = shot_at(state, chart, gun, colour, n)
        if can_be_hit(state, chart, point):
            sink(state, int(state.ship_at[point]))
    state.may_fire &= ~(1 << gun)


@rule
def apart(chart: Chart, one: int, other: int) -> int:
    """The steps between two points, over anything."""
    rows = abs(int(chart.row[one]) - int(chart.row[other]))
    halves = abs(int(chart.x[one]) - int(chart.x[other]))
    return rows + max(0, halves - rows) // 2


@rule
def in_young_range(state: State, chart: Chart, gun: int, target: int) -> bool:
    """Whether a gun reaches an enemy in the very young's variant (C-VAR-2)."""
    point = int(state.point[target])
    if state.fate[target] != AFLOAT or chart.ground[point] == FREE_PORT:
        return False
    if owner_of(state, target) == gunner(state, gun):
        return False
    if gun >= N_WARSHIPS:
        return apart(chart, int(chart.hub[gun - N_WARSHIPS]), point) <= YOUNG_RANGE
    ship = ship_of_gun(gun)
    start, bow = int(state.point[ship]), int(state.bow[ship])
    for step in range(1, YOUNG_RANGE + 1):
        row = chart.row[start] + step * ROW_STEP[bow]
        if row == chart.row[point] and chart.x[start] + step * X_STEP[bow] == chart.x[point]:
            return True
    return False


# --- the course of the game ---


@rule
def ships_of(state: State, seat: int) -> int:
    """The ships of a seat that are afloat, as a set."""
    ships = 0
    for ship in range(N_SHIPS):
        if state.fate[ship] == AFLOAT and owner_of(state, ship) == seat:
            ships |= 1 << ship
    return ships


@rule
def guns_of(state: State, seat: int) -> int:
    guns = 0
    for gun in range(N_GUNS):
        if gunner(state, gun) == seat:
            guns |= 1 << gun
    return guns


@rule
def begin_turn(state: State, seat: int) -> None:
    state.turn = seat
    state.phase = WINDING
    state.to_move = ships_of(state, seat)
    state.may_fire = guns_of(state, seat)
    state.progress = 0
    state.die = 0


@rule
def eliminate(state: State) -> None:
    """Players without a warship are out; their merchants leave the board (C-END-4)."""
    for seat in range(state.seats):
        if state.eliminated & 1 << seat:
            continue
        warships = False
        for gun in range(N_WARSHIPS):
            if gunner(state, gun) == seat and manned(state, gun):
                warships = True
        if warships:
            continue
        state.eliminated |= 1 << seat
        for ship in range(N_SHIPS):
            if owner_of(state, ship) == seat and state.fate[ship] == AFLOAT:
                leave_board(state, ship, REMOVED)


@rule
def merchants_left(state: State) -> bool:
    for ship in range(N_SHIPS):
        if is_merchant(ship) and state.fate[ship] == AFLOAT:
            return True
    return False


@rule
def finish(state: State, why: int) -> None:
    """Warships afloat pay; with equal fleets the total of a single fleet counts double (C-END-2, C-FLT-2)."""
    state.over = why
    for gun in range(N_WARSHIPS):
        if manned(state, gun):
            state.score[gunner(state, gun)] += WARSHIP_AFLOAT
    if state.equal_fleets:
        for seat in range(state.seats):
            if bits.size(guns_of(state, seat)) == N_GUNS // N_FLEETS:
                state.score[seat] *= 2


@rule
def end_turn(state: State) -> None:
    """C-END-4, C-END-3, C-END-5, in this order; then the next player who is not eliminated."""
    eliminate(state)
    left = state.seats - bits.size(state.eliminated)
    state.idle = 0 if state.progress else state.idle + 1
    if not merchants_left(state):
        finish(state, 3)
    elif left == 0 or state.idle >= IDLE_ROUNDS * left:
        finish(state, 5)
    else:
        seat = state.turn
        while True:
            seat = (seat + 1) % state.seats
            if not state.eliminated & 1 << seat:
                break
        begin_turn(state, seat)


# --- before the first turn ---


@rule
def place(state: State, chart: Chart, ship: int, point: int) -> None:
    """A ship is put on a berth of its home port, bow to the open sea (C-FLT-3)."""
    put(state, ship, point)
    state.bow[ship] = chart.seaward[fleet_of(ship)]
    state.fate[ship] = AFLOAT
    state.to_move &= ~(1 << ship)
    if state.to_move == 0:
        if state.turn + 1 < state.seats:
            begin_placing(state, state.turn + 1)
        else:
            begin_start(state, (1 << state.seats) - 1)


@rule
def begin_placing(state: State, seat: int) -> None:
    state.phase = PLACING
    state.turn = seat
    state.to_move = 0
    for ship in range(N_SHIPS):
        if owner_of(state, ship) == seat:
            state.to_move |= 1 << ship


@rule
def begin_start(state: State, contenders: int) -> None:
    """These seats throw the die for who starts (C-FLT-4)."""
    state.phase = STARTING
    state.contenders = contenders
    state.best = 0
    state.leaders = 0
    state.turn = bits.first(contenders)


@rule
def throw_for_start(state: State, die: int) -> None:
    if die > state.best:
        state.best = die
        state.leaders = 0
    if die == state.best:
        state.leaders |= 1 << state.turn
    later = state.contenders >> (state.turn + 1) << (state.turn + 1)
    if later:
        state.turn = bits.first(later)
    elif bits.size(state.leaders) > 1:
        begin_start(state, state.leaders)  # only those tied throw again
    else:
        state.opening = 1
        begin_turn(state, bits.first(state.leaders))


@rule
def set_out(state: State) -> None:
    """An empty board by the same rules, before the first placement."""
    state.over = 0
    state.opening = 0
    state.contenders = 0
    state.best = 0
    state.leaders = 0
    state.wind = 0
    state.towards = 0
    state.die = 0
    state.may_fire = 0
    state.idle = 0
    state.progress = 0
    state.arrived = 0
    state.eliminated = 0
    for ship in range(N_SHIPS):
        state.point[ship] = OFF_BOARD
        state.bow[ship] = 0
        state.fate[ship] = WAITING
        state.outward[ship] = 0
    for point in range(MAX_POINTS):
        state.ship_at[point] = NOBODY
    for seat in range(state.seats):
        state.score[seat] = 0
    begin_placing(state, 0)


# --- moves ---


@rule
def chances(move: int) -> int:
    """How many equally likely results the dice can give this move; 0 for a move without dice."""
    if move in (START, DIE) or FIRST_FIRE <= move < FIRST_PLACE:
        return 6
    return 36 if move == WIND else 0


@rule
def legal_moves(state: State, chart: Chart, moves: Moves) -> int:
    """Write every legal move into moves, in the order of the notation; how many there are."""
    if state.phase == PLACING:
        return _placements(state, chart, moves)
    if state.phase == STARTING:
        moves[0] = START
        return 1
    if state.phase == WINDING:
        moves[0] = DIE if state.variant == VERY_YOUNG else WIND
        if state.opening or state.variant == VERY_YOUNG:
            return 1
        moves[1] = KEEP
        return 2
    if state.phase == SAILING:
        return _sails(state, chart, moves)
    return _shots(state, chart, moves)


@rule
def _placements(state: State, chart: Chart, moves: Moves) -> int:
    n = 0
    ships = state.to_move
    while ships:
        ship = bits.first(ships)
        ships &= ships - 1
        for point in range(1, chart.points + 1):
            if chart.ground[point] == HOME + fleet_of(ship) and state.ship_at[point] == NOBODY:
                moves[n] = FIRST_PLACE + ship * MAX_POINTS + point
                n += 1
    return n


@rule
def _sails(state: State, chart: Chart, moves: Moves) -> int:
    n = 0
    ships = state.to_move
    while ships:
        ship = bits.first(ships)
        ships &= ships - 1
        directions = courses(state, chart, ship)
        while directions:
            moves[n] = FIRST_SAIL + ship * 6 + bits.first(directions) - 1
            n += 1
            directions &= directions - 1
    return n


@rule
def _shots(state: State, chart: Chart, moves: Moves) -> int:
    n = 0
    guns = state.may_fire
    while guns:
        gun = bits.first(guns)
        guns &= guns - 1
        if not manned(state, gun):
            continue
        if state.variant == VERY_YOUNG:
            for target in range(N_SHIPS):
                if in_young_range(state, chart, gun, target):
                    moves[n] = FIRST_AIM + gun * N_SHIPS + target
                    n += 1
        elif has_target(state, chart, gun):
            moves[n] = FIRST_FIRE + gun
            n += 1
    moves[n] = END
    return n + 1


@rule
def apply(state: State, chart: Chart, move: int, result: int) -> None:
    """Make a legal move; `result` is what the dice gave, in [0, chances(move))."""
    if move >= FIRST_PLACE:
        place(state, chart, (move - FIRST_PLACE) // MAX_POINTS, (move - FIRST_PLACE) % MAX_POINTS)
    elif move >= FIRST_AIM:
        gun, target = (move - FIRST_AIM) // N_SHIPS, (move - FIRST_AIM) % N_SHIPS
        state.may_fire &= ~(1 << gun)
        if result + 1 == YOUNG_HIT:
            sink(state, target)
    elif move >= FIRST_FIRE:
        fire(state, chart, move - FIRST_FIRE, int(chart.faces[result]))
    elif move >= FIRST_SAIL:
        sail(state, chart, (move - FIRST_SAIL) // 6, (move - FIRST_SAIL) % 6 + 1)
    elif move == END:
        end_turn(state)
    elif move == START:
        throw_for_start(state, result + 1)
    else:
        _set_wind(state, chart, move, result)


@rule
def _set_wind(state: State, chart: Chart, move: int, result: int) -> None:
    """The wind is thrown or kept, or the very young's die is (C-WND-1, C-WND-2, C-VAR-2)."""
    if move == WIND:
        state.wind = chart.faces[result // 6]
        state.towards = result % 6 + 1
    elif move == DIE:
        state.die = result + 1
    state.opening = 0
    state.phase = SAILING if state.to_move else FIRING
