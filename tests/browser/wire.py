"""A cable between a browser and a server that can be pulled out and put back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Wire:
    """Passes connections on to a port of this machine, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._ends: set[asyncio.StreamWriter] = set()
        self._whole = True
        self._server: asyncio.Server
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Every connection is lost, and none can be made."""
        self._do(False)

    def mend(self) -> None:
        self._do(True)

    def _do(self, whole: bool) -> None:
        async def work() -> None:
            self._whole = whole
            for end in list(self._ends) if not whole else []:
                end.transport.abort()

        asyncio.run_coroutine_threadsafe(work(), self._loop).result()

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        for end in list(self._ends):
            end.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        ends = {writer, far_writer}
        self._ends |= ends
        with suppress(OSError):
            await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
        self._ends -= ends
        for end in ends:
            end.transport.abort()

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
    asyncio.run_coroutine_threadsafe(made._start(), made._loop).result()
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(made._stop(), made._loop).result()
        made._loop.call_soon_threadsafe(made._loop.stop)
        thread.join()
        made._loop.close()
