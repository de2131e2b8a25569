"""Tiny games of known values, for the search: two or three moves, and a table of what every line of them pays.

Nothing in them says what a position is worth on the way: what is weighed is even for everybody, and what a move looks
like is as wrong as it can be, or whatever a game asks for. So only a search that comes to the end of the lines, and
takes every side to play for itself, finds what there is.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.search.problem import Floats, Moves
from corsaires.bots.search.thinker import Question
from corsaires.bots.search.tree import Manner
from corsaires.games.kernel.generic import supply
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import Records, aligned
from corsaires.games.kernel.rng import Rng, below

LINES: Final = 27  # of a game, at most
PLIES: Final = 3
SIDES: Final = 3
NO_MOVE: Final = -1
EVEN: Final = 0.5
SHARE: Final = 0.5  # of a reward: a share is another number, so that neither can pass for the other
# Compiled code is kept under a digest of the package, which this file is no part of: its record type has its own.
EDITION: Final = "edition_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]

GAME: Final = aligned(
    [
        ("payoffs", np.float64, (LINES, SIDES)),  # by line to the end
        ("looks", np.float64, (PLIES, LINES)),  # what each move of a ply looks like to who makes it
        ("movers", np.int64, PLIES),
        ("faces", np.int64, PLIES),  # of the die that everybody sees thrown after a move; 1: none
        ("hands", np.int64),  # that are possible; 1: nothing is hidden
        ("width", np.int64),  # moves of every position
        ("sides", np.int64),
        ("plies", np.int64),
        ("draw", np.int64),  # the move that shows its maker the hand
        ("made", np.int64),  # moves so far
        ("line", np.int64),  # the hand and all that happened so far, as one number
        (EDITION, np.int64),
    ]
)


# --- a game ---


@dataclass(frozen=True)
class Tiny:
    """Payoffs are nested by hand, then for every ply by move and by face, at last by side."""

    payoffs: npt.NDArray[np.float64]
    movers: tuple[int, ...]
    draw: int = NO_MOVE
    is_honest: bool = False  # whether moves look like what they are worth

    def looks(self) -> list[npt.NDArray[np.float64]]:
        """What every move of each ply is worth to who makes it, or the very opposite."""
        worth, looks = self.payoffs, []
        for mover in reversed(self.movers):
            worth = worth.mean(axis=-2)  # of the faces
            looks.append(worth[..., mover].ravel() if self.is_honest else 1.0 - worth[..., mover].ravel())
            best = worth[..., mover].argmax(axis=-1)
            worth = np.take_along_axis(worth, best[..., None, None], axis=-2)[..., 0, :]
        return looks[::-1]

    def records(self) -> Records:
        hands, width, *_, sides = self.payoffs.shape
        games = np.zeros(1, GAME)
        game: Any = games[0]
        game.hands, game.width, game.sides, game.plies, game.draw = hands, width, sides, len(self.movers), self.draw
        lines = self.payoffs.reshape(-1, sides)
        game.payoffs[: len(lines), :sides] = lines
        for ply, looks in enumerate(self.looks()):
            game.movers[ply], game.faces[ply] = self.movers[ply], self.payoffs.shape[2 + 2 * ply]
            game.looks[ply, : len(looks)] = looks
        return games

    def question(self, manner: Manner) -> Question:
        return Question(self.records(), np.zeros(1, GAME), 0, manner, self.payoffs.shape[-1], str)


def of_two(payoffs: list[Any], movers: tuple[int, ...]) -> Tiny:
    """Two sides, no die, nothing hidden: payoffs, nested by moves, are the first side's; the other gets the rest."""
    first = np.array(payoffs)
    dieless = first.reshape(1, *(part for width in first.shape for part in (width, 1)))
    return Tiny(np.stack([dieless, 1.0 - dieless], axis=-1), movers)


# --- its rules ---


@rule
def imagine(states: Records, j: int, sights: Records, i: int, aids: int, rng: Rng) -> None:
    states[j] = sights[i]
    states[j].line = below(rng, states[j].hands)


@rule
def is_over(states: Records, j: int) -> bool:
    return bool(states[j].made == states[j].plies)


@rule
def to_move(states: Records, j: int) -> int:
    return int(states[j].movers[states[j].made])


@rule
def list_moves(states: Records, j: int, aids: int, moves: Moves) -> int:
    for move in range(states[j].width):
        moves[move] = move
    return int(states[j].width)


@rule
def is_draw(states: Records, j: int, move: int) -> bool:
    return bool(move == states[j].draw)


@rule
def make(states: Records, j: int, aids: int, move: int, rng: Rng) -> int:
    state = states[j]
    faces = int(state.faces[state.made])
    thrown = below(rng, faces)
    state.line = (state.line * state.width + move) * faces + thrown
    state.made += 1
    return thrown


@rule
def guess(states: Records, j: int, aids: int, moves: Moves, count: int, values: Floats) -> None:
    state = states[j]
    for at in range(count):
        values[at] = state.looks[state.made, state.line * state.width + moves[at]]


@rule
def weigh(  # noqa: PLR0913, PLR0917  # as the search asks
    states: Records, j: int, aids: int, values: Floats, count: int, rng: Rng, rewards: Floats, shares: Floats
) -> None:
    for side in range(states[j].sides):
        rewards[side], shares[side] = EVEN, SHARE * EVEN


@rule
def outcome(states: Records, j: int, rewards: Floats, shares: Floats) -> None:
    state = states[j]
    for side in range(state.sides):
        rewards[side] = state.payoffs[state.line, side]
        shares[side] = SHARE * rewards[side]


supply(GAME, imagine, is_over, to_move, list_moves, is_draw, make, guess, weigh, outcome)
