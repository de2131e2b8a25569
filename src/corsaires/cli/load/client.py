"""A client as small as can be: enough HTTP to get a cookie and open a table, enough WebSocket to play.

It has to be much cheaper than the server it measures, so it does without a client library.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from base64 import b64encode
from typing import Any, Final

import msgspec

FIN: Final = 0x80
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)  # a mask of zeros leaves the text as it is; the server cannot know
SHORT: Final = 126  # sizes below stand in the second byte; 126 and 127: in the next two or eight
LONG: Final = 127
HEAD: Final = 2  # bytes before a longer size
MOST: Final = 2**16
SWITCHING: Final = 101
PATIENCE: Final = 60.0  # seconds for an answer

encode: Final = msgspec.json.Encoder().encode


class Failed(Exception):
    """The server did not do what it should."""


class Http:
    """One connection, kept open, for requests one after the other."""

    def __init__(self, host: str, port: int) -> None:
        self._at = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, cookie: str = "", body: bytes = b"") -> tuple[str, bytes]:
        """The headers and the body of the answer; raises Failed."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._at[0]}:{self._at[1]}"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
        request = "\r\n".join([*lines, "", ""]).encode() + body
        try:
            head, answer = await self._answer(request)
        except (asyncio.IncompleteReadError, ConnectionError):  # a server closes what was not used for a while
            self.close()
            try:
                head, answer = await self._answer(request)
            except asyncio.IncompleteReadError as error:
                raise Failed(f"{method} {path}: no answer") from error
        if not head.startswith("HTTP/1.1 2"):
            raise Failed(f"{method} {path}: {head.partition(chr(13))[0]} {answer[:200].decode('utf-8', 'replace')}")
        return head, answer

    async def _answer(self, request: bytes) -> tuple[str, bytes]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(*self._at)
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = re.search(r"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
        return head, await self._reader.readexactly(int(size[1]) if size else 0)

    async def guest(self) -> str:
        """Somebody new: the cookie."""
        head, _ = await self.ask("GET", "/api/me")
        found = re.search(r"\r\nset-cookie: (corsaires=[^;\r]+)", head, re.IGNORECASE)
        if found is None:
            raise Failed("GET /api/me: no cookie")
        return found[1]

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class WebSocket(asyncio.Protocol):
    """A connection; `hear` gets every text, as bytes."""

    __slots__ = ("_ready", "_rest", "_shaking", "closed", "transport")

    def __init__(self) -> None:
        self.transport: Any = None
        self.closed: int | None = None
        self._rest = b""
        self._shaking = True
        self._ready: asyncio.Future[None] | None = None

    async def connect(self, host: str, port: int, cookie: str) -> None:
        loop = asyncio.get_running_loop()
        self._ready = loop.create_future()
        await loop.create_connection(lambda: self, host, port)
        key = b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", ""]
        self.transport.write("\r\n".join(lines).encode())
        async with asyncio.timeout(PATIENCE):
            await self._ready
        self._ready = None

    def hear(self, message: bytes) -> None:
        """A message has come."""

    def lost(self) -> None:
        """The connection has ended."""

    def send(self, message: bytes) -> None:
        self.transport.write(frame(TEXT, message))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()

    # --- as asyncio calls it ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._ready is not None and not self._ready.done():
            self._ready.set_exception(Failed("the WebSocket was closed during its handshake"))
        self.lost()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if self._shaking:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._shake(head)
        at, end_of_data = 0, len(data)
        while end_of_data - at >= HEAD:
            size, start = data[at + 1], at + HEAD
            if size >= SHORT:
                start += 2 if size == SHORT else 8
                if start > end_of_data:
                    break
                size = int.from_bytes(data[at + HEAD : start])
            if start + size > end_of_data:
                break
            if data[at] == FIN | TEXT:
                self.hear(data[start : start + size])
            else:
                self._control(data[at] & 0x0F, data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def _shake(self, head: bytes) -> None:
        self._shaking = False
        if self._ready is None or self._ready.done():
            return
        if head.startswith(f"HTTP/1.1 {SWITCHING} ".encode()):
            self._ready.set_result(None)
        else:
            self._ready.set_exception(Failed(f"/ws: {head.partition(b'%c' % 13)[0].decode('latin-1')}"))

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self.transport.write(frame(PONG, payload))
        elif opcode == CLOSE:
            self.closed = int.from_bytes(payload[:2])
            self.transport.close()


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame as a client sends it."""
    size = len(payload)
    if size < SHORT:
        head = bytes((FIN | opcode, MASKED | size))
    elif size < MOST:
        head = bytes((FIN | opcode, MASKED | SHORT)) + size.to_bytes(2)
    else:
        head = bytes((FIN | opcode, MASKED | LONG)) + size.to_bytes(8)
    return head + NO_MASK + payload
