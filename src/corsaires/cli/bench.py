"""`corsaires bench engine`: how fast the rules run on this machine, on one core."""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from corsaires.cli.games import ENTRIES, setup_of
from corsaires.cli.language import UsageError, Words

if TYPE_CHECKING:
    from corsaires.games.kernel.game import Game, Table

ROUNDS: Final = 7
CHUNK: Final = 10_000  # games a call, so that Ctrl-C never waits long
GALLEONS_AT_SEA: Final = 5  # where calls from Python are timed
MIDDLE_OF_A_GAME: Final = 40  # moves
CALLS: Final = 1_000

Figures = dict[str, float | None]


def run(args: argparse.Namespace, words: Words) -> int:
    """`corsaires bench engine`; raises UsageError when there is no such game."""
    game = _game(args, words)
    try:
        figures = measure(game, args.games, args.rounds, None if args.json else words)
    except KeyboardInterrupt:
        print(words("bench.stopped"), file=sys.stderr)
        return 130
    if args.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures, words)
    return 0


def _game(args: argparse.Namespace, words: Words) -> Game:
    """The game that the options choose, otherwise as `corsaires play` would have it; raises UsageError."""
    if args.game not in ENTRIES:
        raise UsageError(words("usage.choice", what=args.game, choices=words.either(list(ENTRIES))))
    setup = setup_of(args.game)
    parser = argparse.ArgumentParser(add_help=False)
    setup.add_options(parser, words)
    defaults = vars(parser.parse_args([]))
    for option in ("teams", "edition"):
        if getattr(args, option) and option not in defaults:
            raise UsageError(words("usage.not_of_game", option=f"--{option}", game=args.game))
    return setup.load(argparse.Namespace(**{**defaults, **vars(args)}), words)


def measure(game: Game, games: int, rounds: int, words: Words | None) -> dict[str, Any]:
    """Every figure, as plain data, with a line of progress if there are words for it."""
    from rich.console import Console

    def say(key: str, **values: object) -> str:
        return words(f"bench.{key}", **values) if words else ""

    setup = game.setup()
    figures: dict[str, Any] = {key: setup[key] for key in ("game", "seats", "teams", "edition") if key in setup}
    with Console(stderr=True, quiet=words is None).status(say("warming_up")) as status:
        game.simulate(1, 0)
        figures |= playouts(
            game, games, rounds, lambda turn: status.update(say("round", number=turn, rounds=rounds, games=games))
        )
        status.update(say("calls"))
        figures |= api_times(game)
        status.update(say("compiling"))
        figures |= start_times(game)
    return figures


# --- random games ---


def playouts(game: Game, games: int, rounds: int, tell: Callable[[int], None]) -> dict[str, Any]:
    """Random games of equal number in every round; the best round says most of the engine, the median of the day."""
    made: list[int] = []
    spent: list[float] = []
    for turn in range(rounds):
        tell(turn + 1)
        start = time.process_time()
        made.append(_simulate(game, games, seed=turn))
        spent.append(time.process_time() - start)
    moves_speeds = [moves / seconds for moves, seconds in zip(made, spent, strict=True)]
    games_speeds = [games / seconds for seconds in spent]
    return {
        "games": games,
        "rounds": rounds,
        "moves": sum(made),
        "moves_per_cpu_second": max(moves_speeds),
        "moves_per_cpu_second_median": median(moves_speeds),
        "games_per_cpu_second": max(games_speeds),
        "games_per_cpu_second_median": median(games_speeds),
    }


def _simulate(game: Game, games: int, seed: int) -> int:
    moves = 0
    for at in range(0, games, CHUNK):
        made, _ = game.simulate(min(CHUNK, games - at), seed * games + at)
        moves += made
    return moves


# --- calls from Python ---


def api_times(game: Game) -> Figures:
    """Microseconds for a move and for the first view after one, averaged over all legal moves of a busy position."""
    table = busy_table(game)
    moves, seat = table.moves(), table.turn
    return {
        "play_microseconds": _call_time(table, lambda copy, at: copy.play(moves[at % len(moves)])),
        "view_microseconds": _call_time(table, lambda copy, _: copy.view(seat, options=False)),
        "view_with_options_microseconds": _call_time(table, lambda copy, _: copy.view(seat)),
    }


def busy_table(game: Game) -> Table:
    """A position with much to see: in Korsar five fights and full hands, elsewhere the middle of a game."""
    if game.name == "korsar":
        return game.set_up(korsar_position(game.seats, teams=game.seats != game.sides))
    table, rng = game.deal(seed=1), random.Random(1)
    for _ in range(MIDDLE_OF_A_GAME):
        table.play(rng.choice(table.moves()))
    return table


def korsar_position(seats: int, teams: bool) -> str:
    """Five galleons at sea, each defended by its owner and attacked by another side."""
    from corsaires.games.korsar.cards import COLOURS, FULL_DECK, GOLD, HAND_SIZE

    sea, used = [], Counter[str]()
    for at, gold in enumerate(GOLD[:GALLEONS_AT_SEA]):
        owner, attacker = at % seats, (at + (2 if teams else 1)) % seats
        galleon, defence, attack = f"G{gold}", f"{COLOURS[at % 4]}3", f"{COLOURS[(at + 1) % 4]}2"
        sea.append(f"{at + 1}={galleon}/{owner}/{owner}{defence},{attacker}{attack}")
        used.update((galleon, defence, attack))
    rest = sorted((Counter(FULL_DECK) - used).elements())
    random.Random(1).shuffle(rest)
    hands = "|".join(",".join(rest[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(seats))
    deck = ",".join(rest[seats * HAND_SIZE :])
    booty = "|".join("-" * (seats // 2 if teams else seats))
    return f"turn:0 barred:- laid:{len(sea)} deck:{deck} hands:{hands} sea:{';'.join(sea)} booty:{booty}"


def _call_time(table: Table, call: Callable[[Table, int], object]) -> float:
    """Microseconds of CPU a call, the best of a few rounds; every call has a table of its own, as after a move."""
    best = float("inf")
    for _ in range(ROUNDS):
        copies = [table.copy() for _ in range(CALLS)]
        start = time.process_time()
        for at, copy in enumerate(copies):
            call(copy, at)
        best = min(best, time.process_time() - start)
    return best / CALLS * 1e6


# --- starting ---

# What a first use asks of a fresh process; argv[1] holds the choices that make the game.
FIRST_USE: Final = """
import json, sys, time
start = time.process_time()
import numba
numba_there = time.process_time()
from corsaires.games.catalog import game_class
record = json.loads(sys.argv[1])
game = game_class(record["game"]).from_record(record)
table = game.deal(seed=1)
table.play(table.moves()[0])
game.simulate(1, 1)
print(json.dumps([numba_there - start, time.process_time() - numba_there]))
"""


def start_times(game: Game) -> Figures:
    """CPU-seconds until a fresh process has dealt, played and simulated, beyond what importing Numba takes."""
    from corsaires.games.kernel.jit import COMPILED

    if not COMPILED:
        return dict.fromkeys(("compile_cold_seconds", "load_warm_seconds", "import_numba_seconds"))
    with tempfile.TemporaryDirectory(prefix="corsaires-bench-") as cache:
        _, cold = _first_use(game, cache)
        numba, warm = _first_use(game, cache)
    return {"compile_cold_seconds": cold, "load_warm_seconds": warm, "import_numba_seconds": numba}


def _first_use(game: Game, cache: str) -> Sequence[float]:
    package_root = str(Path(__file__).parents[2])
    paths = os.pathsep.join(filter(None, (package_root, os.environ.get("PYTHONPATH"))))
    answer = subprocess.run(
        [sys.executable, "-c", FIRST_USE, json.dumps(game.setup())],
        env={**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds: list[float] = json.loads(answer.stdout)
    return seconds


# --- on the screen ---

UNITS: Final = {"seconds": "s", "microseconds": "µs"}


def show(figures: dict[str, Any], words: Words) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    who = words("bench.in_teams" if figures.get("teams") else "bench.players", n=figures["seats"])
    title = ", ".join(filter(None, (figures["game"], who, figures.get("edition"))))
    grid = Grid(title=title, title_justify="left", show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    for name, value in figures.items():
        if name not in ("game", "seats", "teams", "edition"):
            grid.add_row(words(f"bench.{name}"), _figure(name, value, words))
    Console().print(grid)


def _figure(name: str, value: float | None, words: Words) -> str:
    if value is None:
        return words("bench.not_compiled")
    unit = UNITS.get(name.rpartition("_")[2])
    return f"{words.figure(round(value, 2))}\u00a0{unit}" if unit else words.figure(round(value))
