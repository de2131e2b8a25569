"""The desk of one table: whatever anybody wants is checked, committed to the log, and only then told.

A desk is the one writer of its table in this process. Other processes may have a desk for the same table: the log's
key decides between them, and the desk that came second reads the log and decides again.
"""

from __future__ import annotations

from asyncio import Lock
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Protocol

from msgspec.json import encode

from corsaires.bots import bot_names
from corsaires.store.log import Conflict, Entry, Row, Store, StoreDown
from corsaires.tables.late import Late
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import (
    EMPTY,
    MISSES,
    OVER,
    PLAYING,
    WAITING,
    Ask,
    Happened,
    Place,
    Sitting,
)
from corsaires.tables.takeback import reach

GRACE: Final = 3_000  # ms beyond its pause after which another process may move for a bot
REMEMBERED: Final = 32  # moves among which one sent twice is found
TURNS: Final = ("start", "move", "takeback")
TURNING: Final = (*TURNS, "takeover")  # rows after which somebody's time starts anew


class Watcher(Protocol):
    """Somebody who is told what happens at a table."""

    guest: str

    def shown(self, sitting: Sitting) -> None:
        """Everything as it stands."""

    def told(self, sitting: Sitting, happened: Sequence[Happened]) -> None:
        """What has just happened; it is durable, and the sitting has it."""

    def seats(self, sitting: Sitting) -> None:
        """Somebody came or went."""


After = Callable[["Desk", Sequence[Happened]], None]


class Desk:
    def __init__(self, sitting: Sitting, store: Store, now: Callable[[], int], after: After) -> None:
        self.sitting = sitting
        self.due: int | None = None  # when time is up for the seat to move
        self._watchers: dict[Watcher, None] = {}
        self._late_watchers: dict[Watcher, None] = {}
        self._late: Late | None = None
        self.lock = Lock()  # held from the check of a wish until it is told
        self._store = store
        self._now = now
        self._after = after
        self._fresh = True
        self._seats_changed = False  # somebody came or went while a row was being written
        self._entry: Entry | None = None

    @classmethod
    async def load(cls, table: str, store: Store, now: Callable[[], int], after: After) -> Desk:
        """The desk of a table of the log; raises Refused."""
        try:
            rows, entry = await store.rows(table), await store.entry(table)
        except StoreDown as error:
            raise Refused("not-stored", why=error.why) from None
        if not rows:
            raise Refused("no-table")
        desk = cls(Sitting.read(table, rows), store, now, after)
        desk._entry = entry
        desk.due = entry.due if entry else None
        return desk

    @property
    def id(self) -> str:
        return self.sitting.id

    # --- watching ---

    async def watch(self, watcher: Watcher) -> None:
        """Show a watcher the table, and from now on tell what happens; raises Refused."""
        async with self.lock:
            await self._ready()
            await self._admit(watcher)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.pop(watcher, None)
        self._late_watchers.pop(watcher, None)
        if self._late is not None and not self._late_watchers:
            self._late.close()
            self._late = None

    @property
    def watched(self) -> bool:
        return bool(self._watchers or self._late_watchers)

    def people_changed(self) -> None:
        """Somebody who sits here came or went."""
        self._seats_changed = not self._fresh  # what is not in the log yet is not told
        if self._seats_changed:
            return
        for watcher in list(self._watchers):
            watcher.seats(self.sitting)

    async def _admit(self, watcher: Watcher) -> None:
        self.leave(watcher)
        if self._is_live(watcher):
            self._watchers[watcher] = None
            watcher.shown(self.sitting)
            return
        if self.sitting.choices.spectators == "none":
            raise Refused("no-spectators")
        if self._late is None:
            self._late = Late(self.id, await self._store.rows(self.id), self._now, self._tell_late)
        self._late_watchers[watcher] = None
        watcher.shown(self._late.sitting)

    def _is_live(self, watcher: Watcher) -> bool:
        """Whether a watcher is told at once."""
        sitting = self.sitting
        return (
            sitting.state == WAITING
            or sitting.choices.spectators == "live"
            or watcher.guest in sitting.people
            or watcher.guest == sitting.host
        )

    def _tell(self, happened: Sequence[Happened]) -> None:
        if self._late is not None:
            self._late.follow([each.row for each in happened])
        for watcher in list(self._watchers):
            watcher.told(self.sitting, happened)

    def _tell_late(self, happened: Sequence[Happened]) -> None:
        assert self._late is not None
        for watcher in list(self._late_watchers):
            watcher.told(self._late.sitting, happened)

    async def _show_again(self) -> None:
        """Everything anew, to everybody who watches."""
        for watcher in [*self._watchers, *self._late_watchers]:
            try:
                await self._admit(watcher)
            except Refused:
                self.leave(watcher)

    # --- before the game ---

    async def sit(self, guest: str, name: str, seat: int, nonce: str | None) -> None:
        """Take an empty seat, also a second one at the same device."""
        async with self.lock:
            await self._ready()
            if self._place(seat).guest != guest and not self._place(seat).empty:
                raise Refused("seat-taken", seat=seat)
            self._before_start()
            await self._seat(seat, Place(guest=guest, name=name, nonce=nonce))

    async def stand(self, guest: str, seat: int) -> None:
        """Leave a seat; once the game has begun a bot plays it until its player is back."""
        async with self.lock:
            await self._ready()
            self._mine(guest, seat)
            if self.sitting.state == WAITING:
                await self._seat(seat, EMPTY)
            elif self.sitting.state == PLAYING and seat not in self.sitting.taken_over:
                await self._commit([self._row("takeover", seat, "on")])

    async def back(self, guest: str) -> None:
        """A player is there again: the bot that played meanwhile stops."""
        async with self.lock:
            await self._ready()
            mine = [seat for seat in self.sitting.seats_of(guest) if seat in self.sitting.taken_over]
            if mine and self.sitting.state == PLAYING:
                await self._commit([self._row("takeover", seat, "off", plus=n) for n, seat in enumerate(mine)])

    async def put_bot(self, guest: str, seat: int, bot: str | None) -> None:
        """The host gives a seat that nobody has to a bot, or takes the bot away."""
        async with self.lock:
            await self._ready()
            self._only_host(guest)
            self._before_start()
            if self._place(seat).guest is not None:
                raise Refused("seat-taken", seat=seat)
            if bot is not None and bot not in bot_names(self.sitting.choices.game):
                raise Refused("no-bot", bot=bot)
            await self._seat(seat, EMPTY if bot is None else Place(bot=bot, name=bot.capitalize()))

    async def kick(self, guest: str, seat: int) -> None:
        """The host makes a seat free, before the start."""
        async with self.lock:
            await self._ready()
            self._only_host(guest)
            self._before_start()
            await self._seat(self._checked(seat), EMPTY)

    async def hand_over(self, guest: str, seat: int) -> None:
        """The host makes another player the host."""
        async with self.lock:
            await self._ready()
            self._only_host(guest)
            other = self._place(seat).guest
            if other is None:
                raise Refused("nobody-there", seat=seat)
            await self._commit([self._row("host", seat, other)])

    async def start(self, guest: str) -> None:
        """The host starts the game, once every seat is taken."""
        async with self.lock:
            await self._ready()
            self._only_host(guest)
            self._before_start()
            empty = [seat for seat, place in enumerate(self.sitting.places) if place.empty]
            if empty:
                raise Refused("seats-empty", seats=", ".join(str(seat + 1) for seat in empty))
            await self._commit([self._row("start", None, "")])
            if self.sitting.choices.spectators != "live":
                await self._show_again()

    # --- the game ---

    async def move(self, guest: str, text: str, version: int, ack: str | None = None) -> int:
        """Make a move for the seat whose turn it is; the seq of its row. Raises Refused, InvalidMove, IllegalMove."""
        async with self.lock:
            await self._ready()
            done = self._done(guest, ack)
            if done is not None:
                return done
            seat = self._to_move()
            if self.sitting.places[seat].guest != guest:
                raise Refused("not-your-turn", seat=seat)
            if version != self.sitting.version:
                raise Refused("stale", version=self.sitting.version)
            before = [self._row("takeover", seat, "off")] if seat in self.sitting.taken_over else []
            try:
                return await self._play(seat, text, before, ack)
            except Refused:
                done = self._done(guest, ack) if self._fresh else None  # another node, or the one in doubt, has made it
                if done is None:
                    raise
                return done

    async def bot_move(self, version: int, text: str) -> None:
        """A bot's move, for the seat whose turn it is; it comes to nothing if something else has happened."""
        async with self.lock:
            await self._ready()
            if version != self.sitting.version or self.sitting.turn is None:
                return
            if self.sitting.bot_of(self.sitting.turn) is not None:
                await self._play(self.sitting.turn, text, [])

    async def time_out(self, version: int, text: str) -> None:
        """The move of a bot for a player whose time is up; after the third in a row it plays on."""
        async with self.lock:
            await self._ready()
            seat = self.sitting.turn
            if version != self.sitting.version or seat is None or not self.is_due():
                return
            before = [self._row("clock", seat, "")]
            if self.sitting.misses.get(seat, 0) + 1 >= MISSES:
                before.append(self._row("takeover", seat, "on", plus=1))
            await self._play(seat, text, before)

    def is_due(self) -> bool:
        """Whether the time of the seat to move is up."""
        return self.due is not None and self.due <= self._now()

    def stood_still(self, gap: int) -> None:
        """Nobody was there for so many ms: a clock that stops has stood still, and the log's deadline with it."""
        if self.due is not None and self._entry is not None and self._entry.minute:
            self.due += gap
            self._entry = self._entry._replace(due=self.due)

    async def _play(self, seat: int, text: str, before: list[Row], ack: str | None = None) -> int:
        table = self.sitting.table
        assert table is not None
        left = None
        if self.due is not None and self.sitting.choices.clock is not None and self.sitting.bot_of(seat) is None:
            left = max(0, self.due - self._now())
        events = table.play(text)
        rows = [*before, self._row("move", seat, table.history[-1], plus=len(before), ack=ack, left=left)]
        if table.over:
            rows.append(self._row("end", None, encode(table.record()["result"]).decode(), plus=len(rows)))
        await self._commit(rows, events)
        return rows[len(before)].seq

    def _done(self, guest: str, ack: str | None) -> int | None:
        """The row of a move that was sent twice, because its sender never heard of it."""
        if ack is None:
            return None
        mine = self.sitting.seats_of(guest)
        sent = (ply.seq for ply in self.sitting.plies[-REMEMBERED:] if ply.ack == ack and ply.seat in mine)
        return next(sent, None)

    # --- taking back ---

    async def take_back(self, guest: str, plies: int, version: int) -> None:
        """Take so many moves back, or ask everybody else for their consent."""
        async with self.lock:
            await self._ready()
            self._to_move()
            seats = self.sitting.seats_of(guest)
            if not seats:
                raise Refused("no-seat")
            if version != self.sitting.version:
                raise Refused("stale", version=self.sitting.version)
            freely, asking = reach(self.sitting, seats)
            if not 1 <= plies <= asking:
                raise Refused("too-far-back", plies=plies, most=asking)
            if plies <= freely or set(self.sitting.people) == {guest}:
                await self._commit([self._row("takeback", seats[0], str(plies))])
            else:
                ask = encode(Ask(guest, plies)).decode()
                await self._commit([self._row("ask", seats[0], ask)])

    async def answer(self, guest: str, yes: bool) -> None:
        """Agree that another takes moves back, or not; when the last has agreed, it is done."""
        async with self.lock:
            await self._ready()
            ask, seats = self.sitting.ask, self.sitting.seats_of(guest)
            if ask is None or ask.guest == guest or not seats:
                raise Refused("nothing-asked")
            rows = [self._row("answer", seats[0], f"yes {guest}" if yes else "no")]
            if yes and set(self.sitting.people) <= self.sitting.agreed | {guest, ask.guest}:
                rows.append(self._row("takeback", self.sitting.seats_of(ask.guest)[0], str(ask.plies), plus=1))
            await self._commit(rows)

    # --- after the game ---

    async def go_on_at(self, table: str) -> None:
        """Name the table of the rematch; raises Refused if there is one already."""
        async with self.lock:
            await self._ready()
            if self.sitting.next is not None:
                raise Refused("rematch-there", table=self.sitting.next)
            await self._commit([self._row("next", None, table)])

    def check_rematch(self, guest: str) -> None:
        if self.sitting.state != OVER:
            raise Refused("not-over")
        self._only_people(guest)

    # --- the log ---

    @asynccontextmanager
    async def steady(self) -> AsyncIterator[Sitting]:
        """The table as the log has it, for a block in which nothing happens to it; raises Refused."""
        async with self.lock:
            await self._ready()
            yield self.sitting

    async def catch_up(self) -> None:
        """Read what other processes have added to the log, and tell it."""
        async with self.lock:
            if not self._fresh:
                await self._ready()
                return
            rows = await self._store.rows(self.id, self.sitting.seq)
            if not rows:
                return
            entry = await self._store.entry(self.id)
            self._entry = entry
            self.due = entry.due if entry else None
            for part in parts(rows):
                self._tell([self.sitting.apply(row) for row in part])

    async def _ready(self) -> None:
        """After a failed commit, be what the log says."""
        if self._fresh:
            return
        try:
            rows, self._entry = await self._store.rows(self.id), await self._store.entry(self.id)
        except StoreDown as error:
            raise Refused("not-stored", why=error.why) from None
        self.sitting = Sitting.read(self.id, rows)
        self.due = self._entry.due if self._entry else None
        self._fresh = True
        await self._show_again()
        self._after(self, ())  # a row whose writing was in doubt may be there

    async def _commit(self, rows: list[Row], events: tuple[Any, ...] = ()) -> None:
        """Make rows durable, then tell them; raises Refused, and then nothing has happened."""
        self._fresh = False  # until the log has it
        try:
            happened = [
                self.sitting.note(row, events) if events and row.kind == "move" else self.sitting.apply(row)
                for row in rows
            ]
            if any(row.kind in TURNING for row in rows):
                self.due = self._next_due(rows)
            entry = self._entry_now()
            seated = rows[-1].kind == "seat"
            await self._store.append(
                self.id, rows, None if entry == self._entry else entry, self.sitting.people if seated else None
            )
        except Conflict:
            await self._ready()
            raise Refused("stale", version=self.sitting.version) from None
        except StoreDown as error:
            with suppress(Refused):
                await self._ready()
            raise Refused("not-stored", why=error.why) from None
        self._fresh = True
        self._entry = entry
        self._tell(happened)
        if self._seats_changed:
            self.people_changed()
        self._after(self, happened)

    def _row(
        self, kind: str, seat: int | None, text: str, *, plus: int = 0, ack: str | None = None, left: int | None = None
    ) -> Row:
        return Row(self.sitting.seq + 1 + plus, self._now(), kind, seat, text, ack, left)

    # --- deadlines ---

    def _next_due(self, rows: Sequence[Row]) -> int | None:
        """When the seat to move must have moved."""
        sitting, clock = self.sitting, self.sitting.choices.clock
        turn = sitting.turn
        if turn is None:
            return None
        if sitting.bot_of(turn) is not None:
            return self._now() + sitting.choices.pace + GRACE
        if clock is None:
            return None
        if rows[-1].kind == "takeback" and sitting.taken_left is not None:
            return self._now() + sitting.taken_left
        left = sitting.left_of(turn) if clock.kind == "game" else None
        return self._now() + (clock.seconds * 1000 if left is None else left)

    def _entry_now(self) -> Entry:
        sitting, clock = self.sitting, self.sitting.choices.clock
        bots_turn = sitting.turn is not None and sitting.bot_of(sitting.turn) is not None
        stops = clock is not None and clock.stops and not bots_turn
        before = self._entry
        changed = before is None or before.state != sitting.state or sitting.state == WAITING
        summary = sitting.summary() if before is None or changed else before.summary
        at = self._now() if changed or before is None else before.at
        return Entry(sitting.state, sitting.choices.listed, self.due, stops, summary, at)

    # --- who may do what ---

    def _to_move(self) -> int:
        if self.sitting.state == WAITING:
            raise Refused("not-started")
        turn = self.sitting.turn
        if turn is None:
            raise Refused("over")
        return turn

    def _before_start(self) -> None:
        if self.sitting.state != WAITING:
            raise Refused("started")

    def _only_host(self, guest: str) -> None:
        if guest != self.sitting.host:
            raise Refused("host-only")

    def _only_people(self, guest: str) -> None:
        if guest not in self.sitting.people:
            raise Refused("no-seat")

    def _mine(self, guest: str, seat: int) -> None:
        if self._place(seat).guest != guest:
            raise Refused("not-your-seat", seat=seat)

    def _place(self, seat: int) -> Place:
        return self.sitting.places[self._checked(seat)]

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.sitting.game.seats:
            raise Refused("no-such-seat", seat=seat, seats=self.sitting.game.seats)
        return seat

    async def _seat(self, seat: int, place: Place) -> None:
        await self._commit([self._row("seat", seat, encode(place).decode())])


def parts(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows in the portions that they are told in: a move with what led to it."""
    told: list[list[Row]] = [[]]
    for row in rows:
        told[-1].append(row)
        if row.kind in TURNS:
            told.append([])
    return [part for part in told if part]
