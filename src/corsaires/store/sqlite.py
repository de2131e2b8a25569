"""A store in one file of this machine. One server a file; one thread writes, one reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import msgspec

from corsaires.store import lockfile, migrations
from corsaires.store.log import Answer, Entry, Guest, Line, Row, StoreDown, Unusable, answer_to, plain
from corsaires.store.sqlite_writer import Work, Writer, meaning

ENTRY: Final = "state, json(iif(listed, 'true', 'false')), due, json(iif(minute, 'true', 'false')), summary, at"
# Results come as one JSON text: every row that SQLite hands to Python takes Python's lock again, which a busy event
# loop gives away only every few milliseconds.
ROWS: Final = """
SELECT json_group_array(json_array(seq, at, kind, seat, text, ack, remaining))
FROM (SELECT * FROM log WHERE tid = ? AND seq > ? ORDER BY seq)"""
TABLES: Final = f"""
SELECT json_group_array(json_array(tid, json_array({ENTRY})))
FROM (SELECT * FROM entries WHERE listed AND state = ? ORDER BY at DESC LIMIT ?)"""
TABLES_OF: Final = f"""
SELECT json_group_array(json_array(tid, json_array({ENTRY})))
FROM (SELECT entries.* FROM seats JOIN entries USING (tid) WHERE guest = ? ORDER BY at DESC LIMIT ?)"""
DUE: Final = """
SELECT json_group_array(tid)
FROM (SELECT tid FROM entries WHERE state = 'playing' AND due <= ? ORDER BY due LIMIT ?)"""
HEADS: Final = """
SELECT json_group_object(tid, head)
FROM (SELECT value AS tid, (SELECT max(seq) FROM log WHERE tid = value) AS head FROM json_each(?))
WHERE head IS NOT NULL"""
LINES: Final = "SELECT json_group_array(json_array(n, at, guest, seat, channel, text)) FROM ({}) ORDER BY n"

SETTINGS: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA busy_timeout = 5000;
PRAGMA cache_size = -32768;
"""

T = TypeVar("T")

decode_rows = msgspec.json.Decoder(list[Row]).decode
decode_tables = msgspec.json.Decoder(list[tuple[str, Entry]]).decode
decode_due = msgspec.json.Decoder(list[str]).decode
decode_heads = msgspec.json.Decoder(dict[str, int]).decode
decode_lines = msgspec.json.Decoder(list[Line]).decode


class SqliteStore:
    shared = False

    def __init__(self, path: Path) -> None:
        """Raises Unusable. Call it where an event loop runs."""
        self._lock = _held(path)
        try:
            self._connection = opened(path)
            self._read_connection = connected(path)
        except BaseException:
            os.close(self._lock)
            raise
        self._writer = Writer(self._connection)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Self:
        return cls(path)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)
        self._read_connection.close()
        self._connection.close()
        os.close(self._lock)

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
        return await self._read(decode_rows, ROWS, table, after)

    async def entry(self, table: str) -> Entry | None:
        sql = f"SELECT json_group_array(json_array(tid, json_array({ENTRY}))) FROM entries WHERE tid = ?"
        found = await self._read(decode_tables, sql, table)
        return found[0][1] if found else None

    async def tables(self, state: str, limit: int) -> list[tuple[str, Entry]]:
        return await self._read(decode_tables, TABLES, state, limit)

    async def tables_of(self, guest: str, limit: int) -> list[tuple[str, Entry]]:
        return await self._read(decode_tables, TABLES_OF, guest, limit)

    async def due(self, limit: int) -> list[str]:
        return await self._read(decode_due, DUE, self.clock(), limit)

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        return await self._read(decode_heads, HEADS, msgspec.json.encode(list(tables)).decode())

    # --- time ---

    async def now(self) -> int:
        return self.clock()

    def clock(self) -> int:
        return time.time_ns() // 1_000_000

    def ready(self) -> bool:
        return not self._closed and self._writer.ready()

    async def pulse(self, lapse: int) -> int:
        now = self.clock()

        def work(connection: sqlite3.Connection) -> int:
            last = connection.execute("SELECT at FROM pulse").fetchone()
            connection.execute("INSERT OR REPLACE INTO pulse VALUES (1, ?)", (max(now, *(last or (0,))),))
            gap: int = now - last[0] if last else 0
            if gap <= lapse:
                return 0
            connection.execute("UPDATE entries SET due = due + ? WHERE state = 'playing' AND minute", (gap,))
            return gap

        return await self._change(work)  # type: ignore[no-any-return]

    # --- chat ---

    async def say(self, table: str, line: Line) -> int:
        plain(line.text)

        def work(connection: sqlite3.Connection) -> int:
            sql = """INSERT INTO lines SELECT :table, coalesce(max(n), 0) + 1, :at, :guest, :seat, :channel, :text
                FROM lines WHERE tid = :table RETURNING n"""
            (n,) = connection.execute(sql, {"table": table, **line._asdict()}).fetchone()
            return int(n)

        return await self._change(work)  # type: ignore[no-any-return]

    async def lines(self, table: str, after: int, limit: int) -> list[Line]:
        sql = LINES.format("SELECT * FROM lines WHERE tid = ? AND n > ? ORDER BY n LIMIT ?")
        return await self._read(decode_lines, sql, table, after, limit)

    async def last_lines(self, table: str, limit: int) -> list[Line]:
        newest = "SELECT * FROM lines WHERE tid = ? ORDER BY n DESC LIMIT ?"
        return await self._read(decode_lines, LINES.format(f"SELECT * FROM ({newest}) ORDER BY n"), table, limit)

    # --- guests ---

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        plain(*guest)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO guests VALUES (?, ?, ?)", guest)
            connection.execute("INSERT INTO tokens VALUES (?, ?)", (token, guest.id))

        await self._change(work)

    async def add_token(self, guest: str, token: bytes) -> None:
        await self._execute("INSERT INTO tokens VALUES (?, ?)", token, guest)

    async def guest_of(self, token: bytes) -> Guest | None:
        sql = "SELECT id, name, language FROM tokens JOIN guests ON guests.id = guest WHERE token = ?"
        found = await self._fetch(sql, token)
        return Guest(*found[0]) if found else None

    async def rename(self, guest: str, name: str, language: str) -> None:
        plain(name, language)
        await self._execute("UPDATE guests SET name = ?, language = ? WHERE id = ?", name, language, guest)

    async def guests(self, ids: Iterable[str]) -> dict[str, Guest]:
        sql = "SELECT id, name, language FROM guests WHERE id IN (SELECT value FROM json_each(?))"
        found = await self._fetch(sql, msgspec.json.encode(list(ids)).decode())
        return {row[0]: Guest(*row) for row in found}

    async def add_link(self, link: bytes, guest: str, expires: int) -> None:
        now = self.clock()

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM links WHERE expires <= ?", (now,))
            connection.execute("INSERT INTO links VALUES (?, ?, ?)", (link, guest, expires))

        await self._change(work)

    async def claim(self, link: bytes) -> str | None:
        sql = "DELETE FROM links WHERE link = ? AND expires > ? RETURNING guest"
        found = await self._execute(sql, link, self.clock())
        return found[0][0] if found else None

    async def mute(self, guest: str, other: str, on: bool) -> None:
        add, remove = "INSERT OR IGNORE INTO mutes VALUES (?, ?)", "DELETE FROM mutes WHERE guest = ? AND other = ?"
        await self._execute(add if on else remove, guest, other)

    async def muted(self, guest: str) -> set[str]:
        return {other for (other,) in await self._fetch("SELECT other FROM mutes WHERE guest = ?", guest)}

    # --- how ---

    async def _change(self, work: Work) -> Any:
        return await self._writer.change(work)

    async def _execute(self, sql: str, *values: Any) -> list[Any]:
        return await self._change(lambda connection: connection.execute(sql, values).fetchall())  # type: ignore[no-any-return]

    async def _read(self, decode: Callable[[str], T], sql: str, *values: Any) -> T:
        ((text,),) = await self._fetch(sql, *values)
        return decode(text)

    async def _fetch(self, sql: str, *values: Any) -> list[Any]:
        if self._closed:
            raise StoreDown("down", "the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._fetched, sql, values)

    def _fetched(self, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._read_connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise meaning(error) from error


def _held(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = lockfile.hold(path.with_name(f"{path.name}.lock"))
        if not path.exists():
            path.touch(mode=0o600)  # it holds seeds, hands and talk: nobody else's to read
        return held
    except OSError as error:
        raise Unusable("unreachable", f"the database cannot be kept in {path}: {error.strerror}") from error


def opened(path: Path) -> sqlite3.Connection:
    """The file, brought to the version of this program; raises Unusable."""
    connection = connected(path)
    try:
        migrate(connection, migrations.steps("sqlite"))
    except sqlite3.Error as error:
        connection.close()
        raise Unusable("unreachable", f"{path} cannot be brought to this version: {error}") from error
    except BaseException:
        connection.close()
        raise
    return connection


def connected(path: Path) -> sqlite3.Connection:
    """The file, durable with every commit, readers beside the writer; raises Unusable."""
    connection = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.executescript(SETTINGS)
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise Unusable("unreachable", f"{path} cannot be opened as a database: {error}") from error
    return connection


def migrate(connection: sqlite3.Connection, known: list[str]) -> None:
    """Bring the database to the newest version that is known, each step whole; raises Unusable."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, step in migrations.missing(version, known):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
