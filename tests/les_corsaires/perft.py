"""Perft files: from a fixed position and with fixed dice, how many lines of play there are at each depth.

A line of a file is `seats | position | counts by depth`. The throw of the n-th ply is the (5n)-th of the results that
the dice could give. Counts come from the reference (`python -m tests.les_corsaires.perft` writes the files anew); the
tests ask the engine.
"""

from __future__ import annotations

import copy
import random
from pathlib import Path

import numpy as np

from corsaires.games.kernel.layout import copied
from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.notation import Notation
from corsaires.games.les_corsaires.pieces import OWNERS
from corsaires.games.les_corsaires.rules import MAX_MOVES
from corsaires.games.les_corsaires.state import States
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.reference import Reference
from tests.les_corsaires.tables import OPEN_SEA, on_open_sea, play_out
from tests.les_corsaires.test_reference import as_reference

FILES = Path(__file__).parent / "perft"
NODES = 1_500  # the reference is slow: the last depth is the first with more lines than this
HEADER = "# seats | position | lines of play at depth 1, 2, 3 …; made by python -m tests.les_corsaires.perft\n"


def thrown(results: list[str], ply: int) -> int:
    return 5 * ply % len(results) if results else 0


def count(game: LesCorsaires, states: States, depth: int, ply: int = 0) -> int:
    """The lines of play of this depth, by the engine."""
    if states["over"][0]:
        return 0
    moves = np.empty(MAX_MOVES, np.int64)
    n = engine.list_moves(states, 0, game.board.charts, moves)
    if depth == 1:
        return int(n)
    total = 0
    for move in moves[:n].tolist():
        after = copied(states)
        engine.play(after, 0, game.board.charts, move, thrown(game.board.notation.results(move), ply))
        total += count(game, after, depth - 1, ply + 1)
    return total


def count_by_reference(reference: Reference, notation: Notation, depth: int, ply: int = 0) -> int:
    moves = [] if reference.over else reference.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        results = notation.results(notation.read(move))
        after = copy.deepcopy(reference)
        after.play(move, results[thrown(results, ply)] if results else None)
        total += count_by_reference(after, notation, depth - 1, ply + 1)
    return total


def lines(game: LesCorsaires, rng: random.Random) -> list[str]:
    """A few positions of one game, from its first placement to near its end."""
    reference = Reference(as_reference(OPEN_SEA), game.seats, game.variant, game.equal_fleets)
    past: list[tuple[Table, Reference]] = []
    for now in play_out(game.deal(seed=rng.randrange(1000)), rng):
        if now.history:
            move, _, result = now.history[-1].partition("=")
            reference.play(move, result or None)
        past.append((now.copy(), copy.deepcopy(reference)))
    plies = len(past) - 1
    wanted = (0, 17, plies // 4, plies // 2, 3 * plies // 4, plies - 9, plies - 3)
    return [_line(game, *past[ply]) for ply in wanted]


def _line(game: LesCorsaires, table: Table, reference: Reference) -> str:
    counts = [count_by_reference(reference, game.board.notation, 1)]
    while 0 < counts[-1] <= NODES and len(counts) < 6:
        counts.append(count_by_reference(reference, game.board.notation, len(counts) + 1))
    return f"{game.seats} | {table.position()} | {' '.join(map(str, counts))}\n"


def main() -> None:
    for variant in VARIANTS:
        rng = random.Random(variant or "standard")
        text = "".join(line for seats in OWNERS for line in lines(on_open_sea(seats, variant), rng))
        (FILES / f"{variant or 'standard'}.txt").write_text(HEADER + text)


if __name__ == "__main__":
    main()
