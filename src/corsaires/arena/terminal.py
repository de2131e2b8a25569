"""The standings and the ladder of an arena as tables in the terminal."""

from __future__ import annotations

from typing import Final, NamedTuple

import pyarrow as pa
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from corsaires.arena.statistics import ANCHOR, Rating, Standing, Stopped, anchor_of, ladder, standings
from corsaires.arena.words import Words

PAIR: Final = 2  # sides
NAME: Final = 9  # letters of a name that are shown in any case


class Name(NamedTuple):
    """The name of a bot in a column; without its middle where there is no room for it."""

    bot: str

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(min(NAME, cell_len(self.bot)), cell_len(self.bot))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(shortened(self.bot, options.max_width), no_wrap=True)


def shortened(name: str, width: int) -> str:
    """« mine:Greedy@20ms » as « mi…dy@20ms »: more of its end, where names of one module differ."""
    if cell_len(name) <= width:
        return name
    start = (width - 1) // 3
    return f"{set_cell_size(name, start)}…{set_cell_size(name[::-1], width - 1 - start)[::-1]}"


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
    if len(table.column("code").unique()) > 1:
        console.print(words("run.codes"))


def _sizes(table: pa.Table) -> dict[str, tuple[int, int]]:
    """The seats and the sides of each setup."""
    columns = (table[name].to_pylist() for name in ("setup", "seats", "sides"))
    return {setup: (seats, sides) for setup, seats, sides in zip(*columns, strict=True)}


def _ladder(ratings: list[Rating], words: Words) -> Table:
    grid = _grid([words("terminal.lone")], [words(key) for key in ("pairings.elo", "terminal.interval")])
    for rating in ratings:
        ends = words.between(words.elo(rating.low), words.elo(rating.high))
        about = words("ladder.reference") if rating.bot == ANCHOR else ends
        grid.add_row(Name(rating.bot), words.elo(rating.elo), about)
    return grid


def _standings(met: list[Standing], sides: int, stopped: Stopped, words: Words) -> Table:
    among = words("terminal.others") if sides == PAIR else words("terminal.among", n=sides - 1)
    keys = ["pairings.deals", "terminal.share", "terminal.interval", "pairings.elo", "pairings.p"]
    faulty = any(one.faults for one in met)
    grid = _grid([words("terminal.lone"), among], [words(key) for key in keys + faulty * ["pairings.faults"]])
    for one in met:
        grid.add_row(
            Name(one.lone),
            Name(one.others),
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
        grid.add_column(name, min_width=NAME)
    for figure in figures:
        grid.add_column(figure, justify="right", no_wrap=True)
    return grid
