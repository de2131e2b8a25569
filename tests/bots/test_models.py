"""Models of Korsar: any width, several together."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from training.korsar import save

from corsaires.bots.korsar.admiralty import model_of, paths_of, read_model
from corsaires.bots.korsar.foresight import OVER, SIDE_BY_SIDE, foresee, mind_of
from corsaires.bots.korsar.model import Models, appraise, model_from, quickest, shapes_of, weights_in, widths_of
from corsaires.bots.korsar.problem import OWN_EYES, aids_of
from corsaires.bots.search.problem import guess, list_moves, weigh
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.state import States

Floats = npt.NDArray[np.float64]


@rule
def thought(states: States, side: int, models: Models, desks: Models) -> tuple[float, float]:
    appraise(states[0], side, models, desks[0])
    return float(desks[0].out[0]), float(desks[0].out[1])


def logits(states: States, side: int, models: Models) -> Floats:
    chances = np.array(thought(states, side, models, mind_of(models).desks))
    return np.log(chances / (1.0 - chances))


def some_model(widths: tuple[int, int, int], seed: int) -> Models:
    rng = np.random.default_rng(seed)
    return model_from({name: rng.normal(size=shape) * 0.2 for name, shape in shapes_of(*widths).items()})


def some_position() -> States:
    table, rng = Korsar.load(seats=3).deal(seed=8), random.Random(8)
    while len(table.history) < 40 or len(table.view(None).open.sea) < 2:  # there is something to look at
        table.play(rng.choice(table.moves()))
    return table.view(table.turn, options=False).sight


def test_several_models_think_the_mean_of_what_each_thinks() -> None:
    position, one, other = some_position(), some_model((24, 48, 24), 1), some_model((48, 128, 32), 2)
    for side in range(3):
        first, second = logits(position, side, one), logits(position, side, other)
        assert not np.allclose(first, second)
        assert np.allclose(logits(position, side, np.concatenate([one, other])), (first + second) / 2, atol=1e-5)
        assert np.allclose(logits(position, side, np.concatenate([one, one])), first, atol=1e-5)


@pytest.mark.parametrize("widths", [(24, 48, 24), (48, 128, 32), (1, 2, 3), (17, 33, 15)])
@pytest.mark.parametrize("side", range(3))
def test_a_model_thinks_what_its_weights_say(widths: tuple[int, int, int], side: int) -> None:
    position, model = some_position(), some_model(widths, 5)
    desks, weights = mind_of(model).desks, weights_in(model)
    thought(position, side, model, desks)
    galleons = bits.size(int(position["at_sea"][0]))
    assert galleons > 0
    sea = desks["on_galleon"][0, :galleons] @ weights["galleon"] + weights["galleon_bias"]
    table = desks["on_table"][0] @ weights["table"] + weights["table_bias"]
    hidden = np.maximum(table + np.maximum(sea, 0.0).sum(axis=0) @ weights["sea"], 0.0)
    last = np.maximum(hidden @ weights["last"] + weights["last_bias"], 0.0)
    assert np.allclose(logits(position, side, model), last @ weights["out"] + weights["out_bias"], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("widths", [(24, 48, 24), (48, 128, 32), (1, 2, 3)])
def test_a_model_is_written_and_read_at_its_own_width(widths: tuple[int, int, int], tmp_path: Path) -> None:
    model = some_model(widths, 3)
    save(model, tmp_path / "a.npz", "made so")
    again = read_model(tmp_path / "a.npz")
    assert widths_of(again) == widths
    for name, value in weights_in(model).items():
        assert np.allclose(weights_in(again)[name], value, rtol=1e-3, atol=1e-3)


def test_files_of_one_name_are_read_together(tmp_path: Path) -> None:
    for name in ("amiral-alone-2.npz", "amiral-alone-2.1.npz", "amiral-alone-3.npz", "capitaine-alone-2.npz"):
        (tmp_path / name).touch()
    assert {path.name for path in paths_of(tmp_path, "amiral-alone-2")} == {
        "amiral-alone-2.npz",
        "amiral-alone-2.1.npz",
    }
    assert len(model_of("amiral", 2, False)) == 2
    assert len(model_of("capitaine", 2, False)) == 1


def looked_at(position: States, models: Models) -> tuple[Floats, Floats, Floats]:
    """What each legal move looks like, and the shares and rewards when the position is weighed with that."""
    aids, moves, values = aids_of(models, OWN_EYES), np.empty(1024, np.int64), np.empty(1024)
    rewards, shares = np.zeros(8), np.zeros(8)
    count = list_moves(position, 0, aids, moves)
    guess(position, 0, aids, moves, count, values)
    weigh(position, 0, aids, values, count, seeded(1), rewards, shares)
    return values[:count], shares[:3], rewards[:3]


def test_positions_are_weighed_with_all_models_and_moves_with_the_quickest() -> None:
    position, narrow, wide = some_position(), some_model((24, 48, 24), 1), some_model((48, 128, 32), 2)
    for both in (np.concatenate([narrow, wide]), np.concatenate([wide, narrow])):
        assert widths_of(quickest(both)) == (24, 48, 24)
        values, shares, rewards = looked_at(position, both)
        assert np.array_equal(values, looked_at(position, narrow)[0])
        assert not np.allclose(values, looked_at(position, wide)[0])
        for side in range(3):
            assert np.log(shares[side] / (1 - shares[side])) == pytest.approx(logits(position, side, both)[0], abs=1e-5)
        assert rewards[int(position["turn"][0])] == pytest.approx(values.max())  # the side to move takes its best move


def test_moves_look_the_same_side_by_side_as_alone() -> None:
    """However many there are, and where one of them ends the game."""
    table, rng, mind = Korsar.load(seats=2).deal(seed=4), random.Random(4), mind_of(model_of("amiral", 2, False))
    moves, values, alone, most, ends = np.empty(1024, np.int64), np.empty(1024), np.empty(1), 0, 0
    while not table.over:
        position = table.view(table.turn, options=False).sight
        count = list_moves(position, 0, aids_of(mind.models, OWN_EYES), moves)
        foresee(position, 0, mind, moves, count, values)
        for at in range(count):
            foresee(position, 0, mind, moves[at : at + 1], 1, alone)
            assert values[at] == alone[0]
            if mind.desks["galleons"][0] != OVER:
                share, margin = thought(mind.tried, int(position["turn"][0]), mind.glance, mind.desks)
                assert values[at] == 0.5 * share + 0.5 * margin
            else:
                ends += 1
        most = max(most, count)
        table.play("+" if len(table.history) < 30 else rng.choice(table.moves()))  # from large hands on
    assert most > SIDE_BY_SIDE
    assert ends > 0
