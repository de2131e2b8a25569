"""The game's WebSocket: wishes come in, what happens goes out."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from corsaires.games.kernel.errors import IllegalMove, InvalidMove, InvalidSetup
from corsaires.protocol import messages as m
from corsaires.server.caller import caller_of
from corsaires.server.connection import Connection
from corsaires.server.errors import from_one
from corsaires.server.identity import guest_of
from corsaires.server.limits import Bucket, key_of
from corsaires.server.logs import say
from corsaires.server.shell import Shell
from corsaires.server.wire import EXTENSION
from corsaires.server.wishes import Wishes, decode
from corsaires.server.words import Words
from corsaires.store.log import StoreDown
from corsaires.tables.harbour import Harbour
from corsaires.tables.refused import Refused

NO_GUEST: Final = 4001  # close codes of our own: come back with a cookie
TOO_MANY: Final = 4029
BAD_MESSAGES: Final = 4000
STORE_DOWN: Final = 1013
GOING_AWAY: Final = 1001
MOST_BAD: Final = 20  # messages that nobody can read, after which the connection is closed
MOST_OVER: Final = 40  # messages beyond the limit, less those within it, after which it is closed


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
        connection = Connection(guest, self._harbour, scope["extensions"][EXTENSION])
        self.connections[connection] = None
        try:
            connection.tell(m.Welcome(guest.name, guest.language))
            if not self._harbour.bus.up:
                self._tell_of_bus(connection, up=False)
            address = key_of(caller_of(scope, self._shell.settings.proxies).address)
            await self._listen(connection, receive, self._shell.limits.connection(), address)
        finally:
            del self.connections[connection]
            self._wishes.gone(connection)

    async def _listen(self, connection: Connection, receive: Any, bucket: Bucket, address: str) -> None:
        bad = over = 0
        while connection.closing is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or message.get("bytes") or b""
            if bucket.take() or self._shell.limits.messages.take(address):
                over += 1
                self._refuse(connection, name_of(text), Refused("too-many"))
                if over >= MOST_OVER:
                    connection.close(TOO_MANY)
                continue
            over = max(0, over - 1)
            try:
                wish = decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                bad += 1
                self._refuse(connection, name_of(text), Refused("not-understood", why=str(error)[:200]))
                if bad >= MOST_BAD:
                    connection.close(BAD_MESSAGES)
                continue
            if type(wish) is m.Move:
                connection.hold()  # a mover hears of the move and that it is done in one piece
            try:
                await self._grant(connection, wish)
            finally:
                connection.release()

    async def _grant(self, connection: Connection, wish: Any) -> None:
        try:
            seq = await self._wishes.grant(connection, wish)
        except (Refused, InvalidMove, IllegalMove, InvalidSetup, StoreDown) as error:
            self._refuse(connection, wish.id, error)
        except Exception as error:
            say("fault", error=error, wish=type(wish).__name__)
            self._shell.metrics.errors.inc()
            self._refuse(connection, wish.id, Refused("fault"))
        else:
            if wish.id is not None:
                connection.tell(m.Done(wish.id, seq))

    def _refuse(self, connection: Connection, wish: str | None, error: Exception) -> None:
        refused = refusal(error, connection)
        self._shell.metrics.refused.labels(refused.code).inc()
        connection.tell(msgspec.structs.replace(refused, id=wish))

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


class Named(msgspec.Struct):
    """Any message, for the name that its sender gave it."""

    id: m.Id | None = None


decode_name = msgspec.json.Decoder(Named).decode


def name_of(text: str | bytes) -> str | None:
    """The sender's name for a message that is not read, if it has one."""
    try:
        return decode_name(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def refusal(error: Exception, connection: Connection) -> m.Refused:
    """Why something was not done, in the reader's language."""
    words = Words(connection.who.language)
    match error:
        case IllegalMove():
            text = words("refused.illegal", move=error.move, rule=error.rule, why=reason(connection, error))
            return m.Refused(None, "illegal", text, error.rule)
        case InvalidMove():
            return m.Refused(None, "no-move", words("refused.no-move"))
        case InvalidSetup():
            return m.Refused(None, "setup", words("refused.setup", where=error.key, why=error.reason))
        case StoreDown():
            return m.Refused(None, "not-stored", words(f"refused.{not_stored(error.why)}"))
        case Refused() if error.code == "not-stored":
            return m.Refused(None, error.code, words(f"refused.{not_stored(error.values.get('why'))}"))
        case Refused():
            return m.Refused(None, error.code, words(f"refused.{error.code}", **from_one(error.values)))
    raise error


def not_stored(why: object) -> str:
    """The text about a store that does not take anything: whether somebody must make room."""
    return "not-stored-full" if why == "full" else "not-stored"


def reason(connection: Connection, error: IllegalMove) -> str:
    """Why a rule forbids a move, in the reader's language."""
    from corsaires.games.korsar.telling import reason as of_korsar
    from corsaires.games.les_corsaires.telling import reason as of_les_corsaires

    desk = connection.desk
    told = of_les_corsaires if desk is not None and desk.sitting.choices.game == "les-corsaires" else of_korsar
    return told(error.rule, connection.who.language)
