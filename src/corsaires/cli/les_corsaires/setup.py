"""The options of Les Corsaires on the command line, and the game that they choose."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NoReturn

from corsaires.cli.language import UsageError, Words, whole_number

if TYPE_CHECKING:
    from corsaires.games.kernel.game import Game
    from corsaires.games.les_corsaires.chart import Chart
    from corsaires.games.les_corsaires.game import LesCorsaires

SEATS: Final = 4
THREE: Final = 3  # players, one of whom has two fleets (C-FLT-2)


def add_options(parser: argparse.ArgumentParser, words: Words) -> None:
    group = parser.add_argument_group(words("help.les_corsaires_options"))
    group.add_argument("--chart", metavar=words("help.chart_or_file"), help=words("help.chart_played"))
    group.add_argument("--variant", metavar="experienced|very-young", help=words("help.variant"))
    group.add_argument("--equal-fleets", action="store_true", help=words("help.equal_fleets"))


def load(args: argparse.Namespace, words: Words) -> LesCorsaires:
    """The game that the options choose; raises UsageError."""
    from corsaires.games.les_corsaires.chart import DEFAULT
    from corsaires.games.les_corsaires.game import LesCorsaires

    seats = _seats(args.seats, words)
    if args.equal_fleets and seats != THREE:
        raise UsageError(words("usage.equal_fleets"))
    variant = _variant(args.variant, words)
    chart = DEFAULT if args.chart is None else _chart(args.chart, words)
    return LesCorsaires.load(seats=seats, chart=chart, variant=variant, equal_fleets=args.equal_fleets)


def first_seat(first: int, game: Game, words: Words) -> NoReturn:
    """Nobody can be named: the dice decide (C-FLT-4)."""
    raise UsageError(words("usage.first_dice"))


def _seats(text: str | None, words: Words) -> int:
    from corsaires.games.les_corsaires.game import SEATS as ALLOWED

    seats = SEATS if text is None else whole_number(text)
    if seats is None or seats not in ALLOWED:
        raise UsageError(words("usage.seats_fleets", seats=text, choices=words.either(ALLOWED)))
    return seats


def _variant(text: str | None, words: Words) -> str | None:
    from corsaires.games.les_corsaires.game import VARIANTS

    named = [variant for variant in VARIANTS if variant]
    if text is not None and text not in named:
        raise UsageError(words("usage.variant", variant=text, choices=words.either(named)))
    return text


def _chart(text: str, words: Words) -> Chart:
    """A chart of this package by its name, or one read from a file; not from the input, where the moves come from."""
    from corsaires.cli.charts import STANDARD_INPUT, read_named

    return read_named("./-" if text == STANDARD_INPUT else text, words)
