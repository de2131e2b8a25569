"""REST: tables opened, found, looked up, and their records."""

from __future__ import annotations

import io
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.protocol.coast import LesCorsairesCoast
from corsaires.protocol.messages import Listing, OpenTables
from corsaires.server.caller import caller_of
from corsaires.server.coasts import JSON, coast_answer
from corsaires.server.errors import Refused, told
from corsaires.server.headers import is_host
from corsaires.server.identity import guest_of
from corsaires.server.people import known_guest, spend
from corsaires.server.shell import TheShell
from corsaires.tables.choices import Choices
from corsaires.tables.harbour import Harbour
from corsaires.tables.opening import listing
from corsaires.tables.sitting import Sitting

Asked = Request[Any, Any, Any]
MOST: Final = 50  # tables of a guest
SVG: Final = "image/svg+xml"
TableId = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{8,40}$")]


class Opened(msgspec.Struct):
    """A new table, and the path of its page: whoever has it may come."""

    table: str
    path: str


class Known(msgspec.Struct):
    """What anybody may know of a table who has its link."""

    table: str
    state: str
    choices: Choices
    host: str
    names: list[str]
    commitment: str
    next: str | None


def harbour_of(request: Asked) -> Harbour:
    harbour: Harbour = request.app.state.harbour
    return harbour


@post(
    "/tables",
    operation_id="openTable",
    summary="Open a table, with me as its host",
    responses=told(400, 401, 403),
)
async def open_table(request: Asked, shell: TheShell, data: JSONBody[Choices]) -> Opened:
    guest = await known_guest(request, shell)
    spend(shell.limits.tables, guest.id)
    table = await harbour_of(request).open_table(guest.id, data)
    return Opened(table, f"/t/{table}")


@get("/tables", operation_id="openTables", summary="The listed tables that wait for players", responses=told())
async def open_tables(request: Asked) -> OpenTables:
    return OpenTables([Listing(table, *listing(entry)) for table, entry in await harbour_of(request).lobby()])


@get("/me/tables", operation_id="myTables", summary="The tables where I sit, the newest first", responses=told(401))
async def my_tables(request: Asked, shell: TheShell) -> OpenTables:
    guest = await known_guest(request, shell)
    found = await shell.store.tables_of(guest.id, MOST)
    return OpenTables([Listing(table, *listing(entry)) for table, entry in found])


@get(
    "/tables/{table:str}",
    operation_id="table",
    summary="A table, as anybody who has its link may know it",
    responses=told(400, 404),
)
async def one_table(request: Asked, table: FromPath[TableId]) -> Known:
    desk = await harbour_of(request).newest(table)
    async with desk.steady() as sitting:
        return _known(sitting)


@get(
    "/tables/{table:str}/record",
    operation_id="record",
    summary="The record of a game; before the end it is sealed and holds nothing hidden",
    responses=told(400, 404, 409),
)
async def record(request: Asked, shell: TheShell, table: FromPath[TableId]) -> dict[str, Any]:
    guest = await guest_of(request.scope, shell.store)
    return await harbour_of(request).record(table, guest and guest.id)


@get(
    "/tables/{table:str}/qr.svg",
    operation_id="qr",
    summary="The address of a table's page as a QR code",
    media_type=SVG,
    responses=told(400, 404),
)
async def qr(request: Asked, table: FromPath[TableId]) -> Response[bytes]:
    import segno  # no server should start later for it

    await harbour_of(request).desk(table)
    caller = caller_of(request.scope)
    if not is_host(caller.host):
        raise Refused("bad_request")
    address = f"{'https' if caller.https else 'http'}://{caller.host}/t/{table}"
    drawing = io.BytesIO()
    segno.make(address, micro=False).save(drawing, kind="svg", border=1, xmldecl=False)
    return Response(drawing.getvalue(), media_type=SVG)


@get(
    "/tables/{table:str}/coast",
    operation_id="coastOfTable",
    summary="The coasts of the chart that a table plays on",
    media_type=JSON,
    responses=told(400, 404),
)
async def coast(request: Asked, table: FromPath[TableId]) -> Response[LesCorsairesCoast]:
    game = (await harbour_of(request).desk(table)).sitting.game
    if not isinstance(game, LesCorsaires):
        raise Refused("not_found")
    return await coast_answer(request, game.chart)


def _known(sitting: Sitting) -> Known:
    host = next((place.name for place in sitting.places if place.guest == sitting.host), "")
    names = [place.name for place in sitting.places]
    return Known(sitting.id, sitting.state, sitting.choices, host, names, sitting.commitment, sitting.next)


tables = Router(
    "/api", route_handlers=[open_table, open_tables, my_tables, one_table, record, qr, coast], tags=["tables"]
)
