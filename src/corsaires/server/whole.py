"""The whole server: the application with its tables, their WebSocket and their lobby."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from litestar import Litestar

from corsaires.bots.pool import Pool
from corsaires.server.app import make_app
from corsaires.server.lobby import Lobby
from corsaires.server.replay import replays
from corsaires.server.settings import Settings
from corsaires.server.shell import make_shell
from corsaires.server.socket import Socket
from corsaires.server.tables import tables
from corsaires.server.wishes import Wishes
from corsaires.store.bus import Bus
from corsaires.store.log import Store
from corsaires.tables.harbour import Harbour

Prepared = Callable[[str], Awaitable[None]]


def make_server(settings: Settings, store: Store, bus: Bus, prepared: Prepared | None = None) -> Litestar:
    """Everything around a store and a bus; it closes them when it ends. Bots think once they are `prepared`."""
    shell = make_shell(settings, store, bus)
    harbour = Harbour(store, bus, Pool(), settings.times)
    harbour.crew.prepared = prepared
    lobby = Lobby(harbour)
    socket = Socket(shell, harbour, Wishes(lobby, shell.limits.talk))

    @asynccontextmanager
    async def playing(app: Litestar) -> AsyncIterator[None]:
        app.state.harbour = harbour
        app.state.replays = OrderedDict()
        shell.metrics.tables_loaded.set_function(lambda: harbour.loaded)
        harbour.moved = shell.metrics.moves.count
        harbour.committed = shell.metrics.commit_seconds.observe
        shell.metrics.bots_thinking.set_function(lambda: harbour.crew.thinking)
        await harbour.open()
        changes = asyncio.create_task(lobby.run())
        bus.on_change(socket.bus_changed)
        try:
            yield
        finally:
            socket.close()
            changes.cancel()
            with suppress(asyncio.CancelledError):
                await changes
            await harbour.close()

    return make_app(settings, store, bus, shell=shell, socket=socket, routers=[tables, replays], lifespan=[playing])
