"""All tables of this node: their desks, deadlines, who is there, and what other nodes tell."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from corsaires.bots.pool import Pool
from corsaires.store.bus import Bus
from corsaires.store.log import Entry, Guest, Row, Store, StoreDown
from corsaires.tables.chat import Chat
from corsaires.tables.choices import Choices
from corsaires.tables.crew import Crew
from corsaires.tables.desk import Desk
from corsaires.tables.ledger import Around
from corsaires.tables.news import News, Note
from corsaires.tables.opening import branch_of, new_table
from corsaires.tables.presence import Presence
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import OVER, WAITING, Happened, Sitting
from corsaires.tables.times import Times

DUE_AT_ONCE: Final = 64  # tables that a sweep takes up
OPEN_TABLES: Final = 100  # that the lobby shows
IN_LOBBY: Final = ("seat", "host", "start", "next")  # rows that change what the lobby shows

log = logging.getLogger(__name__)


class Harbour:
    def __init__(self, store: Store, bus: Bus, pool: Pool, times: Times) -> None:
        self.store = store
        self.bus = bus
        self.times = times
        self.news = News(bus, secrets.token_hex(4), self._heard)
        self.chat = Chat(store, lambda table: self.news.tell("chat", table))
        self.crew = Crew(pool, self._spawn)
        self.presence = Presence(times.silent)
        self.lobby_changed: Callable[[], None] = lambda: None
        self.moved: Callable[[str], None] = lambda game: None  # told of every move made here
        self.committed: Callable[[float], None] = lambda seconds: None  # and how long each commit took
        self._around = Around(store, store.clock, self._after, times, store.shared, self._committed)
        self._desks: dict[str, Desk] = {}
        self._loading: dict[str, asyncio.Task[Desk]] = {}
        self._used: dict[str, float] = {}  # when a desk was last asked for
        self._looked = 0.0  # when the log was looked at for what others have done
        self._cut_off = False  # the bus was down then
        self._tasks: set[asyncio.Task[None]] = set()

    # --- life ---

    async def open(self) -> None:
        """Begin: say that somebody is there again, and take up what is due."""
        times = self.times
        await self.store.pulse(times.lapse)
        self._spawn(self.news.run())
        self.news.tell("who")
        for work, pause in (
            (self._sweep, times.sweep),
            (self._pulse, times.pulse),
            (self._poll, times.poll),
            (self._put_away, times.idle / 4),
        ):
            self._spawn(self._every(work, pause))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.crew.close()

    def now(self) -> int:
        """The database's time in ms."""
        return self.store.clock()

    # --- desks ---

    async def desk(self, table: str) -> Desk:
        """The desk of a table, read from the log if need be; raises Refused."""
        found = self._desks.get(table)
        if found is not None:
            self._used[table] = time.monotonic()
            return found
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Desk:
        try:
            desk = await Desk.load(table, self._around)
            self._desks[table] = desk
            self._used[table] = time.monotonic()
            self.crew.move(desk)  # its thought may have ended with the server
            return desk
        finally:
            del self._loading[table]

    async def newest(self, table: str) -> Desk:
        """The desk of a table, with whatever other nodes have done; raises Refused, StoreDown."""
        desk = await self.desk(table)
        if self._around.shared:
            await desk.catch_up()
        return desk

    async def _put_away(self) -> None:
        """Forget the desks that nobody needs; the log has them."""
        before = time.monotonic() - self.times.idle
        for table, used in list(self._used.items()):
            desk = self._desks[table]
            if used < before and not desk.watchers and not desk.lock.locked() and not self.crew.busy(table):
                del self._desks[table], self._used[table]

    @property
    def loaded(self) -> int:
        return len(self._desks)

    async def open_table(self, guest: str, choices: Choices) -> str:
        """Open a table with the guest as its host; its id. Raises InvalidSetup, Refused."""
        table, rows, entry = new_table(guest, choices, self.now())
        try:
            await self.store.append(table, rows, entry)
        except StoreDown as error:
            raise Refused("not-stored", why=error.why) from None
        self._lobby(choices)
        return table

    async def lobby(self) -> list[tuple[str, Entry]]:
        """The listed tables that wait for players; one where nobody is drops out after a while."""
        oldest = self.now() - self.times.listed
        found = await self.store.tables(WAITING, OPEN_TABLES)
        return [(table, entry) for table, entry in found if entry.at > oldest or self.presence.at(table)]

    async def play_on(self, table: str, guest: Guest, ply: int, seat: int, bot: str) -> str:
        """A table where a game that is over goes on after so many of its moves; its id. Raises Refused."""
        desk = await self.newest(table)
        async with desk.steady() as sitting:
            if sitting.state != OVER:
                raise Refused("not-over")
            if ply >= len(sitting.plies):
                raise Refused("over")
            if seat >= sitting.game.seats:
                raise Refused("no-such-seat", seat=seat, seats=sitting.game.seats)
            branch, rows, entry = branch_of(sitting, guest.id, guest.name, ply, seat, bot, self.now())
        try:
            await self.store.append(branch, rows, entry, [guest.id])
        except StoreDown as error:
            raise Refused("not-stored", why=error.why) from None
        return branch

    async def past(self, table: str, guest: str | None) -> tuple[Sitting, list[Row]]:
        """A game with its log, for somebody who may see it as it stands; raises Refused."""
        desk = await self.newest(table)
        async with desk.steady() as sitting:
            _may_look(sitting, guest)
            rows = await self.store.rows(table)
            return Sitting.read(table, rows), rows

    async def record(self, table: str, guest: str | None) -> dict[str, Any]:
        """The record of a table; before the end it is sealed, and only for those who may see the game as it stands."""
        desk = await self.newest(table)
        async with desk.steady() as sitting:
            _may_look(sitting, guest)
            assert sitting.table is not None
            return sitting.table.record()

    # --- who is there ---

    def come(self, table: str, guest: str) -> None:
        """A connection of a guest has come to a table."""
        if self.presence.come(table, guest):
            self._presence(table, guest)

    def go(self, table: str, guest: str) -> None:
        if self.presence.go(table, guest):
            self._presence(table, guest)

    def _presence(self, table: str, guest: str) -> None:
        desk = self._desks.get(table)
        if desk is not None and guest in desk.sitting.people:  # a spectator who comes and goes bothers nobody
            self._people_changed(table)
        self.news.tell("here", table, self.presence.here(table))

    def _people_changed(self, table: str) -> None:
        desk = self._desks.get(table)
        if desk is not None and desk.watchers:
            self._spawn(desk.people_changed())

    # --- after a row is in the log ---

    def _after(self, desk: Desk, happened: Sequence[Happened]) -> None:
        self.news.tell("row", desk.id)
        for each in happened:
            kind = each.row.kind
            if kind == "move":
                self.moved(desk.sitting.choices.game)
            elif kind in IN_LOBBY:
                self._lobby(desk.sitting.choices)
        self.crew.move(desk)

    def _committed(self, seconds: float) -> None:
        self.committed(seconds)

    def _lobby(self, choices: Choices) -> None:
        if choices.listed:
            self.lobby_changed()
            self.news.tell("lobby")

    # --- deadlines ---

    async def _sweep(self) -> None:
        """Take up every table whose time is up, loaded or not."""
        for table in await self.store.due(DUE_AT_ONCE):
            if not self.crew.busy(table):
                self._spawn(self._due(table))

    async def _due(self, table: str) -> None:
        desk = await self.newest(table)
        async with desk.steady() as sitting:
            if sitting.turn is None or not desk.is_due() or self.crew.busy(table):
                return
            if sitting.bot_to_move is not None:
                self.crew.move(desk)
            else:
                self.crew.stand_in(desk)

    async def _pulse(self) -> None:
        """Say that this node is alive; and mend what a failed commit has left in doubt."""
        gap = await self.store.pulse(self.times.lapse)
        if gap:
            self.news.tell("still")
            await self._look_at_the_clocks()
        self.news.tell("alive")
        for table in self.presence.forget_silent(self.now()):
            self._people_changed(table)
        for desk in list(self._desks.values()):
            if not desk.fresh and not desk.lock.locked():
                self._spawn(desk.catch_up())

    async def _look_at_the_clocks(self) -> None:
        """Nobody was there for a while: deadlines in the log have been put off."""
        for desk in list(self._desks.values()):
            async with desk.steady() as sitting:
                await desk.look_at_the_clock()
                if desk.due is not None:
                    await desk.watchers.show_again(sitting)

    # --- other nodes ---

    def _heard(self, note: Note) -> None:
        if self.presence.heard(note.node, self.now()) and note.kind != "who":
            self.news.tell("who")  # somebody new, or back: who is there?
        match note.kind:
            case "row" if note.table in self._desks or note.table in self._loading:
                self._spawn(self._catch_up(note.table))
            case "chat":
                self._spawn(self.chat.catch_up(note.table))
            case "lobby":
                self.lobby_changed()
            case "here":
                self.presence.told(note.node, note.table, note.guests)
                self._people_changed(note.table)
            case "who":
                for table in self.presence.tables():
                    self.news.tell("here", table, self.presence.here(table))
            case "still":
                self._spawn(self._look_at_the_clocks())

    async def _catch_up(self, table: str) -> None:
        desk = self._desks.get(table) or await self.desk(table)
        await desk.catch_up()

    async def _poll(self) -> None:
        """Look into the log for what the bus has not told: now and then while there is one that is up, else often."""
        up, now = self.bus.up and not self.news.alone, time.monotonic()
        if not self.store.shared or (up and not self._cut_off and now < self._looked + self.times.look):
            return
        missed = self._cut_off or not up
        self._looked, self._cut_off = now, not up
        heads = await self.store.heads(list(self._desks))
        for table, head in heads.items():
            desk = self._desks.get(table)
            if desk is not None and head > desk.sitting.seq:
                self._spawn(desk.catch_up())
        if missed:
            for table in self.chat.tables():
                self._spawn(self.chat.catch_up(table))
            self.lobby_changed()

    # --- tasks ---

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began

    async def _every(self, work: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
        while True:
            await _logged(work())
            await asyncio.sleep(pause)


def _may_look(sitting: Sitting, guest: str | None) -> None:
    """Raises Refused for who may not see the game as it stands."""
    if sitting.table is None:
        raise Refused("not-started")
    if sitting.state != OVER and sitting.choices.spectators != "live" and guest not in sitting.people:
        raise Refused("not-over")


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """What runs by itself must not end unseen."""
    try:
        await work
    except Refused as refused:
        log.info("refused", extra={"fields": {"why": refused.code}})
    except StoreDown as error:
        log.warning("the store does not answer", extra={"fields": {"why": error.why}})
    except Exception:
        log.exception("failed")
