"""The one thread that writes to SQLite. It takes all that is waiting and makes one commit of it.

A batch of appends is a single statement: SQLite reads it as JSON and commits it without coming back to Python, so the
thread asks for Python's lock once a batch, however busy the event loop is. If a batch fails, its halves are tried, down
to the one at fault: nobody else's append fails for it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from corsaires.store.log import Answer, Conflict, Entry, Row, StoreDown, answer

# What a batch does. A view cannot be written to: its trigger gets the batch, on this connection alone.
BATCH: Final = """
CREATE TEMP VIEW batch (log, entries, people) AS SELECT NULL, NULL, NULL;
CREATE TEMP TRIGGER batch_written INSTEAD OF INSERT ON batch BEGIN
    INSERT INTO log SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7
        FROM json_each(new.log);
    INSERT OR REPLACE INTO entries
        SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6
        FROM json_each(new.entries);
    DELETE FROM seats WHERE tid IN (SELECT key FROM json_each(new.people));
    INSERT OR IGNORE INTO seats
        SELECT guest.value, people.key FROM json_each(new.people) people, json_each(people.value) guest;
END
"""
FULL: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
TAKEN: Final = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
OUR_FAULT: Final = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError)

FAILING: Final = 10.0  # seconds that a failed write counts, unless an append gets through before

Work = Callable[[sqlite3.Connection], Any]


class Append(NamedTuple):
    table: str
    rows: Sequence[Row]
    entry: Entry | None
    people: Sequence[str] | None
    answer: Answer


class Job(NamedTuple):
    """Any other change."""

    work: Work
    waiting: asyncio.Future[Any]


class Outcome(NamedTuple):
    of: Append | Job
    value: Any
    error: Exception | None = None


T = TypeVar("T", Append, Job)


class Writer:
    """Used from the event loop in which it was made."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        connection.executescript(BATCH)
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Append | Job] = []
        self._queue: SimpleQueue[list[Append | Job] | None] = SimpleQueue()
        self._closed = False
        self._failed = -FAILING  # when a write last failed for want of room or the like
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def post(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None, answer: Answer
    ) -> None:
        self._add(Append(table, rows, entry, people, answer))

    def change(self, work: Work) -> asyncio.Future[Any]:
        waiting: asyncio.Future[Any] = self._loop.create_future()
        self._add(Job(work, waiting))
        return waiting

    def _add(self, task: Append | Job) -> None:
        if self._closed:
            raise StoreDown("down", "the store is closed")
        if not self._waiting:
            self._loop.call_soon(self._hand_over)
        self._waiting.append(task)

    def _hand_over(self) -> None:
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    def ready(self) -> bool:
        return time.monotonic() >= self._failed + FAILING

    async def close(self) -> None:
        """Write what is waiting, and end the thread."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # --- in the thread ---

    def _run(self) -> None:
        while (tasks := self._queue.get()) is not None:
            for _ in range(self._queue.qsize()):
                if (more := self._queue.get()) is None:
                    self._queue.put(None)
                    break
                tasks += more
            outcomes: list[Outcome] = []
            _halve(self._write, [task for task in tasks if isinstance(task, Append)], outcomes)
            _halve(self._work, [task for task in tasks if isinstance(task, Job)], outcomes)
            if any(isinstance(outcome.error, StoreDown) for outcome in outcomes):
                self._failed = time.monotonic()
            with suppress(RuntimeError):  # nobody waits: the loop is closed
                self._loop.call_soon_threadsafe(_deliver, outcomes)

    def _write(self, appends: list[Append]) -> list[Outcome]:
        rows = [(append.table, *row) for append in appends for row in append.rows]
        entries = {append.table: append.entry for append in appends if append.entry is not None}
        people = {append.table: append.people for append in appends if append.people is not None}
        batch = rows, [(table, *entry) for table, entry in entries.items()], people
        self._connection.execute("INSERT INTO batch VALUES (?, ?, ?)", [_json(part) for part in batch])
        self._failed = -FAILING
        return [Outcome(append, None) for append in appends]

    def _work(self, jobs: list[Job]) -> list[Outcome]:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [Outcome(job, job.work(connection)) for job in jobs]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return outcomes


def _halve(do: Callable[[list[T]], list[Outcome]], tasks: list[T], outcomes: list[Outcome]) -> None:
    if not tasks:
        return
    try:
        outcomes += do(tasks)
    except Exception as error:
        if len(tasks) == 1:
            outcomes.append(Outcome(tasks[0], None, meaning(error)))
        else:
            middle = len(tasks) // 2
            _halve(do, tasks[:middle], outcomes)
            _halve(do, tasks[middle:], outcomes)


def _json(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    if "\\u0000" in text.replace("\\\\", ""):  # SQLite would cut it short there
        raise ValueError("a text to be kept holds a NUL")
    return text


def _deliver(outcomes: list[Outcome]) -> None:
    for task, value, error in outcomes:
        if isinstance(task, Append):
            answer(task.answer, error)
        elif task.waiting.done():  # cancelled
            continue
        elif error is None:
            task.waiting.set_result(value)
        else:
            task.waiting.set_exception(error)


def meaning(error: Exception) -> Exception:
    """What an error of SQLite's says to the caller."""
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", None)
    if code in TAKEN:
        return Conflict(str(error))
    if isinstance(error, OUR_FAULT):
        return error
    return StoreDown("full" if code in FULL else "down", str(error))
