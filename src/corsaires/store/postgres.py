"""A store in PostgreSQL, for any number of nodes. Appends go through one connection, all else through a small pool."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Self

import asyncpg

from corsaires.store import migrations
from corsaires.store.log import Answer, Entry, Guest, Line, Row, StoreDown, Unusable, answer_to, plain
from corsaires.store.postgres_errors import LOST, meaning
from corsaires.store.postgres_writer import PATIENCE, Writer, closed, connected

POOL: Final = 4
NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
ENTRY: Final = "state, listed, due, minute, summary, at"
TABLES: Final = f"SELECT tid, {ENTRY} FROM entries WHERE listed AND state = $1 ORDER BY at DESC LIMIT $2"
# The subquery is asked once: otherwise the time, which changes, would keep the index from being used.
DUE: Final = f"SELECT tid FROM entries WHERE state = 'playing' AND due <= (SELECT {NOW}) ORDER BY due LIMIT $1"
MIGRATING: Final = 0x636F7273  # the number of the lock that the nodes agree on


class PostgresStore:
    shared = True

    def __init__(self, writer: Writer, pool: Any) -> None:
        self._writer = writer
        self._pool = pool
        self._ahead = 0  # the database's clock less this process's, in ms
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Self:
        """Raises Unusable."""
        try:
            connection = await connected(url)
        except (*LOST, ValueError, asyncpg.PostgresError) as error:
            raise Unusable("unreachable", f"the database cannot be reached: {error}") from error
        try:
            await migrated(connection)
            pool = await asyncpg.create_pool(url, min_size=0, max_size=POOL, timeout=PATIENCE, command_timeout=PATIENCE)
            store = cls(Writer(url, connection), pool)
        except BaseException:
            await closed(connection)
            raise
        await store.now()
        return store

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._pool.close()

    # --- tables ---

    async def append(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None = None
    ) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._writer.post(table, rows, entry, people, answer_to(written))
        await written

    def post(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None, answer: Answer
    ) -> None:
        self._writer.post(table, rows, entry, people, answer)

    async def rows(self, table: str, after: int = -1) -> list[Row]:
        sql = """SELECT seq, at, kind, seat, text, ack, remaining FROM log
            WHERE tid = $1 AND seq > $2 ORDER BY seq"""
        return [Row(*row) for row in await self._fetch(sql, table, after)]

    async def entry(self, table: str) -> Entry | None:
        found = await self._fetch(f"SELECT {ENTRY} FROM entries WHERE tid = $1", table)
        return Entry(*found[0]) if found else None

    async def tables(self, state: str, limit: int) -> list[tuple[str, Entry]]:
        return [(tid, Entry(*entry)) for tid, *entry in await self._fetch(TABLES, state, limit)]

    async def tables_of(self, guest: str, limit: int) -> list[tuple[str, Entry]]:
        sql = f"SELECT tid, {ENTRY} FROM seats JOIN entries USING (tid) WHERE guest = $1 ORDER BY at DESC LIMIT $2"
        return [(tid, Entry(*entry)) for tid, *entry in await self._fetch(sql, guest, limit)]

    async def due(self, limit: int) -> list[str]:
        return [tid for (tid,) in await self._fetch(DUE, limit)]

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        sql = """SELECT name, head FROM unnest($1::text[]) AS name,
            LATERAL (SELECT max(seq) AS head FROM log WHERE tid = name) AS newest WHERE head IS NOT NULL"""
        return dict(await self._fetch(sql, list(tables)))

    # --- time ---

    async def now(self) -> int:
        async with self._connection() as connection:
            return await self._asked(connection)

    def clock(self) -> int:
        return _local() + self._ahead

    async def _asked(self, connection: Any) -> int:
        sent = _local()
        now: int = await connection.fetchval(f"SELECT {NOW}")
        self._ahead = now - (sent + _local()) // 2
        return now

    def ready(self) -> bool:
        return self._writer.ready()

    async def pulse(self, lapse: int) -> int:
        async with self._connection() as connection, connection.transaction():
            last = await connection.fetchval("SELECT at FROM pulse FOR UPDATE")  # one node after the other
            now = await self._asked(connection)
            if last is None:
                await connection.execute("INSERT INTO pulse VALUES (1, $1) ON CONFLICT DO NOTHING", now)
                return 0
            await connection.execute("UPDATE pulse SET at = $1", max(last, now))
            gap: int = now - last
            if gap <= lapse:
                return 0
            sql = "UPDATE entries SET due = due + $1 WHERE state = 'playing' AND minute AND due IS NOT NULL"
            await connection.execute(sql, gap)
            return gap

    # --- chat ---

    async def say(self, table: str, line: Line) -> int:
        plain(line.text)
        sql = """INSERT INTO lines SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6 FROM lines WHERE tid = $1
            RETURNING n"""
        async with self._connection() as connection:
            while True:
                with suppress(asyncpg.UniqueViolationError):  # another node was faster: the next number
                    n: int = await connection.fetchval(sql, table, *line[1:])
                    return n

    async def lines(self, table: str, after: int, limit: int) -> list[Line]:
        sql = "SELECT n, at, guest, seat, channel, text FROM lines WHERE tid = $1 AND n > $2 ORDER BY n LIMIT $3"
        return [Line(*row) for row in await self._fetch(sql, table, after, limit)]

    async def last_lines(self, table: str, limit: int) -> list[Line]:
        sql = "SELECT n, at, guest, seat, channel, text FROM lines WHERE tid = $1 ORDER BY n DESC LIMIT $2"
        return [Line(*row) for row in reversed(await self._fetch(sql, table, limit))]

    # --- guests ---

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        plain(*guest)
        sql = """WITH added AS (INSERT INTO guests VALUES ($1, $2, $3) RETURNING id)
            INSERT INTO tokens SELECT $4, id FROM added"""
        await self._fetch(sql, *guest, token)

    async def add_token(self, guest: str, token: bytes) -> None:
        await self._fetch("INSERT INTO tokens VALUES ($1, $2)", token, guest)

    async def guest_of(self, token: bytes) -> Guest | None:
        sql = "SELECT id, name, language FROM tokens JOIN guests ON guests.id = guest WHERE token = $1"
        found = await self._fetch(sql, token)
        return Guest(*found[0]) if found else None

    async def rename(self, guest: str, name: str, language: str) -> None:
        plain(name, language)
        await self._fetch("UPDATE guests SET name = $1, language = $2 WHERE id = $3", name, language, guest)

    async def guests(self, ids: Iterable[str]) -> dict[str, Guest]:
        found = await self._fetch("SELECT id, name, language FROM guests WHERE id = ANY($1::text[])", list(ids))
        return {row[0]: Guest(*row) for row in found}

    async def add_link(self, link: bytes, guest: str, expires: int) -> None:
        await self._fetch(f"DELETE FROM links WHERE expires <= {NOW}")
        await self._fetch("INSERT INTO links VALUES ($1, $2, $3)", link, guest, expires)

    async def claim(self, link: bytes) -> str | None:
        sql = f"DELETE FROM links WHERE link = $1 AND expires > {NOW} RETURNING guest"
        found = await self._fetch(sql, link)
        return found[0][0] if found else None

    async def mute(self, guest: str, other: str, on: bool) -> None:
        add, remove = (
            "INSERT INTO mutes VALUES ($1, $2) ON CONFLICT DO NOTHING",
            "DELETE FROM mutes WHERE guest = $1 AND other = $2",
        )
        await self._fetch(add if on else remove, guest, other)

    async def muted(self, guest: str) -> set[str]:
        return {other for (other,) in await self._fetch("SELECT other FROM mutes WHERE guest = $1", guest)}

    # --- how ---

    async def _fetch(self, sql: str, *values: Any) -> list[Any]:
        async with self._connection() as connection:
            found: list[Any] = await connection.fetch(sql, *values)
            return found

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        if self._closed:
            raise StoreDown("down", "the store is closed")
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection
        except Exception as error:
            if (meant := meaning(error, unsure=True)) is error:
                raise
            raise meant from error


async def migrated(connection: Any) -> None:
    try:
        await migrate(connection, migrations.steps("postgres"))
    except (*LOST, asyncpg.PostgresError) as error:
        raise Unusable("unreachable", f"the database cannot be brought to this version: {error}") from error


def _local() -> int:
    return time.monotonic_ns() // 1_000_000


async def migrate(connection: Any, known: list[str]) -> None:
    """Bring the database to the newest version that is known, all of it or nothing, one node at a time; raises
    Unusable."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
        for number, step in migrations.missing(version, known):
            await connection.execute(step)
            await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
