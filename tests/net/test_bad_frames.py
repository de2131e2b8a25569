"""Frames that are none, and messages in pieces."""

from __future__ import annotations

import asyncio

import pytest

from tests.net.nodes import Node, no_fault
from tests.net.player import Player
from tests.net.rawsocket import BINARY, CLOSE, CONTINUED, PING, PONG, RawSocket, frame

TORN = {
    "invalid UTF-8": (frame(b'{"type":"ping","id":"\xc3\x28"}'), 1007),
    "a reserved bit": (frame(b"{}", reserved=0x40), 1002),
    "a reserved opcode": (frame(b"{}", 3), 1002),
    "an unknown control frame": (frame(b"", 11), 1002),
    "not masked": (frame(b'{"type":"ping"}', masked=False), 1002),
    "too large": (frame(b" " * (64 * 1024 + 1)), 1009),
    "too large in pieces": (
        frame(b" " * 40_000, fin=False) + frame(b" " * 40_000, CONTINUED),
        1009,
    ),
    "very large by its own word": (b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0\0\0\0", 1009),
    "a size with its highest bit": (b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0", 1009),
    "a piece of nothing": (frame(b"{}", CONTINUED), 1002),
    "a message within another": (frame(b"{", fin=False) + frame(b"{}"), 1002),
    "a long ping": (frame(b"x" * 126, PING), 1002),
    "a ping in pieces": (frame(b"x", PING, fin=False), 1002),
    "a close with half a code": (frame(b"\x03", CLOSE), 1002),
    "a close with a code that there is not": (frame(b"\x00\x05", CLOSE), 1002),
    "a close with bad words": (frame(b"\x03\xe8\xff\xff", CLOSE), 1007),
    "pieces without end": (frame(b"", fin=False) + frame(b"", CONTINUED, fin=False) * 2_000, 1009),
}


@pytest.mark.parametrize("kind", TORN)
def test_a_torn_frame_closes_its_connection_with_the_code_for_it(node: Node, kind: str) -> None:
    data, code = TORN[kind]
    asyncio.run(closes_with(node, data, code))
    no_fault(node)


async def closes_with(node: Node, data: bytes, code: int) -> None:
    guest = await Player.come(node.url)
    for begun in (b"", frame(b'{"type":"ping","id":"a"}')):  # as the first that comes, and behind something good
        connection = await RawSocket.connect(node.port, guest.cookie)
        connection.write(begun + data)
        while await connection.message() is not None:
            pass
        assert connection.closed == code
        await connection.close()
    await guest.wish("ping")
    await guest.close()


def test_a_message_in_pieces_and_byte_by_byte_is_whole_in_the_end(node: Node) -> None:
    asyncio.run(in_pieces(node))
    no_fault(node)


async def in_pieces(node: Node) -> None:
    guest = await Player.come(node.url)
    connection = await RawSocket.connect(node.port, guest.cookie)
    text = b'{"type":"ping","id":"in pieces"}'
    pieces = [text[n : n + 5] for n in range(0, len(text), 5)]
    connection.write(frame(pieces[0], fin=False) + frame(b"here?", PING))
    for piece in pieces[1:-1]:
        connection.write(frame(piece, CONTINUED, fin=False))
    connection.write(frame(pieces[-1], CONTINUED))
    assert await connection.frame() == (PONG, b"here?")
    assert (await connection.message())["id"] == "in pieces"
    for byte in frame(text) + frame(text, BINARY):
        connection.write(bytes([byte]))
        await connection.writer.drain()
    assert [(await connection.message())["id"] for _ in range(2)] == ["in pieces", "in pieces"]
    await connection.close()
    await guest.close()
