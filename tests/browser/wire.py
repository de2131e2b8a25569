"""A cable between a browser and a server that can be pulled out and put back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress


class Wire:
    """Passes connections on to a port of this machine, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._connections: set[asyncio.Task[None]] = set()
        self._whole = True
        self._server: asyncio.Server
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Every connection is lost, and none can be made."""
        self.do(self._cut())

    def mend(self) -> None:
        self._whole = True

    def do(self, work: Coroutine[None, None, None]) -> None:
        """Carry something out in the cable's own loop."""
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self._server.close()
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:  # a connection may just be coming
            await self._cut()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _cut(self) -> None:
        self._whole = False
        connections = list(self._connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.current_task()
        assert connection is not None
        self._connections.add(connection)
        try:
            if self._whole:
                await self._join(reader, writer)
        finally:
            self._connections.discard(connection)
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
            try:
                await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
            finally:
                far_writer.transport.abort()

    @staticmethod
    async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    """A whole one, until the end of the block."""
    made = Wire(port)
    thread = threading.Thread(target=made._loop.run_forever, daemon=True)
    thread.start()
    made.do(made.start())
    try:
        yield made
    finally:
        made.do(made.stop())
        made._loop.call_soon_threadsafe(made._loop.stop)
        thread.join()
        made._loop.close()
