"""A table and its log in this process: rows are checked, committed to the log, and only then told.

Other processes may have the same table: the log's key decides between them, and who came second reads the log and
decides again.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial, wraps
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, Self, TypeVar

from corsaires.games.kernel.errors import IllegalMove, InvalidMove
from corsaires.store.log import Conflict, Entry, Row, Store, StoreDown
from corsaires.tables.deadline import entry_of, left_of_turn, mover, next_due
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import TURNS, Happened, Sitting, parts
from corsaires.tables.times import Times
from corsaires.tables.turns import Turns
from corsaires.tables.watchers import Watcher, Watchers

TRIES: Final = 5  # times that others may be quicker, before a wish is given up

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D", bound="Ledger")


def alone(wish: Callable[Concatenate[D, P], Awaitable[T]]) -> Callable[Concatenate[D, P], Coroutine[Any, Any, T]]:
    """A wish that is checked, committed and told before the next; decided again if another process was quicker.

    Nothing is refused because of what another process has changed.
    """

    @wraps(wish)
    async def decided(desk: D, /, *args: P.args, **given: P.kwargs) -> T:
        async with desk.lock:
            for _ in range(TRIES):
                await desk.ready()
                try:
                    return await wish(desk, *args, **given)
                except Conflict:
                    pass
                except (Refused, InvalidMove, IllegalMove):
                    if not (desk.fresh and desk.around.shared and await desk.has_caught_up()):
                        raise
            raise Refused("stale", version=desk.sitting.version)

    return decided


class Around(NamedTuple):
    """What the tables of a node have around them."""

    store: Store
    now: Callable[[], int]  # ms, the database's time
    after: Callable[[Any, Sequence[Happened]], None]  # called when something has happened at a desk
    times: Times
    shared: bool  # other processes may play the same tables
    committed: Callable[[float], None]  # called with the seconds that a commit took


class Ledger:
    __slots__ = (
        "_entry",
        "_now",
        "_store",
        "_told",
        "_unsure",
        "around",
        "due",
        "fresh",
        "lock",
        "sitting",
        "watchers",
    )

    def __init__(self, sitting: Sitting, entry: Entry, around: Around) -> None:
        self.sitting = sitting
        self.around = around
        self.watchers = Watchers(around.store, around.now, around.times.delay)
        self.due = entry.due  # when time is up for the seat to move
        self.lock = Turns()  # held from the check of a wish until it is told
        self.fresh = True  # the sitting is what the log says
        self._store = around.store
        self._now = around.now
        self._entry = entry
        self._told = sitting.seq  # the last row that watchers know of
        self._unsure = False  # a row may have been written of which nobody was told

    @classmethod
    async def load(cls, table: str, around: Around) -> Self:
        """A table of the log; raises Refused."""
        rows, entry = await _read(around.store, table)
        return cls(Sitting.read(table, rows), entry, around)

    @property
    def id(self) -> str:
        return self.sitting.id

    @asynccontextmanager
    async def steady(self) -> AsyncIterator[Sitting]:
        """The table as the log has it, for a block in which nothing happens to it; raises Refused."""
        async with self.lock:
            await self.ready()
            yield self.sitting

    # --- watching ---

    async def watch(self, watcher: Watcher) -> None:
        """Show a watcher the table, and from now on tell what happens; raises Refused, StoreDown."""
        async with self.steady() as sitting:
            await self.watchers.admit(watcher, sitting)

    def leave(self, watcher: Watcher) -> None:
        self.watchers.leave(watcher)

    async def people_changed(self) -> None:
        """Somebody who sits here came or went."""
        async with self.steady() as sitting:
            self.watchers.people_changed(sitting)

    # --- the log ---

    async def catch_up(self) -> None:
        """Read what other processes have added to the log, and tell it; raises Refused, StoreDown."""
        async with self.steady():
            await self.has_caught_up()

    async def has_caught_up(self) -> bool:
        """As `catch_up`, while nothing else happens at the desk; whether there was anything."""
        rows = await self._store.rows(self.id, self.sitting.seq)
        if rows:
            await self.look_at_the_clock()
            await self._hear(rows)
        return bool(rows)

    async def _hear(self, rows: Sequence[Row]) -> None:
        """Apply rows that are in the log, and tell them."""
        for part in parts(rows):
            self.fresh = False  # should one of them not fit
            happened = [self.sitting.apply(row) for row in part]
            self.fresh = True
            await self._tell(happened)
            if not self.fresh:
                return

    async def look_at_the_clock(self) -> None:
        """Deadlines may have been put off, because nobody was there; raises StoreDown."""
        entry = await self._store.entry(self.id)
        if entry is not None:
            self._entry, self.due = entry, entry.due

    async def ready(self) -> None:
        """After a failed commit, be what the log says, and tell what others have added to it; raises Refused."""
        if self.fresh:
            return
        rows, entry = await _read(self._store, self.id)
        self.sitting = Sitting.read(self.id, [row for row in rows if row.seq <= self._told])
        self._entry, self.due = entry, entry.due
        self.fresh = True
        await self._hear([row for row in rows if row.seq > self._told])
        if not self.fresh:
            raise Refused("not-stored", why="down")
        unsure, self._unsure = self._unsure, False
        if unsure:
            self.around.after(self, ())

    def touch(self) -> None:
        """From now on the sitting may be more than the log says."""
        self.fresh, self._unsure = False, True

    async def commit(self, rows: list[Row], events: tuple[Any, ...] = ()) -> None:
        """Make rows durable, then tell them; raises Refused, Conflict, and then nothing has happened."""
        happened, entry, people = self._carry_out(rows, events)
        began, failed = time.perf_counter(), None
        try:
            await self._store.append(self.id, rows, None if entry is self._entry else entry, people)
        except (Conflict, StoreDown) as error:
            failed = error
        self._settle(entry, began, failed)
        await self._tell(happened)
        self.around.after(self, happened)

    def post(self, rows: list[Row], events: tuple[Any, ...], done: Callable[[Exception | None], None]) -> None:
        """As `commit`, for a move of somebody who has taken the lock and does not wait. When everybody has been told,
        the lock is given back, and `done` gets what `commit` would raise. Raises StoreDown."""
        happened, entry, people = self._carry_out(rows, events)
        written = partial(self._posted, happened, entry, time.perf_counter(), done)
        self._store.post(self.id, rows, None if entry is self._entry else entry, people, written)

    def _posted(
        self,
        happened: list[Happened],
        entry: Entry,
        began: float,
        done: Callable[[Exception | None], None],
        failed: Exception | None,
    ) -> None:
        try:
            self._settle(entry, began, failed)
            self._say(happened)
            self.around.after(self, happened)
        except Exception as error:
            failed = error
        self.lock.give()
        done(failed)

    def _carry_out(
        self, rows: list[Row], events: tuple[Any, ...]
    ) -> tuple[list[Happened], Entry, tuple[str, ...] | None]:
        """Carry rows out that are to be appended to the log; the table's entry after them, and its people if they
        have changed."""
        sitting, now = self.sitting, self._now()
        turned = any(row.kind in TURNS for row in rows)
        before = None if turned else mover(sitting)  # who comes and goes out of turn changes nobody's deadline
        self.touch()
        happened = [sitting.note(row, events) if events and row.kind == "move" else sitting.apply(row) for row in rows]
        if turned or mover(sitting) != before:
            self.due = next_due(sitting, rows[-1], now, self.around.times.grace)
        people = sitting.people if rows[-1].kind == "seat" else None
        return happened, entry_of(sitting, self.due, self._entry, now), people

    def _settle(self, entry: Entry, began: float, failed: Exception | None) -> None:
        """Rows are in the log, or they are not; raises Refused, Conflict."""
        if isinstance(failed, Conflict):
            self._unsure = False  # and whoever was quicker has told
        if isinstance(failed, StoreDown):
            raise Refused("not-stored", why=failed.why) from None
        if failed is not None:
            raise failed
        self.around.committed(time.perf_counter() - began)
        self.fresh, self._unsure, self._entry = True, False, entry

    async def _tell(self, happened: Sequence[Happened]) -> None:
        if self.sitting.choices.spectators == "live" or all(each.row.kind != "start" for each in happened):
            self._say(happened)
            return
        unsure, self._unsure, self.fresh = self._unsure, True, False  # until everybody has been shown
        try:
            await self.watchers.show_again(self.sitting)  # from now on some are told later, or not at all
        except StoreDown:
            return
        self._unsure, self.fresh = unsure, True
        self._told = self.sitting.seq

    def _say(self, happened: Sequence[Happened]) -> None:
        self.watchers.tell(self.sitting, happened)
        self._told = self.sitting.seq

    def row(
        self, kind: str, seat: int | None, text: str, *, plus: int = 0, ack: str | None = None, left: int | None = None
    ) -> Row:
        return Row(self.sitting.seq + 1 + plus, self._now(), kind, seat, text, ack, left)

    # --- time ---

    def is_due(self) -> bool:
        """Whether the time of the seat to move is up."""
        return self.due is not None and self.due <= self._now()

    def left(self) -> int | None:
        """ms that the seat to move has left of its turn."""
        return None if self.sitting.choices.clock is None else left_of_turn(self.sitting, self.due, self._now())


async def _read(store: Store, table: str) -> tuple[list[Row], Entry]:
    try:
        rows, entry = await store.rows(table), await store.entry(table)
    except StoreDown as error:
        raise Refused("not-stored", why=error.why) from None
    if not rows or entry is None:
        raise Refused("no-table")
    return rows, entry
