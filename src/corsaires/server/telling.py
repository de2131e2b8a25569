"""What a table looks like to one reader, as bytes. What is the same for everybody is encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Raw

from corsaires.games.kernel.game import Table as Game
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.protocol import messages as m
from corsaires.protocol.chart import LesCorsairesChart, chart_shape
from corsaires.protocol.shapes import encode_events, encode_open, encode_you
from corsaires.tables.sitting import Happened, Sitting
from corsaires.tables.takeback import reach

encode = msgspec.json.Encoder().encode
OPEN_GAMES: Final = ("les-corsaires",)  # nobody has anything to hide


@dataclass(slots=True)
class Reader:
    """Through whose eyes: a guest, and the seat whose hand this device has asked to see."""

    guest: str
    asked: int | None = None  # with several seats at one device: shown until its move is in

    def seat(self, sitting: Sitting) -> int | None:
        """The seat whose view this reader has; None: a spectator's."""
        mine = sitting.seats_of(self.guest)
        if not mine:
            return None
        if is_hot(sitting, mine):
            return self.asked if self.asked == sitting.turn and self.asked in mine else None
        return sitting.turn if sitting.turn in mine else mine[0]


def is_hot(sitting: Sitting, mine: Sequence[int]) -> bool:
    """Whether one device has seats that may not see each other's hands."""
    return sitting.choices.game not in OPEN_GAMES and len({sitting.side_of(seat) for seat in mine}) > 1


# --- a move, on its way to everybody ---


@dataclass(slots=True)
class Telling:
    """One move, told to all who watch: every part is encoded once."""

    sitting: Sitting
    happened: Happened
    game: Game
    now: int
    due: int | None
    present: set[str]
    stood_in: bool
    _open: Raw | None = None
    _events: Raw | None = None
    _time: m.Time | None = None
    _you: dict[int | None, Raw] = field(default_factory=dict)

    def update(self, reader: Reader) -> bytes:
        sitting, row = self.sitting, self.happened.row
        seat = reader.seat(sitting)
        if self._events is None:
            self._events = Raw(encode_events(self.happened.events))
            self._time = time_of(sitting, self.due, self.now)
        you = self._you.get(seat)
        if you is None:
            you = self._see(seat)
        assert self._time is not None
        assert self._open is not None
        return encode(
            m.Update(
                version=sitting.version,
                seat=row.seat,  # type: ignore[arg-type]  # a move has one
                move=row.text,
                events=self._events,
                open=self._open,
                you=you,
                time=self._time,
                reach=reach_of(sitting, reader.guest),
                id=row.ack if row.ack and sitting.places[row.seat or 0].guest == reader.guest else None,
                stood_in=self.stood_in,
            )
        )

    def _see(self, seat: int | None) -> Raw:
        view = self.game.view(seat, options=seat is not None and seat == self.sitting.turn)
        if self._open is None:
            self._open = Raw(encode_open(view))
        you = self._you[seat] = Raw(encode_you(view))
        return you


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
