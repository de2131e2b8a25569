"""The search: budgets are kept, the same seed gives the same thought, threads add up, what it says is consistent."""

from __future__ import annotations

import random
import time
from typing import Any, Final

import numpy as np
import pytest

import corsaires
from corsaires.bots import Budget, load_bot
from corsaires.bots.bot import read_budget
from corsaires.bots.korsar.admiralty import amiral
from corsaires.bots.search import thinker
from corsaires.bots.search.tree import Tree, new_tree
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.korsar.game import Korsar

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of iterations")

GAMES: Final = ("korsar", "les-corsaires")


def view_of(game: str, plies: int = 30, **choices: Any) -> Any:
    table, rng = corsaires.load(game, **choices).deal(seed=4), random.Random(4)
    while len(table.history) < plies or len(table.moves()) == 1:
        table.play(rng.choice(table.moves()))
    return table.view(table.turn, options=False)


@pytest.mark.parametrize("game", GAMES)
def test_iterations_are_counted_and_the_same_seed_gives_the_same_thought(game: str) -> None:
    view, player = view_of(game), load_bot(game, "amiral@700")
    thought = player.think(view, 9)
    assert 0 < thought.iterations <= 700
    assert player.think(view, 9) == thought == load_bot(game, "amiral@700").think(view, 9)
    assert player.think(view, 10) != thought


@pytest.mark.parametrize("game", GAMES)
def test_what_a_thought_says_fits_together(game: str) -> None:
    """The best move first, visits that add up, shares of the win between nothing and all of it."""
    thought = load_bot(game, "amiral@500").think(view_of(game, seats=3), 1)
    visits = [each.visits for each in thought.ranked]
    assert thought.move == thought.ranked[0].move
    assert visits == sorted(visits, reverse=True)
    assert thought.iterations - 1 <= sum(visits) <= thought.iterations
    assert len(thought.values) == 3
    assert sum(thought.values) == pytest.approx(1.0, abs=0.15)
    assert all(0.0 <= each.value <= 1.0 for each in thought.ranked)


@pytest.mark.parametrize("game", GAMES)
def test_milliseconds_are_of_the_thread_and_are_kept(game: str) -> None:
    view, player = view_of(game), load_bot(game, "amiral@60ms")
    player.think(view, 1)
    began = time.thread_time()
    thought = player.think(view, 2)
    assert time.thread_time() - began < 0.12
    assert thought.iterations > 0


def test_a_forced_move_takes_no_thought() -> None:
    """One legal move: the search stops at once."""
    table = Korsar.load(seats=2).set_up("turn:0 barred:- laid:9 deck:- hands:y1|G3,y1,g2,b1 sea:- booty:-|-")
    assert table.moves() == ["-y1"]
    assert load_bot("korsar", "amiral@100000").think(table.view(0, options=False), 1).iterations <= 128


def test_a_choice_that_is_made_ends_the_search() -> None:
    """Not before the best move leads by a quarter of what is left, and not long after."""
    view, player = view_of("korsar"), load_bot("korsar", "amiral@20000")
    thought = player.think(view, 1)
    first, second = (each.visits for each in thought.ranked[:2])
    assert thought.iterations < 20_000
    assert 4 * (first - second) > 20_000 - thought.iterations
    assert 4 * (first - second - thinker.CHUNK) <= 20_000 - thought.iterations + thinker.CHUNK


def test_threads_add_up() -> None:
    view = view_of("korsar", 20)
    thought = amiral(threads=2).think(view, Budget(iterations=600), 3)
    assert thought == amiral(threads=2).think(view, Budget(iterations=600), 3)
    assert 500 <= thought.iterations <= 600
    assert sum(each.visits for each in thought.ranked) in range(thought.iterations - 2, thought.iterations + 1)


def test_threads_keep_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Tree] = []

    def counted(nodes: int) -> Tree:
        made.append(new_tree(nodes))
        return made[-1]

    monkeypatch.setattr(thinker, "new_tree", counted)
    for seed in range(6):
        amiral(threads=3).think(view_of("korsar"), Budget(iterations=60), seed)
    assert len(made) <= 3


def test_a_tree_that_is_full_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """More iterations than there is room for: the tree stops growing, the search does not."""
    monkeypatch.setattr(thinker, "room", lambda: new_tree(60))
    for plies in (10, 60, 110):
        thought = amiral().think(view_of("korsar", plies, seats=5), Budget(iterations=2500), 1)
        assert thought.iterations > 300
        assert sum(each.visits for each in thought.ranked) >= thought.iterations - 1


@pytest.mark.parametrize("text", ["", "0", "-3", "ms", "1.5ms", "10 ms", "1e3", "٣", "20000s"])
def test_a_bad_budget_is_refused(text: str) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="a budget is a number of iterations"):
        read_budget(text)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no.such.module:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("random:NoSuchClass", "cannot be loaded: AttributeError"),
        ("random:Random", "is no bot: it has no method think"),
        ("amiral@", "a budget is"),
        ("admiral", "korsar has no bot 'admiral'; it has random, mousse, matelot, capitaine, amiral"),
    ],
)
def test_a_bot_that_is_none_is_refused(name: str, why: str) -> None:
    with pytest.raises(corsaires.InvalidSetup, match=why):
        load_bot("korsar", name)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", ["NoSearch", "NoModel@30", "OneDeal@30"])
def test_amiral_plays_on_with_a_part_taken_away(game: str, part: str) -> None:
    """The players of the ablation are players: they answer with a legal move."""
    table = corsaires.load(game, seats=2).deal(seed=1)
    for ply in range(6):
        move = load_bot(game, f"bench.search:{part}").think(table.view(table.turn, options=False), ply).move
        assert move in table.moves()
        table.play(move)


@pytest.mark.parametrize("level", ["capitaine", "amiral"])
def test_every_table_has_a_model_that_says_how_it_was_made(level: str) -> None:
    from corsaires.bots.korsar.admiralty import paths_of
    from corsaires.bots.korsar.weighing import DIRECTORY, table_name
    from corsaires.bots.les_corsaires.model import fitted_model
    from corsaires.games.korsar.game import ALONE, IN_TEAMS
    from corsaires.games.les_corsaires.state import EXPERIENCED, STANDARD, VERY_YOUNG

    for name in [table_name(seats, False) for seats in ALONE] + [table_name(seats, True) for seats in IN_TEAMS]:
        paths = paths_of(DIRECTORY, f"{level}-{name}")
        assert paths
        for path in paths:
            with np.load(path) as weights:
                assert str(weights["made"]).startswith("python -m training.korsar")
    for seats in (2, 3, 4):
        for variant in (STANDARD, EXPERIENCED, VERY_YOUNG):
            assert fitted_model(level, seats, variant) is not None
