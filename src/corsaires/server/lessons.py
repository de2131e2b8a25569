"""REST: the lessons of both games, as they were written down (`rehearsed`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, Router, get
from litestar.params import FromPath, FromQuery, PathParameter

from corsaires.games.catalog import GAMES
from corsaires.games.les_corsaires.chart import load_chart
from corsaires.protocol.chart import chart_shape
from corsaires.server.caller import caller_of
from corsaires.server.errors import Refused, told

DIRECTORY: Final = Path(__file__).parent / "lessons"

Language = Literal["fr", "en"]
Number = Annotated[int, PathParameter(ge=1, le=99)]


class Heading(msgspec.Struct):
    """A lesson in the list of them."""

    game: str
    number: int
    title: str
    about: str
    rules: list[str]  # the numbers of those it teaches


def file_of(game: str, number: int, language: str) -> Path:
    return DIRECTORY / game / f"{number}.{language}.json"


@cache
def headings(language: str) -> list[Heading]:
    """All lessons, game by game, in their order."""
    paths = [path for game in GAMES for path in (DIRECTORY / game).glob(f"*.{language}.json")]
    found = [msgspec.json.decode(path.read_bytes(), type=Heading) for path in paths]
    return sorted(found, key=lambda each: (list(GAMES).index(each.game), each.number))


@cache
def whole(game: str, number: int, language: str) -> dict[str, Any]:
    """A lesson as it is sent; raises Refused if there is none."""
    if not any((each.game, each.number) == (game, number) for each in headings(language)):
        raise Refused("not_found")
    lesson: dict[str, Any] = msgspec.json.decode(file_of(game, number, language).read_bytes())
    table = lesson["table"]
    if chart := table["setup"].get("chart"):  # the same in every lesson: not written down with each
        table["chart"] = msgspec.to_builtins(chart_shape(load_chart(chart["id"])))
    return lesson


@get("/lessons", operation_id="lessons", summary="The lessons of both games", responses=told(400))
async def lessons(request: Request[Any, Any, Any], lang: FromQuery[Language | None] = None) -> list[Heading]:
    return headings(lang or caller_of(request.scope).language)


@get(
    "/lessons/{game:str}/{number:int}",
    operation_id="lesson",
    summary="A lesson: a table, and an update for each of its moves",
    responses=told(400, 404),
)
async def lesson(
    request: Request[Any, Any, Any],
    game: FromPath[str],
    number: FromPath[Number],
    lang: FromQuery[Language | None] = None,
) -> Response[dict[str, Any]]:
    return Response(whole(game, number, lang or caller_of(request.scope).language))


learning = Router("/api", route_handlers=[lessons, lesson], tags=["library"])
