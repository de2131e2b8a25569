"""The desk of one table: whatever anybody wants is checked, committed to the log, and only then told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from corsaires.bots import bot_names
from corsaires.games.kernel.errors import IllegalMove, InvalidMove
from corsaires.store.log import Conflict, Row, StoreDown
from corsaires.tables.ledger import Ledger, alone
from corsaires.tables.opening import BIRDS, rematch_of
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import EMPTY, MISSES, OVER, PLAYING, WAITING, Ask, Place
from corsaires.tables.takeback import reach

Done = Callable[[int, Exception | None], None]

REMEMBERED: Final = 32  # moves among which one sent twice is found


class Played(NamedTuple):
    """A move as it goes into the log, with what led to it and what follows."""

    rows: list[Row]
    events: tuple[Any, ...]
    seq: int  # of the move's own row


class Desk(Ledger):
    __slots__ = ()

    # --- before the game ---

    @alone
    async def sit(self, guest: str, name: str, seat: int, nonce: str | None) -> None:
        """Take an empty seat, also a second one at the same device."""
        if self._place(seat).guest != guest and not self._place(seat).empty:
            raise Refused("seat-taken", seat=seat)
        self._before_start()
        await self._seat(seat, Place(guest=guest, name=name, nonce=nonce))

    @alone
    async def stand(self, guest: str, seat: int) -> None:
        """Leave a seat; once the game has begun a bot plays it until its player is back."""
        self._mine(guest, seat)
        if self.sitting.state == WAITING:
            await self._seat(seat, EMPTY)
        elif self.sitting.state == PLAYING and seat not in self.sitting.taken_over:
            left = self.left() if seat == self.sitting.turn else None
            await self.commit([self.row("takeover", seat, "on", left=left)])

    @alone
    async def cover(self, guest: str, seat: int, present: set[str]) -> None:
        """Let a bot play for somebody who has gone away without a clock running; they may come back any time."""
        self._only_people(guest)
        place = self._place(seat)
        if self._to_move() != seat or place.guest is None or place.guest in present or self.sitting.choices.clock:
            raise Refused("not-away", seat=seat)
        if seat not in self.sitting.taken_over:
            await self.commit([self.row("takeover", seat, "on")])

    @alone
    async def back(self, guest: str) -> None:
        """A player is there again: the bot that played meanwhile stops."""
        mine = [seat for seat in self.sitting.seats_of(guest) if seat in self.sitting.taken_over]
        if mine and self.sitting.state == PLAYING:
            await self.commit([self.row("takeover", seat, "off", plus=n) for n, seat in enumerate(mine)])

    @alone
    async def put_bot(self, guest: str, seat: int, bot: str | None) -> None:
        """The host gives a seat that nobody has to a bot, or takes the bot away."""
        self._only_host(guest)
        self._before_start()
        if self._place(seat).guest is not None:
            raise Refused("seat-taken", seat=seat)
        if bot is not None and bot not in bot_names(self.sitting.choices.game):
            raise Refused("no-bot", bot=bot)
        await self._seat(seat, EMPTY if bot is None else Place(bot=bot, name=BIRDS[seat]))

    @alone
    async def kick(self, guest: str, seat: int) -> None:
        """The host makes a seat free, before the start."""
        self._only_host(guest)
        self._before_start()
        await self._seat(self._checked(seat), EMPTY)

    @alone
    async def swap(self, guest: str, seat: int, other: int) -> None:
        """The host lets two seats change places, before the start."""
        self._only_host(guest)
        self._before_start()
        one, two = self._place(seat), self._place(other)
        if seat != other:
            moved = ((seat, self._at(two, seat)), (other, self._at(one, other)))
            await self.commit([self.row("seat", at, encode(p).decode(), plus=n) for n, (at, p) in enumerate(moved)])

    @staticmethod
    def _at(place: Place, seat: int) -> Place:
        """Somebody in a seat; bots are called after it."""
        return replace(place, name=BIRDS[seat]) if place.bot is not None else place

    @alone
    async def hand_over(self, guest: str, seat: int, present: set[str]) -> None:
        """The host makes another player the host; if the host goes away before the start, anybody who sits here may."""
        gone = self.sitting.state == WAITING and self.sitting.host not in present
        if not gone or guest not in self.sitting.people:
            self._only_host(guest)
        other = self._place(seat).guest
        if other is None:
            raise Refused("nobody-there", seat=seat)
        await self.commit([self.row("host", seat, other)])

    @alone
    async def start(self, guest: str) -> None:
        """The host starts the game, once every seat is taken."""
        self._only_host(guest)
        self._before_start()
        empty = [seat for seat, place in enumerate(self.sitting.places) if place.empty]
        if empty:
            raise Refused("seats-empty", seats=", ".join(str(seat + 1) for seat in empty))
        await self.commit([self.row("start", None, "")])

    # --- the game ---

    @alone
    async def move(self, guest: str, text: str, version: int, ack: str | None = None) -> int:
        """Make a move for the seat whose turn it is; the seq of its row. Raises Refused, InvalidMove, IllegalMove."""
        done = self._done(guest, ack, version)
        if done is not None:
            return done
        played = self._moved(guest, text, version, ack)
        await self.commit(played.rows, played.events)
        return played.seq

    def move_at_once(self, guest: str, text: str, version: int, ack: str | None, done: Done) -> bool:
        """As `move`, if nobody else is at the desk and nothing speaks against it: True, and `done` gets its seq, and
        what `move` would raise. False: nothing has happened, and `move` says why."""
        if version != self.sitting.version or not self.fresh or not self.lock.take():
            return False
        try:
            played = self._moved(guest, text, version, ack)
            self.post(played.rows, played.events, partial(done, played.seq))
        except (Refused, InvalidMove, IllegalMove, StoreDown):
            self.lock.give()
            return False
        except BaseException:
            self.lock.give()
            raise
        return True

    def _moved(self, guest: str, text: str, version: int, ack: str | None) -> Played:
        """A person's move, made but not yet in the log; raises Refused, InvalidMove, IllegalMove."""
        seat = self._to_move()
        if self.sitting.places[seat].guest != guest:
            raise Refused("not-your-turn", seat=seat)
        if version != self.sitting.version:
            raise Refused("stale", version=self.sitting.version)
        before = [self.row("takeover", seat, "off")] if seat in self.sitting.taken_over else []
        return self._play(seat, text, before, ack)

    @alone
    async def bot_move(self, version: int, text: str) -> None:
        """A bot's move, for the seat whose turn it is; it comes to nothing if something else has happened."""
        seat = self.sitting.turn
        if version == self.sitting.version and seat is not None and self.sitting.bot_to_move is not None:
            played = self._play(seat, text, [])
            await self.commit(played.rows, played.events)

    @alone
    async def time_out(self, version: int, text: str) -> None:
        """The move of a bot for a player whose time is up; after the third in a row it plays on."""
        seat = self.sitting.turn
        if version != self.sitting.version or seat is None or self.sitting.bot_of(seat) or not self.is_due():
            return
        before = [self.row("clock", seat, "")]
        if self.sitting.misses.get(seat, 0) + 1 >= MISSES:
            before.append(self.row("takeover", seat, "on", plus=1))
        played = self._play(seat, text, before)
        await self.commit(played.rows, played.events)

    def _play(self, seat: int, text: str, before: list[Row], ack: str | None = None) -> Played:
        table = self.sitting.table
        assert table is not None
        left = self.left()
        self.touch()
        try:
            events = table.play(text)
        except (InvalidMove, IllegalMove):
            self.fresh = True  # nothing has changed
            raise
        rows = [*before, self.row("move", seat, table.history[-1], plus=len(before), ack=ack, left=left)]
        if table.over:
            rows.append(self.row("end", None, encode(table.record()["result"]).decode(), plus=len(rows)))
        return Played(rows, events, rows[len(before)].seq)

    def _done(self, guest: str, ack: str | None, version: int) -> int | None:
        """The row of a move that was sent twice, because its sender never heard of it."""
        if ack is None or version == self.sitting.version:  # the newest: it cannot have been made already
            return None
        mine = self.sitting.seats_of(guest)
        for ply in reversed(self.sitting.plies[-REMEMBERED:]):
            if ply.ack == ack and ply.before == version and ply.seat in mine:
                return ply.seq
        return None

    # --- taking back ---

    @alone
    async def take_back(self, guest: str, plies: int, version: int) -> None:
        """Take so many moves back, or ask everybody else for their consent."""
        self._to_move()
        seats = self.sitting.seats_of(guest)
        if not seats:
            raise Refused("no-seat")
        if version != self.sitting.version:
            raise Refused("stale", version=self.sitting.version)
        freely, asking = reach(self.sitting, seats)
        if not 1 <= plies <= asking:
            raise Refused("too-far-back", plies=plies, most=asking)
        if plies <= freely or self._all_agree({guest}):
            await self.commit([self.row("takeback", seats[0], str(plies))])
        else:
            ask = encode(Ask(guest, plies)).decode()
            await self.commit([self.row("ask", seats[0], ask)])

    @alone
    async def answer(self, guest: str, yes: bool) -> None:
        """Agree that another takes moves back, or not; when the last has agreed, it is done."""
        ask, seats = self.sitting.ask, self.sitting.seats_of(guest)
        if ask is None or guest in {ask.guest, *self.sitting.agreed} or not seats:
            raise Refused("nothing-asked")
        rows = [self.row("answer", seats[0], f"yes {guest}" if yes else "no")]
        if yes and self._all_agree(self.sitting.agreed | {guest, ask.guest}):
            rows.append(self.row("takeback", self.sitting.seats_of(ask.guest)[0], str(ask.plies), plus=1))
        await self.commit(rows)

    def _all_agree(self, agreed: set[str]) -> bool:
        """Whether nobody is left to be asked; who has gone is not."""
        gone = self.sitting.taken_over
        return all(
            place.guest is None or place.guest in agreed or seat in gone
            for seat, place in enumerate(self.sitting.places)
        )

    # --- after the game ---

    @alone
    async def rematch(self, guest: str) -> str:
        """A table with the same people in the same seats; the one there is if somebody was quicker."""
        if self.sitting.next is None:
            if self.sitting.state != OVER:
                raise Refused("not-over")
            self._only_people(guest)
            table, rows, entry = rematch_of(self.sitting, guest, self._now())
            try:
                await self._store.append(table, rows, entry, self.sitting.people)
            except Conflict:
                pass  # another process opens it just now
            except StoreDown as error:
                raise Refused("not-stored", why=error.why) from None
            await self.commit([self.row("next", None, table)])
        assert self.sitting.next is not None
        return self.sitting.next

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
        await self.commit([self.row("seat", seat, encode(place).decode())])
