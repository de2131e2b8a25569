"""Handshakes that are not right, that never end, or never begin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from corsaires.server.socket import NO_GUEST
from tests.net.nodes import Node, no_fault
from tests.net.player import Player
from tests.net.rawsocket import RawSocket, request

Handshake = Callable[[int, str], bytes]
REFUSED: dict[str, tuple[Handshake, bytes]] = {
    "another page": (lambda port, cookie: request(port, Cookie=cookie, Origin="https://evil.example"), b"403"),
    "no page that can be": (lambda port, cookie: request(port, Cookie=cookie, Origin="null"), b"403"),
    "another site, as the browser says": (
        lambda port, cookie: request(port, Cookie=cookie, Sec_Fetch_Site="cross-site"),
        b"403",
    ),
    "no key": (lambda port, cookie: request(port, Cookie=cookie, Sec_WebSocket_Key=""), b"400"),
    "a bad key": (lambda port, cookie: request(port, Cookie=cookie, Sec_WebSocket_Key="x"), b"400"),
    "an old version": (lambda port, cookie: request(port, Cookie=cookie, Sec_WebSocket_Version="8"), b"400"),
    "a plain request": (
        lambda port, cookie: request(port, Cookie=cookie, Upgrade="", Connection="close"),
        b"404",
    ),
    "another path": (lambda port, cookie: request(port, Cookie=cookie).replace(b"/ws ", b"/wss "), b"404"),
    "no HTTP": (lambda port, cookie: b"\x16\x03\x01\x02\x00\x01" + b"\0" * 200 + b"\r\n\r\n", b"400"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_handshake_that_is_not_right_is_refused(node: Node, kind: str) -> None:
    asyncio.run(refused_handshake(node, *REFUSED[kind]))
    no_fault(node)


async def refused_handshake(node: Node, handshake: Handshake, status: bytes) -> None:
    guest = await Player.come(node.url)
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    try:
        writer.write(handshake(node.port, guest.cookie))
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n"), 60)
    finally:
        writer.close()
    assert answer.startswith(b"HTTP/1.1 " + status), answer
    assert not [line for line in node.log if "without completing handshake" in line]
    await guest.close()


def test_headers_without_end_are_not_read_to_the_end(node: Node) -> None:
    async def endless() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(request(node.port)[:-2])
        while True:
            writer.write(b"X: " + b"y" * 60_000 + b"\r\n")
            await writer.drain()

    with pytest.raises(ConnectionError):
        asyncio.run(endless())
    no_fault(node)


@pytest.mark.parametrize("cookie", ["", "corsaires=", "corsaires=" + "A" * 43, "other=1", "corsaires=\xff" + "A" * 42])
def test_who_is_nobody_is_told_to_come_back_with_a_cookie(node: Node, cookie: str) -> None:
    async def nobody() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(request(node.port, Cookie=cookie))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        connection = RawSocket(reader, writer)
        assert await connection.message() is None
        assert connection.closed == NO_GUEST
        await connection.close()

    asyncio.run(nobody())
    no_fault(node)


def test_a_request_that_does_not_begin_is_not_waited_for(node: Node) -> None:
    """Half a handshake, or nothing at all."""

    async def silent() -> None:
        begun = [b"", b"GET /ws HT", request(node.port)[:-4]]
        opened = [await asyncio.open_connection("127.0.0.1", node.port) for _ in begun]
        for (_, writer), data in zip(opened, begun, strict=True):
            writer.write(data)
        for reader, writer in opened:
            await asyncio.wait_for(reader.read(), 60)
            writer.close()

    asyncio.run(silent())
    no_fault(node)
