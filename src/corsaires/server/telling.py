"""What a table looks like to one reader, as bytes. What is the same for everybody is encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Raw

from corsaires.games.kernel.game import Table as Game
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.protocol import messages as m
from corsaires.protocol.chart import LesCorsairesChart, chart_shape
from corsaires.protocol.shapes import encode_events, encode_open, encode_own, encode_parts, encode_you
from corsaires.tables.sitting import Happened, Sitting
from corsaires.tables.takeback import movers, reach, reach_among

encode = msgspec.json.Encoder().encode
OPEN_GAMES: Final = ("les-corsaires",)  # nobody has anything to hide


@dataclass(slots=True)
class Reader:
    """Through whose eyes: a guest, and the seat whose hand this device has asked to see."""

    guest: str
    asked: int | None = None  # with several seats at one device: shown until its move is in

    def seat(self, sitting: Sitting) -> int | None:
        """The seat whose view this reader has; None: a spectator's."""
        return self.seat_among(sitting, sitting.seats_of(self.guest))

    def seat_among(self, sitting: Sitting, mine: Sequence[int]) -> int | None:
        """The same, of the seats that this guest has."""
        if len(mine) <= 1:
            return mine[0] if mine else None
        if is_hot(sitting, mine):
            return self.asked if self.asked == sitting.turn and self.asked in mine else None
        return sitting.turn if sitting.turn in mine else mine[0]


def is_hot(sitting: Sitting, mine: Sequence[int]) -> bool:
    """Whether one device has seats that may not see each other's hands."""
    return sitting.choices.game not in OPEN_GAMES and len({sitting.side_of(seat) for seat in mine}) > 1


# --- a move, on its way to everybody ---

NOTHING_BACK: Final = b'{"freely":0,"asking":0}'


class Telling:
    """One move, told to all who watch: every part is encoded once."""

    __slots__ = ("_alone", "_common", "_game", "_movers", "_turn", "_you", "happened", "sitting")

    def __init__(
        self, sitting: Sitting, happened: Happened, game: Game, now: int, due: int | None, stood_in: bool
    ) -> None:
        self.sitting = sitting
        self.happened = happened
        self._game = game
        self._turn = turn = sitting.turn
        self._movers = movers(sitting)
        self._alone = len(sitting.seats_by_guest) == 1
        asking = turn if turn is not None and sitting.places[turn].guest is not None else None
        opened, self._you = encode_parts(game, asking)  # only the seat to move is told what it could do
        row = happened.row
        assert row.seat is not None
        self._common = encode(
            m.Common(
                version=sitting.version,
                seat=row.seat,
                move=row.text,
                events=Raw(encode_events(happened.events)),
                open=Raw(opened),
                time=time_of(sitting, due, now),
                stood_in=stood_in,
            )
        )[:-1]

    def update(self, reader: Reader) -> bytes:
        """An `Update`: what is everybody's, and behind it what is the reader's own."""
        row, mine = self.happened.row, self.sitting.seats_of(reader.guest)
        seat = mine[0] if len(mine) == 1 else reader.seat_among(self.sitting, mine)
        ack = encode(row.ack) if row.seat in mine else b"null"
        return b'%b,"you":%b,"reach":%b,"id":%b}' % (self._common, self._see(seat), self._reach(mine), ack)

    def _see(self, seat: int | None) -> bytes:
        you = self._you.get(seat)
        if you is None:
            you = self._you[seat] = encode_own(self._game.own(seat))
        return you

    def _reach(self, mine: Sequence[int]) -> bytes:
        if not mine or self._turn is None:
            return b"null"
        if not self._movers:
            return NOTHING_BACK
        freely, asking = reach_among(self._movers, mine)
        return b'{"freely":%d,"asking":%d}' % (asking if self._alone else freely, asking)


# --- everything, for somebody who comes ---


def table(sitting: Sitting, reader: Reader, present: set[str], due: int | None, now: int, *, late: bool) -> bytes:
    """A table as it stands."""
    open_part: Raw | None = None
    you: Raw | None = None
    story = Raw(b"[]")
    if sitting.table is not None:
        seat = reader.seat(sitting)
        view = sitting.table.view(seat, options=seat is not None and seat == sitting.turn)
        open_part, you = Raw(encode_open(view)), Raw(encode_you(view))
        story = Raw(encode_events(view.open.story))
    return encode(
        m.Table(
            table=sitting.id,
            choices=sitting.choices,
            setup=sitting.game.setup(),
            commitment=sitting.commitment,
            chart=chart_of(sitting),
            version=sitting.version,
            seats=seats(sitting, reader, present),
            open=open_part,
            you=you,
            story=story,
            time=time_of(sitting, due, now),
            reach=reach_of(sitting, reader.guest),
            hot=is_hot(sitting, sitting.seats_of(reader.guest)),
            late=late,
        )
    )


def yours(sitting: Sitting, reader: Reader, *, options: bool) -> bytes:
    """The reader's own part of the view."""
    assert sitting.table is not None
    seat = reader.seat(sitting)
    view = sitting.table.view(seat, options=options and seat is not None)
    return encode(m.Yours(sitting.version, Raw(encode_you(view))))


def seats(sitting: Sitting, reader: Reader, present: set[str]) -> m.Seats:
    """Who sits where."""
    mine = sitting.seats_of(sitting.host)
    ask = sitting.ask
    return m.Seats(
        table=sitting.id,
        seq=sitting.seq,
        state=sitting.state,
        seats=[
            m.Sitter(
                name=place.name,
                bot=place.bot,
                mine=place.guest == reader.guest,
                here=place.bot is not None or place.guest in present,
                stood_in=seat in sitting.taken_over,
                gave_nonce=place.nonce is not None,
            )
            for seat, place in enumerate(sitting.places)
        ],
        host=mine[0] if mine else None,
        you_host=sitting.host == reader.guest,
        asked=None
        if ask is None
        else m.Asked(
            seat=sitting.seats_of(ask.guest)[0],
            plies=ask.plies,
            mine=ask.guest == reader.guest,
            answered=reader.guest in sitting.agreed,
        ),
        next=sitting.next,
    )


def chart_of(sitting: Sitting) -> LesCorsairesChart | None:
    """The board of Les Corsaires; None in a game without one."""
    return chart_shape(sitting.game.chart) if isinstance(sitting.game, LesCorsaires) else None


def time_of(sitting: Sitting, due: int | None, now: int) -> m.Time:
    clock = sitting.choices.clock
    if clock is None:
        return NO_CLOCK
    turn = sitting.turn
    people_move = turn is not None and sitting.bot_of(turn) is None
    left = max(0, due - now) if due is not None and people_move else None
    if clock.kind != "game":
        return m.Time(left, None)
    all_left = [sitting.left_of(seat) or 0 for seat in range(sitting.game.seats)]
    if left is not None and turn is not None:
        all_left[turn] = left
    return m.Time(left, all_left)


NO_CLOCK = m.Time(None, None)


def reach_of(sitting: Sitting, guest: str) -> m.Reach | None:
    """How far the reader may take moves back; None for who has no seat."""
    mine = sitting.seats_of(guest)
    if not mine or sitting.turn is None:
        return None
    freely, asking = reach(sitting, mine)
    return m.Reach(asking if set(sitting.people) == {guest} else freely, asking)
