"""The bots of Les Corsaires play by the rules, the same compiled or not, and each level better than the last."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest

import corsaires
from corsaires.bots import bot_names, load_bot
from corsaires.bots.les_corsaires.matches import RANDOM, match
from corsaires.bots.les_corsaires.matelot import matelot_move
from corsaires.bots.les_corsaires.voyages import THROWS, lore_of, voyages
from corsaires.bots.les_corsaires.weighing import weights_of
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.kernel.rng import below, seeded
from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.chart import chart_ids, read_chart
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.rules import MAX_MOVES, chances
from corsaires.games.les_corsaires.state import STANDARD
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.tables import EVERY_GAME, IDS

TRIED: Final = read_chart(
    (Path(__file__).parents[1] / "les_corsaires" / "tried.toml").read_text("utf-8"), "tried", "tried.toml"
)
BOTS: Final = bot_names("les-corsaires")
GAMES: Final = 20 if COMPILED else 1
PLIES: Final = 5000 if COMPILED else 40  # of a game
HIDDEN_PLIES: Final = 121 if COMPILED else 41  # of a game with other dice to come
ASKED: Final = ("random", "mousse", "matelot", "capitaine@20", "amiral@20") if COMPILED else BOTS[:3]


@cache
def game(seats: int = 4, variant: str | None = None) -> LesCorsaires:
    """On the chart as tried: the positions below do not change when the default chart does."""
    return LesCorsaires.load(seats=seats, variant=variant, chart=TRIED)


# --- any table ---


def test_every_bot_has_its_name() -> None:
    assert BOTS == ("random", "mousse", "matelot", "capitaine", "amiral")
    for name in BOTS:
        assert load_bot("les-corsaires", name).name == name


@pytest.mark.parametrize("chart", chart_ids())
@pytest.mark.parametrize(("seats", "variant"), EVERY_GAME, ids=IDS)
def test_matelot_only_makes_legal_moves(seats: int, variant: str | None, chart: str) -> None:
    """Half of the moves are random, so that it meets positions it would not steer to."""
    here = LesCorsaires.load(seats=seats, variant=variant, chart=chart)
    charts, states, moves, rng = here.board.charts, here._empty(), np.empty(MAX_MOVES, np.int64), seeded(seats)
    lores, weights = lore_of(charts, VARIANTS.index(variant)), weights_of("matelot", seats, VARIANTS.index(variant))
    for _ in range(GAMES):
        engine.begin(states, 0)
        for _ in range(PLIES):
            if states["over"][0]:
                break
            before = states.tobytes()
            move = matelot_move(states, 0, charts, lores, weights, rng)
            legal = moves[: engine.list_moves(states, 0, charts, moves)].tolist()
            assert move in legal
            assert states.tobytes() == before
            made = move if below(rng, 2) else legal[below(rng, len(legal))]
            engine.play(states, 0, charts, made, below(rng, max(1, chances(made))))


@pytest.mark.parametrize("name", ["random", "matelot", "capitaine@20", "amiral@20"])
@pytest.mark.parametrize(("seats", "variant"), EVERY_GAME, ids=IDS)
def test_a_bot_plays_at_a_table(seats: int, variant: str | None, name: str) -> None:
    def history() -> tuple[str, ...]:
        table, rng = game(seats, variant).deal(seed=seats), random.Random(seats)
        bot, plies = load_bot("les-corsaires", name), PLIES if "@" not in name else min(PLIES, 200)
        while table.turn is not None and len(table.history) < plies:
            table.play(bot.think(table.view(table.turn, options=False), rng.getrandbits(63)).move)
        return table.history

    assert history() == history()  # the same chance gives the same game


def with_other_dice(table: Table, seed: int) -> Table:
    """The same moves and throws so far; what is thrown from here on comes from another seed."""
    other = game(int(table.states["seats"][0]), table.unsealed()["variant"]).deal(seed=seed)
    for move in table.history:
        other.redo(move)
    return other


def have_other_dice(table: Table, other: Table) -> bool:
    """Whether the dice part two tables at which the same moves are made."""
    one, another, rng = table.copy(), other.copy(), random.Random(1)
    while one.turn is not None and one.history == another.history:
        move = rng.choice(one.moves())
        one.play(move)
        another.play(move)
    return one.history != another.history


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(("seats", "variant"), EVERY_GAME, ids=IDS)
def test_the_dice_to_come_do_not_change_a_thought(seats: int, variant: str | None, name: str) -> None:
    """Nothing else is hidden: the move, what it is worth and the others weighed are the same."""
    table, rng, player = game(seats, variant).deal(seed=seats), random.Random(seats), load_bot("les-corsaires", name)
    for ply in range(HIDDEN_PLIES):
        if ply % 10 == 0:
            other = with_other_dice(table, seed=100 + ply)
            assert have_other_dice(table, other)
            thoughts = [player.think(each.view(table.turn, options=False), 1) for each in (table, other)]
            assert thoughts[0] == thoughts[1]
        table.play(rng.choice(table.moves()))


CHOICES: Final = """
import random
from corsaires.bots import load_bot
from corsaires.games.les_corsaires.game import LesCorsaires
matelot, amiral = load_bot("les-corsaires", "matelot"), load_bot("les-corsaires", "amiral@4")
for seats, variant in ((2, None), (3, None), (4, None), (4, "experienced"), (3, "very-young")):
    table, rng = LesCorsaires.load(seats=seats, variant=variant).deal(seed=11), random.Random(11)
    while table.turn is not None and len(table.history) < 110:
        if rng.random() < 0.5:
            move = matelot.think(table.view(table.turn, options=False), rng.getrandbits(63)).move
            print(move)
        elif rng.random() < 0.1:
            thought = amiral.think(table.view(table.turn, options=False), rng.getrandbits(63))
            move = thought.move
            print(move, [round(value, 4) for value in thought.values])
        else:
            move = rng.choice(table.moves())
        table.play(move)
"""


@pytest.mark.skipif(not COMPILED, reason="compares compiled rules with uncompiled ones")
def test_compiled_and_uncompiled_choose_the_same() -> None:
    def choices(compiled: str) -> str:
        paths = [str(Path(corsaires.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "CORSAIRES_COMPILED": compiled, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = [sys.executable, "-W", "error", "-c", CHOICES]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    assert choices("1") == choices("0") != ""


# --- what it knows of a chart ---


def test_voyages_of_mirrored_fleets_are_equally_long() -> None:
    here = game()
    turns, _, _ = voyages(here.board.charts[0], STANDARD)
    berths = {fleet: np.flatnonzero(here.board.charts["ground"][0] == 4 + fleet) for fleet in range(4)}
    seaward = here.board.charts["seaward"][0]
    shortest = [turns[2 * fleet, seaward[fleet], berths[fleet]].min() for fleet in range(4)]
    assert np.allclose(shortest, shortest[0], atol=0.02)
    assert 6 < shortest[0] < 9


def test_a_voyage_of_one_sure_turn_takes_one() -> None:
    """A merchant next to its port, bow on: only a head wind of figure 0 could hold it, and that is thrown anew."""
    here = game()
    turns, _, _ = voyages(here.board.charts[0], STANDARD)
    assert 1.0 <= turns[0, 3, _number(here, "p12")] < 1.1


def test_a_threat_is_the_chance_of_the_wind_times_that_of_the_shot() -> None:
    """Two faces of six hit any one point; no wind brings a warship farther than six points and a shot of three."""
    lore = lore_of(game().board.charts, STANDARD)[0]
    assert lore.threat.max() == THROWS // 3
    assert lore.threat[2, _number(game(), "g1"), _number(game(), "g10")] > 0
    assert lore.threat[2, _number(game(), "g1"), _number(game(), "g11")] == 0


def _number(here: LesCorsaires, point: str) -> int:
    return next(number for number, name in here.board.notation.points.items() if name == point)


def test_merchants_berth_where_the_voyage_is_shortest() -> None:
    table = game().deal(seed=1)
    turns, _, _ = voyages(game().board.charts[0], STANDARD)
    berths = {name: turns[0, 3, _number(game(), name)] for name in ("a1", "a2", "a3", "b1", "b2", "c2")}
    view, matelot = table.view(table.turn, options=False), load_bot("les-corsaires", "matelot")
    assert {matelot.think(view, seed).move for seed in range(5)} == {
        f"rM1@{min(berths, key=lambda name: float(berths[name]))}"
    }


# --- strength and speed ---


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
@pytest.mark.parametrize(("seats", "variant"), EVERY_GAME, ids=IDS)
def test_matelot_beats_random(seats: int, variant: str | None) -> None:
    """One matelot seat among random ones, in turn from every seat."""
    here = game(seats, variant)
    number = VARIANTS.index(variant)
    lores, weights = lore_of(here.board.charts, number), weights_of("matelot", seats, number)
    shares = match(here._empty(), here.board.charts, lores, 120 // seats, 1, weights, RANDOM)
    assert shares.mean() > 0.9


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
@pytest.mark.parametrize(("variant", "least"), [(None, 0.60), ("experienced", 0.60), ("very-young", 0.52)])
def test_mousse_stands_between_random_and_matelot(variant: str | None, least: float) -> None:
    """With two players; there is little to choose for the very young."""
    here, number = game(2, variant), VARIANTS.index(variant)
    charts, lores = here.board.charts, lore_of(here.board.charts, number)
    mousse, matelot = (weights_of(name, 2, number) for name in ("mousse", "matelot"))
    assert match(here._empty(), charts, lores, 300, 1, matelot, mousse).mean() > least
    assert match(here._empty(), charts, lores, 60, 1, mousse, RANDOM).mean() > 0.80


@pytest.mark.skipif(not COMPILED, reason="measures compiled code")
@pytest.mark.parametrize("name", ["mousse", "matelot"])
def test_a_move_takes_no_time(name: str) -> None:
    """Under 20 milliseconds, once the chart is known."""
    table, bot, took = game(2).deal(seed=1), load_bot("les-corsaires", name), list[float]()
    while table.turn is not None:
        view, started = table.view(table.turn, options=False), time.thread_time()
        move = bot.think(view, len(took)).move
        took.append(time.thread_time() - started)
        table.play(move)
    assert np.quantile(took, 0.98) < 0.02


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
def test_a_match_of_equals_is_even() -> None:
    here = game(2)
    lores, weights = lore_of(here.board.charts, STANDARD), weights_of("matelot", 2, STANDARD)
    shares = match(here._empty(), here.board.charts, lores, 200, 1, weights, weights)
    assert 0.4 < shares.mean() < 0.6


def test_what_is_known_of_a_chart_is_known_soon() -> None:
    """Uncompiled as well; half a second on one quiet core, and kept for every later choice."""
    charts = game().board.charts.copy()
    charts["hub"][0, 0] += 1  # a chart not seen before
    start = time.process_time()
    lore_of(charts, STANDARD)
    assert time.process_time() - start < 3.0
