"""Measure the engines against others, in turns, on one core, in CPU time."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from bench import machine, open_spiel, ours, rl_card, search
from bench.contest import Contestant, Result, race
from bench.report import reported

GAMES = ("korsar", "les-corsaires")
HOW_TO_INSTALL = "run `make bench`, which installs it"


def main() -> int:
    return reported("python -m bench", __doc__ or "", measure, show)


def measure(rounds: int, seconds: float) -> dict[str, Any]:
    """Every figure, as plain data."""
    from rich.console import Console

    from corsaires.cli.bench import api_times, start_times
    from corsaires.games.catalog import load

    report: dict[str, Any] = {"cpu": machine.cpu_name(), "versions": machine.versions(), "missing": [], "games": {}}
    with Console(stderr=True).status("") as status:
        status.update("the sketch: compiling")
        ours.check_sketch()
        for name in GAMES:
            contestants, missing = line_up(name)
            report["missing"] += [line for line in missing if line not in report["missing"]]
            results: list[Result] = []
            for step in race(contestants, rounds, seconds):
                if isinstance(step, Result):
                    results.append(step)
                else:
                    status.update(step)
            status.update(f"{name}: calls from Python")
            game = load(name, seats=4)
            calls = api_times(game)
            status.update(f"{name}: compiling from scratch")
            report["games"][name] = {
                "results": [{**asdict(result), "ratio": results[0].best / result.best} for result in results],
                "calls": calls,
                "start": start_times(game),
            }
        status.update("the search: iterations from the opening")
        report["search"] = [each._asdict() for each in search.speeds(rounds, 20_000 if seconds >= 1.0 else 2_000)]
    return report


def line_up(game: str) -> tuple[list[Contestant], list[str]]:
    """Those that can take part beside a game of ours, and a line for each that is not installed."""
    korsar = game == "korsar"
    contestants = [*ours.korsar_tables(), ours.sketch()] if korsar else [*ours.les_corsaires_tables()]
    missing = []
    try:
        contestants += open_spiel.contestants(open_spiel.CARDS if korsar else open_spiel.BOARDS)
    except ImportError:
        missing.append(f"OpenSpiel is not installed: {HOW_TO_INSTALL}")
    try:
        contestants += [rl_card.contestant()] if korsar else []
    except ImportError:
        missing.append(f"RLCard is not installed: {HOW_TO_INSTALL}")
    return contestants, missing


def show(report: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"{report['cpu']}; {', '.join(f'{k} {v}' for k, v in report['versions'].items() if v)}")
    for name, figures in report["games"].items():
        table = Table(title=f"{name}: random games, one core", caption=CAPTION, caption_justify="left")
        for heading, justify in HEADINGS:
            table.add_column(heading, justify=justify)
        for result in figures["results"]:
            length = f"{result['moves_per_game']:.0f}"
            if result["chance_per_game"]:
                length += f" + {result['chance_per_game']:.0f}"
            speeds = [f"{result[key]:,.0f}" for key in ("best", "median")]
            table.add_row(result["name"], *speeds, f"{result['ratio']:.2f}", length, result["measured"])
        console.print(table)
        console.print(_figures(f"{name} called from Python, 4 players", figures["calls"]))
        console.print(_figures(f"{name} compiled", figures["start"]))
    table = Table(title="search, one core", caption=SEARCH_CAPTION, caption_justify="left")
    for heading, justify in SEARCH_HEADINGS:
        table.add_column(heading, justify=justify)
    for each in report["search"]:
        table.add_row(each["name"], f"{each['best']:,.0f}", f"{each['median']:,.0f}")
    console.print(table)
    for line in report["missing"]:
        console.print(line, style="yellow")


HEADINGS: tuple[tuple[str, Any], ...] = (
    ("engine", "left"),
    ("moves/CPU-s, best", "right"),
    ("median", "right"),
    ("times slower", "right"),
    ("moves a game", "right"),
    ("what is timed", "left"),
)
SEARCH_HEADINGS: tuple[tuple[str, Any], ...] = (
    ("search", "left"),
    ("iterations/CPU-s, best", "right"),
    ("median", "right"),
)
SEARCH_CAPTION = "From the opening; what each part of amiral is worth: docs/bots-measured.md."
CAPTION = (
    "Moves are actions applied: players' + chance's, where an engine has actions of chance; ours are players' alone, "
    "without deals, draws and dice. Times slower: than the first row, best against best; rounds alternate."
)


def _figures(title: str, figures: dict[str, float | None]) -> Any:
    from rich.table import Table

    table = Table(title=title, show_header=False, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    for name, figure in figures.items():
        table.add_row(name.replace("_", " "), "not compiled" if figure is None else f"{figure:.2f}")
    return table


if __name__ == "__main__":
    sys.exit(main())
