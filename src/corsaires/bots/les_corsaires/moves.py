"""The legal moves of the seat that a view belongs to."""

from __future__ import annotations

import numpy as np

from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.rules import MAX_MOVES
from corsaires.games.les_corsaires.view import View


def legal_texts(view: View) -> list[str]:
    moves = np.empty(MAX_MOVES, np.int64)
    return [view.write(move) for move in moves[: engine.list_moves(view.sight, 0, view.charts, moves)].tolist()]
