"""What somebody chooses who opens a table: the game and its rules, the clock, the pace of the bots, who may watch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.json import decode, encode

from corsaires.games.catalog import load
from corsaires.games.kernel.errors import InvalidSetup
from corsaires.games.kernel.fair import Fair
from corsaires.games.kernel.game import Game, Table
from corsaires.games.korsar.edition import check_facet

DAY: Final = 86_400
LONGEST_PAUSE: Final = 10_000  # ms that bots may wait
LONGEST_CHART: Final = 15_000  # characters; a request takes hardly more
OWN_CHART: Final = "own"  # the id of a chart that came with the choices
RULES: Final = ("game", "seats", "teams", "edition", "house", "chart", "variant", "equal_fleets", "first")


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think: for each move, for the whole game, or in days by correspondence."""

    kind: Literal["move", "game", "days"]
    seconds: Annotated[int, Meta(ge=1, le=30 * DAY)]  # a move, a seat's whole game, or a move by correspondence
    increment: Annotated[int, Meta(ge=0, le=600)] = 0  # seconds that a move gives back (game)

    @property
    def stops(self) -> bool:
        """Whether it stands still while the server is down."""
        return self.kind != "days"


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """A table before anybody sits at it."""

    game: str = "korsar"
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    teams: bool = False
    edition: Annotated[str, Meta(max_length=40)] | None = None
    house: dict[str, bool | str] = {}  # Korsar: facets that differ from the edition's
    chart: Annotated[str, Meta(max_length=LONGEST_CHART)] | None = None  # Les Corsaires: the id, or the text of a chart
    variant: Annotated[str, Meta(max_length=40)] | None = None
    equal_fleets: bool = False
    first: Annotated[int, Meta(ge=0, le=7)] | None = None  # Korsar: the seat that starts; None: drawn by lot (K-SET-3)
    clock: Clock | None = None
    pace: Annotated[int, Meta(ge=0, le=LONGEST_PAUSE)] = 800  # ms before a bot moves
    listed: bool = False  # in the lobby; otherwise only who has the link finds it
    spectators: Literal["live", "delayed", "none"] = "live"
    hints: Literal["bots", "always", "never"] = "bots"  # when people may ask for one: if all others are bots


def game_of(choices: Choices) -> Game:
    """The game with its rules; raises InvalidSetup. Tables by the same rules share one."""
    return _loaded(encode({key: getattr(choices, key) for key in RULES}))


@lru_cache(maxsize=256)
def _loaded(rules: bytes) -> Game:
    chosen = decode(rules, type=Choices)
    if chosen.game == "korsar":
        _only_for("les-corsaires", chart=chosen.chart, variant=chosen.variant, equal_fleets=chosen.equal_fleets)
        for facet, value in chosen.house.items():
            check_facet(facet, value)
        edition = {} if chosen.edition is None else {"edition": chosen.edition}
        game = load("korsar", seats=chosen.seats, teams=chosen.teams, **edition, **chosen.house)
        game.check_first(chosen.first)
        return game
    _only_for("korsar", edition=chosen.edition, house=chosen.house, teams=chosen.teams, first=chosen.first is not None)
    if chosen.game != "les-corsaires":
        return load(chosen.game)
    chart = {} if chosen.chart is None else {"chart": _chart(chosen.chart)}
    return load("les-corsaires", seats=chosen.seats, variant=chosen.variant, equal_fleets=chosen.equal_fleets, **chart)


def dealt(choices: Choices, game: Game, fair: Fair, names: Sequence[str]) -> Table:
    """The table at its start."""
    first = {} if choices.first is None else {"first": choices.first}
    return game.deal(fair=fair, names=names, **first)


def commitment(choices: Choices, game: Game, fair: Fair) -> str:
    """What is shown before anybody gives a nonce."""
    terms = {**game.setup(), "first": choices.first} if choices.game == "korsar" else game.setup()
    return fair.commitment(terms)


def _only_for(game: str, **given: object) -> None:
    for key, value in given.items():
        if value:
            raise InvalidSetup(key, f"is a choice of {game} only")


def _chart(text: str) -> Any:
    """A chart by its id, or read from its text."""
    from corsaires.games.les_corsaires.chart import read_chart

    return read_chart(text, OWN_CHART, f"{OWN_CHART}.toml") if "\n" in text else text
