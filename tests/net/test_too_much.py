"""Who sends too much, or reads too little, is refused and dropped; the others are not held up."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from corsaires.server.hearing import BAD_MESSAGES, MOST_BAD, TOO_MANY
from tests.net.nodes import Node, no_fault, sqlite_node, started
from tests.net.player import Player
from tests.net.rawsocket import PING, RawSocket, frame, request


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Node]:
    """A server of one test's own: all tests come from one address, and share what it may ask for."""
    with started(sqlite_node(tmp_path, CORSAIRES_LIMITS="on")) as (running,):
        yield running


def test_many_connections_of_one_address_share_a_limit(limited: Node) -> None:
    """No connection asks too much by itself; together they do."""
    asyncio.run(crowded(limited))
    no_fault(limited)


async def crowded(node: Node) -> None:
    guest = await Player.come(node.url)
    crowd = [await RawSocket.connect(node.port, guest.cookie) for _ in range(70)]
    ping = frame(b'{"type":"ping","id":"x"}')
    for connection in crowd:
        connection.write(ping * 75)
    answers = Counter[str]()
    for connection in crowd:
        for _ in range(75):
            message = await connection.message()
            if message is None:
                assert connection.closed == TOO_MANY
                break
            answers[message.get("code", message["type"])] += 1
    assert answers["too-many"] > 0
    assert answers["done"] >= 4_000
    for connection in crowd:
        await connection.close()
    await guest.close()


def test_a_flood_is_refused_and_then_closed(limited: Node) -> None:
    asyncio.run(flooded(limited))
    no_fault(limited)


async def flooded(node: Node) -> None:
    calm, guest = await Player.come(node.url), await Player.come(node.url)
    connection = await RawSocket.connect(node.port, guest.cookie)
    ping = frame(b'{"type":"ping","id":"x"}')
    connection.write(ping * 1_000)
    answers = Counter[str]()
    while (message := await connection.message()) is not None:
        answers[message.get("code", message["type"])] += 1
    assert connection.closed == TOO_MANY
    assert answers["done"] < 200
    assert answers["too-many"] >= 40
    await connection.close()
    for _ in range(5):
        await calm.wish("ping")  # the others are not held up
    again = await RawSocket.connect(node.port, guest.cookie)
    again.wish(type="ping", id="back")
    assert (await again.message())["id"] == "back"
    again.wish(type="nothing of ours", id="mine")
    for _ in range(MOST_BAD - 1):
        again.write(frame(b"?"))
    refused = list(iter_messages(await again.until_done("never")))
    assert [message["code"] for message in refused] == ["not-understood"] * MOST_BAD
    assert [message["id"] for message in refused] == ["mine"] + [None] * (MOST_BAD - 1)
    assert again.closed == BAD_MESSAGES
    await again.close()
    await calm.close()
    await guest.close()


def iter_messages(heard: list[Any]) -> Iterator[Any]:
    return (message for message in heard if message["type"] == "refused")


def test_who_does_not_read_is_dropped_and_sees_everything_when_back(node: Node) -> None:
    asyncio.run(slow_reader(node))
    no_fault(node)


async def slow_reader(node: Node) -> None:
    """A client that asks and does not read; one that sends pings and does not read the answers."""
    player = await Player.come(node.url)
    table = await player.open_table(game="les-corsaires", seats=2)
    watch = frame(json.dumps({"type": "watch", "table": table}).encode())
    for flood in (watch * 50, frame(b"x" * 100, PING) * 5_000):
        before = connections_of(node)
        reader, writer = await asyncio.open_connection(sock=narrow_socket(node.port))
        writer.write(request(node.port, Cookie=player.cookie))
        await reader.readuntil(b"welcome")
        transport: Any = writer.transport
        transport.pause_reading()
        while connections_of(node) > before or not writer.is_closing():
            try:
                writer.write(flood)
                await asyncio.wait_for(writer.drain(), 0.1)
            except TimeoutError:
                pass  # it takes no more from us
            except ConnectionError:
                break
        writer.close()
        await player.wish("ping")
    connection = await RawSocket.connect(node.port, player.cookie)
    connection.wish(type="watch", id="again", table=table)
    assert next(message["type"] for message in await connection.until_done("again")) == "table"
    await connection.close()
    await player.close()


def narrow_socket(port: int) -> socket.socket:
    """A socket with room for very little."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", port))
    narrow.setblocking(False)
    return narrow


def connections_of(node: Node) -> int:
    page = httpx.get(f"{node.url}/metrics", trust_env=False).text
    found = re.search(r"^corsaires_connections (\S+)$", page, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))
