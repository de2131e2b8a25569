"""What a store keeps, and what it promises. It does not interpret rows: it keeps them, in order, for good."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

log = logging.getLogger(__name__)


class Row(NamedTuple):
    """One thing that happened at a table; `(table, seq)` is its key. Times are milliseconds by the database's clock."""

    seq: int
    at: int
    kind: str  # setup seat host start move takeback ask answer clock takeover end next
    seat: int | None
    text: str
    ack: str | None = None
    left: int | None = None


class Entry(NamedTuple):
    """What can be asked about a table without reading its log."""

    state: str  # waiting playing over
    listed: bool
    due: int | None  # when somebody's time is up
    minute: bool  # time during which no node is alive does not count
    summary: str  # for the lobby: public, JSON
    at: int  # last change


class Line(NamedTuple):
    """Something said at a table; numbered from 1 by the store."""

    n: int
    at: int
    guest: str
    seat: int | None
    channel: str  # all team
    text: str


class Guest(NamedTuple):
    id: str
    name: str
    language: str


class Conflict(Exception):
    """Somebody else has taken this key; nothing was written."""


class StoreDown(Exception):
    """Not now: the disk is full, or the database does not answer. Try later.

    Nothing was written, unless it is `unsure`: then the connection broke before the answer, and the log must be read.
    """

    def __init__(self, why: Literal["full", "down"], reason: str = "", *, unsure: bool = False) -> None:
        super().__init__(f"{why}: {reason}" if reason else why)
        self.why = why
        self.unsure = unsure


class Unusable(Exception):
    """The database cannot be opened: another server has it, a newer program wrote it, or it cannot be reached."""

    def __init__(self, why: Literal["in use", "newer", "unreachable"], text: str) -> None:
        super().__init__(text)
        self.why = why


Answer = Callable[[Exception | None], None]  # told in the event loop, once, what came of an append


class Store(Protocol):
    """Any call may raise StoreDown. What has returned is durable. Texts hold no NUL.

    A table's appends are made one after the other: the next when the last has returned.
    """

    shared: bool  # other servers may have it too

    async def append(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None = None
    ) -> None:
        """Write rows, the table's entry and the guests who sit there: all of it or nothing. Raises Conflict.

        An entry or people of None stay as they are. When cancelled, it may still be written.
        """

    def post(
        self, table: str, rows: Sequence[Row], entry: Entry | None, people: Sequence[str] | None, answer: Answer
    ) -> None:
        """As `append`, for who does not wait: the answer comes later, with what `append` would raise. Raises StoreDown
        if there is nobody to write it."""

    async def rows(self, table: str, after: int = -1) -> list[Row]:
        """In order."""

    async def entry(self, table: str) -> Entry | None: ...

    async def tables(self, state: str, limit: int) -> list[tuple[str, Entry]]:
        """The listed ones, newest first."""

    async def tables_of(self, guest: str, limit: int) -> list[tuple[str, Entry]]:
        """Where this guest sits, newest first."""

    async def due(self, limit: int) -> list[str]:
        """Tables being played where somebody's time is up, the longest first."""

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The newest seq of each table that has one."""

    async def now(self) -> int:
        """The database's time."""

    def clock(self) -> int:
        """The database's time as far as known, without asking it."""

    def ready(self) -> bool:
        """Whether an append could be written now, as far as known."""

    async def pulse(self, lapse: int) -> int:
        """Say that a node is alive. If none was for longer than `lapse`, put off what is due by minutes, and say by how
        much; 0 otherwise. Of several nodes one does it."""

    async def say(self, table: str, line: Line) -> int:
        """Keep a line, whatever its `n`; gives the number that it gets."""

    async def lines(self, table: str, after: int, limit: int) -> list[Line]:
        """The oldest after that number, in order."""

    async def last_lines(self, table: str, limit: int) -> list[Line]:
        """The newest, in order."""

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """With the hash of a first token. Raises Conflict."""

    async def add_token(self, guest: str, token: bytes) -> None:
        """The hash of one more token. Raises Conflict."""

    async def guest_of(self, token: bytes) -> Guest | None: ...

    async def rename(self, guest: str, name: str, language: str) -> None: ...

    async def guests(self, ids: Iterable[str]) -> dict[str, Guest]: ...

    async def add_link(self, link: bytes, guest: str, expires: int) -> None:
        """The hash of a link that gives this guest once, until that time. Raises Conflict."""

    async def claim(self, link: bytes) -> str | None:
        """The guest of a link, for the first who asks in time."""

    async def mute(self, guest: str, other: str, on: bool) -> None: ...

    async def muted(self, guest: str) -> set[str]: ...

    async def close(self) -> None:
        """Write what is waiting, and let others in."""


def answer(whom: Answer, error: Exception | None) -> None:
    """Tell what came of an append; what goes wrong with one must not keep the answer from the others."""
    try:
        whom(error)
    except Exception:
        log.exception("an answer cannot be given")


def answer_to(waiting: asyncio.Future[None]) -> Answer:
    """An answer for somebody who waits."""

    def settle(error: Exception | None) -> None:
        if waiting.done():  # cancelled
            return
        if error is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(error)

    return settle


def plain(*texts: str) -> None:
    """Raises ValueError for a text that one of the databases could not keep."""
    for text in texts:
        text.encode()
        if "\0" in text:
            raise ValueError("a text to be kept holds a NUL")
