"""REST: the workshop of charts. The loader says whether a chart that somebody draws can be played on."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, Router, post
from litestar.params import FromQuery, JSONBody

from corsaires.games.les_corsaires.chart import InvalidChart, Sketch, sketched
from corsaires.protocol.chart import LesCorsairesChart, chart_shape
from corsaires.protocol.coast import LesCorsairesCoast
from corsaires.server.caller import caller_of
from corsaires.server.coasts import JSON, coast_answer
from corsaires.server.errors import told
from corsaires.server.library import Language
from corsaires.server.people import known_guest, spend
from corsaires.server.shell import TheShell
from corsaires.tables.choices import LONGEST_CHART, OWN_CHART

Asked = Request[Any, Any, Any]
FILE: Final = f"{OWN_CHART}.toml"


class Drawn(msgspec.Struct, forbid_unknown_fields=True):
    """A chart as somebody draws it: the text of its file."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_CHART)]


class Mistake(msgspec.Struct):
    """What is wrong with a chart: in which line of its text, at which key, and what to do about it."""

    line: int
    key: str  # "" if it is the text as a whole
    text: str


class Checked(msgspec.Struct):
    """What the loader makes of a chart: with no mistake a table can be opened with it."""

    chart: LesCorsairesChart | None  # unless a part of it cannot be read
    asymmetric: bool  # its voyages may differ
    mistakes: list[Mistake]


@post(
    "/charts/check",
    operation_id="checkChart",
    status_code=200,
    summary="Whether a chart can be played on, and what is wrong with it",
    responses=told(400, 401, 403),
)
async def check(
    request: Asked, shell: TheShell, data: JSONBody[Drawn], lang: FromQuery[Language | None] = None
) -> Checked:
    spend(shell.limits.charts, (await known_guest(request, shell)).id)
    language = lang or caller_of(request.scope).language
    try:
        sketch = await _read(data.text)
    except InvalidChart as error:
        return Checked(None, False, [_mistake(error, language)])
    mistakes = [_mistake(problem, language) for problem in sketch.problems]
    return Checked(chart_shape(sketch.chart), sketch.asymmetric, mistakes)


@post(
    "/charts/coast",
    operation_id="coastOfDrawn",
    status_code=200,
    summary="The coasts of a chart that somebody draws",
    media_type=JSON,
    responses=told(400, 401, 403),
)
async def coast(request: Asked, shell: TheShell, data: JSONBody[Drawn]) -> Response[LesCorsairesCoast]:
    spend(shell.limits.charts, (await known_guest(request, shell)).id)
    return await coast_answer(request, (await _read(data.text)).chart)


async def _read(text: str) -> Sketch:
    return await to_thread(sketched, text, OWN_CHART, FILE)


def _mistake(error: InvalidChart, language: str) -> Mistake:
    return Mistake(error.line, error.place, error.reason_in(language))


workshop = Router("/api", route_handlers=[check, coast], tags=["charts"])
