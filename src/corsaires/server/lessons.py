"""REST: the lessons of Korsar, as they were written down (`rehearsed`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, Router, get
from litestar.params import FromPath, FromQuery, PathParameter

from corsaires.server.caller import caller_of
from corsaires.server.errors import Refused, told

DIRECTORY: Final = Path(__file__).parent / "lessons"

Language = Literal["fr", "en"]
Number = Annotated[int, PathParameter(ge=1, le=99)]


class Heading(msgspec.Struct):
    """A lesson in the list of them."""

    number: int
    title: str
    about: str


def file_of(number: int, language: str) -> Path:
    return DIRECTORY / f"{number}.{language}.json"


@cache
def headings(language: str) -> list[Heading]:
    """All lessons, in their order."""
    found = (msgspec.json.decode(path.read_bytes(), type=Heading) for path in DIRECTORY.glob(f"*.{language}.json"))
    return sorted(found, key=lambda heading: heading.number)


@cache
def whole(number: int, language: str) -> dict[str, Any]:
    """A lesson as it is sent; raises Refused if there is none."""
    try:
        lesson: dict[str, Any] = msgspec.json.decode(file_of(number, language).read_bytes())
    except FileNotFoundError:
        raise Refused("not_found") from None
    return lesson


@get("/lessons", operation_id="lessons", summary="The lessons of Korsar", responses=told(400))
async def lessons(request: Request[Any, Any, Any], lang: FromQuery[Language | None] = None) -> list[Heading]:
    return headings(lang or caller_of(request.scope).language)


@get(
    "/lessons/{number:int}",
    operation_id="lesson",
    summary="A lesson: a table, and an update for each of its moves",
    responses=told(400, 404),
)
async def lesson(
    request: Request[Any, Any, Any], number: FromPath[Number], lang: FromQuery[Language | None] = None
) -> Response[dict[str, Any]]:
    return Response(whole(number, lang or caller_of(request.scope).language))


learning = Router("/api", route_handlers=[lessons, lesson], tags=["library"])
