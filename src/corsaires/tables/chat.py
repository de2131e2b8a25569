"""What people say at a table: to everybody, or to their partner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from corsaires.store.log import Line, Store
from corsaires.tables.refused import Refused

LONGEST: Final = 300  # characters
REMEMBERED: Final = 100  # lines that somebody who comes is shown
PHRASE: Final = "\x1f"  # before a phrase, in the text of a line: nobody can type it


class Listener(Protocol):
    def said(self, lines: list[Line]) -> None:
        """What somebody has said at the table."""


class Chat:
    def __init__(self, store: Store, publish: Callable[[str], None]) -> None:
        self._store = store
        self._publish = publish
        self._listeners: dict[str, dict[Listener, None]] = {}
        self._told: dict[str, int] = {}  # by table with listeners: the last line told

    async def listen(self, table: str, listener: Listener) -> None:
        """Tell a listener what was said last, and from now on what is said."""
        while True:
            lines = await self._store.last_lines(table, REMEMBERED)
            last = lines[-1].n if lines else 0
            if last >= self._told.get(table, 0):  # else others have heard more meanwhile
                break
        self._tell(table, [line for line in lines if line.n > self._told.get(table, last)])
        self._told[table] = last
        self._listeners.setdefault(table, {})[listener] = None
        if lines:
            listener.said(lines)

    def leave(self, table: str, listener: Listener) -> None:
        listeners = self._listeners.get(table, {})
        listeners.pop(listener, None)
        if not listeners:
            self._listeners.pop(table, None)
            self._told.pop(table, None)

    def tables(self) -> list[str]:
        """Where somebody listens."""
        return list(self._listeners)

    async def say(self, table: str, line: Line) -> None:
        """Raises Refused, StoreDown."""
        text = line.text.removeprefix(PHRASE)
        if not text.strip() or len(text) > LONGEST or not text.isprintable():
            raise Refused("bad-text", most=LONGEST)
        await self._store.say(table, line)
        self._publish(table)
        await self.catch_up(table)

    async def catch_up(self, table: str) -> None:
        """Tell what the log of the talk has and nobody here has heard."""
        if table in self._listeners:
            lines = await self._store.lines(table, self._told[table], REMEMBERED)
            self._tell(table, [line for line in lines if line.n > self._told.get(table, 0)])

    def _tell(self, table: str, lines: list[Line]) -> None:
        if lines and table in self._listeners:
            self._told[table] = lines[-1].n
            for listener in list(self._listeners[table]):
                listener.said(lines)
