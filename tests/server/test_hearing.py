"""What one connection asks for: whatever goes wrong, the next is heard, or the connection ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from corsaires.protocol import messages as m
from corsaires.server import hearing
from corsaires.server.hearing import Hearing

HINT = b'{"type":"hint"}'


class Stand:
    """A connection, its wishes and all else that a hearing asks for."""

    def __init__(self) -> None:
        self.closing: int | None = None
        self.desk = None
        self.held = False
        self.told: list[Any] = []
        self.granted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        limits = SimpleNamespace(connection=lambda: self, messages=self)
        counter = SimpleNamespace(inc=lambda: None)
        metrics = SimpleNamespace(errors=counter, refused=SimpleNamespace(labels=lambda code: counter))
        self.hearing = Hearing(self, "address", SimpleNamespace(limits=limits, metrics=metrics), self)  # type: ignore[arg-type]

    def take(self, *_: Any) -> bool:
        return False

    def hold(self) -> None:
        self.held = True

    def release(self) -> None:
        self.held = False

    def tell(self, message: Any) -> None:
        self.told.append(message)

    def close(self, code: int) -> None:
        self.release()
        self.closing = code

    async def grant(self, connection: Any, wish: Any) -> int:
        return await self.granted


async def ended(stand: Stand) -> None:
    await asyncio.wait_for(stand.hearing.end(), 30)
    assert not stand.held


@pytest.mark.parametrize("text", [HINT, b'{"type":"move","text":"+","version":1}', b"no message"])
def test_an_answer_that_cannot_be_given_leaves_nothing_held(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> m.Refused:
        raise KeyError("no such text")

    async def asked() -> None:
        stand = Stand()
        stand.granted.set_exception(ValueError("a fault"))
        monkeypatch.setattr(hearing, "refusal", broken)
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        with suppress(KeyError):
            assert stand.hearing.hear(text)
        await ended(stand)

    asyncio.run(asked())


def test_what_is_given_up_from_within_ends_the_connection() -> None:
    async def asked() -> None:
        stand = Stand()
        assert stand.hearing.hear(HINT)
        assert not stand.hearing.hear(HINT)
        await asyncio.sleep(0)  # it is being granted
        stand.granted.cancel()
        await ended(stand)
        assert stand.closing == hearing.GOING_AWAY

    asyncio.run(asked())
