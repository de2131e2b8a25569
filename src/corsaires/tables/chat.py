"""What people say at a table: to everybody, or to their partner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final, Protocol

from corsaires.store.log import Line, Store
from corsaires.tables.refused import Refused

LONGEST: Final = 300  # characters
REMEMBERED: Final = 100  # lines that somebody who comes is shown
CHANNELS: Final = ("all", "team")


class Listener(Protocol):
    def said(self, table: str, lines: list[Line]) -> None: ...


class Chat:
    def __init__(self, store: Store, publish: Callable[[str], None]) -> None:
        self._store = store
        self._publish = publish
        self._listeners: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self._told: dict[str, int] = {}  # by table: the last line told

    async def listen(self, table: str, listener: Listener) -> list[Line]:
        """What was said last; from now on the listener is told."""
        lines = await self._store.last_lines(table, REMEMBERED)
        self._listeners[table][listener] = None
        self._told.setdefault(table, lines[-1].n if lines else 0)
        return lines

    def leave(self, table: str, listener: Listener) -> None:
        listeners = self._listeners.get(table)
        if listeners is None:
            return
        listeners.pop(listener, None)
        if not listeners:
            del self._listeners[table]
            self._told.pop(table, None)

    async def say(self, table: str, line: Line) -> None:
        """Raises Refused."""
        if not line.text.strip() or len(line.text) > LONGEST or not line.text.isprintable():
            raise Refused("bad-text", most=LONGEST)
        await self._store.say(table, line)
        await self.catch_up(table)
        self._publish(table)

    async def catch_up(self, table: str) -> None:
        """Tell what the log of the talk has and nobody here has heard."""
        if table not in self._listeners:
            return
        lines = await self._store.lines(table, self._told.get(table, 0), REMEMBERED)
        fresh = [line for line in lines if line.n > self._told.get(table, 0)]
        if fresh:
            self._told[table] = fresh[-1].n
            for listener in list(self._listeners[table]):
                listener.said(table, fresh)
