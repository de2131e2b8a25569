"""One game of Les Corsaires being played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from corsaires.games.kernel.errors import IllegalMove, InvalidMove, InvalidSetup, shown
from corsaires.games.kernel.layout import copied
from corsaires.games.kernel.logged import Logged
from corsaires.games.kernel.record import Origin
from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.chart import Chart
from corsaires.games.les_corsaires.chronicle import events_of
from corsaires.games.les_corsaires.events import Ended, Event
from corsaires.games.les_corsaires.notation import Notation
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, SHIPS, WINDS
from corsaires.games.les_corsaires.position import FATES, PHASES, write_position
from corsaires.games.les_corsaires.refusals import ALLOWED, RULES
from corsaires.games.les_corsaires.rules import MAX_MOVES
from corsaires.games.les_corsaires.state import AFLOAT, OFF_BOARD, Charts, States
from corsaires.games.les_corsaires.survey import Options, Surveyor
from corsaires.games.les_corsaires.telling import reason
from corsaires.games.les_corsaires.view import Open, Own, Ship, View


class Board(NamedTuple):
    """A chart in its three forms: as written, as the rules read it, and with the texts of its moves."""

    chart: Chart
    charts: Charts
    notation: Notation


class Dice(Protocol):
    """Where the dice of a table come from."""

    def throw(self, faces: list[str]) -> int:
        """The place of the face that came up, for a throw with these equally likely results."""

    @property
    def left(self) -> int:
        """How many results were given that have not been used."""

    def skip(self, faces: list[str]) -> None:
        """A throw whose result is known: dice that go on afterwards go on from there."""

    def copy(self) -> Dice: ...


class Table(Logged):
    """A table is its set-up and its list of moves with what the dice gave them."""

    def __init__(self, states: States, board: Board, dice: Dice, origin: Origin) -> None:
        super().__init__(origin)
        self.states = states
        self._board = board
        self._chart, self._charts, self._notation = board
        self._dice = dice
        self._events: list[Event] = []
        self._opened: Open | None = None  # the open part of the views, until the next move

    # --- what everybody may ask ---

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self.over else int(self.states["turn"][0])

    @property
    def scores(self) -> tuple[int, ...]:
        """One a seat: what has arrived, and at the end the warships afloat too."""
        return tuple(self.states["score"][0].tolist()[: self._seats])

    @property
    def _end(self) -> Ended | None:
        last = self._events[-1] if self._events else None
        return last if isinstance(last, Ended) else None

    @property
    def _seats(self) -> int:
        return int(self.states["seats"][0])

    def view(self, seat: int | None = None, *, options: bool = True) -> View:
        """What this seat, or a spectator (None), is shown."""
        if seat is not None and not (type(seat) is int and 0 <= seat < self._seats):
            raise InvalidSetup("seat", f"must be 0 to {self._seats - 1}, or None for a spectator, not {shown(seat)}")
        asked = options and seat is not None and not self.over
        return View(
            seat=seat,
            setup={key: value for key, value in self._origin.setup.items() if key != "position"},
            open=self._open(),
            options=self._options(seat) if asked and seat is not None else None,
            chart=self._chart,
            sight=copied(self.states),
            charts=self._charts,
            notation=self._notation,
        )

    def own(self, seat: int | None) -> Own:
        """The part of `view` that is not everybody's, without options."""
        return Own(seat)

    def _options(self, seat: int) -> Options:
        moves = self.moves() if seat == self.turn else []
        return Surveyor(self.states, self._charts, self._notation).options(seat, moves)

    def _open(self) -> Open:
        if self._opened is None:
            self._opened = self._open_part()
        return self._opened

    def _open_part(self) -> Open:
        state = self.states[0]
        out = int(state.eliminated)
        return Open(
            turn=self.turn,
            over=self.over,
            phase="over" if self.over else PHASES[state.phase],
            wind=(WINDS[state.wind], int(state.towards)) if state.towards else None,
            die=int(state.die) or None,
            ships=tuple(self._ship(ship) for ship in range(len(SHIPS))),
            arrived=int(state.arrived),
            eliminated=tuple(seat for seat in range(self._seats) if out & 1 << seat),
            scores=self.scores,
            winners=self.winners,
            reason=self.reason,
            story=tuple(self._events),
        )

    def _ship(self, ship: int) -> Ship:
        states = self.states
        seat = int(states["owner"][0, ship // FLEET_SIZE])
        point, fate = int(states["point"][0, ship]), int(states["fate"][0, ship])
        to_move = int(states["to_move"][0]) & 1 << ship
        return Ship(
            name=SHIPS[ship],
            seat=seat,
            point=None if point == OFF_BOARD else self._notation.points[point],
            bow=int(states["bow"][0, ship]) or None,
            fate=FATES[fate],
            outward=bool(states["outward"][0, ship]),
            moved=fate == AFLOAT and seat == self.turn and not to_move,
        )

    # --- playing ---

    def moves(self) -> list[str]:
        """The legal moves of the seat to act, as texts."""
        if self.over:
            return []
        moves = np.empty(MAX_MOVES, np.int64)
        n = engine.list_moves(self.states, 0, self._charts, moves)
        return [self._notation.write(move) for move in moves[:n].tolist()]

    def play(self, text: str) -> tuple[Event, ...]:
        """Make a move, throwing its dice if it has any; raises InvalidMove or IllegalMove."""
        move = self._allowed(text)
        results = self._notation.results(move)
        return self._make(move, text, results, self._dice.throw(results) if results else 0)

    def redo(self, text: str) -> tuple[Event, ...]:
        """Make a move as a record has it, with what the dice gave it; raises InvalidMove or IllegalMove."""
        if not isinstance(text, str):
            raise InvalidMove(f"a move is a text, not {shown(text)}")
        made, equals, given = text.partition("=")
        move = self._allowed(made)
        results = self._notation.results(move)
        if results and given not in results:
            faces = ", ".join(dict.fromkeys(results))
            raise InvalidMove(f"{shown(text)}: the die has no {shown(given)}; it has {faces}")
        if not results and equals:
            raise InvalidMove(f"{shown(text)}: {made} throws no die")
        if results:
            self._dice.skip(results)
        return self._make(move, made, results, results.index(given) if results else 0)

    @staticmethod
    def is_chance(text: str) -> bool:
        """Whether a move of the history threw a die."""
        return "=" in text

    def _allowed(self, text: str) -> int:
        move = self._notation.read(text)
        why = engine.refused(self.states, 0, self._charts, move, np.empty(MAX_MOVES, np.int64))
        if why != ALLOWED:
            raise IllegalMove(text, RULES[why], reason(RULES[why], "en"))
        return move

    def _make(self, move: int, text: str, results: list[str], result: int) -> tuple[Event, ...]:
        seat = int(self.states["turn"][0])
        before = Surveyor(copied(self.states), self._charts, self._notation)
        engine.play(self.states, 0, self._charts, move, result)
        if self.states["over"][0] and self._dice.left:
            self.states[:] = before.states
            raise InvalidSetup("dice", f"{self._dice.left} results too many were given: the game ends before them")
        events = tuple(self._happened(seat, move, result, before))
        self._events += events
        self._opened = None
        self._moves.append(f"{text}={results[result]}" if results else text)
        return events

    def _happened(self, seat: int, move: int, result: int, before: Surveyor) -> Iterator[Event]:
        return events_of(seat, move, result, before, self.states)

    # --- writing it down ---

    def position(self) -> str:
        """The whole position as one line."""
        return write_position(self.states, self._notation)

    def take_over(self, view: View) -> None:
        """Go on with the story that a view tells."""
        self._events = list(view.open.story)
        self._opened = None

    def __repr__(self) -> str:
        whose = "over" if self.over else f"seat {self.turn} to move"
        return f"<table of Les Corsaires, {self._seats} seats, {len(self._moves)} moves made, {whose}>"

    def copy(self) -> Table:
        """A table of its own, as this one is now."""
        twin = Table(copied(self.states), self._board, self._dice.copy(), self._origin)
        twin._moves = list(self._moves)
        twin._events = list(self._events)
        return twin
