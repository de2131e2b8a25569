"""All tables of this node: their desks, the bots that play at them, deadlines, and what other nodes tell."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.json import decode, encode

from corsaires.bots import Player, Thought, load_bot
from corsaires.bots.pool import Pool
from corsaires.games.kernel.fair import SEED_BYTES
from corsaires.store.bus import Bus, NoBus
from corsaires.store.log import Entry, Guest, Row, Store, StoreDown
from corsaires.tables.chat import Chat
from corsaires.tables.choices import Choices, game_of
from corsaires.tables.desk import Desk
from corsaires.tables.presence import Presence
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import STAND_IN, WAITING, Happened, Place, Setup, Shown, Sitting, Summary, setup_row

TABLE_BYTES: Final = 12  # of an id: 96 random bits, so that nobody finds a private table by trying
SWEEP: Final = 0.25  # seconds between two looks at the deadlines
PULSE: Final = 1.0  # seconds between two signs of life
LAPSE: Final = 5_000  # ms without one, after which nobody was there and clocks stood still
POLL: Final = 0.5  # seconds between two looks at the log while the bus is down
LOOK: Final = 2.0  # and while it is up: what it carries may get lost, with a node too
IDLE: Final = 60.0  # seconds after which a desk that nobody watches is put away
DUE_AT_ONCE: Final = 64  # tables that a sweep takes up
OPEN_TABLES: Final = 100  # that the lobby shows

log = logging.getLogger(__name__)


class Note(Struct, omit_defaults=True):
    """What one node tells the others."""

    node: str
    kind: str  # row, chat, lobby, here, alive, who
    table: str = ""
    guests: list[str] = []


class Harbour:
    def __init__(self, store: Store, bus: Bus, pool: Pool) -> None:
        self.store = store
        self.bus = bus
        self.node = secrets.token_hex(4)
        self.chat = Chat(store, self._tell_of_chat)
        self.presence = Presence()
        self.lobby_changed: Callable[[], None] = lambda: None
        self.bots_thinking = 0
        self._pool = pool
        self._desks: dict[str, Desk] = {}
        self._loading: dict[str, asyncio.Task[Desk]] = {}
        self._left: dict[str, float] = {}  # when a desk was last used, for those nobody watches
        self._turns: dict[str, int] = {}  # by table: the version that a bot is thinking about
        self._looked = 0.0  # when the log was looked at for what others have done
        self._polling = False  # the bus was down then
        self._tasks: set[asyncio.Task[None]] = set()

    # --- life ---

    async def open(self) -> None:
        """Begin: say that somebody is there again, and take up what is due."""
        await self.store.pulse(LAPSE)
        self.bus.listen(self._heard)
        self._publish("who")
        for work, pause in ((self._sweep, SWEEP), (self._pulse, PULSE), (self._poll, POLL), (self._put_away, IDLE / 4)):
            self._spawn(self._every(work, pause))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.close()

    def now(self) -> int:
        """The database's time in ms."""
        return self.store.clock()

    # --- desks ---

    async def desk(self, table: str) -> Desk:
        """The desk of a table, read from the log if need be; raises Refused."""
        found = self._desks.get(table)
        if found is not None:
            self._left[table] = time.monotonic()
            return found
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def newest(self, table: str) -> Desk:
        """The desk of a table with all that other nodes have done there; raises Refused, StoreDown."""
        desk = await self.desk(table)
        if not isinstance(self.bus, NoBus):
            await desk.catch_up()
        return desk

    async def _load(self, table: str) -> Desk:
        try:
            desk = await Desk.load(table, self.store, self.now, self._after)
            self._desks[table] = desk
            self._left[table] = time.monotonic()
            self._bots_turn(desk)
            return desk
        finally:
            del self._loading[table]

    @property
    def loaded(self) -> int:
        return len(self._desks)

    async def open_table(self, guest: str, choices: Choices, before: str | None = None) -> str:
        """Open a table with the guest as its host; its id. Raises InvalidSetup, Refused."""
        game_of(choices)
        table = secrets.token_urlsafe(TABLE_BYTES)
        setup = Setup(choices, guest, secrets.token_hex(SEED_BYTES), before)
        first = setup_row(setup, self.now())
        sitting = Sitting.read(table, [first])
        entry = Entry(WAITING, choices.listed, None, False, sitting.summary(), first.at)
        try:
            await self.store.append(table, [first], entry)
        except StoreDown as error:
            raise Refused("not-stored", why=error.why) from None
        self._lobby(choices)
        return table

    async def rematch(self, guest: str, table: str) -> str:
        """A new table with the same people in the same seats; the one there is if somebody was quicker."""
        desk = await self.newest(table)
        old = desk.sitting
        if old.next is not None:
            return old.next
        desk.check_rematch(guest)
        new = await self.open_table(guest, old.choices, table)
        seats = [Place(guest=place.guest, bot=place.bot, name=place.name) for place in old.places]
        at = self.now()
        rows = [Row(seat + 1, at, "seat", seat, encode(place).decode()) for seat, place in enumerate(seats)]
        sitting = Sitting.read(new, await self.store.rows(new))
        for row in rows:
            sitting.apply(row)
        entry = Entry(WAITING, old.choices.listed, None, False, sitting.summary(), at)
        await self.store.append(new, rows, entry, sitting.people)
        try:
            await desk.go_on_at(new)
        except Refused as refused:
            if refused.code != "rematch-there":
                raise
            return str(refused.values["table"])
        return new

    async def lobby(self) -> list[tuple[str, Entry]]:
        return await self.store.tables(WAITING, OPEN_TABLES)

    async def record(self, table: str) -> dict[str, Any]:
        """The record of a table; sealed, with nothing hidden in it, before the end."""
        desk = await self.newest(table)
        async with desk.steady() as sitting:
            if sitting.table is None:
                raise Refused("not-started")
            return sitting.table.record()

    # --- who is there ---

    async def come(self, table: str, guest: Guest) -> None:
        """A connection of a guest has come to a table."""
        if self.presence.come(table, guest.id):
            self._presence(table)
        desk = await self.newest(table)
        if desk.sitting.taken_over:
            await desk.back(guest.id)

    def go(self, table: str, guest: str) -> None:
        if self.presence.go(table, guest):
            self._presence(table)

    def _presence(self, table: str) -> None:
        self._people_changed(table)
        self._publish("here", table, self.presence.here().get(table, []))

    def _people_changed(self, table: str) -> None:
        if table in self._desks:
            self._desks[table].people_changed()

    # --- after a row is in the log ---

    def _after(self, desk: Desk, happened: Sequence[Happened]) -> None:
        self._publish("row", desk.id)
        if any(each.row.kind in ("seat", "host", "start") for each in happened):
            self._lobby(desk.sitting.choices)
        self._bots_turn(desk)

    def _lobby(self, choices: Choices) -> None:
        if choices.listed:
            self.lobby_changed()
            self._publish("lobby")

    # --- bots ---

    def _bots_turn(self, desk: Desk) -> None:
        """If it is a bot's turn, let it think; called while nothing else happens at the desk."""
        sitting = desk.sitting
        if sitting.turn is None or self._turns.get(desk.id) == sitting.version:
            return
        bot = sitting.bot_of(sitting.turn)
        if bot is not None:
            self._turns[desk.id] = sitting.version
            self._spawn(self._bot_moves(desk, bot, sitting.version))

    async def _bot_moves(self, desk: Desk, bot: str, version: int) -> None:
        try:
            sitting = desk.sitting
            pause = asyncio.sleep(sitting.choices.pace / 1000)
            move, _ = await asyncio.gather(self._move_of(desk, bot), pause)
            await desk.bot_move(version, move)
        except Refused as refused:
            log.warning("bot not heard", extra={"table": desk.id, "why": refused.code})
        finally:
            if self._turns.get(desk.id) == version:
                del self._turns[desk.id]

    async def _move_of(self, desk: Desk, bot: str) -> str:
        """What a bot would play for the seat to move. A bot that fails is stood in for."""
        sitting = desk.sitting
        assert sitting.table is not None
        view = sitting.table.view(sitting.turn, options=False)
        for level in dict.fromkeys((bot, STAND_IN, "random")):
            try:
                self.bots_thinking += 1
                thought = await asyncio.wrap_future(self.ask(desk.id, player(sitting.choices.game, level), view))
                return thought.move
            except Exception:
                log.exception("a bot failed", extra={"table": desk.id, "bot": level})
            finally:
                self.bots_thinking -= 1
        raise Refused("bot-failed")

    def ask(self, table: str, bot: Player, view: Any, seed: int | None = None) -> Future[Thought]:
        """Let a bot think for a table, when its turn in the pool has come."""
        return self._pool.submit(table, bot, view, secrets.randbits(31) if seed is None else seed)

    # --- deadlines ---

    async def _sweep(self) -> None:
        """Take up every table whose time is up, loaded or not."""
        for table in await self.store.due(DUE_AT_ONCE):
            if table not in self._turns:
                self._spawn(self._due(table))

    async def _due(self, table: str) -> None:
        desk = await self.desk(table)
        await desk.catch_up()
        async with desk.steady() as sitting:
            turn, version = sitting.turn, sitting.version
            if turn is None or not desk.is_due() or table in self._turns:
                return
            if sitting.bot_of(turn) is not None:
                self._bots_turn(desk)
                return
            self._turns[table] = version
        try:
            await desk.time_out(version, await self._move_of(desk, STAND_IN))
        finally:
            if self._turns.get(table) == version:
                del self._turns[table]

    async def _pulse(self) -> None:
        gap = await self.store.pulse(LAPSE)
        if gap:
            for desk in self._desks.values():
                desk.stood_still(gap)
        self._publish("alive")
        for table in self.presence.forget_silent(self.now()):
            self._people_changed(table)

    async def _put_away(self) -> None:
        """Forget the desks that nobody needs; the log has them."""
        before = time.monotonic() - IDLE
        for table, used in list(self._left.items()):
            desk = self._desks.get(table)
            if desk is None or (
                used < before and not desk.watched and not desk.lock.locked() and table not in self._turns
            ):
                self._desks.pop(table, None)
                del self._left[table]

    # --- other nodes ---

    def _publish(self, kind: str, table: str = "", guests: list[str] | None = None) -> None:
        if not isinstance(self.bus, NoBus):
            self._spawn(self.bus.publish(encode(Note(self.node, kind, table, guests or []))))

    def _heard(self, message: bytes) -> None:
        note = decode(message, type=Note)
        if note.node == self.node:
            return
        self.presence.heard(note.node, self.now())
        match note.kind:
            case "row":
                if note.table in self._desks:
                    self._spawn(self._desks[note.table].catch_up())
            case "chat":
                self._spawn(self.chat.catch_up(note.table))
            case "lobby":
                self.lobby_changed()
            case "here":
                self.presence.told(note.node, note.table, note.guests)
                self._people_changed(note.table)
            case "who":
                for table, guests in self.presence.here().items():
                    self._publish("here", table, guests)

    def _tell_of_chat(self, table: str) -> None:
        self._publish("chat", table)

    async def _poll(self) -> None:
        """Look into the log for what the bus has not told: often while it is down, now and then while it is up."""
        up, now = self.bus.up, time.monotonic()
        if isinstance(self.bus, NoBus) or (up and not self._polling and now < self._looked + LOOK):
            return
        missed = self._polling or not up
        self._looked, self._polling = now, not up
        heads = await self.store.heads(list(self._desks))
        for table, head in heads.items():
            desk = self._desks.get(table)
            if desk is not None and head > desk.sitting.seq:
                self._spawn(desk.catch_up())
        if missed:
            for table in list(self._desks):
                self._spawn(self.chat.catch_up(table))
            self.lobby_changed()

    # --- tasks ---

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, work: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
        while True:
            await _logged(work())
            await asyncio.sleep(pause)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """What runs by itself must not end unseen."""
    try:
        await work
    except Refused as refused:
        log.info("refused", extra={"why": refused.code})
    except StoreDown as error:
        log.warning("the store does not answer", extra={"why": error.why})
    except Exception:
        log.exception("failed")


@cache
def player(game: str, level: str) -> Player:
    """A bot of a level; it is asked by several threads at once."""
    return load_bot(game, level)


def listing(entry: Entry) -> tuple[Choices, str, list[Shown]]:
    """What an entry shows of its table: the choices, the host's name, the seats."""
    summary = decode(entry.summary, type=Summary)
    return summary.choices, summary.host, summary.seats
