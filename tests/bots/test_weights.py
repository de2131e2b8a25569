"""Weights are data: every table has them, and a wrong file is refused with the file, the key and the reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corsaires.bots.korsar.weighing import DIRECTORY, WEIGHTS
from corsaires.bots.korsar.weighing import weights_of as korsar_weights
from corsaires.bots.les_corsaires.weighing import weights_of as les_corsaires_weights
from corsaires.bots.weights import mood, read_moods, read_weights
from corsaires.games.kernel.errors import InvalidSetup
from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.game import ALONE, IN_TEAMS


def test_every_table_has_weights() -> None:
    for name in ("mousse", "matelot"):
        tables = [korsar_weights(name, seats, False) for seats in ALONE]
        tables += [korsar_weights(name, seats, True) for seats in IN_TEAMS]
        tables += [les_corsaires_weights(name, seats, variant) for seats in (2, 3, 4) for variant in range(3)]
        for weights in tables:
            assert weights["chance"].sum() == pytest.approx(1.0)
            assert (len(weights) == 1) == (name == "matelot")


def test_a_mood_comes_as_often_as_its_chance_says() -> None:
    weights, rng = np.zeros(3, WEIGHTS), seeded(1)
    weights["chance"] = [0.5, 0.3, 0.2]
    often = np.bincount([mood(weights, rng) for _ in range(2000)]) / 2000
    assert np.allclose(often, [0.5, 0.3, 0.2], atol=0.05)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("[alone-2", "bad.toml: is not a TOML file"),
        ("eager = 1", "bad.toml: eager: must be a section"),
        ("[alone-3]", r"bad.toml: has no section \[alone-2\]; it has alone-3"),
        ("[alone-2]\neager = 1", "bad.toml: alone-2.eager_gold: is missing"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, refusal: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidSetup, match=refusal):
        read_weights(path, "alone-2", WEIGHTS)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("[odd]\nchance = 0.1\nhumour = 1", "bad.toml: odd.humour: is no weight; the weights are eager"),
        ("[odd]\nchance = true", "bad.toml: odd.chance: must be a number"),
        ("[odd]\neager = 1.0", "bad.toml: odd.chance: is missing"),
        ("[odd]\nchance = 0.6\n[even]\nchance = 0.6", "bad.toml: the chances of the moods"),
    ],
)
def test_wrong_moods_are_refused(tmp_path: Path, text: str, refusal: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidSetup, match=refusal):
        read_moods(path, read_weights(DIRECTORY / "matelot.toml", "alone-2", WEIGHTS))
