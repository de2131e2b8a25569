"""REST: the games there are and how they can be played, their rules in words, their charts, the bots."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get
from litestar.params import FromPath, FromQuery, QueryParameter

from corsaires.bots import BUDGETS, bot_names
from corsaires.games.catalog import game_class
from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.korsar import edition as korsar
from corsaires.games.korsar import ruletexts as korsar_rules
from corsaires.games.korsar.telling import texts as korsar_texts
from corsaires.games.les_corsaires import chart as charts
from corsaires.games.les_corsaires import ruletexts as les_corsaires_rules
from corsaires.protocol.chart import LesCorsairesChart, chart_shape
from corsaires.protocol.coast import LesCorsairesCoast
from corsaires.server.caller import caller_of
from corsaires.server.coasts import JSON, coast_answer
from corsaires.server.errors import told
from corsaires.server.words import LANGUAGES, Words

Language = Literal["fr", "en"]
Variant = Literal["experienced", "very-young"]
KEPT = "public, max-age=300"


class Both(msgspec.Struct):
    """A text in both languages."""

    fr: str
    en: str


class Value(msgspec.Struct):
    """A way to play a point of the rules."""

    value: str | bool
    text: Both


class Facet(msgspec.Struct):
    """A point of the rules that a table may choose, and the number of its rule."""

    id: str
    text: Both
    rule: str
    values: list[Value]


class Edition(msgspec.Struct):
    id: str
    name: Both
    about: Both
    facets: dict[str, str | bool]


class Choice(msgspec.Struct):
    """Something to choose by its id; no id is the ordinary game."""

    id: str | None
    name: Both
    about: Both


class Seats(msgspec.Struct):
    alone: list[int]
    teams: list[int]
    usual: int


class GameInfo(msgspec.Struct):
    """A game and every choice that a table of it has."""

    id: str
    name: Both
    about: Both
    seats: Seats
    editions: list[Edition]
    default_edition: str | None
    facets: list[Facet]
    charts: list[Choice]
    default_chart: str | None
    variants: list[Choice]
    options: list[Choice]  # on or off
    bots: list[str]


class Rule(msgspec.Struct):
    number: str
    text: str


class Rules(msgspec.Struct):
    game: str
    language: str
    rules: list[Rule]


class BotInfo(msgspec.Struct):
    """A level of bots, and how long it thinks (ms)."""

    id: str
    name: Both
    about: Both
    milliseconds: float


@get("/games", operation_id="games", summary="The games, with every choice", responses=told())
async def games() -> Response[list[GameInfo]]:
    return Response([_korsar(), _les_corsaires()], headers={"cache-control": KEPT})


@get("/games/{game:str}/rules", operation_id="rules", summary="The rules of a game, numbered", responses=told(400))
async def rules(
    request: Request[Any, Any, Any],
    game: FromPath[str],
    lang: FromQuery[Language | None] = None,
    edition: Annotated[str, QueryParameter(description="Korsar: where editions differ, by which")] = korsar.DEFAULT,
    teams: Annotated[bool, QueryParameter(description="Korsar: as they are in teams")] = False,
    variant: Annotated[Variant | None, QueryParameter(description="Les Corsaires: as they are in a variant")] = None,
) -> Rules:
    game_class(game)  # raises InvalidSetup
    language = lang or caller_of(request.scope).language
    if game == "korsar":
        facets = korsar.load_edition(edition).facets
        numbers = korsar_rules.rule_numbers()
        said = [Rule(number, korsar_rules.rule_text(number, language, facets, teams=teams)) for number in numbers]
    else:
        numbers = les_corsaires_rules.rule_numbers(variant)
        said = [Rule(number, les_corsaires_rules.rule_text(number, language, variant)) for number in numbers]
    return Rules(game, language, said)


@get(
    "/games/{game:str}/charts/{chart:str}",
    operation_id="chart",
    summary="A chart: its board and figures",
    responses=told(400),
)
async def chart(game: FromPath[str], chart: FromPath[str]) -> Response[LesCorsairesChart]:
    _must_have_charts(game)
    return Response(_chart(charts.load_chart(chart).id), headers={"cache-control": KEPT})


@get(
    "/games/{game:str}/charts/{chart:str}/coast",
    operation_id="coast",
    summary="The coasts of a chart, to draw it",
    media_type=JSON,
    responses=told(400),
)
async def coast(
    request: Request[Any, Any, Any], game: FromPath[str], chart: FromPath[str]
) -> Response[LesCorsairesCoast]:
    _must_have_charts(game)
    return await coast_answer(request, charts.load_chart(chart))


@get("/bots", operation_id="bots", summary="The levels of the bots", responses=told())
async def bots() -> Response[list[BotInfo]]:
    return Response([_bot(name) for name in bot_names("korsar")], headers={"cache-control": KEPT})


def _must_have_charts(game: str) -> None:
    if game != "les-corsaires":
        raise InvalidSetup("game", f"{shown(game)} has no charts; les-corsaires has")


def both(key: str) -> Both:
    """One of the server's own texts."""
    return Both(**{language: Words(language)(key) for language in LANGUAGES})


@cache
def _korsar() -> GameInfo:
    from corsaires.games.korsar.game import ALONE, IN_TEAMS

    editions = [korsar.load_edition(name) for name in korsar.edition_ids()]
    return GameInfo(
        "korsar",
        both("game.korsar"),
        both("game.korsar_about"),
        Seats(list(ALONE), list(IN_TEAMS), 4),
        [Edition(each.id, Both(**each.name), Both(**each.about), each.facets.as_dict()) for each in editions],
        korsar.DEFAULT,
        [_facet(name) for name in korsar.VALUES],
        [],
        None,
        [],
        [],
        list(bot_names("korsar")),
    )


def _facet(name: str) -> Facet:
    """A facet with its values as the rules say them."""
    rule = [number for number, facet in korsar_rules.VARIES.items() if facet == name][-1]
    values = [Value(value, _ruling(rule, str(value).lower())) for value in korsar.VALUES[name]]
    return Facet(name, both(f"facet.{name}"), rule, values)


def _ruling(rule: str, value: str) -> Both:
    return Both(**{language: korsar_texts(language)[f"rule.{rule}.{value}"] for language in LANGUAGES})


@cache
def _les_corsaires() -> GameInfo:
    from corsaires.games.les_corsaires.game import SEATS, VARIANTS

    known = [charts.load_chart(name) for name in charts.chart_ids()]
    return GameInfo(
        "les-corsaires",
        both("game.les-corsaires"),
        both("game.les-corsaires_about"),
        Seats(list(SEATS), [], 4),
        [],
        None,
        [],
        [Choice(each.id, Both(**each.name), Both(**each.about)) for each in known],
        charts.DEFAULT,
        [_choice(variant, f"variant.{variant or 'standard'}") for variant in VARIANTS],
        [_choice("equal_fleets", "option.equal_fleets")],
        list(bot_names("les-corsaires")),
    )


def _choice(name: str | None, key: str) -> Choice:
    return Choice(name, both(key), both(f"{key}_about"))


@cache
def _chart(name: str) -> LesCorsairesChart:
    return chart_shape(charts.load_chart(name))


def _bot(name: str) -> BotInfo:
    budget = BUDGETS.get(name)
    return BotInfo(name, both(f"bot.{name}"), both(f"bot.{name}_about"), (budget and budget.milliseconds) or 0.0)


library = Router("/api", route_handlers=[games, rules, chart, coast, bots], tags=["library"])
