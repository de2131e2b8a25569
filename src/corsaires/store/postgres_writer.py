"""The one connection that appends to PostgreSQL. It takes all that is waiting and makes one statement of it.

If a batch fails, its halves are tried, down to the one at fault. When the server goes away, whoever waits is told, and
the connection is made again as soon as it can be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import asyncpg
import msgspec

from corsaires.store.log import Answer, Entry, Row, StoreDown, answer
from corsaires.store.postgres_errors import LOST, lost, meaning

# A batch comes as JSON, which costs the event loop a fifth of what arrays do.
BATCH: Final = """
WITH log_written AS (
    INSERT INTO log
    SELECT r->>0, (r->>1)::int, (r->>2)::bigint, r->>3, (r->>4)::int, r->>5, r->>6, (r->>7)::bigint
    FROM jsonb_array_elements($1::jsonb) AS r
), entries_written AS (
    INSERT INTO entries
    SELECT r->>0, r->>1, (r->>2)::bool, (r->>3)::bigint, (r->>4)::bool, r->>5, (r->>6)::bigint
    FROM jsonb_array_elements($2::jsonb) AS r
    ON CONFLICT (tid) DO UPDATE SET state = excluded.state, listed = excluded.listed, due = excluded.due,
        minute = excluded.minute, summary = excluded.summary, at = excluded.at
), seated AS (
    SELECT guest, tid FROM jsonb_each($3::jsonb) AS people (tid, guests), jsonb_array_elements_text(guests) AS guest
), gone AS (
    DELETE FROM seats WHERE tid IN (SELECT jsonb_object_keys($3::jsonb))
    AND NOT EXISTS (SELECT FROM seated WHERE seated.guest = seats.guest AND seated.tid = seats.tid)
)
INSERT INTO seats SELECT guest, tid FROM seated ON CONFLICT DO NOTHING
"""
PATIENCE: Final = 10.0  # seconds for an answer
BACK_OFF: Final = 0.05, 2.0  # seconds between attempts to connect: at first, at most


class Append(NamedTuple):
    table: str
    rows: Sequence[Row]
    entry: Entry | None
    people: Sequence[str] | None
    answer: Answer


class Writer:
    def __init__(self, url: str, connection: Any) -> None:
        self._url = url
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._closed = False
        self._connection: Any = None
        self._take(connection)
        self._task = asyncio.create_task(self._run(), name="store-writer")

    def post(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None, answer: Answer
    ) -> None:
        if self._connection is None or self._closed:
            raise StoreDown("down", "the store is closed" if self._closed else "no connection to the database")
        self._waiting.append(Append(table, rows, entry, people, answer))
        self._wake.set()

    def ready(self) -> bool:
        return self._connection is not None and not self._closed

    async def close(self) -> None:
        """Write what is waiting, if it can be."""
        self._closed = True
        self._wake.set()
        if self._connection is None:
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    # --- the task ---

    async def _run(self) -> None:
        while not self._closed or (self._waiting and self._connection is not None):
            if self._connection is None:
                await self._connect()
            elif self._waiting:
                batch, self._waiting = self._waiting, []
                await self._settle(batch)
            else:
                await self._wake.wait()
                self._wake.clear()
        await self._leave()

    async def _settle(self, batch: list[Append]) -> None:
        connection = self._connection
        if connection is None:
            return _answer(batch, StoreDown("down", "no connection to the database"))
        try:
            await connection.execute(BATCH, *_texts(batch))
        except Exception as error:
            if lost(error):
                self._drop(connection)
                _answer(batch, meaning(error, unsure=True))
            elif len(batch) == 1:
                _answer(batch, meaning(error))
            else:
                middle = len(batch) // 2
                await self._settle(batch[:middle])
                await self._settle(batch[middle:])
        else:
            _answer(batch, None)

    # --- the connection ---

    def _take(self, connection: Any) -> None:
        self._connection = connection
        connection.add_termination_listener(self._drop)

    def _drop(self, connection: Any) -> None:
        """It is lost: whoever waits is told, and another is made."""
        if self._connection is connection:
            self._connection = None
            connection.terminate()
            waiting, self._waiting = self._waiting, []
            _answer(waiting, StoreDown("down", "the connection to the database is lost"))
            self._wake.set()

    async def _connect(self) -> None:
        wait, most = BACK_OFF
        while not self._closed:
            try:
                return self._take(await connected(self._url))
            except (*LOST, asyncpg.PostgresError):
                await asyncio.sleep(wait)
                wait = min(2 * wait, most)

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await closed(connection)


async def connected(url: str) -> Any:
    return await asyncpg.connect(url, timeout=PATIENCE, command_timeout=PATIENCE)


async def closed(connection: Any) -> None:
    try:
        await connection.close(timeout=PATIENCE)
    except LOST:
        connection.terminate()


def _texts(batch: list[Append]) -> list[str]:
    """In the order of the tables' names, as every node does it: so no two nodes wait for each other."""
    batch = sorted(batch, key=_table)
    rows = [(append.table, *row) for append in batch for row in append.rows]
    entries = {append.table: append.entry for append in batch if append.entry is not None}
    people = {append.table: append.people for append in batch if append.people is not None}
    parts = rows, [(table, *entry) for table, entry in entries.items()], people
    return [msgspec.json.encode(part).decode() for part in parts]


def _table(append: Append) -> str:
    return append.table


def _answer(batch: list[Append], error: Exception | None) -> None:
    for append in batch:
        answer(append.answer, error)
