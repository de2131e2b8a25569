"""What the search of Les Corsaires asks: moves worth a try, and what a position is worth; and what it then plays."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from corsaires.bots.les_corsaires.model import AMIRAL, fitted_model
from corsaires.bots.les_corsaires.problem import Aids, aids_of, guess, list_moves, make, outcome, weigh
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.kernel.layout import copied
from corsaires.games.kernel.rng import seeded
from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.chart import chart_ids, read_chart
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.rules import MAX_MOVES
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.tables import EVERY_GAME, at

TRIED: Final = read_chart(
    (Path(__file__).parents[1] / "les_corsaires" / "tried.toml").read_text("utf-8"), "tried", "tried.toml"
)
GAMES: Final = 5 if COMPILED else 1
PLIES: Final = 5000 if COMPILED else 30  # of a game


@cache
def game(seats: int = 2) -> LesCorsaires:
    return LesCorsaires.load(seats=seats, chart=TRIED)


def aids_for(here: LesCorsaires) -> Aids:
    variant = VARIANTS.index(here.variant)
    return aids_of(here.board.charts, here.seats, variant, fitted_model(AMIRAL, here.seats, variant))


@pytest.mark.parametrize("chart", chart_ids())
@pytest.mark.parametrize(("seats", "variant"), EVERY_GAME)
def test_what_is_worth_a_try_is_legal_and_what_is_expected_adds_up(seats: int, variant: str | None, chart: str) -> None:
    here = LesCorsaires.load(seats=seats, variant=variant, chart=chart)
    aids, states, rng = aids_for(here), here._empty(), seeded(seats)
    legal, moves, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    rewards, shares = np.zeros(4), np.zeros(4)
    for _ in range(GAMES):
        engine.begin(states, 0)
        for _ in range(PLIES):
            if states["over"][0]:
                break
            aids.thinker[0] = states["turn"][0]
            count, before = list_moves(states, 0, aids, moves), copied(states)
            some = moves[:count].tolist()
            assert set(some) <= set(legal[: engine.list_moves(states, 0, here.board.charts, legal)].tolist())
            guess(states, 0, aids, moves, count, values)
            assert states.tobytes() == before.tobytes()
            weigh(states, 0, aids, values, count, rng, rewards, shares)
            states[:] = before
            assert rewards[:seats].sum() == pytest.approx(1.0)
            assert shares[:seats].sum() == pytest.approx(1.0)
            assert all(0.0 <= value <= 1.0 for value in values[:count])
            make(states, 0, aids, some[int(rng[0]) % count], rng)
        if states["over"][0]:
            outcome(states, 0, rewards, shares)
            assert rewards[:seats].sum() == pytest.approx(1.0)
            assert shares[:seats].sum() == pytest.approx(1.0)


def tried(table: Table) -> list[str]:
    moves = np.empty(MAX_MOVES, np.int64)
    view = table.view(0)
    return [view.write(int(move)) for move in moves[: list_moves(view.sight, 0, aids_for(game()), moves)]]


def test_a_shot_that_endangers_no_ship_of_ours_is_not_put_off() -> None:
    """C-GUN-1: it costs nothing."""
    assert tried(at(game(), "rG1=g5/2 gM1=g7/4 gG1=n5/1", phase="firing")) == ["rG1!"]


def test_a_shot_that_may_sink_our_own_is_thought_over() -> None:
    """C-GUN-3."""
    assert len(tried(at(game(), "rG1=g5/2 gG1=g6/4 gG2=n9/3 rM1=g7/2 rM2=f7/2", phase="firing"))) > 1
