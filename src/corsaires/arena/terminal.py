"""The standings and the ladder of an arena as tables in the terminal."""

from __future__ import annotations

from typing import Final

import pyarrow as pa
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from corsaires.arena.statistics import ANCHOR, Rating, Standing, Stopped, anchor_of, ladder, standings
from corsaires.arena.words import Words

PAIR: Final = 2  # sides
NAME: Final = 9  # letters of a name before it goes on in the next line


def show(table: pa.Table, console: Console, language: str, stopped: Stopped = frozenset()) -> None:
    """Print the standings and the ladder of each setup, or that there is nothing to compare yet."""
    words = Words(language)
    rated, measured = ladder(table), standings(table)
    if not measured:
        console.print(words("run.no_deal" if table.num_rows else "run.empty"))
    for setup, (seats, sides) in _sizes(table).items():
        title = words.setup(setup, seats, sides)
        ratings = [rating for rating in rated if rating.setup == setup]
        met = [standing for standing in measured if standing.setup == setup]
        if met:
            console.print(f"\n[bold]{escape(title)}[/]")
            console.print(_standings(met, sides, stopped, words))
        if ratings:
            console.print(words.about_ladder(anchor_of(ratings)), style="dim")
            console.print(_ladder(ratings, words))
        if any(one[:3] in stopped for one in met):
            console.print(words("sprt.note"))


def _sizes(table: pa.Table) -> dict[str, tuple[int, int]]:
    """The seats and the sides of each setup."""
    columns = (table[name].to_pylist() for name in ("setup", "seats", "sides"))
    return {setup: (seats, sides) for setup, seats, sides in zip(*columns, strict=True)}


def _ladder(ratings: list[Rating], words: Words) -> Table:
    grid = _grid([words("terminal.lone")], [words(key) for key in ("pairings.elo", "terminal.interval")])
    for rating in ratings:
        ends = words.between(words.elo(rating.low), words.elo(rating.high))
        about = words("ladder.reference") if rating.bot == ANCHOR else ends
        grid.add_row(escape(rating.bot), words.elo(rating.elo), about)
    return grid


def _standings(met: list[Standing], sides: int, stopped: Stopped, words: Words) -> Table:
    among = words("terminal.others") if sides == PAIR else words("terminal.among", n=sides - 1)
    keys = ["pairings.deals", "terminal.share", "terminal.interval", "pairings.elo", "pairings.p"]
    faulty = any(one.faults for one in met)
    grid = _grid([words("terminal.lone"), among], [words(key) for key in keys + faulty * ["pairings.faults"]])
    for one in met:
        grid.add_row(
            escape(one.lone),
            escape(one.others),
            ("* " if one[:3] in stopped else "") + words.figure(one.deals),
            words.percent(one.share),
            words.between(words.figure(100 * one.low, 1), words.percent(one.high)),
            words.elo(one.elo),
            words.probability(one.p_value),
            *faulty * [words.figure(one.faults)],
        )
    return grid


def _grid(names: list[str], figures: list[str]) -> Table:
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in names:
        grid.add_column(name, overflow="fold", min_width=NAME)
    for figure in figures:
        grid.add_column(figure, justify="right", no_wrap=True)
    return grid
