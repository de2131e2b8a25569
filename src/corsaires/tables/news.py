"""What the nodes tell each other. It may get lost: the log is what counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from corsaires.store.bus import Bus, NoBus


class Note(Struct, omit_defaults=True):
    """What one node tells the others."""

    node: str
    kind: str  # row, chat, lobby, here, alive, who, still
    table: str = ""
    guests: list[str] = []


class News:
    """Notes to the other nodes, sent by one task; of several that say the same, one."""

    def __init__(self, bus: Bus, node: str, hear: Callable[[Note], None]) -> None:
        self.alone = isinstance(bus, NoBus)
        self._bus = bus
        self._node = node
        self._hear = hear
        self._outbox: dict[tuple[str, str], Note] = {}
        self._wake = asyncio.Event()

    def tell(self, kind: str, table: str = "", guests: list[str] | None = None) -> None:
        if self.alone:
            return
        self._outbox.pop((kind, table), None)
        self._outbox[kind, table] = Note(self._node, kind, table, guests or [])
        self._wake.set()

    async def run(self) -> None:
        """Send what there is to tell, for ever."""
        self._bus.listen(self._heard)
        while True:
            await self._wake.wait()
            self._wake.clear()
            notes, self._outbox = self._outbox, {}
            for note in notes.values():
                await self._bus.publish(encode(note))

    def _heard(self, message: bytes) -> None:
        try:
            note = decode(message, type=Note)
        except DecodeError:
            return  # not one of ours
        if note.node != self._node:
            self._hear(note)
