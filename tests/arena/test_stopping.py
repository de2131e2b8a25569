"""Pairings that are stopped early."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from corsaires.arena.match import Played
from corsaires.arena.plan import Fixture, Plan
from corsaires.arena.run import run
from corsaires.arena.store import Store
from corsaires.games.catalog import load
from tests.arena.runs import row


def decided(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """A sequential test that decides after so many deals, if the lone bot has won them all."""
    stub: Any = ModuleType("corsaires.arena.statistics")

    def sprt(shares: Any, sides: int, elo0: float, elo1: float) -> str:
        assert (sides, elo0, elo1) == (2, 0.0, 30.0)
        assert isinstance(shares, np.ndarray)
        return "accepted" if len(shares) >= after and shares.all() else "undecided"

    stub.sprt = sprt
    monkeypatch.setitem(sys.modules, stub.__name__, stub)


@pytest.mark.parametrize("ahead", [1, 2, 7, 50])
def test_a_verdict_stops_its_pairing_alike_whatever_the_order(
    ahead: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are played ahead of the verdict and end in another order; the results are the same."""
    decided(monkeypatch, after=6)
    plan = Plan((load("korsar", seats=2),), ("a", "b", "c"), 40, 1, 30.0, sprt=(0.0, 30.0))
    played = []

    def play_all(fixtures: Any) -> Any:
        waiting: list[Fixture] = []
        while True:
            while len(waiting) < ahead and (fixture := next(fixtures, None)):
                waiting.append(fixture)
            if not waiting:
                return
            played.append(waiting.pop())
            yield Played(row(played[-1]))

    store = Store(plan, tmp_path)
    tally = run(plan, store, play_all, lambda progress, game: None)
    kept = [(one["lone"], one["others"], one["deal"], one["rotation"]) for one in store.table().to_pylist()]
    store.close()
    sizes = {("a", "b"): 6, ("a", "c"): 6, ("b", "c"): 20}
    assert kept == [
        (*names, deal, side) for names, deals in sizes.items() for deal in range(deals) for side in range(2)
    ]
    assert [(one.contest.lone, one.found, one.deals) for one in tally.verdicts.values()] == [("a", "accepted", 6)] * 2
    assert tally.progress() == (64, 64)
    assert len(played) == 64 or ahead > 1
