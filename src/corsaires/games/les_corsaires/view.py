"""What a seat or a spectator is shown. Nothing is hidden but the dice to come, which no record of a table holds."""

from __future__ import annotations

from typing import NamedTuple

from corsaires.games.kernel.game import Record
from corsaires.games.les_corsaires.chart import Chart
from corsaires.games.les_corsaires.events import Event
from corsaires.games.les_corsaires.notation import Notation
from corsaires.games.les_corsaires.state import Charts, States
from corsaires.games.les_corsaires.survey import Options


class Ship(NamedTuple):
    name: str
    seat: int
    point: str | None
    bow: int | None
    fate: str  # waiting, afloat, sunk, arrived, removed
    outward: bool  # has reached its arrival port (C-VAR-1)
    moved: bool  # in this turn


class Open(NamedTuple):
    """The part of a view that is the same for everybody: all of it but the options."""

    turn: int | None
    over: bool
    phase: str  # placing, starting, wind, sailing, firing, over
    wind: tuple[str, int] | None  # force and direction
    die: int | None
    ships: tuple[Ship, ...]
    arrived: int  # merchants
    eliminated: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str | None
    story: tuple[Event, ...]


class Own(NamedTuple):
    """The part of a view that is one seat's own, without options: nothing."""

    seat: int | None  # None: a spectator
    options: None = None


class View(NamedTuple):
    seat: int | None  # None: a spectator
    setup: Record  # the rules of the table
    open: Open
    options: Options | None  # of a seat, while the game lasts
    chart: Chart
    sight: States  # the same as a record, for bots
    charts: Charts
    notation: Notation

    def __repr__(self) -> str:
        """Without the chart and the records, which are pages long."""
        return f"View(seat={self.seat!r}, open={self.open!r}, options={self.options!r})"

    def write(self, move: int) -> str:
        """The text of a move, for bots."""
        return self.notation.write(move)
