"""OpenSpiel's own tests and tools on both games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from corsaires.envs.spiel import resample

GAMES = (
    "python_korsar",
    "python_korsar(players=5,edition=philibert-2002)",
    "python_korsar(players=6,teams=true,edition=lutin-ludique)",
    "python_les_corsaires(chart=narrows)",
)


@pytest.mark.parametrize("game", GAMES)
def test_random_simulations(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()  # pages of it


@pytest.mark.parametrize("game", GAMES)
def test_chances_add_up(game: str) -> None:
    """The odds of chance sum to one; every outcome has a text of its own."""
    rng = random.Random(game)
    state = pyspiel.load_game(game).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1.0)
            assert len({state.action_to_string(-1, outcome) for outcome in outcomes}) == len(outcomes)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0.0)


def test_playthroughs_are_identical() -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    first, second = (playthrough("python_korsar", None, seed=3) for _ in range(2))
    assert first == second
    assert "ObservationTensor(1).sea" in first


def test_information_set_search_runs() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("python_korsar")
    rng = np.random.RandomState(1)
    bot: Any = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 12, random_state=rng)
    bot.set_resampler(resample)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
    assert bot.step(state) in state.legal_actions()


def test_a_search_runs_on_the_open_game() -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("python_les_corsaires(chart=narrows)")
    rng = np.random.RandomState(1)
    bot: Any = mcts.MCTSBot(game, 1.0, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
