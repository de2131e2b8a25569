"""The examples run, at small size."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from examples import dataset, learn_korsar, spiel_match

from corsaires.cli.main import main
from corsaires.envs.batch import Batch

ROOT = Path(__file__).parents[2]


def test_the_learner_gets_better() -> None:
    """A few hundred thousand steps against itself beat who plays at random."""
    learner = learn_korsar.Learner(128, seed=1)
    before, _ = learn_korsar.match(learner, "random", 100, seed=5)
    for lesson in range(12):
        learner.learn(learner.play(), 1.0 - lesson / 12)
    after, bound = learn_korsar.match(learner, "random", 100, seed=5)
    assert bound < after
    assert bound > max(0.5, before)


def test_the_learner_is_run_by_its_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    curve = tmp_path / "curve.json"
    words = ["learn", "--lessons", "2", "--games", "8", "--match", "8", "--bot", "random", "--curve", str(curve)]
    monkeypatch.setattr(sys, "argv", words)
    assert learn_korsar.main() == 0
    assert "8 games against random" in capsys.readouterr().out
    first, *_, last = json.loads(curve.read_text())
    assert first["steps"] == 0
    assert last["games"] == 8
    assert last["steps"] > 0


def test_open_spiel_plays_our_bots(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["match", "--deals", "1", "--simulations", "2", "--bot", "mousse"]
    monkeypatch.setattr(sys, "argv", words)
    assert spiel_match.main() == 0
    assert "of 2 games against mousse" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_a_data_set_of_bots(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row is a legal action of its seat; rewards sum to nought."""
    words = ["arena", "--game", game, "--seats", "2", "--bots", "random,mousse", "--games", "1", "--records"]
    assert main([*words, "--jobs", "1", "--out", str(tmp_path / "games")]) == 0
    moves = tmp_path / "moves.parquet"
    monkeypatch.setattr(sys, "argv", ["dataset", str(tmp_path / "games" / "records.parquet"), str(moves)])
    assert dataset.main() == 0
    rows = pq.read_table(moves).to_pylist()
    batch = Batch(game, 1, seats=2)
    assert {row["game"] for row in rows} == {0, 1}
    for row in rows:
        assert row["action"] in row["legal"]
        assert len(row["observation"]) == batch.coding.size
        assert row["reward"] in (-1.0, 0.0, 1.0)
    by_seat = {row["seat"]: row["reward"] for row in rows if row["game"] == 0}
    assert sum(by_seat.values()) == 0.0
    first = batch.coding.parts(np.array(rows[0]["observation"]))
    assert first["turn"].sum() == 1


def test_the_examples_say_how_they_are_used() -> None:
    for name in ("learn_korsar", "spiel_match", "dataset"):
        told = subprocess.run(
            [sys.executable, "-m", f"examples.{name}", "--help"], cwd=ROOT, capture_output=True, check=True
        )
        assert f"examples.{name}".encode() in told.stdout
