"""The game's WebSocket: wishes come in, what happens goes out."""

from __future__ import annotations

from typing import Any, Final, Literal

from corsaires.protocol import messages as m
from corsaires.server.caller import caller_of
from corsaires.server.connection import Connection
from corsaires.server.hearing import Hearing
from corsaires.server.identity import guest_of
from corsaires.server.limits import key_of
from corsaires.server.shell import Shell
from corsaires.server.wire import EXTENSION, Wire
from corsaires.server.wishes import Wishes
from corsaires.server.words import Words
from corsaires.store.log import StoreDown
from corsaires.tables.harbour import Harbour

NO_GUEST: Final = 4001  # close codes of our own: come back with a cookie
STORE_DOWN: Final = 1013
GOING_AWAY: Final = 1001


class Socket:
    """The ASGI application behind /ws."""

    def __init__(self, shell: Shell, harbour: Harbour, wishes: Wishes) -> None:
        self._shell = shell
        self._harbour = harbour
        self._wishes = wishes
        self.connections: dict[Connection, None] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        try:
            guest = await guest_of(scope, self._shell.store)
        except StoreDown:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": STORE_DOWN})
            return
        await send({"type": "websocket.accept"})
        if guest is None:
            await send({"type": "websocket.close", "code": NO_GUEST})
            return
        wire: Wire = scope["extensions"][EXTENSION]
        connection = Connection(guest, self._harbour, wire)
        address = key_of(caller_of(scope, self._shell.settings.proxies).address)
        hearing = Hearing(connection, address, self._shell, self._wishes)
        wire.listen(hearing.hear)
        self.connections[connection] = None
        try:
            connection.tell(m.Welcome(guest.name, guest.language))
            if not self._harbour.bus.up:
                self._tell_of_bus(connection, up=False)
            await self._listen(hearing, receive)
        finally:
            hearing.stop()
            del self.connections[connection]
            self._wishes.gone(connection)

    async def _listen(self, hearing: Hearing, receive: Any) -> None:
        """Until the connection ends. Only what could not be heard as it came in comes this way."""
        while (message := await receive())["type"] != "websocket.disconnect":
            await hearing.hear_in_turn(message.get("text") or message.get("bytes") or b"")
        await hearing.end()

    def bus_changed(self, up: bool) -> None:
        """Other nodes are told of late, or at once again: people should know."""
        for connection in list(self.connections):
            self._tell_of_bus(connection, up=up)

    def _tell_of_bus(self, connection: Connection, *, up: bool) -> None:
        code: Literal["bus-up", "bus-down"] = "bus-up" if up else "bus-down"
        connection.tell(m.Notice(code, Words(connection.who.language)(f"notice.{code}")))

    def close(self) -> None:
        """The server goes away: tell everybody."""
        for connection in list(self.connections):
            connection.close(GOING_AWAY)
