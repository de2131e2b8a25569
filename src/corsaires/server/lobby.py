"""The open tables, told to everybody who looks at them whenever they change."""

from __future__ import annotations

import asyncio
from typing import Final

from corsaires.protocol import messages as m
from corsaires.server.connection import Connection
from corsaires.server.logs import say
from corsaires.server.telling import encode
from corsaires.store.log import StoreDown
from corsaires.tables.harbour import Harbour
from corsaires.tables.opening import listing

PAUSE: Final = 0.3  # seconds between two looks, however often it changes


class Lobby:
    def __init__(self, harbour: Harbour) -> None:
        self._harbour = harbour
        self._people: dict[Connection, None] = {}
        self._changed = asyncio.Event()
        harbour.lobby_changed = self._changed.set

    async def enter(self, connection: Connection) -> None:
        self._people[connection] = None
        connection.tell(await self.tables())

    def leave(self, connection: Connection) -> None:
        self._people.pop(connection, None)

    async def tables(self) -> m.OpenTables:
        return m.OpenTables([m.Listing(table, *listing(entry)) for table, entry in await self._harbour.lobby()])

    async def run(self) -> None:
        """Tell every change, for ever."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._people:
                try:
                    message = encode(await self.tables())
                except StoreDown:
                    self._changed.set()  # try again
                except Exception as error:  # one table that cannot be read must not close the lobby
                    say("fault", error=error, where="lobby")
                else:
                    for connection in list(self._people):
                        connection.put(message)
            await asyncio.sleep(PAUSE)
