"""Bots play by the rules, on what they may see, the same compiled or not, and each level better than the last."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import corsaires
from corsaires.bots import bot_names, load_bot
from corsaires.bots.korsar.duplicate import RANDOM, match
from corsaires.bots.korsar.matelot import TOTAL, as_strong, count_unseen, pirate
from corsaires.bots.korsar.weighing import weights_of
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.cards import DECK_SIZE, KINDS, N_COLOURS, STRENGTHS
from corsaires.games.korsar.edition import edition_ids
from corsaires.games.korsar.game import ALONE, IN_TEAMS, Korsar
from corsaires.games.korsar.sight import determinize, see
from corsaires.games.korsar.state import new_states
from tests.korsar.swaps import swapped

TABLES: Final = [(seats, False) for seats in ALONE] + [(seats, True) for seats in IN_TEAMS]
BOTS: Final = bot_names("korsar")
ASKED: Final = ("random", "mousse", "matelot", "capitaine@12", "amiral@12") if COMPILED else BOTS[:3]
GAMES: Final = 4 if COMPILED else 1
EVERY: Final = 4 if COMPILED else 12  # moves


def korsar(seats: int, teams: bool, **choices: Any) -> Korsar:
    return Korsar.load(seats=seats, teams=teams, **choices)


# --- names ---


def test_every_bot_has_its_name() -> None:
    assert BOTS == ("random", "mousse", "matelot", "capitaine", "amiral")
    for name in BOTS:
        assert load_bot("korsar", name).name == name


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(corsaires.InvalidSetup, match="korsar has no bot 'hasty'; it has random, mousse, matelot"):
        load_bot("korsar", "hasty")
    with pytest.raises(corsaires.InvalidSetup, match="there are no bots for 'chess'; there are for korsar"):
        bot_names("chess")


# --- any table ---


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize(("seats", "teams"), TABLES)
@pytest.mark.parametrize("bot", ASKED)
def test_a_bot_only_makes_legal_moves(bot: str, seats: int, teams: bool, edition: str) -> None:
    """Among players of both kinds, so that it meets positions it would not steer to."""
    game, player, other = korsar(seats, teams, edition=edition), load_bot("korsar", bot), load_bot("korsar", "random")
    for seed in range(GAMES):
        table, rng = game.deal(seed=seed), random.Random(seed)
        while table.turn is not None:
            view = table.view(table.turn, options=False)
            move = player.think(view, rng.getrandbits(63)).move
            assert move in table.moves()
            table.play(move if rng.random() < 0.5 else other.think(view, rng.getrandbits(63)).move)


@pytest.mark.parametrize(("seats", "teams"), TABLES)
@pytest.mark.parametrize("bot", ASKED)
def test_what_a_seat_cannot_see_does_not_change_its_thought(bot: str, seats: int, teams: bool) -> None:
    """The same game with other hands and another deck: the move, what it is worth and the others weighed are the same.

    Dealt anew by the tests' own hand, and asked now and then only: every other deal is played up to here.
    """
    game, player = korsar(seats, teams), load_bot("korsar", bot)
    table, rng, asked, differ = game.deal(seed=seats), random.Random(seats), 0, 0
    while table.turn is not None:
        if len(table.history) % EVERY == 0:
            other = swapped(game, table, table.turn, rng)
            thoughts = [player.think(each.view(table.turn, options=False), 1) for each in (table, other)]
            assert thoughts[0] == thoughts[1]
            asked, differ = asked + 1, differ + (other.position() != table.position())
        table.play(rng.choice(table.moves()))
    assert differ > asked / 2


def test_a_bot_leaves_the_view_as_it_was() -> None:
    game = korsar(4, True)
    for name in ASKED:
        table, player, rng = game.deal(seed=3), load_bot("korsar", name), random.Random(3)
        while table.turn is not None:
            view = table.view(table.turn, options=False)
            before = view.sight.tobytes()
            move = player.think(view, rng.getrandbits(63)).move
            assert view.sight.tobytes() == before
            table.play(move)


def test_the_same_chance_gives_the_same_game() -> None:
    def history(name: str) -> tuple[str, ...]:
        table, player, rng = korsar(3, False).deal(seed=5), load_bot("korsar", name), random.Random(5)
        while table.turn is not None:
            table.play(player.think(table.view(table.turn, options=False), rng.getrandbits(63)).move)
        return table.history

    for name in ASKED:
        assert history(name) == history(name)


CHOICES: Final = """
import random
from corsaires.bots import load_bot
from corsaires.games.korsar.game import Korsar
for name, plies, seats, teams in (
    ("matelot", 999, 2, False),
    ("matelot", 999, 5, False),
    ("matelot", 999, 4, True),
    ("matelot", 999, 8, True),
    ("capitaine@4", 60, 2, False),
    ("amiral@4", 40, 5, False),
    ("amiral@4", 40, 8, True),
):
    table, rng, bot = Korsar.load(seats=seats, teams=teams).deal(seed=11), random.Random(11), load_bot("korsar", name)
    while table.turn is not None and len(table.history) < plies:
        move = bot.think(table.view(table.turn, options=False), rng.getrandbits(63)).move
        print(move)
        table.play(move if rng.random() < 0.5 else rng.choice(table.moves()))
"""


@pytest.mark.skipif(not COMPILED, reason="compares compiled rules with uncompiled ones")
def test_compiled_and_uncompiled_choose_the_same() -> None:
    def choices(compiled: str) -> str:
        paths = [str(Path(corsaires.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "CORSAIRES_COMPILED": compiled, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = [sys.executable, "-W", "error", "-c", CHOICES]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    assert choices("1") == choices("0") != ""


# --- strength ---


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
@pytest.mark.parametrize(
    ("seats", "teams", "least"),
    [(2, False, 0.90), (3, False, 0.75), (4, False, 0.65), (5, False, 0.60), (4, True, 0.90), (8, True, 0.75)],
)
def test_matelot_beats_random(seats: int, teams: bool, least: float) -> None:
    """One matelot side among random ones, every deal from every side; a fair share is one part of the sides."""
    shares = match(korsar(seats, teams)._empty(), new_states(), 400, 1, weights_of("matelot", seats, teams), RANDOM)
    assert shares.mean() > least


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
@pytest.mark.parametrize(("seats", "teams"), [(2, False), (4, True)])
def test_mousse_stands_between_random_and_matelot(seats: int, teams: bool) -> None:
    """With two sides: at least 65 of 100 for matelot, at least 80 of 100 against random."""
    mousse, matelot = (weights_of(name, seats, teams) for name in ("mousse", "matelot"))
    table, sights = korsar(seats, teams)._empty(), new_states()
    assert match(table, sights, 1000, 1, matelot, mousse).mean() > 0.62
    assert match(table, sights, 400, 1, mousse, RANDOM).mean() > 0.80


@pytest.mark.skipif(not COMPILED, reason="measures compiled code")
@pytest.mark.parametrize("name", ["mousse", "matelot"])
def test_a_move_takes_no_time(name: str) -> None:
    """Under 20 milliseconds, eight seats included."""
    table, bot, took = korsar(8, True).deal(seed=1), load_bot("korsar", name), list[float]()
    while table.turn is not None:
        view, started = table.view(table.turn, options=False), time.thread_time()
        move = bot.think(view, len(took)).move
        took.append(time.thread_time() - started)
        table.play(move)
    assert np.quantile(took, 0.98) < 0.02


@pytest.mark.skipif(not COMPILED, reason="thousands of moves")
def test_a_match_of_equals_is_even() -> None:
    shares = match(korsar(2, False)._empty(), new_states(), 400, 1, RANDOM, RANDOM)
    assert 0.4 < shares.mean() < 0.6
    assert np.all((shares >= 0) & (shares <= 1))


@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_unseen_cards_are_counted_by_kind_and_by_force(seats: int, teams: bool) -> None:
    table, rng = korsar(seats, teams).deal(seed=4), random.Random(4)
    for _ in range(30):
        table.play(rng.choice(table.moves()))
    assert table.turn is not None
    sight = table.view(table.turn, options=False).sight
    unseen = count_unseen(sight[0])
    assert unseen[TOTAL] == sum(unseen[:KINDS]) == DECK_SIZE - sight["played"].sum() - sight["hand"].sum()
    for colour in range(N_COLOURS):
        for force in range(-5, 10):
            strong = sum(unseen[pirate(colour, each)] for each in range(max(force, 1), STRENGTHS + 1))
            assert unseen[as_strong(colour, force)] == strong


def test_a_sampled_state_keeps_the_sight() -> None:
    """What the searches rest on: a state drawn from a sight is seen as that sight."""
    table = korsar(4, False).deal(seed=2)
    sight, state, again = table.view(1).sight, new_states(), new_states()
    determinize(sight, 0, seeded(1), state, 0)
    see(state, 0, 1, again, 0)
    assert again.tobytes() == sight.tobytes()
