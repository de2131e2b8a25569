"""One at a time, in the order in which they came; whoever finds nobody there need not wait for the event loop."""

from __future__ import annotations

import asyncio
from types import TracebackType


class Turns:
    """A lock that is handed on: nobody gets in between one who gives it and the next who waits."""

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: list[asyncio.Future[None]] | None = None

    def locked(self) -> bool:
        return self._taken

    def take(self) -> bool:
        """Take it if it is free."""
        if self._taken:
            return False
        self._taken = True
        return True

    async def wait(self) -> None:
        """Take it when everybody before has given it back."""
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = []
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # it had just been handed on
            raise

    def give(self) -> None:
        """Hand it to the next who still waits."""
        while self._waiting:
            turn = self._waiting.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False
        self._waiting = None

    async def __aenter__(self) -> None:
        await self.wait()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give()
