"""Many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

from corsaires.envs.batch import Batch, IllegalAction
from corsaires.envs.learner import LearnerVectorEnv
from corsaires.games.kernel.errors import InvalidSetup
from tests.envs.tables import SOME_TABLES, Table, name_of

some_tables = pytest.mark.parametrize("table", SOME_TABLES, ids=name_of)


@some_tables
def test_threads_change_nothing(table: Table) -> None:
    """The same games whatever the threads; those that end are followed by others, and pay once."""
    game, choices = table
    one, three = Batch(game, 7, **choices), Batch(game, 7, threads=3, **choices)
    shown, other = one.reset(seed=5), three.reset(seed=5)
    ended = 0
    for _ in range(400):
        actions = one.random_actions()
        assert all(shown.masks[i, action] for i, action in enumerate(actions))
        shown, other = one.step(actions), three.step(actions)
        assert data_equivalence(tuple(shown), tuple(other), exact=True)
        ended += int(shown.over.sum())
        assert not shown.rewards[~shown.over].any()
        assert shown.masks.any(axis=1).all()
    assert ended or game == "les-corsaires"
    three.close()


def test_the_arrays_stay_the_same() -> None:
    batch = Batch("korsar", 4)
    shown = batch.reset(seed=1)
    again = batch.step(batch.random_actions())
    assert all(mine is theirs for mine, theirs in zip(shown, again, strict=True))
    assert all(array.flags.c_contiguous for array in shown)


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    batch = Batch("korsar", 4, seats=2)
    shown = batch.reset(seed=1)
    before = tuple(array.copy() for array in shown)
    for wrong in (np.zeros(3, int), np.zeros(4), [0, 0, 0, 554], [0, 533, 0, 0], [0, -1, 0, 0]):
        with pytest.raises(IllegalAction):
            batch.step(wrong)
    assert data_equivalence(before, tuple(shown), exact=True)


@pytest.mark.parametrize(
    ("choices", "key"),
    [({"games": 0}, "games"), ({"threads": 0}, "threads"), ({"reward": "gold"}, "reward"), ({"seats": 9}, "seats")],
)
def test_what_cannot_be_is_refused(choices: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidSetup) as refusal:
        Batch("korsar", **{"games": 1, **choices})
    assert refusal.value.key == key


# --- one learner among bots ---


@pytest.mark.parametrize("name", ["Korsar", "LesCorsaires"])
def test_gymnasium_checks_it(name: str) -> None:
    for mode in ("ansi", "rgb_array"):
        env = gymnasium.make(f"corsaires.envs.learner:corsaires/{name}-v1", bots="random", render_mode=mode)
        check_env(env.unwrapped, skip_render_check=mode == "ansi")
        env.close()


@pytest.mark.parametrize(
    ("bots", "choices"),
    [("random", {"seats": 4, "teams": True}), ("mousse", {"seats": 3}), ("matelot", {"seats": 2})],
    ids=["random", "mousse", "matelot"],
)
def test_a_vector_of_learners(bots: str, choices: dict[str, Any]) -> None:
    """Its spaces hold, the same seed gives the same games, and who plays at random loses to who thinks."""
    runs = []
    for _ in range(2):
        envs = gymnasium.make_vec(
            "corsaires.envs.learner:corsaires/Korsar-v1", num_envs=24, bots=bots, threads=2, **choices
        )
        assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        assert envs.observation_space.shape is None
        seen, earned = [], []
        rng = np.random.default_rng(1)
        observed, _ = envs.reset(seed=3)
        for _ in range(150):
            assert envs.observation_space.contains(observed)
            seen.append(observed)
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in observed["action_mask"]])
            observed, rewards, over, cut, infos = envs.step(actions)
            assert (rewards.dtype, over.dtype, cut.any()) == (np.float64, np.bool_, False)
            assert not rewards[~over].any()
            if over.any():
                assert infos["_final_obs"].tolist() == over.tolist()
                final = infos["final_obs"][int(np.flatnonzero(over)[0])]
                assert envs.single_observation_space.contains(final)
                earned += rewards[over].tolist()
        envs.close()
        runs.append((seen, earned))
    assert data_equivalence(runs[0], runs[1], exact=True)
    assert len(runs[0][1]) >= 24
    if bots != "random":
        assert np.mean(runs[0][1]) < -0.2


def test_a_learner_keeps_its_seat() -> None:
    envs = LearnerVectorEnv("korsar", 3, bots="random", seat=1, copy=False, seats=2)
    observed, _ = envs.reset(seed=1)
    for _ in range(100):
        assert envs._shown.turns.tolist() == [1, 1, 1]
        observed, *_ = envs.step(np.argmax(observed["action_mask"], axis=1))
    for wrong in ({"seat": 2}, {"bots": "amiral"}):
        with pytest.raises(InvalidSetup):
            LearnerVectorEnv("korsar", 1, seats=2, **wrong)
