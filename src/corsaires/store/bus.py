"""How nodes tell each other that a table has a new row. What it carries may be lost: the log is what counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[bytes], None]
OnChange = Callable[[bool], None]


class Bus(Protocol):
    @property
    def up(self) -> bool:
        """Whether messages get through; while they do not, the log has to be polled."""

    async def publish(self, message: bytes) -> None:
        """Send to every node that listens, this one included. Never raises: a message may get lost."""

    def listen(self, callback: Listener) -> None:
        """Call back with every message from now on."""

    def on_change(self, callback: OnChange) -> None:
        """Call back when the bus goes down or comes up."""

    async def close(self) -> None: ...


class NoBus:
    """One node alone: nobody to tell."""

    @property
    def up(self) -> bool:
        return True

    async def publish(self, message: bytes) -> None:
        pass

    def listen(self, callback: Listener) -> None:
        pass

    def on_change(self, callback: OnChange) -> None:
        pass

    async def close(self) -> None:
        pass


async def open_bus(url: str | None) -> Bus:
    """`redis://…` for Valkey or Redis, which need not be there yet; None for one node alone."""
    if url is None:
        return NoBus()
    from corsaires.store.redis_bus import RedisBus

    return RedisBus(url)
