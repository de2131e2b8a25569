"""The WebSocket as uvicorn has it, with a short way for what comes often.

Uvicorn's own is made for any application: a message goes through a parser, a queue and a task on its way in, through
another task and a serialiser on its way out, and reading stops and starts again for each. Here a text that comes whole
is taken as it is, and `push` writes a text at once; everything else goes the long way still.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform for which there is no compiled one
    from websockets.utils import apply_mask

EXTENSION: Final = "corsaires.wire"  # of the ASGI scope: the Wire itself
MOST_WAITING: Final = 8  # messages that came and nobody has taken, after which no more are read
MOST_BYTES: Final = 2**20  # that wait for a slow reader
PATIENCE: Final = 5.0  # seconds for a connection to take the last that is sent to it
GOING_AWAY: Final = 1001
TOO_LARGE: Final = 1009
MOST_PARTS: Final = 1024  # of one message

FIN_TEXT: Final = 0x81
FIN: Final = 0x80
MASKED: Final = 0x80
SIZE_IN_TWO: Final = 126  # in place of a size: it follows in two bytes, or in eight
SIZE_IN_EIGHT: Final = 127
TWO_BYTES: Final = 2**16
HEAD: Final = 2  # bytes, before a longer size and the mask
KEY: Final = 4  # bytes of a mask


class Inbox:
    """What has come, for the one task that takes it: a queue that takes little room while it is empty."""

    __slots__ = ("_loop", "_messages", "_waiter")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._messages.pop(0)


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket with a short way; it is told that we go away, when we do."""

    # What the short way asks for lies in the object itself; so many more attributes would be a dictionary of their own.
    __slots__ = (
        "_full",
        "_hear",
        "_open",
        "_whole",
        "close_sent",
        "conn",
        "disconnected",
        "frames",
        "handshake_complete",
        "loop",
        "queue",
        "read_paused",
        "transport",
        "writable",
    )

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.queue: Any = Inbox(self.loop)
        self._hear: Callable[[bytes], bool] | None = None
        self._open = False  # texts go in and out
        self._full = False  # the reader is slow: what is written waits here
        self._whole = False  # everything so far came in whole frames: the parser waits for the next one

    # --- coming in ---

    def listen(self, hear: Callable[[bytes], bool]) -> None:
        """Hand over every text as it comes, if it is one whole frame; what is not taken waits for `receive`."""
        self._hear = hear

    def data_received(self, data: bytes) -> None:
        if self._whole:
            if self._take(data):
                return
            self._whole = is_whole(data)
        super().data_received(data)
        self._look()

    def _look(self) -> None:
        """Something has happened that may have closed the connection, or opened it."""
        self._open = not (self.close_sent or self.disconnected) and self.conn.state is State.OPEN

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # uvicorn knows only its own
            self._whole = True  # nothing comes behind a handshake until it is answered

    def _take(self, data: bytes) -> bool:
        """A text that is one whole frame; False: it is something else."""
        size = len(data) - HEAD - KEY
        if size < 0 or data[0] != FIN_TEXT or not self._open:
            return False
        start = HEAD
        if size >= SIZE_IN_TWO:
            size, start = size - 2, 4
            if data[1] != MASKED | SIZE_IN_TWO or int.from_bytes(data[2:4]) != size or size < SIZE_IN_TWO:
                return False
        elif data[1] != MASKED | size:
            return False
        text = apply_mask(data[start + KEY :], data[start : start + KEY])
        if not text.isascii():
            try:
                text.decode()
            except UnicodeDecodeError:
                return False  # the parser knows what to say to that
        if self._hear is not None and not self.queue and self._hear(text):
            return True
        self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        if len(self.queue) >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_BYTES:  # pings sent, pongs not read
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        if self.close_sent:
            return
        if len(self.frames) >= MOST_PARTS:  # empty ones have no size that would end it
            self.conn.fail(TOO_LARGE)
            self.handle_parser_exception()
        else:
            super().handle_cont(event)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and not self.queue:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    # --- going out ---

    async def send(self, message: Any) -> None:
        await super().send(message)
        self._look()
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused, and that is all there is to say

    def push(self, *texts: bytes) -> bool:
        """Write texts now, in one piece; False: too much waits already for a slow reader."""
        if not self._open:
            return True  # nobody hears it
        if self._full and self.transport.get_write_buffer_size() > MOST_BYTES:
            return False
        self.transport.write(framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts)))
        return True

    def shut(self, code: int) -> None:
        """Close; what waits is sent before, if the reader takes it in time."""
        if not self._open:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent, self._open = True, False
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(PATIENCE, self.transport.abort)  # who does not read would keep what waits for ever

    def shutdown(self) -> None:
        if self.handshake_complete and not self.close_sent:
            self.stop_keepalive()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})
            self.conn.send_close(GOING_AWAY)
            self._open = False
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        else:
            super().shutdown()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._look()
        self.loop.call_later(PATIENCE, self.transport.abort)  # who does not read would never be closed

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._look()
        self._part()

    def _part(self) -> None:
        """Let go of what holds this in turn: the collector of cycles comes rarely, and would hold everybody up."""
        self._hear = None
        self.conn.parser.close()
        if hasattr(self, "scope"):  # the handshake was right
            self.scope["extensions"].pop(EXTENSION, None)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._full = False


def framed(text: bytes) -> bytes:
    """A text as a server sends it."""
    size = len(text)
    if size < SIZE_IN_TWO:
        return b"\x81%c%b" % (size, text)
    if size < TWO_BYTES:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), text)


def is_whole(data: bytes) -> bool:
    """Whether bytes from a client are whole frames, none of them a piece of a message."""
    at, end = 0, len(data)
    while at < end:
        if end - at < HEAD or not data[at] & FIN:
            return False
        size, start = data[at + 1] & ~MASKED, at + HEAD
        if size >= SIZE_IN_TWO:
            start += 2 if size == SIZE_IN_TWO else 8
            size = int.from_bytes(data[at + HEAD : start])
        at = start + KEY + size
    return at == end
