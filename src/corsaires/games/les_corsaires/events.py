"""What happens at the table. Everybody sees everything but the dice to come."""

from __future__ import annotations

from typing import NamedTuple

Points = tuple[str, ...]  # by their names
Ships = tuple[str, ...]


class Placed(NamedTuple):
    seat: int
    ship: str
    point: str


class ThrewForStart(NamedTuple):
    seat: int
    die: int


class Starts(NamedTuple):
    """The highest throw (C-FLT-4)."""

    seat: int


class WindThrown(NamedTuple):
    seat: int
    force: str  # light, medium, strong
    towards: int


class WindKept(NamedTuple):
    seat: int
    force: str
    towards: int


class DieThrown(NamedTuple):
    """The figure of a very young turn (C-VAR-2)."""

    seat: int
    die: int


class Sailed(NamedTuple):
    seat: int
    ship: str
    start: str
    direction: int
    turned: bool
    way: Points  # without its start; empty if it stayed where it was
    unused: int  # points of its figure that it could not use (C-MOV-4)


class ReachedPort(NamedTuple):
    """A merchant at its outward port, half way (C-VAR-1)."""

    seat: int
    ship: str
    point: str


class Arrived(NamedTuple):
    """A merchant's voyage is done (C-END-1)."""

    seat: int
    ship: str
    place: int  # 1 for the first of the game
    points: int


class Fired(NamedTuple):
    seat: int
    gun: str
    colour: str  # Y, B, R
    shots: Points  # where the shot fell on the board
    sunk: Ships


class FiredAt(NamedTuple):
    """A shot of the very young, at one named ship."""

    seat: int
    gun: str
    target: str
    die: int
    sunk: bool


class TurnEnded(NamedTuple):
    seat: int


class Eliminated(NamedTuple):
    """A player without a warship (C-END-4)."""

    seat: int
    removed: Ships


class Ended(NamedTuple):
    reason: str  # the number of the rule
    warships: tuple[int, ...]  # afloat, a seat each (C-END-2)
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Event = (
    Placed
    | ThrewForStart
    | Starts
    | WindThrown
    | WindKept
    | DieThrown
    | Sailed
    | ReachedPort
    | Arrived
    | Fired
    | FiredAt
    | TurnEnded
    | Eliminated
    | Ended
)
