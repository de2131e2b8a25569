"""PettingZoo's own suites, and what they do not ask."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from corsaires.envs import korsar_v1, les_corsaires_v1
from corsaires.envs.batch import IllegalAction
from corsaires.games.kernel.errors import InvalidSetup
from tests.envs.tables import EVERY_TABLE, SOME_TABLES, Table, name_of

with warnings.catch_warnings():  # the suites import games of PettingZoo, if they can, which warn of their own modules
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

MODULES: dict[str, Any] = {"korsar": korsar_v1, "les-corsaires": les_corsaires_v1}
every_table = pytest.mark.parametrize("table", EVERY_TABLE, ids=name_of)
some_tables = pytest.mark.parametrize("table", SOME_TABLES, ids=name_of)
# Every environment with a mask has a dictionary for an observation; the suite knows those of PettingZoo by name.
as_theirs = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


@every_table
@as_theirs
def test_the_suites_of_pettingzoo(table: Table) -> None:
    game, choices = table
    make = partial(MODULES[game].env, **choices)
    api_test(make(), num_cycles=300)
    seed_test(make, num_cycles=60)


@some_tables
def test_rendering(table: Table) -> None:
    game, choices = table
    render_test(partial(MODULES[game].env, **choices))


@some_tables
def test_the_mask_is_never_all_nought(table: Table) -> None:
    game, choices = table
    env = MODULES[game].raw_env(**choices)
    for seed in range(3):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in env.agent_iter():
            masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
            assert all(mask.any() for mask in masks.values())
            legal = np.flatnonzero(masks[env.agent_selection])
            assert [env.read(env.write(action)) for action in legal.tolist()] == legal.tolist() or env.last()[2]
            env.step(None if env.last()[2] else int(rng.choice(legal)))


@pytest.mark.parametrize("reward", ["win", "score", "margin"])
@some_tables
def test_rewards(table: Table, reward: str) -> None:
    """A win pays 1 to those who win alone, nothing is paid before the end, and two of the three are zero-sum."""
    game, choices = table
    env = MODULES[game].raw_env(reward=reward, **choices)
    for seed in range(5):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not any(env.terminations.values()):
            assert not any(env.rewards.values())
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        paid = list(env.rewards.values())
        scores = env.coding.parts(env.observe("player_0")["observation"])
        if reward == "score":
            own = scores["gold"][0] if game == "korsar" else scores["points"][0]
            assert paid[0] == own
        else:
            assert sum(paid) == pytest.approx(0.0, abs=1e-4)
        if reward == "win":
            assert max(paid) <= 1.0
            assert min(paid) == pytest.approx(-1.0 / (env.coding.game.sides - 1)) or not any(paid)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = korsar_v1.raw_env()
    env.reset(seed=1)
    before, _, _, _, _ = env.last()
    for action in (-1, 554, 533, None):
        with pytest.raises(IllegalAction):
            env.step(action)
    again, _, _, _, _ = env.last()
    assert np.array_equal(before["observation"], again["observation"])


def test_an_illegal_action_of_a_wrapped_environment_loses() -> None:
    env = korsar_v1.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.observe(agent)
    env.step(533)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


@pytest.mark.parametrize(
    ("choices", "key"),
    [({"seats": 7}, "seats"), ({"reward": "gold"}, "reward"), ({"render_mode": "paper"}, "render_mode")],
)
def test_what_cannot_be_is_refused(choices: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidSetup) as refusal:
        korsar_v1.env(**choices)
    assert refusal.value.key == key


def test_pictures_show_the_table() -> None:
    env = korsar_v1.raw_env(seats=4, teams=True, render_mode="ansi")
    env.reset(seed=2)
    env.step(env.read("+"))
    told = env.render()
    assert isinstance(told, str)
    assert "53 cards in the deck" in told
    assert all(f"player_{seat}: 0 gold, holds " in told for seat in range(4))
