"""The legal moves of the seat that a view belongs to, from its sight alone."""

from __future__ import annotations

import numpy as np

from corsaires.games.korsar import engine
from corsaires.games.korsar.notation import write_move
from corsaires.games.korsar.rules import MAX_MOVES
from corsaires.games.korsar.view import View


def legal_texts(view: View) -> list[str]:
    moves = np.empty(MAX_MOVES, np.int64)
    return [write_move(move) for move in moves[: engine.list_moves(view.sight, 0, moves)].tolist()]
