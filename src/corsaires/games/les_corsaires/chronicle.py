"""What a move led to, as events: read off the positions before and after it. No rule is decided here."""

from __future__ import annotations

from collections.abc import Iterator

from corsaires.games.les_corsaires.events import (
    Arrived,
    DieThrown,
    Eliminated,
    Ended,
    Event,
    Fired,
    FiredAt,
    Placed,
    ReachedPort,
    Sailed,
    Starts,
    ThrewForStart,
    TurnEnded,
    WindKept,
    WindThrown,
)
from corsaires.games.les_corsaires.pieces import COLOURS, FLEET_SIZE, GUNS, N_SHIPS, N_WARSHIPS, SHIPS, WARSHIPS, WINDS
from corsaires.games.les_corsaires.rules import (
    DIE,
    END,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    KEEP,
    START,
)
from corsaires.games.les_corsaires.state import AFLOAT, ARRIVED, MAX_POINTS, REMOVED, STARTING, States
from corsaires.games.les_corsaires.survey import Surveyor


def events_of(seat: int, move: int, result: int, before: Surveyor, after: States) -> Iterator[Event]:
    """The events of a move of this seat; `result` is what the dice gave it."""
    points = before.notation.points
    if move >= FIRST_PLACE:
        ship, point = divmod(move - FIRST_PLACE, MAX_POINTS)
        yield Placed(seat, SHIPS[ship], points[point])
    elif move >= FIRST_AIM:
        gun, target = divmod(move - FIRST_AIM, N_SHIPS)
        yield FiredAt(seat, GUNS[gun], SHIPS[target], result + 1, not _afloat(after, target))
    elif move >= FIRST_FIRE:
        yield _fired(seat, move - FIRST_FIRE, int(before.charts["faces"][0, result]), before, after)
    elif move >= FIRST_SAIL:
        yield from _sailed(seat, *divmod(move - FIRST_SAIL, 6), before, after)
    elif move == END:
        yield from _ended_turn(seat, before.states, after)
    elif move == START:
        yield ThrewForStart(seat, result + 1)
        if after["phase"][0] != STARTING:
            yield Starts(int(after["turn"][0]))
    elif move == DIE:
        yield DieThrown(seat, result + 1)
    else:
        kind = WindKept if move == KEEP else WindThrown
        yield kind(seat, WINDS[int(after["wind"][0])], int(after["towards"][0]))


def _afloat(states: States, ship: int) -> bool:
    return bool(states["fate"][0, ship] == AFLOAT)


def _fired(seat: int, gun: int, colour: int, before: Surveyor, after: States) -> Fired:
    points = tuple(before.notation.points[point] for point in before.shot_points(gun, colour))
    sunk = [ship for ship in range(N_SHIPS) if _afloat(before.states, ship) and not _afloat(after, ship)]
    return Fired(seat, GUNS[gun], COLOURS[colour], points, tuple(SHIPS[ship] for ship in sunk))


def _sailed(seat: int, ship: int, at: int, before: Surveyor, after: States) -> Iterator[Event]:
    direction = at + 1
    course = before.courses(ship)[direction]
    start = before.notation.points[int(before.states["point"][0, ship])]
    yield Sailed(seat, SHIPS[ship], start, direction, course.turns, course.way, course.unused)
    if after["fate"][0, ship] == ARRIVED:
        points = int(after["score"][0, seat] - before.states["score"][0, seat])
        yield Arrived(seat, SHIPS[ship], int(after["arrived"][0]), points)
    elif after["outward"][0, ship] != before.states["outward"][0, ship]:
        yield ReachedPort(seat, SHIPS[ship], course.end)


def _ended_turn(seat: int, before: States, after: States) -> Iterator[Event]:
    yield TurnEnded(seat)
    seats = int(after["seats"][0])
    out = int(after["eliminated"][0]) & ~int(before["eliminated"][0])
    owner = after["owner"][0].tolist()
    for other in range(seats):
        if out & 1 << other:
            gone = [
                ship
                for ship in range(N_SHIPS)
                if owner[ship // FLEET_SIZE] == other and _afloat(before, ship) and after["fate"][0, ship] == REMOVED
            ]
            yield Eliminated(other, tuple(SHIPS[ship] for ship in gone))
    if after["over"][0]:
        yield ending(after)


def ending(states: States) -> Ended:
    seats = int(states["seats"][0])
    owner = states["owner"][0].tolist()
    scores = tuple(states["score"][0].tolist()[:seats])
    out = int(states["eliminated"][0])
    afloat = [gun for gun in range(N_WARSHIPS) if _afloat(states, gun // WARSHIPS * FLEET_SIZE + gun % WARSHIPS)]
    warships = tuple(sum(owner[gun // WARSHIPS] == seat for gun in afloat) for seat in range(seats))
    ranked = [seat for seat in range(seats) if not out & 1 << seat] or list(range(seats))  # C-END-6
    best = max(scores[seat] for seat in ranked)
    winners = tuple(seat for seat in ranked if scores[seat] == best)
    return Ended(f"C-END-{states['over'][0]}", warships, scores, winners)
