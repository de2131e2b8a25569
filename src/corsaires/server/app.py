"""The application: routers around a store and a bus, behind the gate.

The game's WebSocket comes in as `socket`, an ASGI application of its own that is handed every connection to /ws which
the gate lets in; the REST handlers of tables come in as `routers`; what lives as long as the server, as `lifespan`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from corsaires import __version__
from corsaires.server.charts import workshop
from corsaires.server.errors import Reading, on_error
from corsaires.server.gate import Gate
from corsaires.server.health import health
from corsaires.server.lessons import learning
from corsaires.server.library import library
from corsaires.server.limits import BODY
from corsaires.server.logs import say
from corsaires.server.metrics import watch_the_loop
from corsaires.server.pages import RoutesPage, plain_css
from corsaires.server.people import people
from corsaires.server.settings import Settings
from corsaires.server.shell import Shell, make_shell, shell_of
from corsaires.server.web import read_files, web
from corsaires.store.bus import Bus
from corsaires.store.log import Store

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def make_app(
    settings: Settings,
    store: Store,
    bus: Bus,
    *,
    shell: Shell | None = None,
    socket: ASGIApp | None = None,
    routers: Sequence[Router] = (),
    lifespan: Sequence[Lifespan] = (),
) -> Litestar:
    """The server's application. It closes the store and the bus when it ends."""
    ours = shell or make_shell(settings, store, bus)
    app = Litestar(
        [people, library, workshop, learning, health, plain_css, web, *routers],
        dependencies={"shell": Provide(shell_of, sync_to_thread=False)},
        exception_handlers={Exception: on_error},
        lifespan=[_living, *lifespan],
        logging_config=None,
        openapi_config=_description(),
        request_class=Reading,
        request_max_body_size=BODY,
        state=State({"shell": ours, "metrics": ours.metrics, "files": read_files(settings.web)}),
    )
    app.asgi_handler = Gate(app.asgi_handler, ours, socket)
    return app


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Corsaires",
        version=__version__,
        path="/schema",
        render_plugins=[RoutesPage(path="/"), JsonRenderPlugin()],
    )


@asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    """What goes on beside the requests; at the end, after everything else, the store and the bus are closed."""
    shell = shell_of(app.state)
    watcher: asyncio.Task[Any] = asyncio.create_task(watch_the_loop(shell.metrics))
    say("started", version=__version__, web=bool(app.state.files))
    try:
        yield
    finally:
        watcher.cancel()
        with suppress(asyncio.CancelledError):
            await watcher
        await shell.bus.close()
        await shell.store.close()
        say("stopped")
