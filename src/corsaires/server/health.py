"""Whether the process lives, whether it can serve, and what it has counted."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

import msgspec
from litestar import Response, Router, get
from litestar.openapi import ResponseSpec

from corsaires.server.metrics import CONTENT_TYPE
from corsaires.server.shell import TheShell
from corsaires.store.bus import NoBus
from corsaires.store.log import StoreDown

PATIENCE: Final = 2.0  # seconds for the store to answer
NOBODYS: Final = "-"  # the name of no table


class Alive(msgspec.Struct):
    status: Literal["ok"] = "ok"


class Ready(msgspec.Struct):
    """Without the bus the tables go on: the nodes then look into the log by themselves."""

    ready: bool
    store: Literal["up", "down"]
    writes: Literal["up", "down"]  # down while there is no room
    bus: Literal["up", "down", "none"]


@get("/healthz", operation_id="alive", summary="The process lives")
async def healthz() -> Alive:
    return Alive()


@get(
    "/readyz",
    operation_id="ready",
    summary="The store answers",
    responses={503: ResponseSpec(Ready, generate_examples=False, description="It does not")},
)
async def readyz(shell: TheShell) -> Response[Ready]:
    try:
        await asyncio.wait_for(shell.store.entry(NOBODYS), PATIENCE)
        answers = True
    except (StoreDown, TimeoutError, OSError):
        answers = False
    ready = Ready(
        answers,
        _state(answers),
        _state(answers and shell.store.ready()),
        "none" if isinstance(shell.bus, NoBus) else _state(shell.bus.up),
    )
    return Response(ready, status_code=200 if answers else 503)


def _state(up: bool) -> Literal["up", "down"]:
    return "up" if up else "down"


@get("/metrics", include_in_schema=False)
async def metrics(shell: TheShell) -> Response[bytes]:
    shell.metrics.bus_up.set(shell.bus.up)
    return Response(shell.metrics.page(), media_type=CONTENT_TYPE)


health = Router("/", route_handlers=[healthz, readyz, metrics], tags=["health"])
