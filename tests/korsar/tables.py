"""Tables to test with: every edition and form of play, positions written briefly, and games played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import corsaires
from corsaires.games.korsar.edition import edition_ids
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table

FORMS = ((2, False), (3, False), (4, False), (5, False), (4, True), (6, True), (8, True))  # seats, teams
EVERY_GAME = tuple((edition, seats, teams) for edition, (seats, teams) in product(edition_ids(), FORMS))
IDS = [f"{edition}-{seats}{'t' if teams else ''}" for edition, seats, teams in EVERY_GAME]


def korsar(seats: int = 3, teams: bool = False, edition: str = "tilsit-2005", **house: Any) -> Korsar:
    return corsaires.load("korsar", seats=seats, teams=teams, edition=edition, **house)


def at(game: Korsar, hands: str, sea: str = "-", *, turn: int = 0, deck: str = "G2", booty: str = "") -> Table:
    """A position: hands by seat with | between them, galleons at sea as in `position.py`."""
    numbers = [int(galleon.partition("=")[0]) for galleon in sea.split(";")] if sea != "-" else []
    booty = booty or "|".join("-" for _ in range(game.sides))
    taken = sum(len(part.split(",")) for part in booty.split("|") if part != "-")
    laid = max(0, *numbers, len(numbers) + taken)
    return game.set_up(f"turn:{turn} barred:- laid:{laid} deck:{deck} hands:{hands} sea:{sea} booty:{booty}")


Choice = Callable[[Table], str]


def at_random(rng: random.Random) -> Choice:
    return lambda table: rng.choice(table.moves())


def eager(rng: random.Random) -> Choice:
    """Draws half as often as it could: longer fights than at random."""

    def choose(table: Table) -> str:
        moves = table.moves()
        plays = [move for move in moves if "@" in move]
        return rng.choice(plays) if plays and rng.random() < 0.5 else rng.choice(moves)

    return choose


def play_out(table: Table, choose: Choice) -> Iterator[Table]:
    """The table before every move and at the end."""
    while not table.over:
        yield table
        table.play(choose(table))
    yield table
