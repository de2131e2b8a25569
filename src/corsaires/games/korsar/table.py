"""One game of Korsar being played."""

from __future__ import annotations

from typing import Final

import numpy as np

from corsaires.games.kernel.errors import IllegalMove, InvalidSetup, shown
from corsaires.games.kernel.layout import copied
from corsaires.games.kernel.logged import Logged
from corsaires.games.kernel.record import Origin
from corsaires.games.korsar import engine
from corsaires.games.korsar.cards import CODES
from corsaires.games.korsar.chronicle import ROOM, ending, read_events
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.events import Ended, Event
from corsaires.games.korsar.notation import read_move, write_move
from corsaires.games.korsar.position import write_position
from corsaires.games.korsar.refusals import RULES
from corsaires.games.korsar.rules import DRAW, MAX_MOVES
from corsaires.games.korsar.sight import see
from corsaires.games.korsar.spread import Spreads, spread_of
from corsaires.games.korsar.state import NOBODY, Sights, States, new_states
from corsaires.games.korsar.story import Story
from corsaires.games.korsar.telling import reason
from corsaires.games.korsar.view import Open, Own, View, open_part, own_of, view_of

DRAWING: Final = write_move(DRAW)


class Table(Logged):
    """A table is its deal and its list of moves; the state and the story follow from them."""

    def __init__(
        self, states: States, story: Story, facets: Facets, origin: Origin, spreads: Spreads | None = None
    ) -> None:
        super().__init__(origin)
        self.states = states  # one state; every secret of the table is in it
        self.spreads = spread_of(story, facets) if spreads is None else spreads  # one spread
        self._told = story  # as far as somebody has asked for it
        self._untold: list[Event] = []
        self._facets = facets
        self._sides, self._teams = story.sides, story.teams
        self._seats = int(states["seats"][0])
        self.drawn: str | None = None  # the card of the last move, if it was a draw
        self._open: Open | None = None
        self._scratch: Sights | None = None  # for a sight that nobody keeps
        last = story.events[-1] if story.events else None
        self._ended = last if isinstance(last, Ended) else None
        self.turn = None if self._ended else int(states["turn"][0])  # the seat to act; None when the game is over

    # --- what everybody may ask ---

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def scores(self) -> tuple[int, ...]:
        """One a side: gold won, and at the end less the gold of the galleons still in hand."""
        return tuple(self.states["score"][0].tolist()[: self._sides])

    @property
    def _end(self) -> Ended | None:
        return self._ended

    @property
    def _story(self) -> Story:
        for event in self._untold:
            self._told.tell(event)
        self._untold.clear()
        return self._told

    def view(self, seat: int | None = None, *, options: bool = True) -> View:
        """What this seat, or a spectator (None), may see."""
        if seat is not None and not (type(seat) is int and 0 <= seat < self._seats):
            raise InvalidSetup("seat", f"must be 0 to {self._seats - 1}, or None for a spectator, not {shown(seat)}")
        sights = new_states()
        own = self._own(seat, sights)
        if self._open is None:
            self._open = open_part(sights, self._story)
        return view_of(sights, self._open, own, options)

    def own(self, seat: int | None) -> Own:
        """The part of `view` that is not everybody's, without options."""
        if self._scratch is None:
            self._scratch = new_states()
        return self._own(seat, self._scratch)

    def _own(self, seat: int | None, sights: Sights) -> Own:
        see(self.states, 0, NOBODY if seat is None else seat, sights, 0)
        return own_of(sights, self._ended is not None, self._story, self._facets, self.drawn)

    # --- playing ---

    def moves(self) -> list[str]:
        """The legal moves of the seat to act, as texts."""
        if self.over:
            return []
        moves = np.empty(MAX_MOVES, np.int64)
        n = engine.list_moves(self.states, 0, moves)
        return [write_move(move) for move in moves[:n].tolist()]

    def play(self, text: str) -> tuple[Event, ...]:
        """Make a move and return the events that everybody may know; raises InvalidMove or IllegalMove."""
        move = read_move(text)
        rows = np.empty(ROOM, np.int8)
        n = engine.play(self.states, 0, self.spreads, move, rows)
        if n == 0:
            why, by = engine.refused(self.states, 0, move)
            raise IllegalMove(text, RULES[why], reason(RULES[why], "en"), None if by == NOBODY else by)
        turn, over, drawn, *told = rows[:n].tolist()
        self.turn = None if over else turn
        self.drawn = None if drawn == NOBODY else CODES[drawn]
        self._moves.append(text)
        self._open = None
        events = read_events(told, self._sides, self._facets)
        if over:
            self._ended = ending(self.states[0], self._sides, self._teams)
            events.append(self._ended)
        self._untold += events
        return tuple(events)

    @staticmethod
    def is_chance(text: str) -> bool:
        """Whether a move of the history drew a card."""
        return text == DRAWING

    # --- writing it down ---

    def redo(self, text: str) -> tuple[Event, ...]:
        """Make a move as a record has it."""
        return self.play(text)

    def position(self) -> str:
        """The whole position as one line, secrets included."""
        return write_position(self.states, self._story)

    def __repr__(self) -> str:
        whose = "over" if self.over else f"seat {self.turn} to move"
        return f"<table of Korsar, {self._seats} seats, {len(self._moves)} moves made, {whose}, scores {self.scores}>"

    def copy(self) -> Table:
        """A table of its own, as this one is now."""
        twin = Table(copied(self.states), self._story.copy(), self._facets, self._origin, copied(self.spreads))
        twin._moves = list(self._moves)
        twin.drawn = self.drawn
        return twin
