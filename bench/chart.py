"""Measure a chart of Les Corsaires by whole games between matelots: `python -m bench.chart [CHART or FILE]`."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.matches import share_of_win
from corsaires.bots.les_corsaires.matelot import matelot_move
from corsaires.bots.les_corsaires.voyages import Lores, lore_of
from corsaires.bots.les_corsaires.weighing import weights_of
from corsaires.bots.weights import Weights
from corsaires.games.kernel.errors import InvalidSetup
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.les_corsaires.chart import DEFAULT, Chart, chart_from_bytes, load_chart
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.pieces import FLEETS, N_SHIPS, N_WARSHIPS
from corsaires.games.les_corsaires.rules import (
    END,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    KEEP,
    WIND,
    apply,
    chances,
    is_merchant,
    set_out,
    steps_towards,
    way,
)
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    ARRIVED,
    FREE_PORT,
    MAX_SEATS,
    STARTING,
    SUNK,
    WINDING,
    Charts,
    State,
    States,
)

CHUNK: Final = 100  # games a call, so that Ctrl-C never waits long
NORMAL_95: Final = 1.96
CORNERS: Final = ("NW", "NE", "SE", "SW")  # of the fleets, in their order (C-FLT-2)

# What is counted in a game.
GAME: Final = np.dtype(
    (
        np.record,
        [
            ("share", np.float64, MAX_SEATS),  # of the win, by seat
            ("first", np.int64),  # the seat that started
            ("rounds", np.float64),
            ("arrived", np.int64),
            ("sunk", np.int64),  # merchants
            ("warships_sunk", np.int64),
            ("eliminated", np.int64),  # players
            ("sailed", np.int64),
            ("short", np.int64),
            ("winds", np.int64),  # decisions to keep or throw
            ("kept", np.int64),
            ("stops", np.int64),  # of a merchant in a free port
            ("sheltered", np.int64),  # merchants that stopped in one
            ("shots", np.int64, 3),  # by warships, home and arrival batteries
            ("hits", np.int64, 3),
            ("why", np.int64),  # it ended
        ],
    )
)
Games = npt.NDArray[Any]


# --- playing ---


@rule
def play_games(states: States, charts: Charts, lores: Lores, weights: Weights, seed: int, games: Games) -> None:
    """Fill every record with a game between matelots; the n-th has the chance of seed + n."""
    rng = np.zeros(4, np.int64)
    for n in range(len(games)):
        reseed(rng, seed + n)
        play_game(states, charts, lores, weights, rng, games[n])


@rule
def play_game(states: States, charts: Charts, lores: Lores, weights: Weights, rng: Rng, game: Any) -> None:
    state, stopped = states[0], 0
    set_out(state)
    while not state.over:
        move = matelot_move(states, 0, charts, lores, weights, rng)
        count_before(state, charts, move, game)
        afloat, results, phase = ships_afloat(state), chances(move), state.phase
        apply(state, charts[0], move, below(rng, results) if results > 0 else 0)
        if phase == STARTING and state.phase == WINDING:
            game.first = state.turn
        if FIRST_FIRE <= move < FIRST_PLACE:
            count_shot(move, afloat - ships_afloat(state), game)
        if FIRST_SAIL <= move < FIRST_FIRE:
            ship = (move - FIRST_SAIL) // 6
            if charts[0].ground[state.point[ship]] == FREE_PORT and state.fate[ship] == AFLOAT:
                game.stops += 1
                stopped |= 1 << ship
    count_at_end(state, stopped, game)


@rule
def ships_afloat(state: State) -> int:
    count = 0
    for ship in range(N_SHIPS):
        count += int(state.fate[ship] == AFLOAT)
    return count


@rule
def count_before(state: State, charts: Charts, move: int, game: Any) -> None:
    if FIRST_SAIL <= move < FIRST_FIRE:
        ship, direction = (move - FIRST_SAIL) // 6, (move - FIRST_SAIL) % 6 + 1
        steps = steps_towards(state, charts[0], ship, direction)
        _, unused = way(state, charts[0], ship, direction, max(steps, 0))
        game.sailed += 1
        game.short += int(unused > 0)
    elif move in (WIND, KEEP) and not state.opening:
        game.winds += 1
        game.kept += int(move == KEEP)
    elif move == END:
        left = 0
        for seat in range(state.seats):
            left += int(not state.eliminated & 1 << seat)
        game.rounds += 1.0 / left


@rule
def count_shot(move: int, sunk: int, game: Any) -> None:
    gun = move - FIRST_FIRE if move < FIRST_AIM else (move - FIRST_AIM) // N_SHIPS
    kind = 0 if gun < N_WARSHIPS else 1 + (gun - N_WARSHIPS) % 2
    game.shots[kind] += 1
    game.hits[kind] += int(sunk > 0)


@rule
def count_at_end(state: State, stopped: int, game: Any) -> None:
    game.why = state.over
    for ship in range(N_SHIPS):
        if is_merchant(ship):
            game.arrived += int(state.fate[ship] == ARRIVED)
            game.sunk += int(state.fate[ship] == SUNK)
            game.sheltered += int(stopped & 1 << ship != 0)
        else:
            game.warships_sunk += int(state.fate[ship] == SUNK)
    for seat in range(state.seats):
        game.eliminated += int(state.eliminated & 1 << seat != 0)
        game.share[seat] = share_of_win(state, seat)


# --- telling ---


def measure(chart: Chart, seats: int, games: int, seed: int, variant: str | None, tell: Any) -> dict[str, Any]:
    """The figures of so many games, as plain data."""
    game = LesCorsaires.load(seats=seats, chart=chart, variant=variant)
    charts, states, played = game.board.charts, game._empty(), np.zeros(games, GAME)
    lores = lore_of(charts, VARIANTS.index(variant))
    weights = weights_of("matelot", seats, VARIANTS.index(variant))
    for start in range(0, games, CHUNK):
        tell(f"{chart.id}, {seats} players: {start:,} of {games:,} games")
        play_games(states, charts, lores, weights, seed + start, played[start : start + CHUNK])
    return figures(played, seats)


def figures(played: Games, seats: int) -> dict[str, Any]:
    games, shares = len(played), played["share"][:, :seats]
    by_order = np.take_along_axis(shares, (played["first"][:, None] + np.arange(seats)) % seats, axis=1)
    low, high = np.percentile(played["rounds"], [5, 95])
    guns = ("warships", "home batteries", "arrival batteries")
    return {
        "seats": seats,
        "games": games,
        "wins by seat": [percent(column) for column in shares.T],
        "wins by order of play": [percent(column) for column in by_order.T],
        "rounds": [round(float(value), 1) for value in (played["rounds"].mean(), low, high)],
        "merchants arrived": mean(played["arrived"]),
        "merchants sunk": mean(played["sunk"]),
        "warships sunk": mean(played["warships_sunk"]),
        "games with an elimination %": percent(played["eliminated"] > 0)[0],
        "short moves %": round(100 * played["short"].sum() / played["sailed"].sum(), 3),
        "wind kept %": round(100 * played["kept"].sum() / max(1, played["winds"].sum()), 1),
        "endings %": {f"C-END-{why}": percent(played["why"] == why)[0] for why in (3, 5)},
        "free port": {
            "stops a game": mean(played["stops"]),
            "merchants that stop there %": round(100 * played["sheltered"].mean() / (N_SHIPS / 2), 1),
        },
        **{
            gun: {"shots a game": mean(played["shots"][:, n]), "hits": mean(played["hits"][:, n])}
            for n, gun in enumerate(guns)
        },
    }


def mean(column: npt.NDArray[Any]) -> float:
    return round(float(column.mean()), 3)


def percent(column: npt.NDArray[Any]) -> tuple[float, float]:
    """A share in per cent, and the half-width of its 95 % interval."""
    half = NORMAL_95 * float(column.std()) / math.sqrt(len(column))
    return round(100 * float(column.mean()), 1), round(100 * half, 1)


def show(report: dict[str, Any]) -> None:
    seats = report["seats"]
    names = CORNERS if seats == len(FLEETS) else [f"seat {seat}" for seat in range(seats)]
    print(f"\n{seats} players, {report['games']:,} games")
    wins = (f"{name} {share} ± {half}" for name, (share, half) in zip(names, report["wins by seat"], strict=True))
    print(f"  {'wins %':28}{', '.join(wins)}")
    print(
        f"  {'in order of play':28}{', '.join(f'{share} ± {half}' for share, half in report['wins by order of play'])}"
    )
    mean_rounds, low, high = report["rounds"]
    print(f"  {'rounds':28}{mean_rounds} (5–95 %: {low}–{high})")
    for key in list(report)[5:]:
        value = report[key]
        text = ", ".join(f"{name} {figure}" for name, figure in value.items()) if isinstance(value, dict) else value
        print(f"  {key:28}{text}")


def read(name: str) -> Chart:
    """A chart of the package by its id, or one from a file; raises InvalidSetup."""
    path = Path(name)
    if path.suffix == ".toml":
        try:
            return chart_from_bytes(path.read_bytes(), path.stem, path.name)
        except OSError as error:
            raise InvalidSetup("chart", f"{name} cannot be read: {error.strerror}") from None
    return load_chart(name)


def positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def sizes(text: str) -> list[int]:
    return [positive(size) for size in text.split(",")]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.chart", description=__doc__)
    parser.add_argument("chart", nargs="?", default=DEFAULT, metavar="CHART", help="a chart's name, or a .toml file")
    parser.add_argument("--games", type=positive, default=4000, help="games a table size (default: 4000)")
    parser.add_argument("--seats", type=sizes, default="2,3,4", help="table sizes (default: 2,3,4)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    parser.add_argument("--variant", choices=[name for name in VARIANTS if name], help="(default: the base game)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the figures to a file")
    args = parser.parse_args()
    from rich.console import Console

    reports = []
    try:
        chart = read(args.chart)
        with Console(stderr=True).status("compiling") as status:
            for seats in args.seats:
                reports.append(measure(chart, seats, args.games, args.seed, args.variant, status.update))
    except InvalidSetup as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    for report in reports:
        show(report)
    if args.json is not None:
        args.json.write_text(
            json.dumps({"chart": chart.id, "sha256": chart.sha256, "tables": reports}, indent=2) + "\n", "utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
