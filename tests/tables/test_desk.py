"""A desk whose store fails, whose callers are cancelled, whose watchers break: it stays what the log says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from corsaires.bots.pool import Pool
from corsaires.store.bus import NoBus
from corsaires.store.log import Answer, Conflict, Entry, Row, StoreDown
from corsaires.store.sqlite import SqliteStore
from corsaires.tables import choices, sitting
from corsaires.tables.choices import Choices
from corsaires.tables.desk import Desk
from corsaires.tables.harbour import Harbour
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import Happened, Sitting
from corsaires.tables.times import Times

SOON = 60.0  # seconds: bots may have to be compiled


class Shaky:
    """A store that fails the next append in some way."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.next: str | None = None
        self.unread = 0  # times that the log cannot be read, once an append has failed
        self.hung = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def rows(self, table: str, after: int = -1) -> list[Row]:
        if self.unread and self.next is None:
            self.unread -= 1
            raise StoreDown("down")
        return await self._store.rows(table, after)

    async def append(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None = None
    ) -> None:
        how, self.next = self.next, None
        if how == "down":
            raise StoreDown("down")
        if how == "quicker":  # another process writes the same row
            await self._store.append(table, rows, entry, people)
        await self._store.append(table, rows, entry, people)
        if how == "unsure":
            raise StoreDown("down", unsure=True)
        if how == "hang":
            self.hung.set()
            await asyncio.Event().wait()

    def post(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None, answer: Answer
    ) -> None:
        written = asyncio.ensure_future(self.append(table, rows, entry, people))
        written.add_done_callback(lambda done: answer(done.exception()))  # type: ignore[arg-type]


class Eye:
    """A watcher that remembers."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.versions: list[int] = []
        self.whole = 0  # times that it was shown the whole table
        self.gone: str | None = None
        self.broken = False

    def shown(self, sitting: Sitting) -> None:
        self.whole += 1
        self.versions.append(sitting.version)

    def told(self, sitting: Sitting, happened: Sequence[Happened]) -> None:
        if self.broken:
            raise ValueError("an eye that sees nothing")
        self.versions.append(sitting.version)

    def seats(self, sitting: Sitting) -> None:
        pass

    def sent_away(self, code: str) -> None:
        self.gone = code


class Scene:
    def __init__(self, store: Shaky, harbour: Harbour, desk: Desk, eye: Eye, at_once: bool) -> None:
        self.at_once = at_once
        self.store = store
        self.harbour = harbour
        self.desk = desk
        self.eye = eye

    async def rows(self, kind: str) -> list[Row]:
        rows: list[Row] = await self.store.rows(self.desk.id)
        return [row for row in rows if row.kind == kind]

    async def move(self, guest: str, text: str, version: int, ack: str | None = None) -> int:
        """As a connection makes a move: at once if that can be, else in its turn."""
        if self.at_once:
            moved: asyncio.Future[int] = asyncio.get_running_loop().create_future()

            def done(seq: int, error: Exception | None) -> None:
                assert not self.desk.lock.locked()
                moved.set_result(seq) if error is None else moved.set_exception(error)

            if self.desk.move_at_once(guest, text, version, ack, done):
                assert self.desk.lock.locked()
                assert not self.desk.move_at_once(guest, text, version, ack, done)
                try:
                    return await moved
                except Conflict:
                    pass
        return await self.desk.move(guest, text, version, ack)

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(SOON):
            while not what():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def scene(directory: Path, *, start: bool = True, at_once: bool = False, **chosen: Any) -> AsyncIterator[Scene]:
    """A game for two on its way, or about to start, with seat 0 to move, watched by one of them."""
    store = await SqliteStore.open(directory / "tables.sqlite")
    shaky = Shaky(store)
    harbour = Harbour(shaky, NoBus(), Pool(1), Times(pulse=0.05, sweep=0.05))
    await harbour.open()
    try:
        table = await harbour.open_table("anne", Choices(**{"seats": 2, "first": 0, "pace": 0, **chosen}))
        desk = await harbour.desk(table)
        for seat, guest in enumerate(("anne", "ben")):
            await desk.sit(guest, guest, seat, None)
        if start:
            await desk.start("anne")
        eye = Eye("ben")
        await desk.watch(eye)
        yield Scene(shaky, harbour, desk, eye, at_once)
    finally:
        await harbour.close()
        await store.close()


def acted(test: Callable[[Path], Awaitable[None]]) -> Callable[[Path], None]:
    def run(tmp_path: Path) -> None:
        asyncio.run(asyncio.wait_for(test(tmp_path), 120))

    return run


def both_ways(test: Callable[[Path, bool], Awaitable[None]]) -> Callable[[Path, bool], None]:
    """With moves made at once, and in their turn: nobody can tell the difference."""

    @pytest.mark.parametrize("at_once", [False, True], ids=["in its turn", "at once"])
    def run(tmp_path: Path, at_once: bool) -> None:
        asyncio.run(asyncio.wait_for(test(tmp_path, at_once), 120))

    return run


@both_ways
async def test_what_is_not_stored_has_not_happened(directory: Path, at_once: bool) -> None:
    async with scene(directory, at_once=at_once) as on:
        version = on.desk.sitting.version
        on.store.next = "down"
        with pytest.raises(Refused, match="not-stored"):
            await on.move("anne", "+", version, "a")
        assert on.eye.versions == [version]
        async with on.desk.steady() as sitting:
            assert sitting.turn == 0
            assert sitting.version == version
        await on.move("anne", "+", version, "a")
        assert len(await on.rows("move")) == 1


@both_ways
async def test_what_was_stored_without_an_answer_is_told_all_the_same(directory: Path, at_once: bool) -> None:
    async with scene(directory, at_once=at_once) as on:
        version = on.desk.sitting.version
        on.store.next = "unsure"
        with pytest.raises(Refused, match="not-stored"):
            await on.move("anne", "+", version, "a")
        await on.until(lambda: on.eye.versions[-1] > version)  # nobody asks: the pulse mends it
        (row,) = await on.rows("move")
        assert await on.move("anne", "+", version, "a") == row.seq
        assert len(await on.rows("move")) == 1


@acted
async def test_a_caller_that_is_cancelled_leaves_the_desk_whole(directory: Path) -> None:
    async with scene(directory) as on:
        version = on.desk.sitting.version
        on.store.next = "hang"
        moving = asyncio.create_task(on.desk.move("anne", "+", version, "a"))
        await on.store.hung.wait()
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        await on.until(lambda: on.eye.versions[-1] > version)
        await on.desk.move("ben", "+", on.desk.sitting.version, "b")
        assert len(await on.rows("move")) == 2


@both_ways
async def test_a_bot_goes_on_after_a_move_whose_answer_was_lost(directory: Path, at_once: bool) -> None:
    async with scene(directory, at_once=at_once) as on:
        await on.desk.stand("ben", 1)
        on.store.next = "unsure"
        with pytest.raises(Refused, match="not-stored"):
            await on.move("anne", "+", on.desk.sitting.version, "a")
        await on.until(lambda: len(on.desk.sitting.plies) == 2 and on.desk.fresh)
        assert on.desk.sitting.turn == 0


@both_ways
async def test_who_was_not_the_quickest_decides_again(directory: Path, at_once: bool) -> None:
    async with scene(directory, at_once=at_once) as on:
        version = on.desk.sitting.version
        on.store.next = "quicker"
        seq = await on.move("anne", "+", version, "a")
        (row,) = await on.rows("move")
        assert row.seq == seq
        assert (on.eye.versions, on.eye.whole) == ([version, seq], 1)  # told of it once, as of any move
        with pytest.raises(Refused, match="nothing-asked"):
            await on.desk.answer("ben", True)
        with pytest.raises(Refused, match="not-your-turn"):
            await on.move("anne", "+", on.desk.sitting.version, "b")


@acted
async def test_a_start_whose_answer_was_lost_is_shown_to_each_as_they_may_see_it(directory: Path) -> None:
    """A spectator who is told later sees nothing of the game yet, whatever went wrong when it began."""
    async with scene(directory, start=False, spectators="delayed") as on:
        late = Eye("chloe")
        await on.desk.watch(late)
        before = on.desk.sitting.version
        on.store.next, on.store.unread = "unsure", 1
        with pytest.raises(Refused, match="not-stored"):
            await on.desk.start("anne")
        await on.until(lambda: on.eye.versions[-1] > before)
        assert on.desk.fresh
        await on.desk.move("anne", "+", on.desk.sitting.version, "a")
        await on.until(lambda: on.eye.versions[-1] == on.desk.sitting.version)
        assert set(late.versions) == {before}


@both_ways
async def test_a_watcher_that_cannot_be_told_does_not_keep_it_from_the_others(directory: Path, at_once: bool) -> None:
    async with scene(directory, at_once=at_once) as on:
        broken = Eye("chloe")
        await on.desk.watch(broken)
        broken.broken = True
        other = Eye("dan")
        await on.desk.watch(other)
        await on.move("anne", "+", on.desk.sitting.version, "a")
        assert broken.gone == "fault"
        assert other.versions[-1] == on.eye.versions[-1] == on.desk.sitting.version


@both_ways
async def test_an_illegal_move_changes_nothing(directory: Path, at_once: bool) -> None:
    async with scene(directory, at_once=at_once) as on:
        before = on.desk.sitting
        for text in ("nonsense", "-G2", "A@9"):
            with pytest.raises(Exception, match=r".") as caught:
                await on.move("anne", text, before.version, "a")
            assert type(caught.value).__name__ in ("InvalidMove", "IllegalMove")
        assert on.desk.fresh
        assert on.desk.sitting is before
        assert on.eye.versions == [before.version]


@acted
async def test_a_log_full_of_takebacks_is_played_once(directory: Path) -> None:
    async with scene(directory, game="les-corsaires", first=None) as here:  # ships are placed without a die
        desk = here.desk
        move = desk.sitting.table.moves()[0]  # type: ignore[union-attr]
        for _ in range(20):
            await desk.move("anne", move, desk.sitting.version)
            await desk.take_back("anne", 1, desk.sitting.version)
        await desk.move("anne", move, desk.sitting.version)
        rows = await here.store.rows(desk.id)
        followed = Sitting.read(desk.id, rows[:4])
        for row in rows[4:]:
            followed.apply(row)
        with pytest.MonkeyPatch.context() as patch:
            dealt = Mock(side_effect=choices.dealt)
            patch.setattr(sitting, "dealt", dealt)
            read = Sitting.read(desk.id, rows)
        assert dealt.call_count == 1
        for one in (followed, desk.sitting):
            assert (read.plies, read.version, read.seq, read.turn) == (one.plies, one.version, one.seq, one.turn)
            assert read.table.position() == one.table.position()  # type: ignore[union-attr]
            assert read.table.view(0).open == one.table.view(0).open  # type: ignore[union-attr]


@acted
async def test_the_lobby_forgets_tables_that_nobody_cares_for(directory: Path) -> None:
    async with scene(directory) as on:
        table = await on.harbour.open_table("anne", Choices(listed=True))
        assert [each for each, _ in await on.harbour.lobby()] == [table]
        on.harbour.times = on.harbour.times._replace(listed=0)
        await asyncio.sleep(0.01)
        assert await on.harbour.lobby() == []
        on.harbour.come(table, "anne")
        assert [each for each, _ in await on.harbour.lobby()] == [table]
        on.harbour.go(table, "anne")


@acted
async def test_a_desk_that_nobody_needs_is_put_away(directory: Path) -> None:
    async with scene(directory) as on:
        on.harbour.times = on.harbour.times._replace(idle=0.0)
        await on.harbour._put_away()
        assert on.harbour.loaded == 1  # somebody watches
        on.desk.leave(on.eye)
        await asyncio.sleep(0.01)
        await on.harbour._put_away()
        assert on.harbour.loaded == 0
        again = await on.harbour.desk(on.desk.id)
        assert again.sitting.version == on.desk.sitting.version
