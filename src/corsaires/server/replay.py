"""REST: a game to look at move by move, and to play on from any of its moves.

While it lasts it is shown through the reader's own eyes; after the end all hands lie open.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody

from corsaires.server.errors import told
from corsaires.server.identity import guest_of
from corsaires.server.people import known_guest, spend
from corsaires.server.shell import TheShell
from corsaires.server.tables import Opened, TableId, harbour_of
from corsaires.server.telling import OPEN_GAMES, Reader, Telling
from corsaires.server.telling import table as as_it_stands
from corsaires.store.log import Row
from corsaires.tables.past import at_start, moves_of
from corsaires.tables.sitting import OVER, Sitting

Asked = Request[Any, Any, Any]
JSON: Final = "application/json"
NOBODY: Final = ""  # the id of no guest
KEPT: Final = 64  # replays of finished games


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    """After how many moves, in which seat, against whom."""

    ply: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    bot: Literal["mousse", "matelot", "capitaine", "amiral"] = "matelot"


class Replay(msgspec.Struct):
    """A `table` message as it was at the start, an `update` for each move, and after the end all hands."""

    table: dict[str, Any]
    updates: list[dict[str, Any]]
    over: bool
    hands: list[list[list[str]]] | None  # of every seat: at the start, and after each move


def replayed(sitting: Sitting, rows: Sequence[Row], guest: str | None) -> bytes:
    """A game through somebody's eyes: a Replay, encoded already."""
    past, over = at_start(sitting, rows), sitting.state == OVER
    reader = Reader(NOBODY if guest is None or over else guest)
    table = as_it_stands(past, reader, set(sitting.people), None, 0, late=False)
    hands = [hands_of(past)]
    updates = []
    for happened in moves_of(sitting, past):
        assert past.table is not None
        updates.append(Telling(past, happened, past.table, 0, None, stood_in=False).update(reader))
        hands.append(hands_of(past))
    open_hands = hands if over and sitting.choices.game not in OPEN_GAMES else None
    encoded = {"table": msgspec.Raw(table), "updates": [msgspec.Raw(update) for update in updates]}
    return msgspec.json.encode({**encoded, "over": over, "hands": open_hands})


def hands_of(sitting: Sitting) -> list[tuple[str, ...]]:
    """Every hand, for when the game is over."""
    if sitting.choices.game in OPEN_GAMES:
        return []
    table: Any = sitting.table
    return [table.own(seat).hand for seat in range(sitting.game.seats)]


@get(
    "/tables/{table:str}/replay",
    operation_id="replay",
    summary="A game move by move: a `table` at the start, and an `update` for each move",
    media_type=JSON,
    responses=told(400, 404, 409),
)
async def replay(request: Asked, shell: TheShell, table: FromPath[TableId]) -> Response[Replay]:
    finished: OrderedDict[str, bytes] = request.app.state.replays  # the same for everybody
    found = finished.get(table)
    if found is None:
        guest = await guest_of(request.scope, shell.store)
        sitting, rows = await harbour_of(request).past(table, guest and guest.id)
        found = await asyncio.to_thread(replayed, sitting, rows, guest and guest.id)
        if sitting.state == OVER:
            finished[table] = found
            if len(finished) > KEPT:
                finished.popitem(last=False)
    return Response[Any](found, media_type=JSON)


@post(
    "/tables/{table:str}/branch",
    operation_id="playOn",
    summary="Play on from a move of a finished game, against bots, at a table of my own",
    responses=told(400, 401, 403, 404, 409),
)
async def play_on(request: Asked, shell: TheShell, table: FromPath[TableId], data: JSONBody[PlayOn]) -> Opened:
    guest = await known_guest(request, shell)
    spend(shell.limits.tables, guest.id)
    branch = await harbour_of(request).play_on(table, guest, data.ply, data.seat, data.bot)
    return Opened(branch, f"/t/{branch}")


replays = Router("/api", route_handlers=[replay, play_on], tags=["tables"])
