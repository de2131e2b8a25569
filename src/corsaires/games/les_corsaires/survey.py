"""What each ship and each gun of a seat could do now, so that no client ever needs a rule."""

from __future__ import annotations

from typing import NamedTuple

from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.grid import DIRECTIONS
from corsaires.games.les_corsaires.notation import Notation
from corsaires.games.les_corsaires.pieces import COLOURS, FLEET_SIZE, GUNS, N_WARSHIPS, SHIPS
from corsaires.games.les_corsaires.rules import FIRST_AIM, FIRST_FIRE, FIRST_SAIL
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    ARRIVAL,
    FIRING,
    FREE_PORT,
    LAND,
    OFF_BOARD,
    SAILING,
    VERY_YOUNG,
    Charts,
    States,
)


class Barred(NamedTuple):
    """What stops a way."""

    what: str  # edge, land, ship, home, arrival, free port
    point: str | None  # where; None off the board
    ship: str | None


class Course(NamedTuple):
    """A direction that a ship could take."""

    move: str | None  # None: not legal
    end: str  # the point it would get to
    way: tuple[str, ...]
    turns: bool
    figure: int  # points to sail, after one for turning
    unused: int  # of them (C-MOV-4)
    barred: Barred | None
    refused: str | None  # the rule that forbids it: C-MOV-1 (moved), C-MOV-4 (another leaves less unused), C-MOV-5


class Shot(NamedTuple):
    """Where a gun's shot falls with one colour, and what it would sink."""

    points: tuple[str, ...]
    enemies: tuple[str, ...]
    own: tuple[str, ...]
    chance: int  # faces of the die, of six


class Gun(NamedTuple):
    move: str | None  # None: it may not fire now, or the very young aim it
    shots: dict[str, Shot]  # by colour
    targets: dict[str, str | None]  # very young: by enemy in range, the move, or None if it may not fire now


class Options(NamedTuple):
    moves: tuple[str, ...]  # every legal move, as texts; empty off turn
    ships: dict[str, dict[int, Course]]  # the seat's ships afloat, by direction
    guns: dict[str, Gun]  # every gun of the seat: batteries, and warships afloat


class Surveyor:
    """Reads a position with the names of its chart."""

    def __init__(self, states: States, charts: Charts, notation: Notation) -> None:
        self.states = states
        self.charts = charts
        self.notation = notation

    def options(self, seat: int, moves: list[str]) -> Options:
        """What this seat could do: on turn its moves; off turn as if it were to sail or fire as things stand."""
        mine = [ship for ship, name in enumerate(SHIPS) if self._owner(ship // FLEET_SIZE) == seat]
        afloat = [ship for ship in mine if self.states["fate"][0, ship] == AFLOAT]
        has_wind = bool(self.states["towards"][0] or self.states["die"][0])
        return Options(
            tuple(moves),
            {SHIPS[ship]: self.courses(ship) for ship in afloat} if has_wind else {},
            {GUNS[gun]: found for gun in range(len(GUNS)) if (found := self._gun(seat, gun, set(moves)))},
        )

    def _owner(self, fleet: int) -> int:
        return int(self.states["owner"][0, fleet])

    # --- sailing ---

    def courses(self, ship: int) -> dict[int, Course]:
        """Every direction of a ship: on turn what it may do; off turn as if it were to sail as things stand."""
        seat = self._owner(ship // FLEET_SIZE)
        on_turn = self.states["turn"][0] == seat and self.states["phase"][0] in (SAILING, FIRING)
        moved = bool(on_turn and not self.states["to_move"][0] & 1 << ship)
        legal = 0 if moved else engine.legal_courses(self.states, 0, self.charts, ship)
        return {direction: self._course(ship, direction, legal, moved) for direction in DIRECTIONS}

    def _course(self, ship: int, direction: int, legal: int, moved: bool) -> Course:
        figure, sailed, unused = engine.course(self.states, 0, self.charts, ship, direction)
        points = self._line(int(self.states["point"][0, ship]), direction, sailed)
        allowed = bool(legal & 1 << direction)
        return Course(
            move=self.notation.write(FIRST_SAIL + ship * 6 + direction - 1) if allowed else None,
            end=self.notation.points[points[-1]],
            way=tuple(self.notation.points[point] for point in points[1:]),
            turns=bool(direction != self.states["bow"][0, ship]),
            figure=max(figure, 0),
            unused=unused,
            barred=self._barred(points[-1], direction) if unused else None,
            refused=None if allowed else "C-MOV-1" if moved else "C-MOV-5" if figure < 0 else "C-MOV-4",
        )

    def _line(self, point: int, direction: int, steps: int) -> list[int]:
        line = [point]
        for _ in range(steps):
            line.append(int(self.charts["next"][0, line[-1], direction]))
        return line

    def _barred(self, point: int, direction: int) -> Barred:
        """What stands in the way after this point."""
        beyond = int(self.charts["next"][0, point, direction])
        if beyond == OFF_BOARD:
            return Barred("edge", None, None)
        name = self.notation.points[beyond]
        ship = int(self.states["ship_at"][0, beyond])
        if ship >= 0:
            return Barred("ship", name, SHIPS[ship])
        ground = int(self.charts["ground"][0, beyond])
        if ground in (LAND, FREE_PORT):
            return Barred("land" if ground == LAND else "free port", name, None)
        return Barred("arrival" if ground >= ARRIVAL else "home", name, None)

    # --- fire ---

    def _gun(self, seat: int, gun: int, moves: set[str]) -> Gun | None:
        """A gun of this seat with all that it could hit; None if it is another's, or gone."""
        if self._owner(gun % N_WARSHIPS // 2) != seat or not engine.is_manned(self.states, 0, gun):
            return None
        if self.states["variant"][0] == VERY_YOUNG:
            aims = {
                name: self.notation.write(FIRST_AIM + gun * len(SHIPS) + target)
                for target, name in enumerate(SHIPS)
                if engine.in_range(self.states, 0, self.charts, gun, target)
            }
            return Gun(None, {}, {ship: move if move in moves else None for ship, move in aims.items()})
        text = self.notation.write(FIRST_FIRE + gun)
        shots = {letter: self._shot(seat, gun, colour) for colour, letter in enumerate(COLOURS)}
        return Gun(text if text in moves else None, shots, {})

    def _shot(self, seat: int, gun: int, colour: int) -> Shot:
        points = self.shot_points(gun, colour)
        hit = [int(self.states["ship_at"][0, point]) for point in points]
        sunk = [
            ship
            for ship, point in zip(hit, points, strict=True)
            if ship >= 0 and self.charts["ground"][0, point] != FREE_PORT
        ]
        return Shot(
            tuple(self.notation.points[point] for point in points),
            tuple(SHIPS[ship] for ship in sunk if self._owner(ship // FLEET_SIZE) != seat),
            tuple(SHIPS[ship] for ship in sunk if self._owner(ship // FLEET_SIZE) == seat),
            int((self.charts["faces"][0] == colour).sum()),
        )

    def shot_points(self, gun: int, colour: int) -> list[int]:
        """The points of the board that a gun hits with a colour."""
        shots = engine.shots(self.states, 0, self.charts, gun, colour)
        found = [engine.shot(self.states, 0, self.charts, gun, colour, n) for n in range(shots)]
        return [point for point in found if point != OFF_BOARD]
