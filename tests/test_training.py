"""Tuning plays matches, moves towards what wins, and writes a section in its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from training.matelot import decide, section, start, write_section
from training.tables import korsar_table, les_corsaires_table

from corsaires.bots.weights import read_weights
from corsaires.games.kernel.jit import COMPILED


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
