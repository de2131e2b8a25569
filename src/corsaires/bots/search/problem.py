"""What a game supplies so that the search can play it. `aids` are whatever the game needs besides the state.

`moves`, `values`, `rewards` and `shares` are written into. A reward is what the search maximises, 0 to 1; a share is
the share of the win.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.generic import generic
from corsaires.games.kernel.layout import Records
from corsaires.games.kernel.rng import Rng

Moves = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Supplied(Protocol):
    """The rules, by their names."""

    @staticmethod
    def imagine(states: Records, j: int, sights: Records, i: int, aids: Any, rng: Rng) -> None:
        """Write into states[j] a state that fits sights[i], drawn over all that the seat cannot see."""

    @staticmethod
    def is_over(states: Records, j: int) -> bool: ...

    @staticmethod
    def to_move(states: Records, j: int) -> int:
        """The side to act."""

    @staticmethod
    def list_moves(states: Records, j: int, aids: Any, moves: Moves) -> int:
        """The moves worth a thought; how many there are, one at least."""

    @staticmethod
    def is_draw(states: Records, j: int, move: int) -> bool:
        """Whether a move shows its maker, and nobody else, what was imagined."""

    @staticmethod
    def make(states: Records, j: int, aids: Any, move: int, rng: Rng) -> int:
        """Make a move, with chance from rng; what everybody sees of that chance, as a number."""

    @staticmethod
    def guess(states: Records, j: int, aids: Any, moves: Moves, count: int, values: Floats) -> None:
        """The reward of each move to the side that makes it, at first sight."""

    @staticmethod
    def weigh(  # noqa: PLR0913, PLR0917  # all that there is to write into
        states: Records, j: int, aids: Any, values: Floats, count: int, rng: Rng, rewards: Floats, shares: Floats
    ) -> None:
        """What every side may expect; values are those of the moves at first sight. The state may be left changed."""

    @staticmethod
    def outcome(states: Records, j: int, rewards: Floats, shares: Floats) -> None:
        """What a finished game gave every side."""


imagine = generic(Supplied.imagine)
is_over = generic(Supplied.is_over)
to_move = generic(Supplied.to_move)
list_moves = generic(Supplied.list_moves)
is_draw = generic(Supplied.is_draw)
make = generic(Supplied.make)
guess = generic(Supplied.guess)
weigh = generic(Supplied.weigh)
outcome = generic(Supplied.outcome)
