"""Tuning plays matches, moves towards what wins, and writes a section in its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from training.korsar_search import Manner, harvested
from training.matelot import decide, section, start, write_section
from training.tables import korsar_table, les_corsaires_table

from corsaires.bots.korsar.admiralty import paths_of, read_model
from corsaires.bots.korsar.weighing import DIRECTORY, weights_of
from corsaires.bots.weights import read_weights
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.korsar.game import Korsar


@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_every_weight_has_a_range_and_is_in_it(game: str) -> None:
    table = korsar_table(3, False) if game == "korsar" else les_corsaires_table(2, None)
    assert set(table.ranges) == set(table.kind.names or ()) - {"chance"}
    first = read_weights(table.weights, table.name, table.kind)
    for name, (low, high) in table.ranges.items():
        assert low <= first[name][0] <= high
    again = start(table, first, 1)
    assert np.allclose(again.weights(again.centre).tolist()[0], first.tolist()[0])


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
def test_a_generation_is_played_and_the_same_seed_gives_the_same_one() -> None:
    table = korsar_table(2, False)
    one, other = (start(table, table.pool["hand"], 7) for _ in range(2))
    assert one.advance(4, 5) == other.advance(4, 5)
    assert np.array_equal(one.centre, other.centre)
    assert one.generation == 1


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
def test_what_does_not_win_fresh_deals_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    table = korsar_table(2, False)
    before = table.weights.read_bytes()
    assert decide(table, table.pool["timid"], table.pool["hand"], 40) == 1
    assert "the file stays as it is" in capsys.readouterr().out
    assert table.weights.read_bytes() == before


def test_a_section_is_written_in_its_place(tmp_path: Path) -> None:
    table, path = korsar_table(2, False), tmp_path / "matelot.toml"
    path.write_bytes(table.weights.read_bytes())
    write_section(path, "alone-3", section("alone-3", "the command", "the gain", table.pool["greedy"]))
    before, after = (tomllib.loads(file.read_text("utf-8")) for file in (table.weights, path))
    assert list(before) == list(after)
    assert after["alone-3"]["captain"] == 0.5
    assert {**before, "alone-3": {}} == {**after, "alone-3": {}}
    assert "# the command\n# the gain\n[alone-3]\n" in path.read_text("utf-8")


@pytest.mark.skipif(not COMPILED, reason="searches")
def test_games_of_the_search_teach_the_same_again_and_what_is_a_share() -> None:
    game, matelot = Korsar.load(seats=2), weights_of("matelot", 2, False)
    models = np.concatenate([read_model(path) for path in paths_of(DIRECTORY, "amiral-alone-2")])
    manner = Manner(guests=0.25, heat=0.01, fade=0.9)
    kept, of_games = harvested(game, models, 30, matelot, manner, 2, seed=5)
    again, _ = harvested(game, models, 30, matelot, manner, 2, seed=5)
    other, _ = harvested(game, models, 30, matelot, manner, 2, seed=6)
    assert [part.tobytes() for part in kept] == [part.tobytes() for part in again]
    assert not np.array_equal(kept.targets, other.targets)
    assert len(kept.targets) > 200
    assert 0.2 < of_games < 0.9  # positions of the games, and of moves that were tried
    assert (kept.targets >= 0.0).all()
    assert (kept.targets <= 1.0).all()
    assert (kept.galleons >= 0).all()
    played = kept.targets[: round(of_games * len(kept.targets))]
    ours, theirs = played[0::2, 0], played[1::2, 0]
    assert np.allclose(ours + theirs, 1.0, atol=1e-5)  # of a position both sides' shares are kept, one after the other
