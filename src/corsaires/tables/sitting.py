"""A table as its log tells it: who sits where, the game so far, the clocks. Nothing here that the log does not hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from corsaires.games.kernel.fair import NONCE_BYTES, Fair
from corsaires.games.kernel.game import Game, Table
from corsaires.store.log import Row
from corsaires.tables.choices import OWN_CHART, Choices, commitment, dealt, game_of

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"

MISSES: Final = 3  # moves in a row out of time, after which a bot takes over
TURNS: Final = ("start", "move", "takeback")  # rows that change the game
STAND_IN: Final = "matelot"  # who plays for a player out of time or gone


class Branch(Struct, frozen=True):
    """Where a game goes on from a move of another that is over: the same deal, and the same moves until then."""

    table: str
    nonces: list[str]
    moves: list[str]


class Setup(Struct, frozen=True):
    """The text of the row `setup`. The seed is the table's secret until the end."""

    choices: Choices
    host: str
    seed: str
    before: str | None = None  # the table that this one is the rematch of
    branch: Branch | None = None


class Place(Struct, frozen=True, omit_defaults=True):
    """Who has a seat: a guest, a bot, or nobody. The text of a row `seat`."""

    guest: str | None = None
    bot: str | None = None
    name: str = ""
    nonce: str | None = None  # the guest's own part in the deal

    @property
    def empty(self) -> bool:
        return self.guest is None and self.bot is None


EMPTY: Final = Place()


class Ask(Struct, frozen=True):
    """A wish to take moves back that others must agree to. The text of a row `ask`."""

    guest: str
    plies: int


class Shown(Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str  # empty: nobody sits there
    bot: str | None


class Summary(Struct, frozen=True):
    """A table in the lobby."""

    choices: Choices
    host: str
    seats: list[Shown]


class Ply(NamedTuple):
    """A move that stands."""

    seq: int
    seat: int
    text: str
    left: int | None  # ms on the mover's clock when it was made
    ack: str | None  # the sender's own name for it
    before: int  # the version that it was made at


class Happened(NamedTuple):
    """A row, and the game's events if it was a move."""

    row: Row
    events: tuple[Any, ...] = ()


@dataclass(slots=True)
class Sitting:
    id: str
    setup: Setup
    game: Game
    places: list[Place]
    host: str
    seq: int = 0  # of the last row
    version: int = 0  # seq of the last row that changed the game
    table: Table | None = None
    plies: list[Ply] = field(default_factory=list)
    taken_over: set[int] = field(default_factory=set)  # seats for which a bot plays until their player is back
    misses: dict[int, int] = field(default_factory=dict)  # moves in a row out of time, by seat
    ask: Ask | None = None
    agreed: set[str] = field(default_factory=set)  # the guests who have said yes to it
    next: str | None = None  # the table of the rematch
    ended: bool = False
    names: dict[str, str] = field(default_factory=dict)  # of everybody who has ever sat here
    taken_left: int | None = None  # ms that were on the clock of the move taken back last
    held: tuple[int, int] | None = None  # a bot took over in the middle of a turn: its version, and ms that were left
    seats_by_guest: dict[str, list[int]] = field(default_factory=dict)  # the seats of each guest
    _out_of_time: bool = False  # the next move is a stand-in's

    @classmethod
    def read(cls, table: str, rows: Iterable[Row]) -> Sitting:
        """The table of a log, whose first row is its set-up."""
        first, *rest = rows
        setup = decode(first.text, type=Setup)
        game = game_of(setup.choices)
        sitting = cls(table, setup, game, [EMPTY] * game.seats, setup.host)
        for row in rest:
            sitting._read(row)
        if any(row.kind == "start" for row in rest):
            sitting._play_again()
        return sitting

    # --- what it is ---

    @property
    def choices(self) -> Choices:
        return self.setup.choices

    @property
    def state(self) -> str:
        if self.table is None:
            return WAITING
        return OVER if self.table.over else PLAYING

    @property
    def turn(self) -> int | None:
        return None if self.table is None else self.table.turn

    @property
    def people(self) -> tuple[str, ...]:
        """The guests who sit here."""
        return tuple(self.seats_by_guest)

    def seats_of(self, guest: str) -> Sequence[int]:
        return self.seats_by_guest.get(guest, ())

    def side_of(self, seat: int) -> int:
        return seat // 2 if self.choices.teams else seat

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        return self.places[seat].bot or (STAND_IN if seat in self.taken_over else None)

    @property
    def deserted(self) -> bool:
        """Whether all people of the table have gone: it waits for one of them."""
        gone = self.taken_over
        return bool(gone) and all(seat in gone for seat, place in enumerate(self.places) if place.guest is not None)

    @property
    def bot_to_move(self) -> str | None:
        """The bot whose turn it is, if it is one's."""
        turn = self.turn
        return None if turn is None or self.deserted else self.bot_of(turn)

    @property
    def held_left(self) -> int | None:
        """ms that the seat to move had left when a bot took over in the middle of its turn."""
        return None if self.held is None or self.held[0] != self.version else self.held[1]

    @property
    def fair(self) -> Fair:
        """The secret of the deal with everybody's part in it."""
        if self.setup.branch is not None:
            nonces = self.setup.branch.nonces
        else:
            nonces = [place.nonce or self._nonce(seat) for seat, place in enumerate(self.places)]
        return self._fair(*map(bytes.fromhex, nonces))

    def _fair(self, *nonces: bytes) -> Fair:
        branch = self.setup.branch
        return Fair(bytes.fromhex(self.setup.seed), self.id if branch is None else branch.table, nonces)

    @property
    def commitment(self) -> str:
        return commitment(self.choices, self.game, self._fair())

    def _nonce(self, seat: int) -> str:
        """The nonce of a seat that gave none: it follows from the commitment, so that the server cannot choose it."""
        return hashlib.sha256(f"{self.commitment}:{seat}".encode()).hexdigest()[: 2 * NONCE_BYTES]

    def summary(self) -> str:
        """What the lobby shows of the table."""
        host = next((place.name for place in self.places if place.guest == self.host), "")
        choices = self.choices
        if choices.chart is not None and "\n" in choices.chart:
            choices = replace(choices, chart=OWN_CHART)  # a whole chart is too long for a list
        return encode(Summary(choices, host, [Shown(place.name, place.bot) for place in self.places])).decode()

    # --- what happens to it ---

    def apply(self, row: Row) -> Happened:
        """Carry the table on by a row of its log."""
        events: tuple[Any, ...] = ()
        match row.kind:
            case "seat":
                assert row.seat is not None
                place = self.places[row.seat] = decode(row.text, type=Place)
                if place.guest is not None:
                    self.names[place.guest] = place.name
                self._seat_again()
            case "host":
                self.host = row.text
            case "start":
                self._play_again()
            case "move":
                assert self.table is not None
                events = self.table.redo(row.text)
            case "takeback":
                self._take_back(int(row.text))
                self._play_again()
            case "ask":
                self.ask, self.agreed = decode(row.text, type=Ask), set()
            case "answer" if row.text == "no":
                self.ask = None
            case "answer":
                self.agreed.add(row.text.removeprefix("yes "))
            case "next":
                self.next = row.text
        return self.note(row, events)

    def note(self, row: Row, events: tuple[Any, ...]) -> Happened:
        """Keep what a row says beside the game itself, which has it already."""
        before, self.seq = self.version, row.seq
        if row.kind in TURNS:
            self.version = row.seq
            self.ask = None
        match row.kind:
            case "move":
                assert row.seat is not None
                self.plies.append(Ply(row.seq, row.seat, row.text, row.left, row.ack, before))
                if not self._out_of_time and row.seat not in self.taken_over:
                    self.misses.pop(row.seat, None)
                self._out_of_time = False
            case "clock":
                assert row.seat is not None
                self.misses[row.seat] = self.misses.get(row.seat, 0) + 1
                self._out_of_time = True
            case "takeover":
                assert row.seat is not None
                if row.text == "on":
                    self.taken_over.add(row.seat)
                    if row.left is not None:
                        self.held = self.version, row.left
                else:
                    self.taken_over.discard(row.seat)
                    self.misses.pop(row.seat, None)
            case "end":
                self.ended = True
        return Happened(row, events)

    def _seat_again(self) -> None:
        self.seats_by_guest = {}
        for seat, place in enumerate(self.places):
            if place.guest is not None:
                self.seats_by_guest.setdefault(place.guest, []).append(seat)

    def _read(self, row: Row) -> None:
        """Carry the table on by a row, all but the game: however often moves were taken back, it is played once."""
        match row.kind:
            case "start" | "move":
                self.note(row, ())
            case "takeback":
                self._take_back(int(row.text))
                self.note(row, ())
            case _:
                self.apply(row)

    def _take_back(self, plies: int) -> None:
        self.taken_left = self.plies[-plies].left
        self.plies = self.plies[:-plies]

    def _play_again(self) -> None:
        """The table is dealt again, and what stands is played."""
        self.table = dealt(self.choices, self.game, self.fair, [place.name for place in self.places])
        before = () if self.setup.branch is None else self.setup.branch.moves
        for text in (*before, *(ply.text for ply in self.plies)):
            self.table.redo(text)

    def is_chance(self, ply: Ply) -> bool:
        """Whether a move drew a card or threw a die: nobody takes that back."""
        return self.table is not None and self.table.is_chance(ply.text)

    def left_of(self, seat: int) -> int | None:
        """ms that a seat has for the rest of its game, as its last move left them."""
        clock = self.choices.clock
        if clock is None or clock.kind != "game":
            return None
        for ply in reversed(self.plies):
            if ply.seat == seat and ply.left is not None:
                return ply.left + clock.increment * 1000
        return clock.seconds * 1000


def parts(rows: Iterable[Row]) -> list[list[Row]]:
    """Rows in the portions that they are told in: a move with what led to it."""
    told: list[list[Row]] = [[]]
    for row in rows:
        told[-1].append(row)
        if row.kind in TURNS:
            told.append([])
    return [part for part in told if part]
