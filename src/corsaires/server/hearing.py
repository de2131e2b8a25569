"""What one connection asks for, one thing after the other: the next when the last is done or refused."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import msgspec

from corsaires.games.kernel.errors import IllegalMove, InvalidMove, InvalidSetup
from corsaires.protocol import messages as m
from corsaires.server.connection import Connection
from corsaires.server.logs import say
from corsaires.server.refusal import refusal
from corsaires.server.shell import Shell
from corsaires.server.wishes import Wishes, decode
from corsaires.store.log import Conflict, StoreDown
from corsaires.tables.refused import Refused
from corsaires.tables.turns import Turns

TOO_MANY: Final = 4029  # close codes of our own
BAD_MESSAGES: Final = 4000
GOING_AWAY: Final = 1001
MOST_BAD: Final = 20  # messages that nobody can read, after which the connection is closed
MOST_OVER: Final = 40  # messages beyond the limit, less those within it, after which it is closed
REFUSALS: Final = (Refused, InvalidMove, IllegalMove, InvalidSetup, StoreDown)


class Hearing:
    """A move at a table where nothing else happens is made as it comes in; everything else is done by a task."""

    __slots__ = ("_address", "_bad", "_bucket", "_connection", "_over", "_shell", "_task", "_turns", "_wish", "_wishes")

    def __init__(self, connection: Connection, address: str, shell: Shell, wishes: Wishes) -> None:
        self._connection = connection
        self._address = address
        self._shell = shell
        self._wishes = wishes
        self._bucket = shell.limits.connection()
        self._turns = Turns()  # taken while something is done for this connection
        self._wish: Any = None  # what it is
        self._task: asyncio.Task[None] | None = None
        self._bad = self._over = 0

    def hear(self, text: bytes) -> bool:
        """Something has come; False: what came before is not done yet."""
        if not self._turns.take():
            return False
        self._take(text)
        return True

    async def hear_in_turn(self, text: bytes | str) -> None:
        """Something has come that has to wait until what came before is done."""
        await self._turns.wait()
        self._take(text)

    async def end(self) -> None:
        """Wait until everything is done; nothing is heard after that."""
        await self._turns.wait()

    def stop(self) -> None:
        """Give up what is not done yet."""
        if self._task is not None:
            self._task.cancel()

    def _take(self, text: bytes | str) -> None:
        try:
            self._wish = self._read(text)
        finally:
            if self._wish is None:
                self._turns.give()
        if self._wish is not None:
            self._grant()

    def _read(self, text: bytes | str) -> Any:
        """What is wished for; None if that is refused unread, or nobody is there any more."""
        connection, now = self._connection, time.monotonic()
        if connection.closing is not None:
            return None
        if self._bucket.take(1.0, now) or self._shell.limits.messages.take(self._address, 1.0, now):
            self._over += 1
            self._refuse(name_of(text), Refused("too-many"))
            if self._over >= MOST_OVER:
                connection.close(TOO_MANY)
            return None
        if self._over:
            self._over -= 1
        try:
            return decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._bad += 1
            self._refuse(name_of(text), Refused("not-understood", why=str(error)[:200]))
            if self._bad >= MOST_BAD:
                connection.close(BAD_MESSAGES)
            return None

    def _grant(self) -> None:
        wish, connection = self._wish, self._connection
        if type(wish) is m.Move:
            connection.hold()  # a mover hears of the move and that it is done in one piece
            desk = connection.desk
            try:
                if desk and desk.move_at_once(connection.guest, wish.text, wish.version, wish.id, self._moved):
                    return
            except Exception as error:
                self._done(None, error)
                return
        self._task = asyncio.create_task(self._granted())

    def _moved(self, seq: int, error: Exception | None) -> None:
        if isinstance(error, Conflict):  # somebody was quicker: it is decided again
            self._task = asyncio.create_task(self._granted())
        else:
            self._done(seq, error)

    async def _granted(self) -> None:
        try:
            seq = await self._wishes.grant(self._connection, self._wish)
        except asyncio.CancelledError:
            self._connection.close(GOING_AWAY)
            self._turns.give()
            raise
        except Exception as error:
            self._done(None, error)
        else:
            self._done(seq, None)

    def _done(self, seq: int | None, error: Exception | None) -> None:
        """Answer, and be there for what comes next."""
        wish, self._wish, self._task = self._wish, None, None
        try:
            if error is None:
                if wish.id is not None:
                    self._connection.tell(m.Done(wish.id, seq))
            elif isinstance(error, REFUSALS):
                self._refuse(wish.id, error)
            else:
                say("fault", error=error, wish=type(wish).__name__)
                self._shell.metrics.errors.inc()
                self._refuse(wish.id, Refused("fault"))
        finally:
            try:
                self._connection.release()
            finally:
                self._turns.give()

    def _refuse(self, wish: str | None, error: Exception) -> None:
        refused = refusal(error, self._connection)
        self._shell.metrics.refused.labels(refused.code).inc()
        self._connection.tell(msgspec.structs.replace(refused, id=wish))


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
