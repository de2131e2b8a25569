"""What the options of `corsaires play` come to: every one checked before a card is dealt."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from corsaires.bots import load_bot
from corsaires.cli.games import setup_of
from corsaires.cli.language import UsageError, Words, whole_number

if TYPE_CHECKING:
    from corsaires.games.kernel.game import Game

CREW: Final = ("Inès", "Goéland", "Théo", "Maud", "Gaspard", "Nour", "Jonas", "Azélie")  # bots without a name
PACE: Final = 0.7  # seconds, when somebody watches
SLOWEST: Final = 60.0
WITH_RESUME: Final = ("resume", "record", "pace", "lang", "game", "run", "help_of")  # no choice of rules or players


@dataclass(frozen=True, slots=True)
class Choices:
    game: Game
    people: int
    names: tuple[str, ...]
    first: int | None
    seed: int | None
    bot: str
    pace: float | None


def read_choices(args: argparse.Namespace, words: Words) -> Choices:
    """Check every option; raises UsageError and Unplayable."""
    setup = setup_of(args.game)
    game = setup.load(args, words)
    people = _people(args.people, game.seats, words)
    names = _names(args.names, people, game.seats, words)
    load_bot(args.game, args.bots)  # whether it can
    first = None if args.first is None else setup.first_seat(_seat(args.first, names, words), game, words)
    return Choices(game, people, names, first, _seed(args.seed, words), args.bots, read_pace(args.pace, words))


def check_resume(args: argparse.Namespace, words: Words) -> None:
    """A game that goes on has its rules and players already; raises UsageError."""
    given: Mapping[str, Any] = vars(args)
    for key, value in given.items():
        if key == "bots" and ":" in value:  # one of the user's own, to be compared with the record
            continue
        if key not in WITH_RESUME and (value or None) != (args.help_of.get_default(key) or None):
            raise UsageError(words("usage.resume_alone", option=f"--{key}"))


def _people(text: str | None, seats: int, words: Words) -> int:
    if text is None:
        return 1
    people = whole_number(text)
    if people is None or people > seats:
        raise UsageError(words("usage.people", people=text, seats=seats))
    return people


def _names(text: str | None, people: int, seats: int, words: Words) -> tuple[str, ...]:
    """A name for each seat: those given, for the people or for all, then the crew's."""
    if text is None:
        given = _unnamed(people, words)
    else:
        given = tuple(name.strip() for name in text.split(","))
        if len(given) not in (people, seats):
            counts = words.either(sorted({people or seats, seats}))
            raise UsageError(words("usage.names_count", names=len(given), counts=counts))
        if not all(name and name.isprintable() for name in given):
            raise UsageError(words("usage.names_empty"))
    taken = {name.casefold() for name in given}
    if len(taken) < len(given):
        raise UsageError(words("usage.names_twice"))
    return (*given, *(name for name in CREW if name.casefold() not in taken))[:seats]


def _unnamed(people: int, words: Words) -> tuple[str, ...]:
    """People who gave no name. Alone one is only ever addressed; the name is for the record."""
    if people == 1:
        return (words("play.person"),)
    return tuple(words("play.one_of_people", number=number) for number in range(1, people + 1))


def _seat(text: str, names: Sequence[str], words: Words) -> int:
    """A seat by the name of who sits there, by its number from 1, or by its letter."""
    from corsaires.games.kernel.record import SEATS

    seats = len(names)
    called = [*names, *map(str, range(1, seats + 1)), *SEATS[:seats]]
    matches = [at % seats for at, name in enumerate(called) if name.casefold() == text.strip().casefold()]
    if not matches:
        raise UsageError(words("usage.first", first=text, seats=seats, choices=words.either(names)))
    return matches[0]


def _seed(text: str | None, words: Words) -> int | None:
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        raise UsageError(words("usage.seed", seed=text)) from None


def read_pace(text: str | None, words: Words) -> float | None:
    if text is None:
        return None
    try:
        pace = float(text.replace(",", "."))
    except ValueError:
        pace = -1
    if not 0 <= pace <= SLOWEST:
        raise UsageError(words("usage.pace", pace=text, most=int(SLOWEST)))
    return pace
