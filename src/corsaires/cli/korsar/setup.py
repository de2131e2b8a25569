"""Korsar's own options on the command line, and the game that they choose."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from corsaires.cli.language import UsageError, Words, whole_number

if TYPE_CHECKING:
    from corsaires.games.kernel.game import Game
    from corsaires.games.korsar.game import Korsar

SEATS = 4
SPOKEN = {"true": True, "false": False}


def add_options(parser: argparse.ArgumentParser, words: Words) -> None:
    from corsaires.games.korsar.edition import DEFAULT, VALUES, edition_ids, load_edition

    group = parser.add_argument_group(words("help.korsar_options"))
    group.add_argument("--teams", action="store_true", help=words("help.teams"))
    group.add_argument("--edition", metavar="ID", help=words("help.edition", default=DEFAULT))
    group.add_argument("--house", metavar=words("help.facet"), action="append", help=words("help.house"))
    editions = {edition: load_edition(edition).name[words.language] for edition in edition_ids()}
    parser.add_argument_group(words("help.editions"), _listed(editions, words))
    facets = {
        f"{facet}={'|'.join(str(value).lower() for value in values)}": words(f"korsar.facet_{facet}")
        for facet, values in VALUES.items()
    }
    parser.add_argument_group(words("help.facets"), _listed(facets, words))


def _listed(said: Mapping[str, str], words: Words) -> str:
    """A line each."""
    return "\n".join(words("help.item", name=name, text=text) for name, text in said.items())


def load(args: argparse.Namespace, words: Words) -> Korsar:
    """The game that the options choose; raises UsageError."""
    from corsaires.games.korsar.edition import DEFAULT
    from corsaires.games.korsar.game import Korsar

    seats = _seats(args.seats, args.teams, words)
    edition = DEFAULT if args.edition is None else _edition(args.edition, words)
    house = dict(_house_rule(text, words) for text in args.house or ())
    return Korsar.load(seats=seats, teams=args.teams, edition=edition, **house)


def first_seat(first: int, game: Game, words: Words) -> int:
    """The seat named to start: in teams the first partner's (K-SET-4)."""
    if game.sides < game.seats and first % 2:
        raise UsageError(words("usage.first_partner", seat=first))
    return first


def _seats(text: str | None, teams: bool, words: Words) -> int:
    from corsaires.games.korsar.game import ALONE, IN_TEAMS

    if text is None:
        return SEATS
    allowed = IN_TEAMS if teams else ALONE
    seats = whole_number(text)
    if seats is None:
        raise UsageError(words("usage.seats_number", seats=text, choices=words.either(allowed)))
    if seats not in allowed:
        key = "usage.seats_teams" if teams else "usage.seats_alone"
        elsewhere = seats in (ALONE if teams else IN_TEAMS)
        hint = words("usage.without_teams" if teams else "usage.with_teams") if elsewhere else ""
        raise UsageError(words(key, seats=text, choices=words.either(allowed)) + hint)
    return seats


def _edition(text: str, words: Words) -> str:
    from corsaires.games.korsar.edition import edition_ids

    if text not in edition_ids():
        raise UsageError(words("usage.edition", edition=text, choices=words.either(edition_ids())))
    return text


def _house_rule(text: str, words: Words) -> tuple[str, str | bool]:
    from corsaires.games.korsar.edition import VALUES

    facet, equals, value = text.partition("=")
    if not equals:
        raise UsageError(words("usage.house", text=text))
    if facet not in VALUES:
        raise UsageError(words("usage.facet", facet=facet, choices=words.either(list(VALUES))))
    chosen = SPOKEN.get(value, value)
    if not any(chosen is allowed or (chosen == allowed and isinstance(chosen, str)) for allowed in VALUES[facet]):
        choices = words.either([str(allowed).lower() for allowed in VALUES[facet]])
        raise UsageError(words("usage.facet_value", facet=facet, value=value, choices=choices))
    return facet, chosen
