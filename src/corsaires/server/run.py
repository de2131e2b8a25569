"""The server run: a socket bound before anything else, uvicorn around the application, an end that loses nothing."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from corsaires.server.limits import MESSAGE
from corsaires.server.settings import Settings
from corsaires.server.whole import Prepared, make_server
from corsaires.server.wire import Wire
from corsaires.store import open_bus, open_store

KILLED: Final = 128  # with the signal's number: the exit code that a shell would give
BACKLOG: Final = 2048
COLLECT: Final = (10_000, 4, 400)  # objects made, and how often for the older ones: little at a time, all of it rarely
PATIENCE: Final = 5  # seconds for requests under way at the end
SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # not every system has them all


class Http(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two, by what is installed
    """HTTP that does not wait for ever for a request to begin."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._waiting = self.loop.call_later(PATIENCE, self._give_up)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._waiting.cancel()
        self._waiting = self.loop.call_later(PATIENCE, self._give_up)

    def handle_websocket_upgrade(self, *request: Any) -> None:
        self._waiting.cancel()  # it would keep all that belongs to the request
        super().handle_websocket_upgrade(*request)

    def _give_up(self) -> None:
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.transport.get_protocol() is self:
            self.transport.close()


class Server(uvicorn.Server):
    """Uvicorn that ends once in good order, and at once when asked again."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None], on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _spare_the_collector()
            self._on_start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            os._exit(KILLED + sig)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in _heard()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _heard() -> list[int]:
    """The signals that end a server: only the main thread hears any, and nohup wants one not to be heard."""
    if threading.current_thread() is not threading.main_thread():
        return []
    known = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    hangup = getattr(signal, "SIGHUP", None)
    return [number for number in known if number != hangup or signal.getsignal(number) is not signal.SIG_IGN]


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; raises OSError when the port is taken or the host is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except BaseException:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def serve(
    settings: Settings,
    listener: socket.socket,
    on_start: Callable[[], None],
    on_stop: Callable[[], None],
    prepared: Prepared | None = None,
) -> None:
    """Serve until a signal says to stop; raises what the store cannot be opened for."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listener, on_start, on_stop, prepared))


async def _serve(
    settings: Settings,
    listener: socket.socket,
    on_start: Callable[[], None],
    on_stop: Callable[[], None],
    prepared: Prepared | None,
) -> None:
    store = await open_store(settings.database)
    bus = await open_bus(settings.bus)
    app = make_server(settings, store, bus, prepared)
    await Server(configured(app), on_start, on_stop).serve([listener])


def configured(app: Any) -> uvicorn.Config:
    """How uvicorn runs here."""
    return uvicorn.Config(
        app,
        http=Http,
        ws=Wire,
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `caller` reads them, of those we trust
        timeout_graceful_shutdown=PATIENCE,
    )


def _spare_the_collector() -> None:
    """What is there at the start stays; of the rest, little is ever for the collector of cycles to find."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return None
    return uvloop.new_event_loop
