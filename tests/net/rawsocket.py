"""A WebSocket made by hand: it can send what no client would."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import struct
from base64 import b64encode
from typing import Any, Self

TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0
FIN, MASKED = 0x80, 0x80
PATIENCE = 60.0


def frame(data: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """A frame as it goes over the wire; the mask is all zeros, so that the data stay as they are."""
    first = (FIN if fin else 0) | reserved | opcode
    mask = MASKED if masked else 0
    if len(data) < 126:
        head = struct.pack("!BB", first, mask | len(data))
    elif len(data) < 2**16:
        head = struct.pack("!BBH", first, mask | 126, len(data))
    else:
        head = struct.pack("!BBQ", first, mask | 127, len(data))
    return head + (b"\0\0\0\0" if masked else b"") + data


def request(port: int, **headers: str) -> bytes:
    """The request of a handshake."""
    given = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = [f"{name}: {value}" for name, value in given.items() if value]
    return ("GET /ws HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


class RawSocket:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.closed: int | None = None  # the code; 1006 if there was none

    @classmethod
    async def connect(cls, port: int, cookie: str) -> Self:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request(port, Cookie=cookie))
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        socket = cls(reader, writer)
        welcome = await socket.message()
        assert welcome is not None, socket.closed
        assert welcome["type"] == "welcome"
        return socket

    def is_open(self) -> bool:
        return self.closed is None

    def write(self, data: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(data)

    def wish(self, **wish: Any) -> None:
        self.write(frame(json.dumps(wish).encode()))

    async def frame(self) -> tuple[int, bytes] | None:
        """The next frame; None when there are no more."""
        try:
            async with asyncio.timeout(PATIENCE):
                first, second = await self.reader.readexactly(2)
                length = second & 127
                if length >= 126:
                    size = 2 if length == 126 else 8
                    length = int.from_bytes(await self.reader.readexactly(size), "big")
                data = await self.reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.closed = self.closed or 1006
            return None
        if first & 15 == CLOSE:
            self.closed = int.from_bytes(data[:2], "big")
        return first & 15, data

    async def message(self) -> Any:
        """The next message; None when the connection is closed."""
        while self.closed is None:
            got = await self.frame()
            if got is None or got[0] == CLOSE:
                break
            if got[0] == TEXT:
                return json.loads(got[1])
            if got[0] == PING:
                self.write(frame(got[1], PONG))
        return None

    async def until_done(self, wish: str) -> list[Any]:
        """Everything up to the answer to a wish, or to the end of the connection."""
        heard = []
        while (message := await self.message()) is not None:
            heard.append(message)
            if message["type"] == "done" and message["id"] == wish:
                break
        return heard

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()
