"""What the tests of the store share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from corsaires.store import Entry, Row, Store, open_store

PATIENCE = 60.0  # seconds that anything here may take on a busy machine


def on(url: str | Path, work: Callable[..., Awaitable[Any]], nodes: int = 1) -> Any:
    """What `work` gives with as many stores at this address, each opened and closed."""

    async def run() -> Any:
        stores: list[Store] = []
        try:
            for _ in range(nodes):
                stores.append(await open_store(url))
            async with asyncio.timeout(PATIENCE):
                return await work(*stores)
        finally:
            for store in stores:
                await store.close()

    return asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def move(seq: int, text: str = "r2@1") -> Row:
    return Row(seq, 1_000 + seq, "move", seq % 4, text, f"ack-{seq}", 60_000)


def entry(
    at: int = 1, *, state: str = "playing", due: int | None = None, listed: bool = True, minute: bool = True
) -> Entry:
    return Entry(state, listed, due, minute, f'{{"at":{at}}}', at)
