"""A closer look: what a bot says of a move that it hardly tried rests on many tries, and nothing else changes."""

from __future__ import annotations

from statistics import mean

import pytest

from corsaires.bots import load_bot
from corsaires.bots.search.thinker import SURE
from corsaires.games.catalog import load
from corsaires.games.kernel.game import Table
from corsaires.review.review import value_of

POSITIONS = (("korsar", 2, 30), ("korsar", 4, 61), ("les-corsaires", 2, 40))
FEW = 60


def position(game: str, seats: int, plies: int) -> Table:
    """In the middle of a game of matelots, where there is a choice."""
    table, matelot = load(game, seats=seats).deal(seed=3), load_bot(game, "matelot")
    while len(table.history) < plies or len(table.moves()) < 3:
        table.play(matelot.think(table.view(table.turn, options=False), len(table.history)).move)
    return table


@pytest.mark.parametrize(("game", "seats", "plies"), POSITIONS)
def test_a_move_is_looked_at_closely_whichever_it_is(game: str, seats: int, plies: int) -> None:
    table = position(game, seats, plies)
    view, player = table.view(table.turn, options=False), load_bot(game, f"amiral@{FEW}")
    usual = player.think(view, 1)
    for move in table.moves():
        closely = player.closely(move).think(view, 1)
        assert (closely.move, closely.values, closely.iterations) == (usual.move, usual.values, usual.iterations)
        assert [each for each in closely.ranked if each.move != move] == [
            each for each in usual.ranked if each.move != move
        ]
        looked = {each.move: each.visits for each in closely.ranked}
        assert looked.get(move, SURE if game == "les-corsaires" else 0) >= SURE  # there some are not worth a thought
        assert closely == player.closely(move).think(view, 1)


@pytest.mark.parametrize(("game", "seats", "plies"), POSITIONS)
def test_without_a_move_it_is_the_second_choice(game: str, seats: int, plies: int) -> None:
    table = position(game, seats, plies)
    view, player = table.view(table.turn, options=False), load_bot(game, f"amiral@{FEW}")
    usual, closely = player.think(view, 2), player.closely().think(view, 2)
    changed = [each for each in closely.ranked if each not in usual.ranked]
    assert closely.move == usual.move
    assert all(each.visits >= SURE for each in changed)
    assert [each.move for each in changed] == [each.move for each in closely.ranked[1:2]]


@pytest.mark.parametrize("bot", ["amiral@60", "capitaine@60"])
def test_of_what_was_not_tried_nothing_is_said(bot: str) -> None:
    table = position("korsar", 4, 61)
    thought = load_bot("korsar", bot).think(table.view(table.turn, options=False), 1)
    assert all(each.visits > 0 for each in thought.ranked)
    first = load_bot("korsar", f"{bot.partition('@')[0]}@1").think(table.view(table.turn, options=False), 1)
    assert (first.move in table.moves(), first.ranked) == (True, ())


def test_a_closer_look_says_the_same_with_other_luck() -> None:
    """Of the moves that a short search left alone."""
    table, player, apart = position("korsar", 4, 61), load_bot("korsar", f"amiral@{FEW}"), []
    while not table.over:
        view = table.view(table.turn, options=False)
        thought = player.think(view, 1)
        tried = {each.move: each.visits for each in thought.ranked}
        for move in [each for each in table.moves() if tried.get(each, 0) <= 1]:
            one, other = (value_of(player.closely(move).think(view, seed), move) for seed in (1, 2))
            assert one is not None
            assert other is not None
            apart.append(abs(one - other))
        table.play(thought.move)
    assert len(apart) >= 50
    assert mean(apart) < 0.02


def test_a_bot_that_cannot_look_closely_thinks_as_ever() -> None:
    table = position("korsar", 2, 30)
    view, player = table.view(table.turn, options=False), load_bot("korsar", "matelot")
    assert player.closely("+") is player
    assert player.closely().think(view, 1) == player.think(view, 1)
