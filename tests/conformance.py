"""What must hold for every game: one kit, run on every game, edition and number of seats, without exemptions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import corsaires
from corsaires.games.kernel.game import Game, Table


def plain(view: Any) -> Any:
    """Everything in a view, byte for byte, as something that can be compared."""
    if isinstance(view, np.ndarray):
        return view.tobytes()
    if isinstance(view, tuple):
        return (type(view).__name__, *(plain(part) for part in view))
    if isinstance(view, dict):
        return {key: plain(value) for key, value in view.items()}
    return view


def everything(table: Table, game: Game) -> Any:
    """All that can be asked of a table."""
    views = [plain(table.view(seat)) for seat in (None, *range(game.seats))]
    return (
        table.position(),
        table.turn,
        table.over,
        table.scores,
        table.winners,
        table.reason,
        table.history,
        table.moves(),
        table.unsealed(),
        views,
    )


def check_replay(table: Table, game: Game) -> None:
    """The record of a game gives an equal table back, through JSON."""
    record = json.loads(json.dumps(table.unsealed()))
    assert everything(corsaires.replay(record), game) == everything(table, game)
    assert table.over == (table.record() == table.unsealed())


def check_moves(table: Table, game: Game, texts: list[str]) -> None:
    """A text is accepted exactly when it is among the moves; a refused one changes nothing."""
    before, moves = everything(table, game), set(table.moves())
    assert len(moves) == len(table.moves())
    for text in texts:
        tried = table.copy()
        if text in moves:
            tried.play(text)
            assert [move.partition("=")[0] for move in tried.history[len(table.history) :]] == [text]
        else:
            with pytest.raises(corsaires.IllegalMove) as refusal:
                tried.play(text)
            assert refusal.value.rule
            assert refusal.value.reason
            assert everything(tried, game) == before
    assert everything(table, game) == before  # a copy shares nothing with its table


def check_position(table: Table, game: Game) -> None:
    """A position text gives the position back."""
    again = game.set_up(table.position())
    assert again.position() == table.position()
    assert again.moves() == table.moves()
    assert again.scores == table.scores


Swap = Callable[[Table, int | None, random.Random], Table]


def check_secrets(table: Table, seat: int | None, swap: Swap, rng: random.Random) -> None:
    """Swapping all that a seat may not see does not change one byte that it is shown."""
    swapped = swap(table, seat, rng)
    assert swapped.history == table.history
    assert plain(swapped.view(seat)) == plain(table.view(seat))
    assert swapped.record() == table.record()
