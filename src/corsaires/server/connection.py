"""One WebSocket: whose it is, what it is shown, and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Protocol

from corsaires.protocol import messages as m
from corsaires.server import telling
from corsaires.server.telling import Reader, Telling, encode
from corsaires.server.words import Words
from corsaires.store.log import Guest, Line
from corsaires.tables.chat import PHRASE
from corsaires.tables.desk import Desk
from corsaires.tables.harbour import Harbour
from corsaires.tables.sitting import Happened, Sitting

TOO_SLOW: Final = 4008  # close codes of our own

_last: list[Telling | None] = [None]  # the move that is being told: the next watcher is told the same


class Outlet(Protocol):
    """Where messages go out: `server/wire.py`."""

    def push(self, *texts: bytes) -> bool:
        """Write texts now, in one piece; False: too much waits for a slow reader."""

    def shut(self, code: int) -> None:
        """Close."""


class Connection:
    """Somebody's window on the tables. A desk tells it what happens."""

    __slots__ = (
        "_asked",
        "_held",
        "_sink",
        "closing",
        "desk",
        "guest",
        "harbour",
        "late",
        "muted",
        "reader",
        "thinking",
        "who",
    )

    def __init__(self, guest: Guest, harbour: Harbour, sink: Outlet) -> None:
        self.guest = guest.id
        self.who = guest
        self.harbour = harbour
        self.reader = Reader(guest.id)
        self.desk: Desk | None = None
        self.late = False  # shown what happened a while ago
        self._asked = False  # told that somebody wants to take moves back
        self.muted: set[str] = set()
        self.thinking: asyncio.Task[Any] | None = None  # a hint or a review that was asked for
        self.closing: int | None = None  # the code to close with
        self._sink = sink
        self._held: list[bytes] | None = None  # what goes out in one piece

    # --- sending ---

    def put(self, message: bytes) -> None:
        """Something to send; who reads too slowly is sent away, and sees everything anew when back."""
        if self._held is not None:
            self._held.append(message)
        elif self.closing is None and not self._sink.push(message):
            self.close(TOO_SLOW)

    def tell(self, message: Any) -> None:
        self.put(encode(message))

    def hold(self) -> None:
        """What is told from now on goes out in one piece, with `release`: writing is what costs most."""
        self._held = []

    def release(self) -> None:
        held, self._held = self._held, None
        if held and self.closing is None and not self._sink.push(*held):
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        self.release()
        if self.closing is None:
            self.closing = code
            self._sink.shut(code)

    # --- coming and going ---

    def arrive(self, desk: Desk) -> None:
        """Come to a table, from wherever one was."""
        self.leave()
        self.desk = desk
        self.harbour.come(desk.id, self.guest)

    def leave(self) -> None:
        desk, self.desk = self.desk, None
        if desk is not None:
            desk.leave(self)
            self.harbour.chat.leave(desk.id, self)
            self.harbour.go(desk.id, self.guest)

    # --- being told, as a watcher of a desk ---

    def shown(self, sitting: Sitting) -> None:
        desk = self.desk
        assert desk is not None
        self.reader.asked = None
        late = self.late = sitting is not desk.sitting
        self._asked = sitting.ask is not None
        self.put(
            telling.table(
                sitting,
                self.reader,
                self.harbour.presence.at(desk.id),
                None if late else desk.due,
                self.harbour.now(),
                late=late,
            )
        )
        if self.muted:
            self.tell_muted()

    def told(self, sitting: Sitting, happened: Sequence[Happened]) -> None:
        first = happened[0]
        if len(happened) == 1 and first.row.kind == "move" and not self._asked:  # nearly always
            reader = self.reader
            reader.asked = None
            self.put(self._telling(sitting, first, stood_in=False).update(reader))
            return
        kinds = [each.row.kind for each in happened]
        if "takeback" in kinds or "start" in kinds:
            self.shown(sitting)
            return
        for each in happened:
            if each.row.kind == "move":
                self.reader.asked = None
                self.put(self._telling(sitting, each, stood_in="clock" in kinds).update(self.reader))
        if self._asked or any(kind != "move" for kind in kinds):
            self.seats(sitting)

    def _telling(self, sitting: Sitting, happened: Happened, *, stood_in: bool) -> Telling:
        last = _last[0]
        if last is not None and last.happened is happened and last.sitting is sitting:
            return last
        assert sitting.table is not None
        assert self.desk is not None
        due = self.desk.due if sitting is self.desk.sitting else None
        made = _last[0] = Telling(sitting, happened, sitting.table, self.harbour.now(), due, stood_in)
        return made

    def seats(self, sitting: Sitting) -> None:
        self._asked = sitting.ask is not None
        self.tell(telling.seats(sitting, self.reader, self.harbour.presence.at(sitting.id)))
        if self.muted:
            self.tell_muted()  # they may sit elsewhere now

    def sent_away(self, code: str) -> None:
        self.tell(m.Refused(None, code, Words(self.who.language)(f"refused.{code}")))
        self.leave()

    # --- being told what people say ---

    def said(self, lines: list[Line]) -> None:
        self._say(lines, self.desk)

    def _say(self, lines: list[Line], desk: Desk | None) -> None:
        """Tell what was said; who watches late hears late."""
        if desk is None or desk is not self.desk:
            return  # gone meanwhile
        wait = lines[-1].at + self.harbour.times.delay - self.harbour.now() if self.late else 0
        if wait > 0:
            asyncio.get_running_loop().call_later(wait / 1000, self._say, lines, desk)
            return
        heard = self.heard(lines)
        if heard:
            self.tell(m.Talk(heard))

    def tell_muted(self) -> None:
        """Tell this guest whom they do not hear at this table."""
        if self.desk is not None:
            places = self.desk.sitting.places
            self.tell(m.Muted([seat for seat, place in enumerate(places) if place.guest in self.muted]))

    def heard(self, lines: list[Line]) -> list[m.Spoken]:
        """What this guest hears: not the other teams' own talk, not those they have muted."""
        assert self.desk is not None
        sitting = self.desk.sitting
        sides = {sitting.side_of(seat) for seat in sitting.seats_of(self.guest)}
        return [
            spoken(line, sitting)
            for line in lines
            if line.guest not in self.muted
            and (line.channel == "all" or (line.seat is not None and sitting.side_of(line.seat) in sides))
        ]


def spoken(line: Line, sitting: Sitting) -> m.Spoken:
    name = sitting.names.get(line.guest, "")
    if line.text.startswith(PHRASE):
        return m.Spoken(line.n, line.at, line.seat, name, line.channel, "", line.text.removeprefix(PHRASE))
    return m.Spoken(line.n, line.at, line.seat, name, line.channel, line.text)
